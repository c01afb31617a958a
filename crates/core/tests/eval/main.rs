//! Evaluation of layouts that are prepared, in bulk, or known to the compiler.

mod bulk;
mod check;
mod constant;
mod inverse;
mod literal;
mod mixed;
mod prepared;
mod static_layout;
