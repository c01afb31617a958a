//! What the tests of the core share: a brute-force oracle, and layouts to try a law on.
//!
//! Nothing here uses the algebra. The oracle reads the modes of a layout and the parts of a composed
//! layout, and enumerates; what it finds is compared with what the algebra says.

mod layouts;
mod oracle;

pub mod bits;
pub mod casts;
pub mod forms;
pub mod vectors;

pub use layouts::{layout, modes, nest, small_layouts};
pub use oracle::{
    Truth, chains, composed, coords, eval, fits, forced, from_chain, image, offsets, refines,
    tiling, truth,
};
