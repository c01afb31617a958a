//! Elements of another width: the same memory, seen as larger or smaller elements.
//!
//! ```text
//! (4,8):(8,1) of 8-bit elements   upcast by 2    (4,4):(4,1) of 16-bit elements
//! (4,8):(8,1) of 8-bit elements   downcast by 2  (4,16):(16,1) of 4-bit elements
//! ```
//!
//! A mode that goes down through the elements of a group reaches its first place last. The pointer,
//! which is where index 0 lies, then moves to the other end of the element:
//!
//! ```text
//! offset         -4 -3 -2 -1  0
//! 4:-1               3  2  1  0     of 8-bit elements
//! upcast by 4        0  .  .  .     1:0 at -3, of 32-bit elements
//! ```

use crate::algebra::inverse::placed_by_stride;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::gcd;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::text::Text;
use crate::layout::layout::Layout;

/// # Elements of another width
impl Layout {
    /// The layout of elements that are `n` times as large.
    ///
    /// In plain words: `n` consecutive offsets become one. A mode that steps over whole groups
    /// has its stride divided by `n`; a mode that steps inside them loses what lies inside.
    ///
    /// Post-condition: with `q` the extents of this layout divided by those of the result R, leaf
    /// by leaf, `A(x) = n * R(x / q) + A(x mod q)`, and the offsets `A(x mod q)` are `n`
    /// consecutive ones, or every `g`-th of `n`, each once. They start at 0 unless a mode goes down
    /// inside a group; [`upcast_and_offset`](Layout::upcast_and_offset) says where.
    ///
    /// # Errors
    /// [`NotDivisible`](ErrorKind::NotDivisible) when a stride is neither a multiple nor a divisor
    /// of `n`, or when the elements do not fill the last group (CuTe rounds up, and the group
    /// reaches past the layout); [`Overlap`](ErrorKind::Overlap) when two modes step over the same
    /// offsets of a group; [`NotPositive`](ErrorKind::NotPositive) for `n < 1`.
    ///
    /// ```
    /// use tilework::{ErrorKind, layout};
    ///
    /// assert_eq!(layout!((4,8):(8,1)).upcast(4)?, layout!((4,2):(2,1)));
    /// assert_eq!(layout!((2,4):(1,2)).upcast(4)?, layout!((1,2):(0,1)));
    /// let error = layout!(7:1).upcast(2).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotDivisible { value: 7, by: 2 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn upcast(&self, n: i64) -> Result<Layout, Error> {
        match self.upcast_and_offset(n) {
            Ok((layout, _)) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// [`upcast`](Layout::upcast), and how far the pointer moves, in elements of this layout: 0, or
    /// below it where a mode goes down inside the larger elements.
    ///
    /// Post-condition: with `q` as for `upcast`, element `x` lies in the larger element
    /// `R(x / q)` as counted from the offset: `A(x) = offset + n * R(x / q) + i` with
    /// `0 <= i < n`.
    ///
    /// # Errors
    /// As [`upcast`](Layout::upcast).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(4:-1).upcast_and_offset(4)?, (layout!(1:0), -3));
    /// assert_eq!(layout!((8,4):(1,-8)).upcast_and_offset(2)?, (layout!((4,4):(1,-4)), 0));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn upcast_and_offset(&self, n: i64) -> Result<(Layout, i64), Error> {
        match self.upcast_open(n) {
            Ok((layout, offset)) => Ok((layout.normalize_units(), offset)),
            Err(error) => Err(error.on(self.cast_text(n))),
        }
    }

    /// [`upcast`](Layout::upcast) that leaves stride 1 on the mode that fills a group to its end even when
    /// one group is all there is: a downcast can grow that mode again.
    const fn upcast_open(&self, n: i64) -> Result<(Layout, i64), Error> {
        let op = Op::Upcast;
        if n < 1 {
            return Err(Error::new(op, ErrorKind::NotPositive { what: "the factor", value: n }));
        }
        if n == 1 {
            return Ok((*self, 0));
        }
        let (mut tree, mut inside) = (self.tree, List::new(Inside { leaf: 0, step: 0, extent: 0 }));
        let (mut i, mut offset) = (0, 0);
        while i < tree.length() {
            let Mode { extent, stride } = tree.leaves.at(i);
            let step = stride.unsigned_abs();
            if extent == 1 || stride == 0 {
                tree.leaves.set(i, Mode::new(extent, 0));
            } else if step.is_multiple_of(n as u64) {
                tree.leaves.set(i, Mode::new(extent, stride / n));
            } else if !(n as u64).is_multiple_of(step) {
                return Err(Error::new(op, ErrorKind::NotDivisible { value: step as i64, by: n }));
            } else {
                insert(&mut inside, Inside { leaf: i, step: step as i64, extent });
            }
            i += 1;
        }
        // The modes that step inside a group, by increasing stride, must fill it without gaps
        // or overlaps: each begins where the one before it ends, the last reaches `n`.
        let mut i = 0;
        while i < inside.len() {
            let Inside { leaf, step, extent } = inside.at(i);
            let end = if i + 1 < inside.len() { inside.at(i + 1).step } else { n };
            if end % step != 0 {
                return Err(Error::new(op, ErrorKind::StrideNotMultiple { stride: end, of: step }));
            }
            let part = end / step;
            let fills = if end == n { extent % part == 0 } else { extent == part };
            if !fills {
                let lower = Mode::new(extent, step);
                let kind = if end < n && extent > part {
                    ErrorKind::Overlap { lower, upper: Mode::new(inside.at(i + 1).extent, end) }
                } else {
                    ErrorKind::NotDivisible { value: extent, by: part }
                };
                return Err(Error::new(op, kind));
            }
            let sign = self.leaf_modes()[leaf].stride.signum();
            let unit = if end == n { sign } else { 0 };
            tree.leaves.set(leaf, Mode::new(extent / part, unit));
            if sign < 0 {
                // These modes fill a group, so all of it is above -n.
                offset -= (part - 1) * step;
            }
            i += 1;
        }
        match Layout::checked(op, tree) {
            Ok(layout) => Ok((layout, offset)),
            Err(error) => Err(error),
        }
    }

