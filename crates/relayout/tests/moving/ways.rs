//! Settings with which small data are moved in every way that large data are.

use tilework_relayout::{Isa, Tuning};

/// With all instruction sets that this machine has: tile by tile, written with non-temporal and with ordinary stores; by
/// patterns, where places are near each other; and directly. On as many threads as there are parts.
pub(crate) fn ways() -> impl Iterator<Item = Tuning> {
    Isa::ALL.into_iter().filter(|isa| isa.is_available()).flat_map(|isa| {
        let tuning = Tuning::default().isa(isa).share_from(1);
        let (large, small) = (tuning.stream_from(0), tuning.stream_from(usize::MAX));
        let (tiles, directly) = (large.near(0), small.stage_from(usize::MAX));
        match isa {
            // These have no non-temporal stores, and plain Rust no patterns.
            Isa::Portable => vec![tiles, directly],
            Isa::Neon => vec![tiles, large, directly],
            _ => vec![tiles, small.stage_from(0).near(0), large, directly],
        }
    })
}
