//! What kernels and plans have to know of the machine.

mod cache;
mod isa;
mod tuning;

pub(crate) use cache::{
    LINE, PAGE, PART_OF_LINE, PREFETCH_ROW, PREFETCH_RUN, PREFETCH_RUNS, PREFETCH_TILE, WAYS,
};
pub use isa::Isa;
pub use tuning::Tuning;
