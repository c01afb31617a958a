//! Inverses: from offsets back to indices.

use crate::coalesce::{coalesced, push_coalesced};
use crate::error::{Error, ErrorKind, Op, Result};
use crate::layout::{Layout, Mode};
use crate::list::{List, tri};
use crate::nested::Nested;

/// A mode together with the index at which it starts: where its inverse points.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) mode: Mode,
    pub(crate) place: i64,
}

/// The coalesced modes that have more than one offset or place, by increasing stride; equal strides
/// keep their order.
pub(crate) const fn placed_by_stride(modes: &[Mode]) -> List<Placed> {
    let modes = coalesced(modes);
    let mut out = List::new(Placed { mode: Mode::UNIT, place: 1 });
    let (mut place, mut i) = (1, 0);
    while i < modes.len() {
        let placed = Placed { mode: modes.at(i), place };
        let _ = out.push(placed);
        let mut k = out.len() - 1;
        while k > 0 && out.at(k - 1).mode.stride > placed.mode.stride {
            out.set(k, out.at(k - 1));
            k -= 1;
        }
        out.set(k, placed);
        place *= placed.mode.extent;
        i += 1;
    }
    out
}

impl Layout {
    /// The layout `R` with `A(R(i)) = i` for every index `i` of `R`, as long as contiguous
    /// offsets can be found by taking whole modes.
    ///
    /// In plain words: where to look for offset 0, 1, 2, ...
    ///
    /// ```text
    /// A = (8,4):(4,1)   row-major      R = (4,8):(8,1)      A(R(i)) = i for i < 32
    /// ```
    ///
    /// If A, apart from modes of stride 0, is injective, no right inverse is larger
    /// (Theorem RI); else [`right_inverse_max`](Layout::right_inverse_max) may find one. `1:0` when A
    /// has no stride 1.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,4,6):(4,1,8)).right_inverse(), layout!((4,2,6):(2,1,8)));
    /// assert_eq!(layout!((4,8):(1,5)).right_inverse(), layout!(4:1));
    /// ```
    pub const fn right_inverse(&self) -> Layout {
        let modes = placed_by_stride(self.leaf_modes());
        let mut out = Layout { tree: Nested::NONE };
        let (mut next, mut i) = (1_i64, 0);
        while i < modes.len() {
            let Placed { mode, place } = modes.at(i);
            if mode.stride == next {
                push_coalesced(&mut out.tree.leaves, Mode::new(mode.extent, place));
                // A product of some of A's extents.
                next *= mode.extent;
            }
            i += 1;
        }
        // Its offsets are indices of A, so it keeps the promises of a layout.
        out.tree.set_flat();
        out
    }

    /// A layout `L` with `L(A(x)) = x` for every index `x` of `A`.
    ///
    /// In plain words: which element lies at this offset. `L` also has values between the
    /// offsets of A; they mean nothing.
    ///
    /// This finds it when the strides, sorted, divide one another and no mode overlaps the
    /// next; [`left_inverse_search`](Layout::left_inverse_search) looks further.
    ///
    /// # Errors
    /// [`NotInjective`](ErrorKind::NotInjective), [`Overlap`](ErrorKind::Overlap),
    /// [`StrideNotMultiple`](ErrorKind::StrideNotMultiple) or
    /// [`NegativeStride`](ErrorKind::NegativeStride), with the stride that is to blame.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(4:2).left_inverse()?, layout!((2,4):(0,1)));
    /// assert_eq!(layout!((4,8):(1,5)).left_inverse()?, layout!((5,8):(1,4)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn left_inverse(&self) -> Result<Layout> {
        match self.left_inverse_by_chain() {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }

    const fn left_inverse_by_chain(&self) -> Result<Layout> {
        let op = Op::LeftInverse;
        let modes = placed_by_stride(self.leaf_modes());
        let mut out: List<Mode, 64> = List::new(Mode::UNIT);
        let (mut i, mut below) = (0, Placed { mode: Mode::new(1, 1), place: 0 });
        while i < modes.len() {
            let here = modes.at(i);
            let Mode { extent, stride } = here.mode;
            if stride < 0 {
                return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
            }
            if stride == 0 {
                return Err(Error::new(op, ErrorKind::NotInjective { extent }));
            }
            let lower = below.mode;
            if i > 0 && lower.extent as i128 * lower.stride as i128 > stride as i128 {
                return Err(Error::new(op, ErrorKind::Overlap { lower, upper: here.mode }));
            }
            if stride % lower.stride != 0 {
                let kind = ErrorKind::StrideNotMultiple { stride, of: lower.stride };
                return Err(Error::new(op, kind));
            }
            let _ = out.push(Mode::new(stride / lower.stride, below.place));
            below = here;
            i += 1;
        }
        let _ = out.push(Mode::new(below.mode.extent, below.place));
        Layout::from_flat(op, coalesced(out.as_slice()))
    }

    /// The indices that A maps to 0: its modes of stride 0, as a layout into A's indices.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,2,2):(1,0,2)).nullspace(), layout!(2:2));
    /// assert_eq!(layout!((2,4):(1,2)).nullspace(), layout!(1:0));
    /// ```
    pub const fn nullspace(&self) -> Layout {
        let (modes, mut out, mut place, mut i) =
            (self.leaf_modes(), List::new(Mode::UNIT), 1_i64, 0);
        while i < modes.len() {
            let Mode { extent, stride } = modes[i];
            if stride == 0 {
                let _ = out.push(Mode::new(extent, if extent == 1 { 0 } else { place }));
            }
            place *= extent;
            i += 1;
        }
        Layout { tree: Layout::flat_tree(out) }
    }

    /// A layout `X` with `A(X(x)) = C(x)` for every index `x` of `C`, its offsets indices of A.
    ///
    /// In plain words: I know A, and I know what I want to see; which selection gives it? For
    /// an A that has a [`left_inverse`](Layout::left_inverse) the answer is complete: when this
    /// finds nothing, nothing exists.
    ///
    /// # Errors
    /// As [`left_inverse`](Layout::left_inverse), [`compose`](Layout::compose), and
    /// [`NoSolution`](ErrorKind::NoSolution) with the first index at which C leaves A's image.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, c) = (layout!((8,6):(6,1)), layout!((8,3,2):(3,1,24)));
    /// let x = a.solve_right(&c)?;
    /// assert_eq!(x, layout!(((2,4),3,2):((24,1),8,4)));
    /// assert!(a.compose(&x)?.same_function(&c));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn solve_right(&self, c: &Layout) -> Result<Layout> {
        match self.solve_by_left_inverse(c) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(Op::Solve)),
        }
    }

    const fn solve_by_left_inverse(&self, c: &Layout) -> Result<Layout> {
        let subject = c.text_after(self.text().str(" o X = "));
        let left = tri!(self.left_inverse());
        let x = match left.compose(c) {
            Ok(x) => x,
            Err(_) => tri!(left.compose_flat(c)),
        };
        // X is forced wherever C is in A's image; whether it is, shows in A o X.
        let index = if x.min_offset() < 0 || x.max_offset() >= self.size() {
            None
        } else {
            match self.compose_flat(&x) {
                Ok(again) => match again.first_difference(c) {
                    None => return Ok(x),
                    difference => difference,
                },
                Err(error) => error.witness(),
            }
        };
        Err(Error::new(Op::Solve, ErrorKind::NoSolution { index }).on(subject))
    }
}
