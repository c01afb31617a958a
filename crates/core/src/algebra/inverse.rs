//! Inverses: from offsets back to indices.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::layout::layout::Layout;
use crate::layout::runs::push_coalesced;

/// A mode together with the index at which it starts: where its inverse points.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) mode: Mode,
    pub(crate) place: i64,
}

/// The coalesced modes, by increasing stride; equal strides keep their order.
pub(crate) const fn placed_by_stride(modes: &[Mode]) -> List<Placed> {
    let mut out = List::new(Placed { mode: Mode::VACANT, place: 0 });
    let (mut place, mut i) = (1, 0);
    while i < modes.len() {
        let mode = modes[i];
        i += 1;
        if mode.extent == 1 {
            continue;
        }
        // As `push_coalesced`, but keeping where each mode starts.
        match out.last() {
            Some(Placed { mode: last, place })
                if last.extent as i128 * last.stride as i128 == mode.stride as i128 =>
            {
                let mode = Mode::new(last.extent * mode.extent, last.stride);
                out.set(out.len() - 1, Placed { mode, place });
            }
            _ => {
                let _ = out.push(Placed { mode, place });
            }
        }
        place *= mode.extent;
    }
    let placed = out.as_mut_slice();
    i = 1;
    while i < placed.len() {
        let (here, mut k) = (placed[i], i);
        while k > 0 && placed[k - 1].mode.stride > here.mode.stride {
            placed[k] = placed[k - 1];
            k -= 1;
        }
        placed[k] = here;
        i += 1;
    }
    out
}

/// Appends the modes that lead from offset 0, 1, 2, ... back to indices, as far as whole modes reach.
pub(crate) const fn push_contiguous(modes: &List<Placed>, out: &mut List<Mode>) {
    let (mut next, mut i) = (1_i64, 0);
    while i < modes.len() {
        let Placed { mode, place } = modes.at(i);
        if mode.stride == next {
            push_coalesced(out, Mode::new(mode.extent, place));
            // A product of some of A's extents.
            next *= mode.extent;
        }
        i += 1;
    }
}

/// What the inverse of a layout does about modes of stride 0.
#[derive(Clone, Copy)]
pub(crate) enum Zeros {
    /// They repeat offsets: there is no inverse.
    Refuse,
    /// Their first coordinate stands for all.
    Skip,
}

/// The modes that lead from each offset of placed modes back to its index, when the strides divide
/// one another and no mode overlaps the next.
pub(crate) const fn from_chain(
    op: Op,
    modes: &List<Placed>,
    zeros: Zeros,
) -> Result<List<Mode>, Error> {
    let mut out: List<Mode, 64> = List::new(Mode::VACANT);
    let (mut i, mut below) = (0, Placed { mode: Mode::new(1, 1), place: 0 });
    while i < modes.len() {
        let here = modes.at(i);
        let Mode { extent, stride } = here.mode;
        i += 1;
        if stride < 0 {
            return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
        }
        if stride == 0 {
            if matches!(zeros, Zeros::Refuse) {
                return Err(Error::new(op, ErrorKind::NotInjective { extent }));
            }
            continue;
        }
        let lower = below.mode;
        if below.place > 0 && lower.extent as i128 * lower.stride as i128 > stride as i128 {
            return Err(Error::new(op, ErrorKind::Overlap { lower, upper: here.mode }));
        }
        if stride % lower.stride != 0 {
            let kind = ErrorKind::StrideNotMultiple { stride, of: lower.stride };
            return Err(Error::new(op, kind));
        }
        push_coalesced(&mut out, Mode::new(stride / lower.stride, below.place));
        below = here;
    }
    push_coalesced(&mut out, Mode::new(below.mode.extent, below.place));
    // The gap below the smallest stride is one mode more than A has.
    let mut modes = List::new(Mode::VACANT);
    if modes.extend(out.as_slice()) { Ok(modes) } else { Err(too_many(op)) }
}

/// # Inverses
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
        let mut out = Layout::NOTHING;
        push_contiguous(&placed_by_stride(self.leaf_modes()), &mut out.tree.leaves);
        out.tree.set_flat();
        // Its offsets are indices of A, so it keeps the promises of a layout.
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
    /// [`NegativeStride`](ErrorKind::NegativeStride), with the stride that causes it.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(4:2).left_inverse()?, layout!((2,4):(0,1)));
    /// assert_eq!(layout!((4,8):(1,5)).left_inverse()?, layout!((5,8):(1,4)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn left_inverse(&self) -> Result<Layout, Error> {
        self.inverse_by_chain(Op::LeftInverse, Zeros::Refuse)
    }

    /// A layout `G` for which `G(A(x))` is the first index that has the offset of index `x`. So
    /// `A(G(A(x))) = A(x)` for every index `x` of A.
    ///
    /// In plain words: an element that lies at this offset, where several may. Modes of stride 0
    /// repeat offsets, and their first coordinate stands for all; of a layout without such modes this is the
    /// [`left_inverse`](Layout::left_inverse). CuTe's `left_inverse` answers both questions under
    /// one name. `G` also has values between the offsets of A; they mean nothing.
    ///
    /// ```text
    /// A = (2,3):(0,1)     0 1 2         G = 3:2    offset 1 is that of indices 2 and 3: G(1) = 2
    ///                     0 1 2
    /// ```
    ///
    /// This finds it when the other strides, sorted, divide one another and no mode overlaps
    /// the next.
    ///
    /// # Errors
    /// [`Overlap`](ErrorKind::Overlap), [`StrideNotMultiple`](ErrorKind::StrideNotMultiple) or
    /// [`NegativeStride`](ErrorKind::NegativeStride), with the stride that causes it.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,3):(0,1)).generalized_inverse()?, layout!(3:2));
    /// assert_eq!(layout!((2,4,8):(32,0,2)).generalized_inverse()?, layout!((2,16,2):(0,8,1)));
    /// assert_eq!(layout!(4:0).generalized_inverse()?, layout!(1:0));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "left_inverse")]
    pub const fn generalized_inverse(&self) -> Result<Layout, Error> {
        self.inverse_by_chain(Op::GeneralizedInverse, Zeros::Skip)
    }

    const fn inverse_by_chain(&self, op: Op, zeros: Zeros) -> Result<Layout, Error> {
        let modes = match from_chain(op, &placed_by_stride(self.leaf_modes()), zeros) {
            Ok(modes) => modes,
            Err(error) => return Err(error.on(self.text())),
        };
        match Layout::from_flat(op, modes) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }
}
