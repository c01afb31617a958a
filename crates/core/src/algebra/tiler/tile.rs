//! One tile: the two constructions that divides and products are made of.
//!
//! Both are concatenation, composition and complement and nothing else:
//!
//! ```text
//! divide   A o (T, T*)         T* = complement(T, size A)
//! product  (A, A* o B)         A* = complement(A, size A * cosize B)
//! ```

use crate::algebra::complement::{Bound, gaps_into};
use crate::algebra::compose::compose_into;
use crate::ground::error::{Error, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{FEW, List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Profile;
use crate::ground::work::Work;
use crate::layout::layout::{Layout, View};

/// Appends `A o (T, complement(T, size A))` to `out`.
///
/// A tile may overhang the end of A, which continues on its last mode. Where that is a mode of
/// extent 1, and continuing on it is not a layout, A continues on the last mode before it that is
/// not: inside A this makes no difference.
pub(crate) const fn divide_into(
    a: View<'_>,
    tile: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    if tile.len <= FEW {
        divide::<FEW_AND_GAPS>(a, tile, out, work)
    } else {
        divide::<MAX_MODES>(a, tile, out, work)
    }
}

/// Room for few modes and their complement, which has one more at most.
const FEW_AND_GAPS: usize = 2 * FEW + 1;

const fn divide<const CAP: usize>(
    a: View<'_>,
    tile: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    let mut modes: List<Mode, CAP> = List::new(Mode::VACANT);
    // As many as a layout has, or few.
    let _ = modes.extend(tile.modes());
    let gaps = tri!(gaps_into(tile, a.size(), Bound::RoundUp, &mut modes));
    let Some(profile) = Profile::pair(tile.profile, gaps) else {
        return Err(too_many(Op::Tuple));
    };
    let both = View { profile, slots: modes.slots(), len: modes.len() };
    // The offsets lie below the bound; modes of stride 0 can make any size of them.
    if both.checked_size().is_none() {
        return Err(Error::overflow(Op::Compose, "size"));
    }
    match compose_into(a, both, out, work) {
        Err(error) if a.ends_in_unit() => {
            match compose_into(a.without_trailing_units(), both, out, work) {
                Ok(()) => Ok(()),
                Err(_) => Err(error),
            }
        }
        result => result,
    }
}

/// Appends `(A, complement(A, size A * cosize B) o B)` to `out`.
pub(crate) const fn product_into(
    a: View<'_>,
    b: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    tri!(out.open());
    tri!(out.push_forest(a.profile, a.modes()));
    tri!(repeats_into(a, b, out, work));
    out.close()
}

/// Appends `complement(A, size A * cosize B) o B` to `out`.
///
/// When B has no offset but 0 there is only one copy of A, which needs no complement.
pub(crate) const fn repeats_into(
    a: View<'_>,
    b: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    if b.cosize() == 1 {
        return compose_into(Layout::UNIT.view(), b, out, work);
    }
    let Some(bound) = a.size().checked_mul(b.cosize()) else {
        let error =
            Error::overflow(Op::LogicalProduct, "size of the block times the cosize of the tiler");
        return Err(error.on(a.text()));
    };
    if a.len <= FEW {
        repeat::<FEW_AND_GAPS>(a, bound, b, out, work)
    } else {
        repeat::<MAX_MODES>(a, bound, b, out, work)
    }
}

const fn repeat<const CAP: usize>(
    a: View<'_>,
    bound: i64,
    b: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    let mut modes: List<Mode, CAP> = List::new(Mode::VACANT);
    let profile = tri!(gaps_into(a, bound, Bound::RoundUp, &mut modes));
    compose_into(View { profile, slots: modes.slots(), len: modes.len() }, b, out, work)
}
