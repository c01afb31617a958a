//! Tensors: elements at the offsets of a layout. Miri runs this program.

mod debug;
#[cfg(feature = "ndarray")]
mod ndarray;
mod plain;
mod swizzled;
