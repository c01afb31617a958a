//! Doors to other libraries: flat strides as numpy and PyTorch have them, `ndarray`, and `serde`.

pub(crate) mod strides;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "serde")]
mod serde;
