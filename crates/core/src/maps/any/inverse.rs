//! Inverses, equations and common parts of layouts that may be composed.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::maps::any::AnyLayout;
use crate::maps::composed::Reading;

impl AnyLayout {
    /// `R` with `A(R(i)) = i` for every index `i` of `R`: as [`Layout::right_inverse`].
    ///
    /// # Errors
    /// As [`ComposedLayout::right_inverse`](crate::ComposedLayout::right_inverse).
    pub fn right_inverse(&self) -> Result<AnyLayout, Error> {
        match self.by_bits() {
            AnyLayout::Plain(layout) => Ok(AnyLayout::Plain(layout.right_inverse())),
            AnyLayout::Composed(composed) => match composed.right_inverse() {
                Ok(found) => Ok(AnyLayout::Composed(found)),
                Err(error) => self.right_inverse_by_table(error),
            },
        }
    }

    /// The largest right inverse that is found: as [`Layout::right_inverse_max`].
    ///
    /// # Errors
    /// As [`Layout::right_inverse_max`] and [`right_inverse`](AnyLayout::right_inverse).
    pub fn right_inverse_max(&self) -> Result<AnyLayout, Error> {
        match self.by_bits() {
            AnyLayout::Plain(layout) => layout.right_inverse_max().map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => match composed.right_inverse_max() {
                Ok(found) => Ok(AnyLayout::Composed(found)),
                Err(error) => self.right_inverse_by_table(error),
            },
        }
    }

    /// The layout of the first index with each offset, as far as it goes, for few elements; else the
    /// error that led here.
    fn right_inverse_by_table(&self, error: Error) -> Result<AnyLayout, Error> {
        let unsupported =
            matches!(error.kind(), ErrorKind::Unsupported { .. } | ErrorKind::Singular { .. });
        if !unsupported || self.size() > FEW {
            return Err(error);
        }
        let op = Op::RightInverse;
        let first = |offset: i64| {
            let mut places = (0..).zip(self.offsets());
            places.find(|&(_, found)| found == offset).map(|(index, _)| index)
        };
        let count = (0..self.size()).take_while(|&i| first(i).is_some()).count() as i64;
        if count == 0 || first(0) != Some(0) {
            let kind = ErrorKind::NoSolution { index: Some(0) };
            return Err(Error::new(op, kind).on(self.text()));
        }
        // Shorter and shorter, until it is a layout; one index always is.
        let mut size = count;
        loop {
            let mut reading = Reading::new(size);
            let read = (0..size).try_for_each(|i| reading.read(op, first(i).unwrap_or(0)));
            match read.map_err(|error| error.kind()) {
                Ok(()) => return reading.finish(op).map(AnyLayout::Plain),
                Err(ErrorKind::NotALayout { index, .. }) if index < size => {
                    size = reading.whole_below(index);
                }
                Err(_) => return Err(error),
            }
        }
    }

    /// `L` with `L(A(x)) = x` for every index `x` of A: as [`Layout::left_inverse`].
    ///
    /// # Errors
    /// As [`ComposedLayout::left_inverse`](crate::ComposedLayout::left_inverse).
    pub fn left_inverse(&self) -> Result<AnyLayout, Error> {
        match self.by_bits() {
            AnyLayout::Plain(layout) => layout.left_inverse().map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => composed.left_inverse().map(AnyLayout::Composed),
        }
    }

    /// A left inverse, searched for: as [`Layout::left_inverse_search`].
    ///
    /// # Errors
    /// As [`Layout::left_inverse_search`] and [`left_inverse`](AnyLayout::left_inverse).
    pub fn left_inverse_search(&self) -> Result<AnyLayout, Error> {
        match self.by_bits() {
            AnyLayout::Plain(layout) => layout.left_inverse_search().map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => {
                composed.left_inverse_search().map(AnyLayout::Composed)
            }
        }
    }

    /// `G` for which `G(A(x))` is the first index with the offset of index `x`: as
    /// [`Layout::generalized_inverse`].
    ///
    /// # Errors
    /// As [`ComposedLayout::generalized_inverse`](crate::ComposedLayout::generalized_inverse).
    pub fn generalized_inverse(&self) -> Result<AnyLayout, Error> {
        match self.by_bits() {
            AnyLayout::Plain(layout) => layout.generalized_inverse().map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => {
                composed.generalized_inverse().map(AnyLayout::Composed)
            }
        }
    }

