//! Transposes of elements that are no power of two.

use super::Element::{Bytes3, Bytes5, Bytes6, Bytes12};
use super::Work;
use super::transposes::transpose;

pub(super) fn works() -> Vec<Work> {
    vec![
        transpose("3-byte", "4001x4003 transpose of 3 bytes", Bytes3, 4001, 4003),
        transpose("5-byte", "2048x2048 transpose of 5 bytes", Bytes5, 2048, 2048),
        transpose("6-byte", "2048x2048 transpose of 6 bytes", Bytes6, 2048, 2048),
        transpose("12-byte", "2048x2048 transpose of 12 bytes", Bytes12, 2048, 2048),
    ]
}
