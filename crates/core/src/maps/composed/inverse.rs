//! Inverses of composed layouts, as far as their maps are maps of bits.
//!
//! `(S o c o B)^-1 = B^-1 o -c o S^-1`: the inverse of B becomes the outer layout, the inverse maps
//! follow, and the layout inside only counts the offsets.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::{Chain, Outer};
use crate::maps::swizzle::BITS;

/// How many steps the search for the first offset that is not reached takes at most. It also runs at
/// compile time, so they are not very many.
const STEPS: u64 = 1 << 16;

impl ComposedLayout {
    /// The composed layout `R` with `A(R(i)) = i` for every index `i` of `R`.
    ///
    /// It goes as far as the [`right_inverse`](Layout::right_inverse) of the layout inside does.
    ///
    /// # Errors
    /// [`NoSolution`](ErrorKind::NoSolution) when offset 0 is not reached that way,
    /// [`Singular`](ErrorKind::Singular), [`Unsupported`](ErrorKind::Unsupported) when a map is a layout,
    /// [`TooManyStages`](ErrorKind::TooManyStages), and [`Undecided`](ErrorKind::Undecided) for more
    /// than 2^16 elements and maps of more than 16 bits, from the lowest that takes part to the highest.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 0, 3)?, 0, &layout!((8,8):(8,1)))?;
    /// let r = a.right_inverse()?;
    /// assert_eq!(r.to_string(), "(8,8):(8,1) o 0 o Sw<3,0,3> o 0 o 64:1");
    /// assert!(r.offsets().map(|x| a.at(x)).eq((0..64).map(Ok)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn right_inverse(&self) -> Result<ComposedLayout, Error> {
        self.right_inverse_through(&self.inner.right_inverse())
    }

    /// [`right_inverse`](ComposedLayout::right_inverse) as far as
    /// [`Layout::right_inverse_max`] of the layout inside goes.
    ///
    /// # Errors
    /// As [`Layout::right_inverse_max`] and [`right_inverse`](ComposedLayout::right_inverse).
    pub fn right_inverse_max(&self) -> Result<ComposedLayout, Error> {
        self.right_inverse_through(&self.inner.right_inverse_max()?)
    }

    const fn right_inverse_through(&self, inner: &Layout) -> Result<ComposedLayout, Error> {
        let op = Op::RightInverse;
        let maps = tri!(self.inverse_maps(op));
        let size = tri!(self.reached(&maps, inner.size()));
        self.inverse_on(op, inner, &maps, size)
    }

    /// A composed layout `L` with `L(A(x)) = x` for every index `x` of A.
    ///
    /// # Errors
    /// As [`Layout::left_inverse`], [`right_inverse`](ComposedLayout::right_inverse) and
    /// [`cosize`](ComposedLayout::cosize); [`NegativeCoordinate`](ErrorKind::NegativeCoordinate) when A
    /// has negative offsets, or there are smaller ones than its own, from which no index comes.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(1, 0, 4)?, 0, &layout!((8,4):(1,10)))?;
    /// let l = a.left_inverse()?;
    /// assert!(a.offsets().map(|y| l.at(y)).eq((0..32).map(Ok)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn left_inverse(&self) -> Result<ComposedLayout, Error> {
        self.inverse_of_inner(Op::LeftInverse, &self.inner.left_inverse()?)
    }

    /// [`left_inverse`](ComposedLayout::left_inverse) with the
    /// [`left_inverse_search`](Layout::left_inverse_search) of the layout inside.
    ///
    /// # Errors
    /// As [`Layout::left_inverse_search`] and [`left_inverse`](ComposedLayout::left_inverse).
    pub fn left_inverse_search(&self) -> Result<ComposedLayout, Error> {
        self.inverse_of_inner(Op::LeftInverse, &self.inner.left_inverse_search()?)
    }

    /// A composed layout `G` for which `G(A(x))` is the first index that has the offset of index `x`,
    /// as [`Layout::generalized_inverse`].
    ///
    /// # Errors
    /// As [`Layout::generalized_inverse`] and [`left_inverse`](ComposedLayout::left_inverse).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(1, 0, 2)?, 0, &layout!((2,8):(0,1)))?;
    /// let g = a.generalized_inverse()?;
    /// assert!(a.offsets().map(|y| g.at(y)).eq((0..16).map(|x| Ok(x / 2 * 2))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn generalized_inverse(&self) -> Result<ComposedLayout, Error> {
        self.inverse_of_inner(Op::GeneralizedInverse, &self.inner.generalized_inverse()?)
    }

    /// The inverse maps, and then an inverse of the layout inside.
    fn inverse_of_inner(&self, op: Op, inner: &Layout) -> Result<ComposedLayout, Error> {
        let maps = self.inverse_maps(op)?;
        let (least, most) = self.image_bounds().map_err(|error| error.within(op))?;
        if least < 0 {
            let kind = ErrorKind::NegativeCoordinate { value: least };
            return Err(Error::new(op, kind).on(self.text()));
        }
        match most.checked_add(1) {
            Some(size) => self.inverse_on(op, inner, &maps, size),
            None => Err(Error::overflow(op, "size").on(self.text())),
        }
    }

    /// The inverse maps in the opposite order. The offsets move on by one map: the first of them
    /// belongs to what comes before.
    const fn inverse_maps(&self, op: Op) -> Result<Chain, Error> {
        let (mut maps, mut i) = (Chain::NONE, self.stages());
        while i > 0 {
            i -= 1;
            let outer = match self.chain.outer(i) {
                Outer::Swizzle(swizzle) => Outer::Swizzle(swizzle),
                Outer::Xor(map) => match map.inverse() {
                    Ok(map) => Outer::Xor(map),
                    Err(error) => return Err(error.within(op).on(self.text())),
                },
                Outer::Layout(_) => {
                    return self.unsupported(op, "a composed layout whose outer map is a layout");
                }
            };
            let offset = if i == 0 { 0 } else { self.chain.offset(i - 1) };
            let Some(offset) = offset.checked_neg() else {
                return Err(Error::overflow(op, "offset").on(self.text()));
            };
            tri!(maps.push(&outer, offset));
        }
        Ok(maps)
    }

    /// `inner o -offset o maps o 0 o size:1`.
    const fn inverse_on(
        &self,
        op: Op,
        inner: &Layout,
        maps: &Chain,
        size: i64,
    ) -> Result<ComposedLayout, Error> {
        let Some(offset) = self.offset().checked_neg() else {
            return Err(Error::overflow(op, "offset").on(self.text()));
        };
        let count = tri!(Layout::of_mode(Mode::new(size, 1)));
        let (mut chain, mut i) = (Chain::NONE, 0);
        tri!(chain.push(&Outer::Layout(*inner), offset));
        while i < maps.len() {
            tri!(chain.push(&maps.outer(i), maps.offset(i)));
            i += 1;
        }
        ComposedLayout { chain, inner: count }.checked(op)
    }

    /// How many offsets from 0 on come from the first `size` offsets of the layout inside.
    const fn reached(&self, maps: &Chain, size: i64) -> Result<i64, Error> {
        let op = Op::RightInverse;
        // The maps repeat with a period, G(i + period) = G(i) + period, and below a step they pass
        // everything through: G(i + r) = G(i) + r for the multiples i of the step, and r below it.
        let (mut top, mut bottom, mut i) = (0, BITS, 0);
        while i < maps.len() {
            top = if maps.top(i) > top { maps.top(i) } else { top };
            bottom = if maps.bottom(i) < bottom { maps.bottom(i) } else { bottom };
            let between = maps.offset(i).trailing_zeros();
            bottom = if between < bottom { between } else { bottom };
            i += 1;
        }
        // So for each multiple of the step below the period, the first i + k * period + r with a G
        // outside [0, size) is known; the least of them ends it. G repeats nothing, so that there are
        // no more than `size` before.
        bottom = if bottom < top { bottom } else { top };
        let (period, step) = (1_i128 << top, 1_i128 << bottom);
        let (mut count, mut i) = (size as i128, 0_i128);
        while i < period && i < count {
            if i / step == STEPS as i128 {
                let kind = ErrorKind::Undecided { budget: STEPS };
                return Err(Error::new(op, kind).on(self.text()));
            }
            let from = tri!(maps.apply(i as i64)) as i128 - self.offset() as i128;
            let end = if from < 0 {
                i
            } else {
                let fits = size as i128 - from - step;
                // How often it is repeated with all r inside, and the first r after that.
                let times = if fits < 0 { 0 } else { fits / period + 1 };
                let rest = size as i128 - from - times * period;
                i + times * period + if rest < 0 { 0 } else { rest }
            };
            count = if end < count { end } else { count };
            i += step;
        }
        if count == 0 {
            let kind = ErrorKind::NoSolution { index: Some(0) };
            return Err(Error::new(op, kind).on(self.text()));
        }
        Ok(count as i64)
    }
}