    /// `X` with `A(X(x)) = C(x)` for every index `x` of C, its offsets indices of A: as
    /// [`Layout::solve_right`].
    ///
    /// # Errors
    /// As [`Layout::solve_right`]; for composed layouts [`NoIndex`](ErrorKind::NoIndex) with the first
    /// offset of C that no index of A has, past its end not looked at, and
    /// [`Undecided`](ErrorKind::Undecided) where neither inverse of A solves it.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<1,0,1> o 0 o (4,2):(2,1)".parse()?;
    /// let x = a.solve_right(&layout!(4:1).into())?;
    /// assert!(x.offsets().map(|i| a.at(i)).eq((0..4).map(Ok)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn solve_right(&self, c: &AnyLayout) -> Result<AnyLayout, Error> {
        let op = Op::Solve;
        if let (AnyLayout::Plain(a), AnyLayout::Plain(c)) = (self, c) {
            return a.solve_right(c).map(AnyLayout::Plain);
        }
        let subject = self.text().str(" o X = ").str(c.text().as_str());
        if c.size() as u64 > SOME {
            let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
            return Err(Error::new(op, kind).on(subject));
        }
        let inside = |x: i64| (0..self.size()).contains(&x);
        for inverse in [self.right_inverse(), self.left_inverse()].iter().flatten() {
            let back = |y: i64| inverse.at_index(y).ok().filter(|&x| inside(x));
            let solves = |y: i64| back(y).is_some_and(|x| self.at_index(x) == Ok(y));
            if !c.offsets().all(solves) {
                continue;
            }
            // As a layout, if it is one; else the inverse behind C.
            let mut reading = Reading::new(c.size());
            let read = c.offsets().try_for_each(|y| reading.read(op, back(y).unwrap_or(0)));
            return match read.and_then(|()| reading.finish(op)) {
                Ok(layout) => Ok(AnyLayout::Plain(layout)),
                Err(_) => inverse.composed_layout(0, c).map_err(|error| error.within(op)),
            };
        }
        // Looking for one may take reading the whole layout.
        let few = (4 * ENUMERATION_BUDGET as i64 / self.size()).clamp(1, FEW);
        for offset in c.offsets().take(few as usize) {
            if self.preimage(offset)?.is_none() {
                return Err(Error::new(op, ErrorKind::NoIndex { offset }).on(subject));
            }
        }
        let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
        Err(Error::new(op, kind).on(subject))
    }

    /// How many contiguous elements both have at the same offsets: the size of
    /// [`max_common_layout`](AnyLayout::max_common_layout), and 0 where a composed layout does not have
    /// offset 0.
    ///
    /// # Errors
    /// As [`max_common_layout`](AnyLayout::max_common_layout).
    pub fn max_common_vector(&self, b: &AnyLayout) -> Result<i64, Error> {
        match (self, b) {
            (AnyLayout::Plain(a), AnyLayout::Plain(b)) => a.max_common_vector(b),
            _ => match self.max_common_layout(b) {
                Ok(layout) => Ok(layout.size()),
                Err(error) if matches!(error.kind(), ErrorKind::NoSolution { .. }) => Ok(0),
                Err(error) => Err(error),
            },
        }
    }

    /// The indices of the elements that both layouts have at the offsets `0..n`, for the largest such
    /// `n`: the right inverse of `b`, or of this layout where `b` has none, on its first `n` indices.
    ///
    /// Post-condition: `A(R(i)) = B(R(i)) = i` for every index `i` of the result R.
    ///
    /// # Errors
    /// As [`right_inverse`](AnyLayout::right_inverse), [`Undecided`](ErrorKind::Undecided).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<3,3,3> o 0 o (64,8):(1,64)".parse()?;
    /// assert_eq!(a.max_common_vector(&layout!((64,8):(1,64)).into())?, 64);
    /// assert_eq!(a.max_common_vector(&a)?, 512);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn max_common_layout(&self, b: &AnyLayout) -> Result<AnyLayout, Error> {
        if let (AnyLayout::Plain(a), AnyLayout::Plain(b)) = (self, b) {
            return a.max_common_layout(b).map(AnyLayout::Plain);
        }
        let (inverse, other) = match b.right_inverse() {
            Ok(inverse) => (inverse, self),
            Err(error) => match (error.kind(), self.right_inverse()) {
                // Offset 0 is not there: nothing is in common.
                (ErrorKind::NoSolution { .. }, _) | (_, Err(_)) => return Err(error),
                (_, Ok(inverse)) => (inverse, b),
            },
        };
        let common = other.contiguous_through(&inverse)?;
        if common == 0 {
            let kind = ErrorKind::NoSolution { index: Some(0) };
            return Err(Error::new(Op::RightInverse, kind).on(other.text()));
        }
        match inverse.truncate(common) {
            Ok(layout) => Ok(layout),
            // Of a plain inverse as many as are a layout.
            Err(_) => {
                let identity = Layout::of_mode(Mode::new(common, 1))?;
                inverse.inner().max_common_layout(&identity).map(AnyLayout::Plain)
            }
        }
    }

    /// How many `i` from 0 on there are with `A(R(i)) = i` and `R(i)` an index of A.
    fn contiguous_through(&self, inverse: &AnyLayout) -> Result<i64, Error> {
        let inside = inverse.min_offset()? >= 0 && inverse.max_offset()? < self.size();
        if inside && inverse.size() as u64 > SOME {
            let identity = Layout::of_mode(Mode::new(inverse.size(), 1))?;
            let seen = self.composed_layout(0, inverse)?;
            let first = seen.first_difference(&AnyLayout::Plain(identity))?;
            return Ok(first.unwrap_or(inverse.size()));
        }
        let most = SOME as usize;
        let same = |&(i, x): &(i64, i64)| {
            (0..self.size()).contains(&x) && self.at_index(x).is_ok_and(|found| found == i)
        };
        let count = (0..).zip(inverse.offsets()).take(most).take_while(same).count();
        if count == most && inverse.size() > count as i64 {
            let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
            return Err(Error::new(Op::RightInverse, kind).on(self.text()));
        }
        Ok(count as i64)
    }

    /// Both functions under one flat shape: as [`Layout::common_refinement`], of composed layouts for
    /// the layouts inside.
    ///
    /// # Errors
    /// As [`Layout::common_refinement`].
    pub fn common_refinement(&self, other: &AnyLayout) -> Result<(AnyLayout, AnyLayout), Error> {
        let op = Op::CommonRefinement;
        let (left, right) = self.inner().common_refinement(other.inner())?;
        Ok((self.with_inner(op, left)?, other.with_inner(op, right)?))
    }

    /// Compact, with A's shape and the order of its strides; of a composed layout those inside, as in
    /// CuTe.
    #[doc(alias = "make_layout_like")]
    pub const fn like(&self) -> Layout {
        self.inner().like()
    }
}

/// How many elements are looked for one after the other.
const FEW: i64 = 1 << 9;

/// How many elements are looked up through another layout.
const SOME: u64 = ENUMERATION_BUDGET / 4;
