//! Complement: the layout of the repetitions that fill the gaps.
//!
//! A set of offsets can be repeated to cover `[0, M)` exactly once if and only if it is
//! a *radix set*: sums of digits `x_i * d_i`, `x_i < n_i`, where every block `n_i * d_i`
//! divides the next stride `d_{i+1}`, and the last block divides `M` (Theorem K in
//! DESIGN.md). The complement is then unique and is a layout: what lies between one
//! block and the next stride, and between the last block and `M`.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{FEW, List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Profile;
use crate::layout::layout::{Layout, View, in_place, refill};
use crate::layout::structure::sort_by_stride;

/// The digits of the image of some modes as a radix set, strides increasing.
#[inline]
const fn image_digits<const CAP: usize>(
    a: View<'_>,
    digits: &mut List<Mode, CAP>,
) -> Result<(), Error> {
    tri!(positive_by_stride(a, digits));
    // In place: there are never more digits than modes read.
    let (mut known, mut i) = (0, 0);
    while i < digits.len() {
        let Mode { extent, stride } = digits.at(i);
        i += 1;
        if known == 0 {
            known = 1;
            continue;
        }
        let last = digits.at(known - 1);
        let block = last.extent.checked_mul(last.stride);
        match block {
            Some(block) if block < stride && stride % block == 0 => {
                digits.set(known, Mode { extent, stride });
                known += 1;
            }
            _ if stride % last.stride != 0 => {
                let kind = ErrorKind::StrideNotMultiple { stride, of: last.stride };
                return Err(Error::new(Op::Complement, kind));
            }
            Some(block) if block < stride => {
                let kind = ErrorKind::GapNotDivisible { stride, block };
                return Err(Error::new(Op::Complement, kind));
            }
            // The runs touch or overlap: one longer run, still within the largest offset. (A
            // block that does not fit is beyond any stride.)
            _ => {
                let longer = last.extent + (extent - 1) * (stride / last.stride);
                digits.set(known - 1, Mode::new(longer, last.stride));
            }
        }
    }
    digits.truncate(known);
    Ok(())
}

/// Appends the modes that move, by increasing stride; stride 0 repeats offsets and is left
/// out.
#[inline]
const fn positive_by_stride<const CAP: usize>(
    a: View<'_>,
    out: &mut List<Mode, CAP>,
) -> Result<(), Error> {
    let mut i = 0;
    while i < a.len {
        let mode = a.slots[i];
        i += 1;
        if mode.extent == 1 || mode.stride == 0 {
            continue;
        }
        if mode.stride < 0 {
            let kind = ErrorKind::NegativeStride { stride: mode.stride };
            return Err(Error::new(Op::Complement, kind));
        }
        let _ = out.push(mode);
    }
    sort_by_stride(out.as_mut_slice());
    Ok(())
}

/// What to do when the bound is not a multiple of the block.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    RoundUp,
    Exact,
}

/// Appends the complement of the image of `a` to `out`.
pub(crate) const fn complement_into(
    a: View<'_>,
    m: i64,
    bound: Bound,
    out: &mut Nested<Mode>,
) -> Result<(), Error> {
    // Room for few modes is set up faster.
    let gaps = if a.len <= FEW {
        fill_gaps::<FEW, MAX_MODES>(a, m, bound, &mut out.leaves)
    } else {
        fill_gaps::<MAX_MODES, MAX_MODES>(a, m, bound, &mut out.leaves)
    };
    let error = match gaps {
        Ok(profile) => match out.profile.join(profile) {
            Some(joined) => {
                out.profile = joined;
                return Ok(());
            }
            None => too_many(Op::Complement),
        },
        Err(error) => error,
    };
    Err(error.on(a.text().str(" in ").int(m)))
}

