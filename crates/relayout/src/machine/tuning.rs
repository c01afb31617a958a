//! Settings of a plan that depend on the machine.

mod text;

use std::sync::OnceLock;

use super::caches::Caches;
use crate::machine::Isa;

pub use text::ParseTuningError;

/// Settings of a plan that depend on the machine; [`Plan::new`](crate::Plan::new) uses the default. The
/// result is the same with any. [`Tuning::measure`] finds those of this machine by trying. As text they are
/// `isa=avx2,stream=8388608,...`, of which some can be left out.
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
    /// From how many bytes on the result is written with non-temporal stores; tile by tile, from half as many on. For
    /// less data, and for data that are read again at once, ordinary stores are better.
    pub stream_from: usize,
    /// From how many bytes on data are moved tile by tile where their places are far apart. Fewer stay in the cache as a
    /// whole.
    pub stage_from: usize,
    /// How many bytes are worth a thread of their own, where a plan is run on several.
    pub share_from: usize,
    /// Within how many bytes places are near each other, so that they stay in the L1 cache until all of them are moved. They
    /// need no tiles.
    pub near: usize,
    /// How many bytes of a tile are collected in a buffer before they are written. A thread has two buffers, beside
    /// which its L2 cache has room for what is read next.
    pub tile: usize,
    /// How many bytes are read at a time from where the source goes on, if a tile has room for it: half as many where that
    /// makes runs of the destination longer.
    pub run: usize,
}

impl Tuning {
    /// The default, in the place where it is kept.
    #[inline]
    pub(crate) fn here() -> &'static Tuning {
        static HERE: OnceLock<Tuning> = OnceLock::new();
        HERE.get_or_init(|| Tuning::of(Isa::best(), Caches::here()))
    }

    /// What suits these caches.
    fn of(isa: Isa, caches: Caches) -> Tuning {
        let tile = (caches.l2 / 8).clamp(64 << 10, 256 << 10);
        Tuning {
            isa,
            stream_from: 8 << 20,
            stage_from: caches.l2,
            share_from: 256 << 10,
            // The other side needs as much.
            near: caches.l1 / 2,
            tile,
            run: if tile < 128 << 10 { 512 } else { 1024 },
        }
    }

    /// The same, with another instruction set.
    pub const fn isa(self, isa: Isa) -> Tuning {
        Tuning { isa, ..self }
    }

    /// The same, with non-temporal stores for results of this many bytes or more.
    pub const fn stream_from(self, bytes: usize) -> Tuning {
        Tuning { stream_from: bytes, ..self }
    }

    /// The same, with tiles for results of this many bytes or more.
    pub const fn stage_from(self, bytes: usize) -> Tuning {
        Tuning { stage_from: bytes, ..self }
    }

    /// The same, with places that are near each other within this many bytes; with 0, none are.
    pub const fn near(self, bytes: usize) -> Tuning {
        Tuning { near: bytes, ..self }
    }

    /// The same, with a thread of its own for this many bytes or more.
    pub const fn share_from(self, bytes: usize) -> Tuning {
        Tuning { share_from: bytes, ..self }
    }

    /// The same, with tiles of this many bytes.
    pub const fn tile(self, bytes: usize) -> Tuning {
        Tuning { tile: bytes, ..self }
    }

    /// The same, with runs of this many bytes in the source.
    pub const fn run(self, bytes: usize) -> Tuning {
        Tuning { run: bytes, ..self }
    }
}

impl Default for Tuning {
    #[inline]
    fn default() -> Tuning {
        *Tuning::here()
    }
}