    /// The layout of elements that are `n` times as small.
    ///
    /// In plain words: every element becomes `n` consecutive ones. The mode with stride 1 grows,
    /// all other strides are multiplied.
    ///
    /// Post-condition: with `x` the coordinate of the grown mode split into `x = n * y + r`,
    /// `R(.., x, ..) = n * A(.., y, ..) + r`; the size is `n` times as large. Where several modes
    /// have stride 1 the first grows (CuTe lets all of them grow); where none has, one with stride
    /// -1 does, or else a mode of extent 1. A mode that goes down has `- r` in the place of `+ r`, and
    /// starts at the other end of the element: see
    /// [`downcast_and_offset`](Layout::downcast_and_offset).
    ///
    /// # Errors
    /// [`NoUnitStride`](ErrorKind::NoUnitStride) when no mode can grow;
    /// [`NotPositive`](ErrorKind::NotPositive) for `n < 1`; [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{ErrorKind, layout};
    ///
    /// assert_eq!(layout!((4,8):(8,1)).downcast(2)?, layout!((4,16):(16,1)));
    /// assert_eq!(layout!(8:2).downcast(2).unwrap_err().kind(), ErrorKind::NoUnitStride);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn downcast(&self, n: i64) -> Result<Layout, Error> {
        match self.downcast_and_offset(n) {
            Ok((layout, _)) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// [`downcast`](Layout::downcast), and how far the pointer moves, in elements of the result: 0,
    /// or `n - 1` where the mode that grows goes down.
    ///
    /// Post-condition: the elements `offset + R(n * y + r)`, for `r < n`, are
    /// `n * A(y), n * A(y) + 1, ..`, in this order or, where the offset is not 0, in reverse.
    ///
    /// # Errors
    /// As [`downcast`](Layout::downcast).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(4:-1).downcast_and_offset(2)?, (layout!(8:-1), 1));
    /// assert_eq!(layout!((4,2):(1,-4)).downcast_and_offset(2)?, (layout!((8,2):(1,-8)), 0));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn downcast_and_offset(&self, n: i64) -> Result<(Layout, i64), Error> {
        match self.downcast_open(n) {
            Ok((layout, offset)) => Ok((layout.normalize_units(), offset)),
            Err(error) => Err(error.on(self.cast_text(n))),
        }
    }

    const fn downcast_open(&self, n: i64) -> Result<(Layout, i64), Error> {
        let op = Op::Downcast;
        if n < 1 {
            return Err(Error::new(op, ErrorKind::NotPositive { what: "the factor", value: n }));
        }
        if n == 1 {
            return Ok((*self, 0));
        }
        let Some(grows) = growing_leaf(self.leaf_modes()) else {
            return Err(Error::new(op, ErrorKind::NoUnitStride));
        };
        let down = self.leaf_modes()[grows].stride == -1;
        let (mut tree, mut i) = (self.tree, 0);
        while i < tree.length() {
            let Mode { extent, stride } = tree.leaves.at(i);
            let mode = if i == grows {
                match extent.checked_mul(n) {
                    Some(extent) => Mode::new(extent, if down { -1 } else { 1 }),
                    None => return Err(Error::overflow(op, "extent")),
                }
            } else if extent == 1 {
                Mode::UNIT
            } else {
                match stride.checked_mul(n) {
                    Some(stride) => Mode::new(extent, stride),
                    None => return Err(Error::overflow(op, "stride")),
                }
            };
            tree.leaves.set(i, mode);
            i += 1;
        }
        match Layout::checked(op, tree) {
            Ok(layout) => Ok((layout, if down { n - 1 } else { 0 })),
            Err(error) => Err(error),
        }
    }