/// Appends the modes of the complement of the image of `a`, which fit into as much room; their profile.
pub(crate) const fn gaps_into<const CAP: usize>(
    a: View<'_>,
    m: i64,
    bound: Bound,
    out: &mut List<Mode, CAP>,
) -> Result<Profile, Error> {
    match fill_gaps::<CAP, CAP>(a, m, bound, out) {
        Ok(profile) => Ok(profile),
        Err(error) => Err(error.on(a.text().str(" in ").int(m))),
    }
}

/// Room for `MOST` modes on the way, and for `CAP` in the end.
const fn fill_gaps<const MOST: usize, const CAP: usize>(
    a: View<'_>,
    m: i64,
    bound: Bound,
    out: &mut List<Mode, CAP>,
) -> Result<Profile, Error> {
    let op = Op::Complement;
    if m < 1 {
        return Err(Error::new(op, ErrorKind::NotPositive { what: "the bound", value: m }));
    }
    let mut digits: List<Mode, MOST> = List::new(Mode::VACANT);
    tri!(image_digits(a, &mut digits));
    let before = out.len();
    let (mut covered, mut room, mut i) = (1_i64, true, 0);
    // What lies between one block and the next stride: never mergeable, since blocks have at
    // least two elements.
    while i < digits.len() {
        let Mode { extent, stride } = digits.at(i);
        if stride > covered {
            // Mostly nothing lies below the first stride, and dividing by 1 takes as long.
            let gap = if covered == 1 { stride } else { stride / covered };
            room &= out.push(Mode::new(gap, covered));
        }
        covered = match extent.checked_mul(stride) {
            Some(block) => block,
            None => return Err(Error::overflow(op, "block")),
        };
        i += 1;
    }
    let mut repeats = m / covered;
    if repeats * covered != m {
        match bound {
            Bound::Exact => {
                let kind = ErrorKind::BoundNotMultiple { block: covered, bound: m };
                return Err(Error::new(op, kind));
            }
            Bound::RoundUp => repeats += 1,
        }
        if repeats.checked_mul(covered).is_none() {
            return Err(Error::overflow(op, "bound, rounded up to the block,"));
        }
    }
    if repeats > 1 {
        room &= out.push(Mode::new(repeats, covered));
    }
    let profile = match out.len() - before {
        0 => {
            room &= out.push(Mode::UNIT);
            Profile::LEAF
        }
        1 => Profile::LEAF,
        rank => Profile::flat(rank),
    };
    // Size and offsets are below the bound, rounded up, which fits.
    if room { Ok(profile) } else { Err(too_many(op)) }
}

