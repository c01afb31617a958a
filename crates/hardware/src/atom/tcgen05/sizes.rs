//! The sizes M and N that exist, as CUTLASS asserts them.

use super::{Factors, Head, Variant};
use crate::atom::refusal::{Illegal, Parameter};

impl Head {
    /// Refuses an M or N that the instruction does not have.
    pub(super) fn check_sizes(&self, m: i64, n: i64) -> Result<(), Illegal> {
        let rows: &[i64] = match (self.pair, self.factors) {
            (true, _) => &[128, 256],
            (false, Factors::Tf32 | Factors::F16 | Factors::I8 | Factors::F8f6f4) => &[64, 128],
            (false, _) => &[128],
        };
        Illegal::check(Parameter::M, m, rows.iter().copied())?;
        let step = self.step(m);
        // 8-bit integers on one SM have N = 8 beside the multiples of 16.
        let eight = self.factors == Factors::I8 && !self.pair;
        let columns = (1..=32).map(|eighths| 8 * eighths);
        let legal = columns.filter(|n| n % step == 0 || (eight && *n == 8));
        Illegal::check(Parameter::N, n, legal)
    }

    /// N is a multiple of this, up to 256.
    fn step(&self, m: i64) -> i64 {
        let sparse_bytes = self.factors == Factors::F8f6f4 && self.variant == Variant::Sparse;
        let wide = self.tensor || sparse_bytes;
        match (self.factors, self.pair) {
            (Factors::I8, false) | (Factors::Ultra, _) => 16,
            (Factors::I8, true) => 32,
            (_, false) if wide && m == 128 => 16,
            (_, false) => 8,
            (_, true) if wide => 32,
            (_, true) => 16,
        }
    }
}
