//! What kernels and plans have to know of the machine.

mod isa;
mod tuning;

pub use isa::Isa;
pub use tuning::Tuning;
