//! The descriptor of an operand, by comparison of every element.

use tilework::LayoutRef;
use tilework::eval::Prepared;

use super::form::{Form, Repeats};
use super::misfit::{Misfit, Misfits, Why};
use super::{Descriptor, DescriptorError, FIELD_BYTES, Operand, Unit};
use crate::canonical::{CanonicalError, SwizzleMode};

/// The most elements of an operand: 16 times as many as any instruction reads.
const MOST: i64 = 1 << 18;

impl Descriptor {
    /// The descriptor of an operand: the first mode of SW128, SW64, SW32, INTER and for tcgen05 SW128_32B that has every
    /// element where the layout, from (MN, K) to elements, has it.
    ///
    /// # Errors
    /// [`NoMode`](DescriptorError::NoMode) with the reason for each mode; [`Canonical`](DescriptorError::Canonical),
    /// [`Rank`](DescriptorError::Rank), [`Tile`](DescriptorError::Tile), [`Size`](DescriptorError::Size) for questions
    /// that make no sense.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::canonical::Major;
    /// use tilework_hardware::descriptor::{Descriptor, Operand, Unit};
    ///
    /// let operand = Operand { major: Major::K, bits: 16, mn: 64, k: 16 };
    /// let error = Descriptor::find(&layout!((64,64):(64,1)), &operand, Unit::Wgmma).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "no mode describes it; the nearest: element (1,0) lies at 64, SW128 has it at 72",
    /// );
    /// ```
    pub fn find<'a>(
        layout: impl Into<LayoutRef<'a>>,
        operand: &Operand,
        unit: Unit,
    ) -> Result<Descriptor, DescriptorError> {
        let table = Table::new(layout.into(), operand)?;
        let mut misfits = Misfits::NONE;
        for mode in unit.modes() {
            match table.describe(*mode)? {
                Ok(found) => return Ok(found),
                Err(misfit) => misfits.push(misfit),
            }
        }
        Err(DescriptorError::NoMode(misfits))
    }
}

/// Where a layout has the elements of an operand.
struct Table<'a> {
    layout: LayoutRef<'a>,
    inner: Prepared,
    /// The elements along MN, all of them.
    width: i64,
    operand: Operand,
}

impl<'a> Table<'a> {
    fn new(layout: LayoutRef<'a>, operand: &Operand) -> Result<Table<'a>, DescriptorError> {
        let tile = operand.tile();
        let elements = tile[0].checked_mul(tile[1]);
        if tile[0] < 1 || elements.is_none_or(|elements| !(1..=MOST).contains(&elements)) {
            return Err(DescriptorError::Size { tile, most: MOST });
        }
        if layout.rank() < 2 {
            return Err(DescriptorError::Rank { rank: layout.rank() });
        }
        let inner = layout.inner();
        let extents = [inner.mode(0)?.size(), inner.mode(1)?.size()];
        if tile[0] > extents[0] || tile[1] > extents[1] {
            return Err(DescriptorError::Tile { tile, extents });
        }
        Ok(Table { layout, inner: inner.prepare(), width: extents[0], operand: *operand })
    }

    /// The offset of a coordinate inside the operand.
    #[inline]
    fn at(&self, mn: i64, k: i64) -> Result<i64, DescriptorError> {
        // Inside the layout, so that neither the index nor the offset overflows.
        let offset = self.inner.at(mn + self.width * k);
        match self.layout {
            LayoutRef::Plain(_) => Ok(offset),
            LayoutRef::Composed(composed) => Ok(composed.at_offset(offset)?),
        }
    }

    /// The descriptor with this mode, or why there is none.
    fn describe(&self, mode: SwizzleMode) -> Result<Result<Descriptor, Misfit>, DescriptorError> {
        let Operand { major, bits, mn, k } = self.operand;
        let form = match Form::new(mode, major, bits) {
            Ok(form) => form,
            Err(CanonicalError::MnMajorOnly) => {
                return Ok(Err(Misfit { mode, why: Why::MnMajorOnly, agreeing: 0 }));
            }
            Err(error) => return Err(error.into()),
        };
        // A swizzle is its own inverse.
        let plain = |mn, k| self.at(mn, k).map(|offset| i128::from(form.swizzle.apply(offset)));
        let start = plain(0, 0)?;
        let [period_mn, period_k] = form.period();
        let along_mn = if mn > period_mn { plain(period_mn, 0)? - start } else { 0 };
        let along_k = match form.fixed_k() {
            Some(fixed) => fixed.into(),
            None if k > period_k => plain(0, period_k)? - start,
            None => 0,
        };
        // Offsets beyond 64 bits are no field of a descriptor; that is said below, as no element can agree with one
        // that is cut.
        let repeats: Repeats = [saturate(along_mn), saturate(along_k)];
        let (mut agreeing, mut first) = (0_u32, None);
        for x in 0..k {
            for y in 0..mn {
                let expected = start + form.at(y, x, repeats);
                if plain(y, x)? == expected {
                    agreeing += 1;
                } else if first.is_none() {
                    // At most 2^18 each.
                    let expected = form.swizzle.apply(saturate(expected));
                    first = Some(Why::Differs {
                        mn: y as u32,
                        k: x as u32,
                        found: self.at(y, x)?,
                        expected,
                    });
                }
            }
        }
        let start = saturate(start);
        let bits = i128::from(bits);
        let (lbo, sbo) = form.offsets(repeats);
        let inside = start.rem_euclid(form.pattern()) >= form.row;
        let why = if let Some(why) = first {
            Some(why)
        } else if i128::from(start) * bits % 128 != 0 {
            Some(Why::Unaligned { start: self.at(0, 0)? })
        } else if mode != SwizzleMode::Inter && inside {
            Some(Why::InsidePattern { start, pattern: form.pattern() })
        } else {
            [("LBO", lbo), ("SBO", sbo)].into_iter().find_map(|(field, elements)| {
                let bits = i128::from(elements) * bits;
                let legal = bits % 128 == 0 && (0..i128::from(FIELD_BYTES) * 8).contains(&bits);
                (!legal).then_some(Why::Offset { field, bits: saturate(bits) })
            })
        };
        if let Some(why) = why {
            return Ok(Err(Misfit { mode, why, agreeing }));
        }
        let bytes = |elements: i64| saturate(i128::from(elements) * bits / 8);
        Ok(Ok(Descriptor {
            mode,
            major,
            bits: self.operand.bits,
            lbo_bytes: bytes(lbo),
            sbo_bytes: bytes(sbo),
            start_bytes: bytes(start),
        }))
    }
}

fn saturate(number: i128) -> i64 {
    number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
