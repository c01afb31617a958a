//! From a question to its answer, without files or a terminal: what the command prints, and what Python
//! and the web give.
//!
//! Each answer is a value with public fields; its `Display` form is for people, and [`json`] writes it for
//! programs. [`Answer`] is what a statement did, [`Refusal`] why one has no answer, [`Derivation`] an
//! explanation; [`compare()`], [`solve()`], [`recover()`] and [`help()`] are questions of their own, and [`Checked`]
//! the claims of a text. [`respond`] answers all of them from JSON.

pub mod json;
mod tree;
mod facts;
mod structure;
mod operand;
mod element;
mod answer;
mod paste;
mod derivation;
mod compare;
mod table;
mod passing;
mod recover;
mod solve;
mod shell;
mod console;
mod check;
mod complete;
mod help;
mod response;
pub mod hardware;
mod request;

pub use crate::eval::names::nearest;
pub use answer::{Answer, Claim, Refusal, Status, show, show_any};
pub use check::{CheckReport, Checked, Finding, Left};
pub use compare::{Comparison, Difference, compare};
pub use complete::{Completion, arguments, complete};
pub use console::{Invocation, Ran, Session, sessions};
pub use derivation::{Derivation, Line};
pub use element::element_bits;
pub use facts::{Facts, Map, MapKind, Plain};
pub use help::{Help, Written, help, written};
pub use operand::{any_layout, layout, layout_of, layout_of_in, refused};
pub use paste::Pasted;
pub use recover::{Arriving, Table, recover, recover_in, recovered_in};
pub use request::{QUESTIONS, asked, respond};
pub use response::Response;
pub use solve::solve;
pub use structure::Structure;
pub use tree::{Strided, Tree};
