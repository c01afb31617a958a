//! Expressions, before they are evaluated. Every node keeps its place in the text.

use crate::operations::Operation;
use crate::operations::access::Access;
use crate::text::diagnostic::Span;

/// A part of an expression and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub expr: Expr,
    /// Its place in the text.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expr {
    /// `24`.
    Integer(i64),
    /// `3@1@0`, also summed with `+`: factors, and paths from the outside in.
    Basis(Vec<(i64, Vec<usize>)>),
    /// `_`.
    Blank,
    /// A name.
    Name(String),
    /// A name that C++ writes with template arguments, or PTX with dots: `UniversalCopy<uint128_t>`.
    Atom(String),
    /// An access of memory: `store:row:16B`.
    Access(Box<Access<Node>>),
    /// `(a,b,...)`: a tuple of integers, a slicer, or layouts side by side.
    Tuple(Vec<Node>),
    /// `shape:stride`.
    Layout(Box<Node>, Box<Node>),
    /// `<a,b,...>` or `[a;b;...]`, by mode.
    Tiler(Vec<Node>),
    /// `[a,b,...]`, a list of numbers.
    List(Vec<Node>),
    /// `operation(a,b,...)`, and the place of the operation's name.
    Call(&'static Operation, Span, Vec<Node>),
    /// `A(a,b,...)`: evaluation or a slice.
    Apply(Box<Node>, Vec<Node>),
    /// `A[i]`: a mode.
    Mode(Box<Node>, Vec<Node>),
    /// `P.tile`: a member, and the place of its name. `A.size()` is a call of the operation.
    Member(Box<Node>, String, Span),
    /// `A o B`.
    Compose(Box<Node>, Box<Node>),
    /// `a == b`: the same structure.
    Equal(Box<Node>, Box<Node>),
    /// `A ~ B`: the same function.
    Same(Box<Node>, Box<Node>),
}

/// A statement of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Statement {
    /// `name = expression`, and the place of the name.
    Binding(String, Span, Node),
    /// `expression`.
    Expression(Node),
    /// `expression = expression`: a claim.
    Claim(Node, Node),
}
