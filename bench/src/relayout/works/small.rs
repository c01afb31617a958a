//! What is small and warm, where planning counts.

use super::Element::F32;
use super::transposes::transpose;
use super::{Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    vec![
        transpose("8x8", "8x8 transpose", F32, 8, 8),
        transpose("16x16", "16x16 transpose", F32, 16, 16),
        transpose("32x32", "32x32 transpose", F32, 32, 32),
        transpose("64x64", "64x64 transpose", F32, 64, 64),
        transpose("128x128", "128x128 transpose", F32, 128, 128),
        work(
            "16x12x24",
            "(16,12,24) permuted by (2,1,0)",
            F32,
            layout("(16,12,24):(1,16,192)"),
            layout("(16,12,24):(288,24,1)"),
            |k| k % 16 * 288 + k / 16 % 12 * 24 + k / 192,
        ),
    ]
}
