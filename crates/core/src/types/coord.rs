//! Coordinates of layouts that are in types.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::layout::runs::{coalesced_open, is_coalesced_open};
use crate::types::symbolic::known;
use crate::types::{self, MixedLayout, StaticLayout};

/// A coordinate: an index, or a tuple of coordinates, one for each mode.
///
/// The nesting of the tuple is known to the compiler, so it is compared with the shape then, and
/// each component is evaluated in the mode that it belongs to.
pub trait StaticCoord: Copy {
    /// The offset in a layout.
    fn offset<L: StaticLayout>(self) -> i64;

    /// The offset in a layout of which only some numbers are in the type; all of them are in `modes`,
    /// from the leaf `first` on.
    #[doc(hidden)]
    fn offset_mixed<L: MixedLayout>(self, modes: &[Mode; MAX_MODES], first: usize) -> i64;
}

/// The modes that are evaluated: as few as possible, continuing past the end as the layout does.
struct Fewest<L>(L);

impl<L: StaticLayout> Fewest<L> {
    const MODES: &'static List<Mode> = &fewest(&L::LAYOUT.tree.leaves);
}

const fn fewest(modes: &List<Mode>) -> List<Mode> {
    // Most layouts are as short as can be, and what is not done need not be compiled.
    if is_coalesced_open(modes.slots(), modes.len()) {
        *modes
    } else {
        coalesced_open(modes.as_slice())
    }
}

impl StaticCoord for usize {
    #[inline(always)]
    fn offset<L: StaticLayout>(self) -> i64 {
        // A loop over a constant, of which the compiler leaves the arithmetic. Unsigned, so that
        // division by a power of two is a shift.
        let (modes, mut rest) = (Fewest::<L>::MODES.slots(), self as u64);
        let (mut offset, mut k) = (0, 0);
        while k + 1 < Fewest::<L>::MODES.len() {
            let Mode { extent, stride } = modes[k];
            offset += (rest % extent as u64) as i64 * stride;
            rest /= extent as u64;
            k += 1;
        }
        offset + rest as i64 * modes[k].stride
    }

    #[inline(always)]
    fn offset_mixed<L: MixedLayout>(self, modes: &[Mode; MAX_MODES], first: usize) -> i64 {
        let (symbolic, mut rest, mut offset, mut k) = (known::<L>(), self as u64, 0, 0);
        loop {
            let (extent, stride) = symbolic.known(k);
            let stride = stride.unwrap_or(modes[first + k].stride);
            if k + 1 == symbolic.leaf_count() {
                return offset + rest as i64 * stride;
            }
            let extent = extent.unwrap_or(modes[first + k].extent) as u64;
            offset += (rest % extent) as i64 * stride;
            rest /= extent;
            k += 1;
        }
    }
}

/// Ends the compilation unless a tuple of so many components fits.
const fn check_rank(rank: usize, shape: usize, is_leaf: bool, layout: Option<&Layout>) {
    if rank != shape || is_leaf {
        let kind = ErrorKind::CoordinateProfile { coordinate: rank, shape };
        let error = Error::new(Op::Evaluate, kind);
        match layout {
            Some(layout) => error.on(layout.text()).raise(),
            None => error.raise(),
        }
    }
}

macro_rules! tuples {
    ($($rank:literal: $($name:ident $i:tt)*;)*) => {$(
        impl<$($name: StaticCoord),*> StaticCoord for ($($name,)*) {
            #[inline(always)]
            fn offset<L: StaticLayout>(self) -> i64 {
                const {
                    let layout = L::LAYOUT;
                    check_rank($rank, layout.rank(), layout.tree.is_leaf(), Some(&layout));
                }
                0 $(+ self.$i.offset::<types::Mode<L, $i>>())*
            }

            #[inline(always)]
            fn offset_mixed<L: MixedLayout>(self, modes: &[Mode; MAX_MODES], first: usize) -> i64 {
                const { check_rank($rank, L::SYMBOLIC.rank(), L::SYMBOLIC.is_leaf(), None) };
                0 $(+ self.$i.offset_mixed::<types::Mode<L, $i>>(
                    modes,
                    first + const { L::SYMBOLIC.first_leaf($i) },
                ))*
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
}
