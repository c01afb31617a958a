//! Global memory: sectors, lines, and the widest vector.
//!
//! Memory moves in *sectors*, of 32 bytes on NVIDIA; four of them are a *line*. One instruction of a warp touches as many
//! sectors as its lanes touch different ones, whichever lane touches what. At best its bytes fill them: then the access
//! is *coalesced*. [`report()`] counts them, [`worst_base`] for memory of which only the alignment is known, and
//! [`widest`] says how many bytes a lane can take at once, and what limits it.

mod count;
mod report;
mod bases;
mod reason;
mod width;

pub use bases::{WorstBase, worst_base};
pub use count::{Counts, Fraction, count};
pub use reason::Reason;
pub use report::{Report, Worst, report, report_iteration};
pub use width::{CopyWidth, Side, Widest, widest, widest_of_copy};

/// What `cudaMalloc` aligns memory to, at least.
pub const ALIGNMENT_BYTES: u32 = 256;
