//! XOR maps and layouts: from one to the other where both are the same function.

use crate::ground::error::{Error, ErrorKind, Op, Why};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::layout::layout::Layout;
use crate::layout::runs::push_coalesced;
use crate::maps::swizzle::{Swizzle, power_of_two};
use crate::maps::xor_map::XorMap;

impl XorMap {
    /// The map that is this layout on its indices: its bit matrix.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo) when the size is none,
    /// [`NegativeStride`](ErrorKind::NegativeStride), and [`NotLinear`](ErrorKind::NotLinear) with the
    /// first two indices at which offsets carry into one another.
    ///
    /// ```
    /// use tilework::{ErrorKind, XorMap, layout};
    ///
    /// assert_eq!(XorMap::from_layout(&layout!((4,2):(2,1)))?, XorMap::new(&[2, 4, 1])?);
    /// let error = XorMap::from_layout(&layout!(4:3)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotLinear { a: 1, b: 2, expected: 5, found: 9 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn from_layout(layout: &Layout) -> Result<XorMap, Error> {
        match XorMap::matrix(layout) {
            Ok(map) => Ok(map),
            Err(error) => Err(error.on(layout.text())),
        }
    }

    const fn matrix(layout: &Layout) -> Result<XorMap, Error> {
        let op = Op::XorMap;
        tri!(power_of_two(op, "the size", layout.size()));
        let (modes, mut out, mut m) = (layout.leaf_modes(), XorMap::IDENTITY, 0);
        while m < modes.len() {
            let Mode { extent, stride } = modes[m];
            let mut step = 1;
            while step < extent {
                if stride < 0 {
                    return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
                }
                // A distance between two offsets.
                let _ = out.columns.push(stride * step);
                step *= 2;
            }
            m += 1;
        }
        // Offsets add up; sums and XORs of all subsets are the same if and only if no two share a bit.
        match first_overlap(out.columns()) {
            None => Ok(out),
            Some((i, j)) => {
                let (low, high) = (out.columns.at(i), out.columns.at(j));
                let (a, b, expected) = (1 << i, 1 << j, low ^ high);
                let kind = ErrorKind::NotLinear { a, b, expected, found: low + high };
                Err(Error::new(op, kind))
            }
        }
    }

    /// The coalesced layout that is this map on `0..2^bits`.
    ///
    /// # Errors
    /// [`NotALayout`](ErrorKind::NotALayout) when two columns share a bit; then
    /// [`to_swizzled`](XorMap::to_swizzled) may have an answer.
    ///
    /// ```
    /// use tilework::{XorMap, layout};
    ///
    /// assert_eq!(XorMap::new(&[8, 16, 1, 2, 4])?.to_layout()?, layout!((4,8):(8,1)));
    /// assert_eq!(XorMap::new(&[1, 3])?.to_layout().unwrap_err().witness(), Some(3));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn to_layout(&self) -> Result<Layout, Error> {
        let columns = self.columns();
        if let Some((i, j)) = first_overlap(columns) {
            let (low, high) = (columns[i] as i128, columns[j] as i128);
            let index = (1_i64 << i) + (1 << j);
            let why = Why::Break { size: clamp(1_i128 << self.bits()) };
            let (expected, found) = (clamp(low + high), (low ^ high) as i64);
            let kind = ErrorKind::NotALayout { index, expected, found, why, carry: None };
            return Err(Error::new(Op::ToLayout, kind).on(self.text()));
        }
        let (mut modes, mut i) = (List::<Mode, 64>::new(Mode::UNIT), 0);
        while i < columns.len() {
            push_coalesced(&mut modes, Mode::new(2, columns[i]));
            i += 1;
        }
        let mut leaves = List::new(Mode::VACANT);
        if !leaves.extend(modes.as_slice()) {
            return Err(too_many(Op::ToLayout).on(self.text()));
        }
        match Layout::from_flat(Op::ToLayout, leaves) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }

    /// A swizzle and a layout with `self(x) = swizzle(layout(x))` for `x` in `0..2^bits`, if there are
    /// such; the swizzle with the fewest bits.
    ///
    /// ```
    /// use tilework::{Swizzle, XorMap, layout};
    ///
    /// let map = XorMap::new(&[9, 18, 36, 1, 2, 4])?;
    /// assert_eq!(map.to_swizzled(), Some((Swizzle::new(3, 0, 3)?, layout!((8,8):(8,1)))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn to_swizzled(&self) -> Option<(Swizzle, Layout)> {
        if let Ok(layout) = self.to_layout() {
            return Some((Swizzle::IDENTITY, layout));
        }
        // The layout must be swizzle(self(x)), so it is enough that its columns do not overlap. A
        // bit of the swizzle that `self` does not have can be left out: what it reads or changes is
        // zero, or the layout has it twice.
        let top = self.top();
        let mut bits = 1;
        while 2 * bits <= top {
            let mut base = 0;
            while base + 2 * bits <= top {
                let mut distance = bits;
                while base + bits + distance <= top {
                    let mut sign = 1;
                    while sign >= -1 {
                        if let Ok(swizzle) = Swizzle::new(bits, base, sign * distance as i32)
                            && let inner = self.swizzled(&swizzle)
                            && first_overlap(inner.columns()).is_none()
                            && let Ok(layout) = inner.to_layout()
                        {
                            return Some((swizzle, layout));
                        }
                        sign -= 2;
                    }
                    distance += 1;
                }
                base += 1;
            }
            bits += 1;
        }
        None
    }

    /// `swizzle(self(x))` on the columns of `self`.
    const fn swizzled(&self, swizzle: &Swizzle) -> XorMap {
        let (mut out, mut i) = (*self, 0);
        while i < out.columns.len() {
            out.columns.set(i, swizzle.apply(out.columns.at(i)));
            i += 1;
        }
        out
    }
}

/// The first two columns that share a bit: the second as low as possible, then the first.
const fn first_overlap(columns: &[i64]) -> Option<(usize, usize)> {
    let (mut taken, mut j) = (0, 0);
    while j < columns.len() {
        if taken & columns[j] != 0 {
            let mut i = 0;
            while columns[i] & columns[j] == 0 {
                i += 1;
            }
            return Some((i, j));
        }
        taken |= columns[j];
        j += 1;
    }
    None
}

const fn clamp(value: i128) -> i64 {
    if value > i64::MAX as i128 { i64::MAX } else { value as i64 }
}