/// # Complement
impl Layout {
    /// The increasing layout `R` for which every offset in `[0, M')` is in exactly one of the
    /// copies of A's image that start at the offsets of `R`. `M'` is `m`, rounded up to the
    /// next multiple of A's block.
    ///
    /// In plain words: A lays one tile, R says where to repeat it so that nothing stays
    /// uncovered and nothing is covered twice.
    ///
    /// ```text
    /// A = (2,2):(1,6), m = 24          R = (3,2):(2,12)
    /// offset  0 1 2 3 4 5 6 7 8 9 10 11 12 13 ...
    /// tile    0 0 1 1 2 2 0 0 1 1  2  2  3  3 ...      tile r begins at R(r)
    /// ```
    ///
    /// Modes with stride 0 only repeat offsets, so they do not matter here; where A's modes
    /// overlap, the image counts. For an injective A the post-condition is that `(A, R)` is a
    /// bijection onto `[0, M')`.
    ///
    /// # Errors
    /// No such `R` exists: [`StrideNotMultiple`](ErrorKind::StrideNotMultiple) or
    /// [`GapNotDivisible`](ErrorKind::GapNotDivisible), with the stride that breaks it. Also
    /// [`NegativeStride`](ErrorKind::NegativeStride), [`NotPositive`](ErrorKind::NotPositive) for
    /// `m < 1`, [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,2):(1,6)).complement(24)?, layout!((3,2):(2,12)));
    /// assert_eq!(layout!(4:2).complement(20)?, layout!((2,3):(1,8))); // up to 24
    /// let error = layout!((2,2):(1,5)).complement(24).unwrap_err();
    /// assert!(error.to_string().starts_with(
    ///     "complement of (2,2):(1,5) in 24: stride 5 is not a multiple of the block 2 below it, \
    ///      so offsets 4, 9, ... cannot be covered",
    /// ));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn complement(&self, m: i64) -> Result<Layout, Error> {
        self.complement_of_image(m, Bound::RoundUp)
    }

    /// [`complement`](Layout::complement) into a layout that is there already, as
    /// [`compose_into`](Layout::compose_into).
    ///
    /// # Errors
    /// As [`complement`](Layout::complement); `out` is `1:0` then.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// let mut r = Layout::UNIT;
    /// layout!((2,2):(1,6)).complement_into(24, &mut r)?;
    /// assert_eq!(r, layout!((3,2):(2,12)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn complement_into(&self, m: i64, out: &mut Layout) -> Result<(), Error> {
        refill!(out, tree => complement_into(self.view(), m, Bound::RoundUp, tree))
    }

    /// [`complement`](Layout::complement) up to the largest offset: `m` is the cosize.
    ///
    /// # Errors
    /// As [`complement`](Layout::complement).
    pub const fn complement_default(&self) -> Result<Layout, Error> {
        self.complement(self.filter_zeros().cosize())
    }

    /// The increasing layout `R` for which `(A, R)` is a bijection from `[0, m)` onto itself:
    /// Definition 4 of the note *On CuTe layouts*.
    ///
    /// # Errors
    /// As [`complement`](Layout::complement); [`NotInjective`](ErrorKind::NotInjective) or
    /// [`Overlap`](ErrorKind::Overlap) when A is not a radix set with every offset once;
    /// [`BoundNotMultiple`](ErrorKind::BoundNotMultiple) when `m` is not a multiple of A's block.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(4:2).complement_exact(24)?, layout!((2,3):(1,8)));
    /// assert!(layout!(4:2).complement_exact(20).is_err());
    /// assert!(layout!((4,2):(1,0)).complement_exact(8).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn complement_exact(&self, m: i64) -> Result<Layout, Error> {
        match self.check_separate() {
            Ok(()) => self.complement_of_image(m, Bound::Exact),
            Err(error) => Err(error.on(self.text().str(" in ").int(m))),
        }
    }

    /// [`complement`](Layout::complement) without rounding: `m` must be a multiple of A's block.
    ///
    /// # Errors
    /// As [`complement`](Layout::complement), and
    /// [`BoundNotMultiple`](ErrorKind::BoundNotMultiple).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// // The image of (2,2):(1,1) is {0, 1, 2}.
    /// assert_eq!(layout!((2,2):(1,1)).complement_image(12)?, layout!(4:3));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn complement_image(&self, m: i64) -> Result<Layout, Error> {
        self.complement_of_image(m, Bound::Exact)
    }

    const fn complement_of_image(&self, m: i64, bound: Bound) -> Result<Layout, Error> {
        in_place!(tree => complement_into(self.view(), m, bound, tree))
    }

    /// Every offset once, each mode beyond the end of the ones with smaller strides.
    const fn check_separate(&self) -> Result<(), Error> {
        let (modes, mut i) = (self.leaf_modes(), 0);
        while i < modes.len() {
            if modes[i].extent > 1 && modes[i].stride == 0 {
                let kind = ErrorKind::NotInjective { extent: modes[i].extent };
                return Err(Error::new(Op::Complement, kind));
            }
            i += 1;
        }
        let mut sorted: List<Mode> = List::new(Mode::VACANT);
        tri!(positive_by_stride(self.view(), &mut sorted));
        i = 1;
        while i < sorted.len() {
            let (lower, upper) = (sorted.at(i - 1), sorted.at(i));
            if lower.extent as i128 * lower.stride as i128 > upper.stride as i128 {
                return Err(Error::new(Op::Complement, ErrorKind::Overlap { lower, upper }));
            }
            i += 1;
        }
        Ok(())
    }
}
