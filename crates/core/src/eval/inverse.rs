//! From the offset back to the index.

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::reciprocal::Reciprocal;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, Shape};

/// The way back from offsets to indices: see [`Layout::prepare_inverse`].
///
/// ```
/// use tilework::{layout, tuple};
///
/// let a = layout!((4,(2,3)):(2,(1,8)));
/// let inverse = a.prepare_inverse()?;
/// assert_eq!(a.at(13)?, 11);
/// assert_eq!(inverse.index_of(11), Some(13));
/// assert_eq!(inverse.coord_of(11), Some(tuple!((1,(1,1)))));
/// assert_eq!(inverse.index_of(24), None);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Inverse {
    shape: Shape,
    /// The smallest offset.
    least: i64,
    /// The modes with more than one coordinate, by falling stride.
    digits: List<Digit>,
}

#[derive(Clone, Copy)]
struct Digit {
    mode: Mode,
    /// Of the stride without its sign; without meaning for stride 1.
    reciprocal: Reciprocal,
    /// The leaf it belongs to, and how many indices one step of it is.
    leaf: usize,
    place: i64,
}

impl Inverse {
    /// The digits of an offset, given to `with`; `None` if it is not an offset of the layout.
    #[inline(always)]
    fn digits(&self, offset: i64, mut with: impl FnMut(&Digit, i64)) -> Option<()> {
        // The distance of any two offsets fits, but not that of any two integers.
        let mut rest = u64::try_from(offset.checked_sub(self.least)?).ok()?;
        for digit in self.digits.as_slice() {
            let Mode { extent, stride } = digit.mode;
            let size = stride.unsigned_abs();
            let x = if size == 1 { rest } else { digit.reciprocal.divide(rest) };
            if x >= extent as u64 {
                return None;
            }
            rest -= x * size;
            // Down a negative stride the last coordinate has the smallest offset.
            with(digit, if stride < 0 { extent - 1 - x as i64 } else { x as i64 });
        }
        if rest == 0 { Some(()) } else { None }
    }

    /// The index with this offset, or `None` if there is none.
    #[inline]
    pub fn index_of(&self, offset: i64) -> Option<i64> {
        let mut index = 0;
        self.digits(offset, |digit, x| index += x * digit.place)?;
        Some(index)
    }

    /// The natural coordinate with this offset, or `None` if there is none.
    #[inline]
    pub fn coord_of(&self, offset: i64) -> Option<Coord> {
        let mut coord = self.shape;
        coord.leaves.as_mut_slice().fill(0);
        self.digits(offset, |digit, x| coord.leaves.set(digit.leaf, x))?;
        Some(coord)
    }
}

impl fmt::Debug for Inverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the inverse of a layout of shape {}", self.shape)
    }
}

impl Layout {
    /// The way back: an evaluator that finds the index, or the coordinate, of an offset.
    ///
    /// It divides by one stride after the other, the largest first. That is right if and only if
    /// each stride is larger than all that the modes with smaller strides reach together; every
    /// layout of a tensor in memory is such. [`preimage`](Layout::preimage) searches in all others.
    ///
    /// # Errors
    /// [`Unsupported`](ErrorKind::Unsupported) when modes interleave or overlap.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let inverse = layout!((2,3):(-10,1)).prepare_inverse()?;
    /// assert_eq!(inverse.index_of(-8), Some(5));
    /// assert!(layout!((2,3):(3,2)).prepare_inverse().is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn prepare_inverse(&self) -> Result<Inverse, Error> {
        let modes = self.leaf_modes();
        let none = Digit { mode: Mode::UNIT, reciprocal: Reciprocal::new(2), leaf: 0, place: 0 };
        let (mut digits, mut place, mut leaf) = (List::new(none), 1_i64, 0);
        while leaf < modes.len() {
            let mode = modes[leaf];
            if mode.extent > 1 {
                let size = mode.stride.unsigned_abs();
                let reciprocal = Reciprocal::new(if size < 2 { 2 } else { size });
                insert(&mut digits, Digit { mode, reciprocal, leaf, place });
            }
            place *= mode.extent;
            leaf += 1;
        }
        let (mut reach, mut i) = (0_u64, digits.len());
        while i > 0 {
            i -= 1;
            let Mode { extent, stride } = digits.at(i).mode;
            if stride.unsigned_abs() <= reach {
                let what = "an inverse by digits where modes interleave (`preimage` searches)";
                return Err(
                    Error::new(Op::Inverse, ErrorKind::Unsupported { what }).on(self.text())
                );
            }
            // At most the distance between two offsets.
            reach += (extent - 1) as u64 * stride.unsigned_abs();
        }
        Ok(Inverse { shape: self.shape(), least: self.min_offset(), digits })
    }
}

/// Puts a digit where it belongs: by falling stride.
const fn insert(digits: &mut List<Digit>, digit: Digit) {
    // There are as many places as leaves.
    let _ = digits.push(digit);
    let mut at = digits.len() - 1;
    let sorted = digits.as_mut_slice();
    while at > 0 && sorted[at - 1].mode.stride.unsigned_abs() < digit.mode.stride.unsigned_abs() {
        sorted[at] = sorted[at - 1];
        at -= 1;
    }
    sorted[at] = digit;
}
