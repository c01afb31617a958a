//! The offsets of a composed layout, for questions that look at all of them.
//!
//! One evaluation divides by every extent of every map. Many are made in blocks, map by map, and the
//! layouts among the maps in their floor form, whose divisions are multiplications: some nanoseconds
//! for an offset, and some tens of them for the longest chains there are.

use crate::ground::limits::MAX_STAGES;
use crate::ground::list::List;
use crate::ground::reciprocal::Reciprocal;
use crate::layout::layout::Layout;
use crate::layout::offsets::Offsets;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::Outer;
use crate::maps::swizzle::Swizzle;
use crate::maps::xor_map::XorMap;

/// How many offsets go through a map at a time.
const BLOCK: usize = 128;

/// A composed layout whose maps are ready for many values.
pub(super) struct Ready<'a> {
    inner: &'a Layout,
    /// The maps, in the order in which they are applied, with the offset before each.
    maps: List<(i64, Map), MAX_STAGES>,
}

#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant)]
enum Map {
    Swizzle(Swizzle),
    Xor(Tables),
    /// The factor of the index itself, and the other terms of the floor form.
    Layout(i64, List<Term>),
}

/// An XOR map on four bits at a time.
type Tables = List<[i64; 16], 16>;

/// `c * floor(x/n)`. Sums are modulo `2^64`: single terms may not fit, but the offset does.
#[derive(Clone, Copy)]
struct Term {
    n: Reciprocal,
    c: i64,
}

impl Map {
    fn of(outer: &Outer) -> Map {
        match outer {
            Outer::Swizzle(swizzle) => Map::Swizzle(*swizzle),
            Outer::Xor(map) => Map::Xor(tables(map)),
            Outer::Layout(layout) => {
                let (mut first, mut terms) = (0, List::new(Term { n: Reciprocal::new(2), c: 0 }));
                // The extent of the last mode is not needed: past its end the layout goes on.
                let (mut n, mut below) = (1_u64, 0_i64);
                for (k, mode) in layout.leaf_modes().iter().enumerate() {
                    let c = mode.stride.wrapping_sub(below);
                    match n {
                        1 => first = c.wrapping_add(first),
                        _ if c == 0 => {}
                        _ => _ = terms.push(Term { n: Reciprocal::new(n), c }),
                    }
                    if k + 1 < layout.length() {
                        n *= mode.extent as u64;
                        below = mode.extent.wrapping_mul(mode.stride);
                    }
                }
                Map::Layout(first, terms)
            }
        }
    }

    /// The map, after the offset before it.
    fn apply(&self, offset: i64, values: &mut [i64]) {
        let shifted = values.iter_mut().map(|value| {
            *value = value.wrapping_add(offset);
            value
        });
        match self {
            Map::Swizzle(swizzle) => shifted.for_each(|value| *value = swizzle.apply(*value)),
            Map::Xor(tables) => shifted.for_each(|value| {
                let (mut rest, mut out) = (*value as u64, 0);
                for table in tables.as_slice() {
                    out ^= table[rest as usize % 16];
                    rest >>= 4;
                }
                // Bits above the columns stay.
                let bits = 4 * tables.len() as u32;
                *value = out ^ rest.unbounded_shl(bits) as i64;
            }),
            Map::Layout(first, terms) => shifted.for_each(|value| {
                // An index, so it is not negative.
                let x = *value as u64;
                let rest = terms.as_slice().iter().fold(0_i64, |sum, term| {
                    sum.wrapping_add(term.c.wrapping_mul(term.n.divide(x) as i64))
                });
                *value = value.wrapping_mul(*first).wrapping_add(rest);
            }),
        }
    }
}

fn tables(map: &XorMap) -> Tables {
    let mut tables = List::new([0; 16]);
    for first in (0..map.bits()).step_by(4) {
        let mut table = [0; 16];
        for (bits, value) in table.iter_mut().enumerate() {
            *value = map.apply((bits as i64) << first);
        }
        let _ = tables.push(table);
    }
    tables
}

impl ComposedLayout {
    /// Made ready for reading its offsets, once or more often.
    pub(super) fn ready(&self) -> Ready<'_> {
        let mut maps = List::new((0, Map::Swizzle(Swizzle::IDENTITY)));
        for i in (0..self.stages()).rev() {
            let _ = maps.push((self.chain.offset(i), Map::of(&self.chain.outer(i))));
        }
        Ready { inner: &self.inner, maps }
    }
}

impl Ready<'_> {
    pub(super) const fn size(&self) -> u64 {
        self.inner.size() as u64
    }

    /// The offsets, in index order.
    pub(super) fn values(&self) -> Values<'_> {
        Values { ready: self, inner: self.inner.offsets(), block: [0; BLOCK], at: 0, len: 0 }
    }
}

/// The offsets of a composed layout, in index order.
pub(super) struct Values<'a> {
    ready: &'a Ready<'a>,
    inner: Offsets,
    block: [i64; BLOCK],
    at: usize,
    len: usize,
}

impl Values<'_> {
    fn fill(&mut self) {
        (self.at, self.len) = (0, 0);
        for (place, offset) in self.block.iter_mut().zip(&mut self.inner) {
            *place = offset;
            self.len += 1;
        }
        for (offset, map) in self.ready.maps.as_slice() {
            map.apply(*offset, &mut self.block[..self.len]);
        }
    }
}

impl Iterator for Values<'_> {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        if self.at == self.len {
            self.fill();
        }
        let value = self.block[..self.len].get(self.at);
        self.at += usize::from(value.is_some());
        value.copied()
    }
}
