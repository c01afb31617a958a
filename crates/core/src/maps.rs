//! Beyond strides: swizzles and other maps of bits, and layouts seen through them.
//!
//! A [`Swizzle`](swizzle::Swizzle) and an [`XorMap`](xor_map::XorMap) change the bits of an offset. A
//! [`ComposedLayout`](composed::ComposedLayout) is a layout whose offsets go through such maps, or through
//! other layouts. [`LayoutRef`](layout_ref::LayoutRef) borrows a layout of either kind and answers the
//! questions that both have; [`AnyLayout`](any::AnyLayout) owns one, and is what an operation returns whose answer may
//! be of either kind. [`LinearLayout`](linear::LinearLayout) is Triton's view of the same functions.

pub(crate) mod swizzle;
pub(crate) mod xor_map;
pub(crate) mod composed;
pub(crate) mod layout_ref;
pub(crate) mod window;
pub(crate) mod any;
pub(crate) mod vectors;
pub(crate) mod linear;
