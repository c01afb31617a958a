//! From texts to expressions, and back to the notation of other programs.

pub(crate) mod ast;
pub(crate) mod dtype;
pub(crate) mod foreign;
pub(crate) mod lexer;
pub(crate) mod parser;
pub(crate) mod basis;
pub(crate) mod label;
pub(crate) mod pasted;
pub(crate) mod members;
pub(crate) mod access;
pub(crate) mod pointer;
pub(crate) mod grid;
pub(crate) mod document;
pub(crate) mod dialect;
