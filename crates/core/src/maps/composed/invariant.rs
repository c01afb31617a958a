//! Whether a composed layout is defined, and fits, at every index of its domain.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::maps::composed::ComposedLayout;

/// How many elements are evaluated where bounds do not decide: fewer than a question may read, since
/// composed layouts are also made at compile time.
const CHECKED: i64 = 1 << 16;

impl ComposedLayout {
    /// The same, if it keeps the promises of the type.
    pub(super) const fn checked(self, op: Op) -> Result<ComposedLayout, Error> {
        match self.defined() {
            Ok(()) => Ok(self),
            Err(error) => Err(error.within(op).on(self.text())),
        }
    }

    const fn defined(&self) -> Result<(), Error> {
        // Bounds are exact up to the first map, and good enough almost always.
        let (mut low, mut high) =
            (self.inner().min_offset() as i128, self.inner().max_offset() as i128);
        let mut i = self.stages();
        while i > 0 {
            i -= 1;
            let offset = self.chain.offset(i) as i128;
            (low, high) = (low + offset, high + offset);
            let fits = low >= i64::MIN as i128 && high <= i64::MAX as i128;
            if !fits || (low < 0 && self.chain.is_layout(i)) {
                if i + 1 == self.stages() {
                    return Err(if fits {
                        let kind = ErrorKind::NegativeCoordinate { value: low as i64 };
                        Error::new(Op::ComposedLayout, kind)
                    } else {
                        Error::overflow(Op::ComposedLayout, "offset")
                    });
                }
                return self.defined_one_by_one();
            }
            (low, high) = self.chain.bounds(i, low as i64, high as i64);
        }
        if low < i64::MIN as i128 || high - low >= i64::MAX as i128 || high > i64::MAX as i128 {
            return self.defined_one_by_one();
        }
        Ok(())
    }

    const fn defined_one_by_one(&self) -> Result<(), Error> {
        let (mut low, mut high, mut index) = (i64::MAX, i64::MIN, 0);
        while index < self.size() {
            if index == CHECKED {
                let kind = ErrorKind::Undecided { budget: CHECKED as u64 };
                return Err(Error::new(Op::ComposedLayout, kind));
            }
            let value = tri!(self.chain.apply(tri!(self.inner().at_index(index))));
            low = if value < low { value } else { low };
            high = if value > high { value } else { high };
            index += 1;
        }
        if high as i128 - low as i128 >= i64::MAX as i128 {
            return Err(Error::overflow(Op::ComposedLayout, "cosize"));
        }
        Ok(())
    }
}
