//! Swizzles, XOR maps, linear maps, and the layouts composed with them.

mod compose_any;
mod composed;
mod composed_inverse;
mod composed_sample;
mod decay;
mod layout_ref;
mod linear;
mod swizzle;
mod vector;
mod xor_map;