    /// The layout of the same memory in elements of `new_bits` instead of `old_bits`: CuTe's
    /// `recast_layout`.
    ///
    /// The ratio need not be an integer: from 24 to 16 bits, two elements become three. That is
    /// an [`upcast`](Layout::upcast) by 2 and then a [`downcast`](Layout::downcast) by 3.
    ///
    /// # Errors
    /// As [`upcast`](Layout::upcast) and [`downcast`](Layout::downcast).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,8):(8,1)).recast(8, 16)?, layout!((4,4):(4,1)));
    /// assert_eq!(layout!((4,6):(6,1)).recast(24, 16)?, layout!((4,9):(9,1)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "recast_layout")]
    pub const fn recast(&self, old_bits: i64, new_bits: i64) -> Result<Layout, Error> {
        match self.recast_moving(old_bits, new_bits) {
            Ok((layout, _)) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// [`recast`](Layout::recast), and how far the pointer moves, in bits: 0 unless a mode goes down
    /// inside the elements that are joined.
    ///
    /// # Errors
    /// As [`recast`](Layout::recast), and [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(4:-1).recast_and_offset(8, 32)?, (layout!(1:0), -24));
    /// // Elements at bits 0, -16, -32 become elements at -8 and -32.
    /// assert_eq!(layout!(3:-1).recast_and_offset(16, 24)?, (layout!(2:-1), -8));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn recast_and_offset(
        &self,
        old_bits: i64,
        new_bits: i64,
    ) -> Result<(Layout, i64), Error> {
        let (layout, (up, down)) = tri!(self.recast_moving(old_bits, new_bits));
        let bits = up as i128 * old_bits as i128 + down as i128 * new_bits as i128;
        if bits < i64::MIN as i128 || bits > i64::MAX as i128 {
            return Err(Error::overflow(Op::Recast, "offset").on(self.text()));
        }
        Ok((layout, bits as i64))
    }

    /// The layout, and how far the pointer moves in old and, after that, in new elements.
    pub(crate) const fn recast_moving(
        &self,
        old_bits: i64,
        new_bits: i64,
    ) -> Result<(Layout, (i64, i64)), Error> {
        let op = Op::Recast;
        let subject =
            self.text().str(" from ").int(old_bits).str(" to ").int(new_bits).str(" bits");
        let least = if old_bits < new_bits { old_bits } else { new_bits };
        if least < 1 {
            let kind = ErrorKind::NotPositive { what: "the number of bits", value: least };
            return Err(Error::new(op, kind).on(subject));
        }
        let common = gcd(old_bits as u64, new_bits as u64) as i64;
        let (larger, up) = match self.upcast_open(new_bits / common) {
            Ok(larger) => larger,
            Err(error) => return Err(error.within(op).on(subject)),
        };
        match larger.downcast_open(old_bits / common) {
            Ok((layout, down)) => Ok((layout.normalize_units(), (up, down))),
            Err(error) => Err(error.within(op).on(subject)),
        }
    }

    /// The largest `n` for which the modes show that the offsets come in groups `[k*n, k*n + n)`:
    /// how many elements a vector access may take. CuTe's `max_alignment`.
    ///
    /// It divides the number of offsets that lie in a row from 0, and every stride beyond them.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,4):(4,1)).max_alignment(), 16);
    /// assert_eq!(layout!((8,4):(1,12)).max_alignment(), 4);
    /// assert_eq!(layout!(8:2).max_alignment(), 1);
    /// ```
    pub const fn max_alignment(&self) -> i64 {
        let modes = placed_by_stride(self.leaf_modes());
        let (mut row, mut others, mut i) = (1_i64, 0_u64, 0);
        while i < modes.len() {
            let Mode { extent, stride } = modes.at(i).mode;
            if stride == row {
                row *= extent;
            } else {
                others = gcd(others, stride.unsigned_abs());
            }
            i += 1;
        }
        gcd(others, row as u64) as i64
    }

    const fn cast_text(&self, n: i64) -> Text {
        self.text().str(" by ").int(n)
    }
}

/// The leaf that a downcast lets grow: the first with stride 1, or with stride -1. One with a single
/// coordinate takes any stride, so it can grow where there is nothing better.
const fn growing_leaf(modes: &[Mode]) -> Option<usize> {
    let (mut best, mut rank, mut i) = (None, 0, 0);
    while i < modes.len() {
        let here = match modes[i] {
            Mode { extent: 1, stride: 1 | -1 } => 2,
            Mode { extent: 1, .. } => 1,
            Mode { stride: 1, .. } => 4,
            Mode { stride: -1, .. } => 3,
            _ => 0,
        };
        if here > rank {
            (best, rank) = (Some(i), here);
        }
        i += 1;
    }
    best
}

/// A mode that steps inside a group: `extent` steps of `step`.
#[derive(Clone, Copy)]
struct Inside {
    leaf: usize,
    step: i64,
    extent: i64,
}

/// Inserts by increasing step; the list is short.
const fn insert(list: &mut List<Inside>, item: Inside) {
    // At most one for each mode.
    let _ = list.push(item);
    let mut k = list.len() - 1;
    while k > 0 && list.at(k - 1).step > item.step {
        list.set(k, list.at(k - 1));
        k -= 1;
    }
    list.set(k, item);
}
