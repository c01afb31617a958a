//! The language of tensor layouts: notation with spans, expressions by CuTe's names, bindings, and
//! errors that point into the text.
//!
//! ```
//! use tilework_lang::{Outcome, Scope};
//!
//! let mut scope = Scope::new();
//! scope.run("A = (9,(4,8)):(59,(13,1))")?;
//! let Outcome::Value(tiles) = scope.run("zipped_divide(A, <3:3,(2,4):(1,8)>)")? else { panic!() };
//! assert_eq!(tiles.to_string(), "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
//!
//! let error = scope.run("(6,2):(1,7) o (3,2):(2,3)").unwrap_err();
//! assert_eq!((error.kind, error.cause.unwrap().witness()), ("not-a-layout", Some(5)));
//! # Ok::<(), tilework_lang::Diagnostic>(())
//! ```

#![forbid(unsafe_code)]

mod text;
pub mod notation;
pub mod operations;
mod syntax;
mod eval;
mod explain;
pub mod claims;
pub mod report;

pub use eval::document::{Document, Replied, Reply, left_out};
pub use eval::scope::{Evaluated, Scope};
pub use eval::statement::{Answered, Outcome};
pub use explain::{Explanation, Step, explain};
pub use operations::arguments::{Arguments, Fault};
pub use operations::tv::Tv;
pub use operations::value::{Value, agree, agree_in};
pub use syntax::ast::{Expr, Node, Statement};
pub use syntax::dialect::{Dialect, Notation, print};
pub use syntax::dtype::Dtype;
pub use syntax::parser::parse;
pub use text::diagnostic::{Diagnostic, Span, kind_name};
pub use text::visible::{is_hidden, visible, visible_lines};
