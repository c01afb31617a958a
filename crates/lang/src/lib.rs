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

mod advise;
mod answers;
mod arguments;
mod ast;
mod behind;
mod blame;
pub mod claims;
mod coords;
mod diagnostic;
mod dialect;
mod evaluate;
mod explain;
mod lexer;
mod names;
pub mod operations;
mod parser;
mod pasted;
mod pointer;
mod value;
mod visible;

pub use arguments::{Arguments, Fault};
pub use ast::{Expr, Node, Statement};
pub use diagnostic::{Diagnostic, Span};
pub use dialect::{Dialect, print};
pub use evaluate::{Outcome, Scope, agree, kind_name};
pub use explain::{Explanation, Step, explain};
pub use parser::parse;
pub use pointer::notes;
pub use value::Value;
pub use visible::{is_hidden, visible, visible_lines};
