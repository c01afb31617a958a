//! The maps of a composed layout, in a row.
//!
//! Swizzles are three numbers, but layouts and XOR maps are large, and most chains are short; so the
//! maps share one pool of words instead of having room each.

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::limits::MAX_STAGES;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::ground::profile::Profile;
use crate::ground::text::Text;
use crate::layout::coord::{add, fit};
use crate::layout::layout::Layout;
use crate::maps::swizzle::{BITS, Swizzle};
use crate::maps::xor_map::{XorMap, apply_columns};

/// A map of offsets: what stands on the left in a composed layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Outer {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A map that is linear over XOR.
    Xor(XorMap),
    /// A layout, as a function of its index.
    Layout(Layout),
}

impl Outer {
    const fn text_after(&self, before: Text) -> Text {
        match self {
            Outer::Swizzle(swizzle) => swizzle.text_after(before),
            Outer::Xor(map) => map.text_after(before),
            Outer::Layout(layout) => layout.text_after(before),
        }
    }
}

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outer::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Outer::Xor(map) => write!(f, "{map}"),
            Outer::Layout(layout) => write!(f, "{layout}"),
        }
    }
}

/// One map and the offset that is added before it.
#[derive(Clone, Copy)]
struct Stage {
    offset: i64,
    kind: Kind,
    start: u8,
    len: u8,
}

#[derive(Clone, Copy)]
enum Kind {
    Swizzle(Swizzle),
    /// Its words are the columns.
    Xor,
    /// Its words are extents and strides in turn.
    Layout(Profile),
}

/// Maps in a row, the leftmost, which is applied last, first.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    stages: List<Stage, MAX_STAGES>,
    words: List<i64, { 2 * MAX_MODES }>,
}

impl Chain {
    pub(super) const NONE: Chain = Chain {
        stages: List::new(Stage {
            offset: 0,
            kind: Kind::Swizzle(Swizzle::IDENTITY),
            start: 0,
            len: 0,
        }),
        words: List::new(0),
    };

    pub(super) const fn len(&self) -> usize {
        self.stages.len()
    }

    pub(super) const fn offset(&self, i: usize) -> i64 {
        self.stages.at(i).offset
    }

    /// Another offset before map `i`.
    pub(super) const fn set_offset(&mut self, i: usize, offset: i64) {
        let stage = self.stages.at(i);
        self.stages.set(i, Stage { offset, ..stage });
    }

    const fn words(&self, stage: Stage) -> &[i64] {
        let (start, end) = (stage.start as usize, (stage.start + stage.len) as usize);
        self.words.as_slice().split_at(end).0.split_at(start).1
    }

    /// One more map, applied before all others.
    pub(super) const fn push(&mut self, outer: &Outer, offset: i64) -> Result<(), Error> {
        let (start, mut fits) = (self.words.len() as u8, true);
        let kind = match outer {
            Outer::Swizzle(swizzle) => Kind::Swizzle(*swizzle),
            Outer::Xor(map) => {
                fits = self.words.extend(map.columns());
                Kind::Xor
            }
            Outer::Layout(layout) => {
                let (modes, mut i) = (layout.leaf_modes(), 0);
                while fits && i < modes.len() {
                    fits = self.words.push(modes[i].extent) && self.words.push(modes[i].stride);
                    i += 1;
                }
                Kind::Layout(layout.profile())
            }
        };
        let len = self.words.len() as u8 - start;
        if !fits || !self.stages.push(Stage { offset, kind, start, len }) {
            let kind = ErrorKind::TooManyStages { limit: MAX_STAGES };
            return Err(Error::new(Op::ComposedLayout, kind));
        }
        Ok(())
    }

    /// Map `i`.
    pub(super) const fn outer(&self, i: usize) -> Outer {
        let stage = self.stages.at(i);
        let words = self.words(stage);
        match stage.kind {
            Kind::Swizzle(swizzle) => Outer::Swizzle(swizzle),
            Kind::Xor => match XorMap::new(words) {
                Ok(map) => Outer::Xor(map),
                // What came from a map is one.
                Err(_) => Outer::Xor(XorMap::IDENTITY),
            },
            Kind::Layout(profile) => {
                let (mut leaves, mut k) = (List::new(Mode::VACANT), 0);
                while k < words.len() {
                    let _ = leaves.push(Mode::new(words[k], words[k + 1]));
                    k += 2;
                }
                Outer::Layout(Layout { tree: Nested { profile, leaves } })
            }
        }
    }

    /// Whether map `i` is a layout.
    pub(super) const fn is_layout(&self, i: usize) -> bool {
        matches!(self.stages.at(i).kind, Kind::Layout(_))
    }

    /// How far up the bits go that map `i`, which is not a layout, reads or changes.
    pub(super) const fn top(&self, i: usize) -> u32 {
        match self.outer(i) {
            Outer::Swizzle(swizzle) => swizzle.top(),
            Outer::Xor(map) => map.top(),
            Outer::Layout(_) => 0,
        }
    }

