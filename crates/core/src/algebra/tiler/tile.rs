//! One tile: the two constructions that divides and products are made of.
//!
//! Both are concatenation, composition and complement and nothing else:
//!
//! ```text
//! divide   A o (T, T*)         T* = complement(T, size A)
//! product  (A, A* o B)         A* = complement(A, size A * cosize B)
//! ```

use crate::algebra::complement::{Bound, complement_into};
use crate::algebra::compose::compose_into;
use crate::ground::error::{Error, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
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
    let mut both = Nested::none();
    tri!(both.open());
    tri!(both.push_forest(tile.profile, tile.modes()));
    tri!(complement_into(tile, a.size(), Bound::RoundUp, &mut both));
    tri!(both.close());
    match compose_into(a, both.view(), out, work) {
        Err(error) if a.ends_in_unit() => {
            match compose_into(a.without_trailing_units(), both.view(), out, work) {
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
    let mut gaps = Nested::none();
    tri!(complement_into(a, bound, Bound::RoundUp, &mut gaps));
    compose_into(gaps.view(), b, out, work)
}
