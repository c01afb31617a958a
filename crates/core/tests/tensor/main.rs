//! Tensors: elements at the offsets of a layout. Miri runs this program.

#[cfg(feature = "ndarray")]
mod ndarray;
mod plain;
mod swizzled;