    /// Below this bit map `i`, which is not a layout, neither reads nor changes anything.
    pub(super) const fn bottom(&self, i: usize) -> u32 {
        match self.outer(i) {
            Outer::Swizzle(swizzle) if !swizzle.is_identity() => swizzle.base(),
            Outer::Xor(map) => map.bottom(),
            _ => BITS,
        }
    }

    /// All maps, one after the other.
    pub(super) const fn apply(&self, value: i64) -> Result<i64, Error> {
        self.apply_between(0, self.stages.len(), value)
    }

    /// Maps `from..to`, from the last to the first.
    pub(super) const fn apply_between(
        &self,
        from: usize,
        to: usize,
        value: i64,
    ) -> Result<i64, Error> {
        let (mut value, mut i) = (value, to);
        while i > from {
            i -= 1;
            let stage = self.stages.at(i);
            value = tri!(fit(Op::Evaluate, value as i128 + stage.offset as i128));
            value = match stage.kind {
                Kind::Swizzle(swizzle) => swizzle.apply(value),
                Kind::Xor => apply_columns(self.words(stage), value),
                Kind::Layout(_) => tri!(evaluate(self.words(stage), value)),
            };
        }
        Ok(value)
    }

    /// All maps, of many values: one map after the other, so that each is looked up once.
    pub(super) fn apply_to_all(&self, values: &mut [i64]) -> Result<(), Error> {
        for stage in self.stages.as_slice().iter().rev() {
            for value in &mut *values {
                *value = fit(Op::Evaluate, i128::from(*value) + i128::from(stage.offset))?;
            }
            match stage.kind {
                Kind::Swizzle(swizzle) => values.iter_mut().for_each(|v| *v = swizzle.apply(*v)),
                Kind::Xor => {
                    let columns = self.words(*stage);
                    values.iter_mut().for_each(|value| *value = apply_columns(columns, *value));
                }
                Kind::Layout(_) => {
                    for value in &mut *values {
                        *value = evaluate(self.words(*stage), *value)?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) const fn text(&self) -> Text {
        let (mut text, mut i) = (Text::EMPTY, 0);
        while i < self.stages.len() {
            text = self.outer(i).text_after(text).str(" o ").int(self.offset(i)).str(" o ");
            i += 1;
        }
        text
    }

    pub(super) const fn same(&self, other: &Chain) -> bool {
        let (a, b, mut i) = (self.words.as_slice(), other.words.as_slice(), 0);
        let mut equal = self.stages.len() == other.stages.len() && a.len() == b.len();
        while equal && i < a.len() {
            equal = a[i] == b[i];
            i += 1;
        }
        i = 0;
        while equal && i < self.stages.len() {
            let (a, b) = (self.stages.at(i), other.stages.at(i));
            equal = a.offset == b.offset
                && a.len == b.len
                && match (a.kind, b.kind) {
                    (Kind::Swizzle(a), Kind::Swizzle(b)) => {
                        a.bits() == b.bits() && a.base() == b.base() && a.shift() == b.shift()
                    }
                    (Kind::Xor, Kind::Xor) => true,
                    (Kind::Layout(a), Kind::Layout(b)) => a.same(b),
                    _ => false,
                };
            i += 1;
        }
        equal
    }

    /// Bounds for the values of map `i` on `low..=high`, with its offset already added.
    pub(super) const fn bounds(&self, i: usize, low: i64, high: i64) -> (i128, i128) {
        let stage = self.stages.at(i);
        if !matches!(stage.kind, Kind::Layout(_)) {
            // Bits above the top stay.
            let below = ((1_u64 << self.top(i)) - 1) as i64;
            return ((low & !below) as i128, (high | below) as i128);
        }
        let (words, mut k, mut left) = (self.words(stage), 0, high);
        let (mut least, mut most) = (0_i128, 0_i128);
        while k < words.len() {
            let last = k + 2 == words.len();
            let digit = if last || left < words[k] { left } else { words[k] - 1 };
            let reach = digit as i128 * words[k + 1] as i128;
            // Each is below 2^126, and all but the last are offsets of a layout.
            if reach < 0 {
                least += reach;
            } else {
                most += reach;
            }
            left /= words[k];
            k += 2;
        }
        (least, most)
    }
}

/// The layout with these extents and strides, continuing on the last mode.
const fn evaluate(words: &[i64], index: i64) -> Result<i64, Error> {
    if index < 0 {
        return Err(Error::new(Op::Evaluate, ErrorKind::NegativeCoordinate { value: index }));
    }
    let (mut rest, mut offset, mut k) = (index, 0_i128, 0);
    while k < words.len() {
        let (extent, stride) = (words[k], words[k + 1]);
        let digit = if k + 2 == words.len() { rest } else { rest % extent };
        offset = tri!(add(Op::Evaluate, offset, digit as i128 * stride as i128));
        rest /= extent;
        k += 2;
    }
    fit(Op::Evaluate, offset)
}
