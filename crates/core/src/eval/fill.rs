//! Offsets of a range of indices, into a slice.
//!
//! While no mode carries, `A(i + r) = A(i) + A(r)`. So a block of first offsets is made once, and
//! the rest is that block plus one number, again and again: a load, an addition and a store for
//! each vector, which compilers vectorise from safe code for whatever lanes there are.

use crate::eval::Prepared;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::mode::Mode;

/// How many offsets the block has: long beside the work for one block, and in the first cache
/// together with what is written.
const BLOCK: usize = 512;

/// An integer that offsets can be written as: `i32`, `i64`, `u32`, `u64`, `isize` or `usize`.
pub trait Lane: Copy + lane::Sealed {}

mod lane {
    /// Only this crate implements [`Lane`](super::Lane).
    pub trait Sealed: Copy {
        const ZERO: Self;
        fn fits(offset: i64) -> bool;
        /// Modulo the width of the type.
        fn cut(offset: i64) -> Self;
        fn plus(self, other: Self) -> Self;
    }
}

macro_rules! lanes {
    ($($lane:ty)*) => {$(
        impl Lane for $lane {}
        impl lane::Sealed for $lane {
            const ZERO: $lane = 0;
            #[inline(always)]
            fn fits(offset: i64) -> bool {
                <$lane>::try_from(offset).is_ok()
            }
            #[inline(always)]
            fn cut(offset: i64) -> $lane {
                offset as $lane
            }
            #[inline(always)]
            fn plus(self, other: $lane) -> $lane {
                self.wrapping_add(other)
            }
        }
    )*};
}
lanes!(i32 i64 u32 u64 isize usize);

impl Prepared {
    /// Writes the offsets at indices `start`, `start + 1`, ... into a slice.
    ///
    /// # Errors
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) when the slice is longer than what is left of the domain,
    /// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate) for a negative start, and
    /// [`Overflow`](ErrorKind::Overflow) when the layout has an offset that is not a number of this
    /// type. The slice is then as it was.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let mut offsets = [0_i32; 4];
    /// layout!((2,3):(3,1)).prepare().fill(1, &mut offsets)?;
    /// assert_eq!(offsets, [3, 1, 4, 2]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn fill<T: Lane>(&self, start: i64, out: &mut [T]) -> Result<(), Error> {
        let error = |kind| Err(Error::new(Op::Evaluate, kind));
        if start < 0 {
            return error(ErrorKind::NegativeCoordinate { value: start });
        }
        let end = i64::try_from(out.len()).ok().and_then(|len| start.checked_add(len));
        if end.is_none_or(|end| end > self.size()) {
            let coordinate = end.unwrap_or(i64::MAX).max(1) - 1;
            return error(ErrorKind::OutOfBounds { coordinate, extent: self.size() });
        }
        let (least, most) = self.span();
        if !T::fits(least) || !T::fits(most) {
            return Err(Error::overflow(Op::Evaluate, "offset"));
        }
        self.fill_inside(start, out);
        Ok(())
    }

    fn fill_inside<T: Lane>(&self, start: i64, out: &mut [T]) {
        let mut block = [T::ZERO; BLOCK];
        let Blocks { len, step, period } =
            self.first_offsets(&mut block[..BLOCK.min(out.len()).max(1)]);
        let (mut index, mut left) = (start, out);
        while !left.is_empty() {
            // Blocks start anew in each period, and its last one may be cut off.
            let inside = index % period;
            let skip = inside % len;
            let (mut base, mut skip) = (self.at(index - skip), skip as usize);
            let here = left.len().min((period - inside) as usize);
            let (now, later) = left.split_at_mut(here);
            let mut rest = now;
            while !rest.is_empty() {
                let source = &block[skip..len as usize];
                let (target, after) = rest.split_at_mut(source.len().min(rest.len()));
                let add = T::cut(base);
                for (target, &offset) in target.iter_mut().zip(source) {
                    *target = offset.plus(add);
                }
                // Modulo 2^64 after the last block of a period, where it is not used.
                (rest, skip, base) = (after, 0, base.wrapping_add(step));
            }
            (left, index) = (later, index + here as i64);
        }
    }

    /// Writes the first offsets: whole modes, as long as they fit, and as many steps of the next mode
    /// as fit. Each is made of the ones before it in runs that double, so also short modes are
    /// written in long runs.
    fn first_offsets<T: Lane>(&self, block: &mut [T]) -> Blocks {
        let (mut len, mut step) = (1_usize, 0);
        for &Mode { extent, stride } in self.modes.as_slice() {
            let below = len;
            let fit = extent.min((block.len() / below) as i64);
            let end = below * fit as usize;
            while len < end {
                let (done, rest) = block.split_at_mut(len);
                let add = T::cut(stride.wrapping_mul((len / below) as i64));
                let next = (end - len).min(len);
                for (target, &offset) in rest[..next].iter_mut().zip(&*done) {
                    *target = offset.plus(add);
                }
                len += next;
            }
            step = stride.wrapping_mul(fit);
            if fit < extent {
                return Blocks { len: len as i64, step, period: below as i64 * extent };
            }
        }
        // All of it.
        Blocks { len: len as i64, step, period: len as i64 }
    }

    /// The smallest and the largest offset.
    fn span(&self) -> (i64, i64) {
        let reach = self.modes.as_slice().iter().map(|mode| (mode.extent - 1) * mode.stride);
        reach.fold((0, 0), |(least, most), reach| (least + reach.min(0), most + reach.max(0)))
    }
}

/// A block of `len` offsets; inside `period` indices the next one is `step` further.
struct Blocks {
    len: i64,
    step: i64,
    period: i64,
}
