//! What programs other than CuTe print: numpy, PyTorch, MLIR and Triton.
//!
//! Their texts have tokens of their own (`4x8xf32`, `'<f4'`, `#ttg.blocked`), so the lexer takes each as one
//! token, and it is read here: into the same expressions as our own notation, with the places of the numbers, so
//! that a refusal of the algebra points into what was pasted.

mod scan;
mod array;
mod python;
mod numpy;
mod torch;
mod record;
mod call;
mod affine;
mod mlir;
mod bases;
mod encoding;
mod fields;
mod triton;

pub(crate) use triton::{ends_table, is_basis};

use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// Which notation a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// A call or a dictionary of Python: `np.ndarray(...)`, `torch.empty_strided(...)`, `{'shape': ...}`.
    Python,
    /// Shape and strides as they are printed: `shape=(4, 8) strides=(32, 4) dtype=float32`.
    Record,
    /// A type of MLIR: `memref<4x8xf32>`.
    Mlir,
    /// A layout of Triton: `#ttg.blocked<{...}>`.
    Triton,
}

/// The notation that begins at a byte of a text, and the byte at which it ends. Only there does the
/// lexer ask where a word or a bracket starts; `first` says that nothing of the value stands before.
pub(crate) fn begins(text: &str, at: usize, first: bool) -> Option<(Foreign, usize)> {
    let rest = text.get(at..)?;
    // Most tokens are numbers and signs of our own notation.
    match rest.as_bytes().first()? {
        b'#' | b'!' | b'_' | b'a'..=b'z' | b'A'..=b'Z' => {}
        b'(' | b'{' | b'-' if first => {}
        _ => return None,
    }
    let python = || call::begins(rest, first).map(|len| (Foreign::Python, at + len));
    let mlir = || mlir::begins(rest).map(|len| (Foreign::Mlir, at + len));
    let triton = || triton::begins(rest, first).map(|len| (Foreign::Triton, at + len));
    let record = || record::begins(rest).then_some((Foreign::Record, text.len()));
    // What belongs to a record can be a call by itself.
    (first.then(record).flatten()).or_else(python).or_else(mlir).or_else(triton)
}

/// Whether several lines may be one value: a record, a table of bases, or a type of Triton after the encodings that
/// it names.
pub(crate) fn is_one_value(text: &str) -> bool {
    let text = text.trim();
    let types = text.contains("tensor<") || text.contains("memdesc<");
    text.contains('\n')
        && (!text.starts_with('#') || types)
        && begins(text, 0, true).is_some_and(|(_, end)| end == text.len())
}

/// Reads what [`begins`] has found at `span`.
pub(crate) fn read(text: &str, span: Span, kind: Foreign) -> Result<Node, Diagnostic> {
    match kind {
        Foreign::Python => call::read(text, span),
        Foreign::Record => record::read(text, span),
        Foreign::Mlir => mlir::read(text, span),
        Foreign::Triton => triton::read(text, span),
    }
}

/// An integer that is not known: `?`, or the name of a type.
pub(crate) fn unknown_integer(span: Span, written: &str) -> Diagnostic {
    let message = format!("{} is an integer that is only known at run time", quote(written));
    Diagnostic::new("unsupported", span, message)
        .labelled("this part")
        .help("put a number there; the algebra needs every extent and stride")
}

/// What has no meaning for integer strides.
fn unsupported(span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic::new("unsupported", span, message).labelled("this part").help(help)
}

/// An integer as an expression.
fn integer(value: i64, span: &Span) -> Node {
    Node { expr: Expr::Integer(value), span: span.clone() }
}
