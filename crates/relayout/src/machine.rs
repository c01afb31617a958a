//! The machine: its instruction sets and caches, and the settings of plans that depend on them.

mod cache;
mod caches;
mod isa;
mod tuning;

pub(crate) use cache::{
    LINE, PAGE, PART_OF_LINE, PREFETCH_RUN, PREFETCH_RUNS, PREFETCH_TILE, WAYS,
};
pub(crate) use caches::Caches;
pub use isa::Isa;
pub use tuning::{ParseTuningError, Tuning};
