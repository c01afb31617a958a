//! Settings of a plan that depend on the machine.

use crate::machine::Isa;

/// Settings of a plan that depend on the machine; [`Plan::new`](crate::Plan::new) uses the default. The
/// result is the same with any.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::{Isa, Plan, Tuning};
///
/// let portable = Tuning::default().isa(Isa::Portable);
/// let plan = Plan::tuned(&layout!((2,3):(1,2)), &layout!((2,3):(3,1)), 1, portable)?;
/// let mut columns = [0; 6];
/// plan.run(&mut columns, b"abcdef")?;
/// assert_eq!(&columns, b"adbecf");
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// The instruction set to use. One that the machine does not have is replaced by [`Isa::Portable`].
    pub isa: Isa,
    /// From how many bytes on the result is written with non-temporal stores, tile by tile. For less data, and
    /// for data that are read again at once, ordinary stores are better.
    pub stream_from: usize,
    /// How many bytes are worth a thread of their own, where a plan is run on several.
    pub share_from: usize,
}

impl Tuning {
    /// The same, with another instruction set.
    pub const fn isa(self, isa: Isa) -> Tuning {
        Tuning { isa, ..self }
    }

    /// The same, with non-temporal stores for results of this many bytes or more.
    pub const fn stream_from(self, bytes: usize) -> Tuning {
        Tuning { stream_from: bytes, ..self }
    }

    /// The same, with a thread of its own for this many bytes or more.
    pub const fn share_from(self, bytes: usize) -> Tuning {
        Tuning { share_from: bytes, ..self }
    }
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { isa: Isa::best(), stream_from: 8 << 20, share_from: 256 << 10 }
    }
}
