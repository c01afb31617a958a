//! Layouts as functions, from the definition: no algebra, only digits and bits.

use std::cell::Cell;
use std::ops::Range;

use tilework::{ComposedLayout, Layout, Order, Outer, Tuple};
use tilework_lang::Value;

thread_local! {
    /// The order in which indices count, in this test.
    static ORDER: Cell<Order> = const { Cell::new(Order::Colex) };
}

/// Lets indices count in this order from now on.
pub(crate) fn count_in(order: Order) {
    ORDER.set(order);
}

fn rightmost_fastest() -> bool {
    ORDER.get() == Order::Lex
}

/// The coordinate of an index in a flat shape; past the end, the slowest digit goes on.
pub(crate) fn split(index: i64, extents: &[i64]) -> Vec<i64> {
    let (mut rest, mut out) = (index, vec![0; extents.len()]);
    for step in 0..extents.len() {
        let i = if rightmost_fastest() { extents.len() - 1 - step } else { step };
        out[i] = if step + 1 == extents.len() { rest } else { rest % extents[i] };
        rest /= extents[i];
    }
    out
}

/// The index of a coordinate in a flat shape.
pub(crate) fn join(coordinate: &[i64], extents: &[i64]) -> i64 {
    let (mut place, mut index) = (1, 0);
    for step in 0..extents.len() {
        let i = if rightmost_fastest() { extents.len() - 1 - step } else { step };
        index += coordinate[i] * place;
        place *= extents[i];
    }
    index
}

/// A layout behind maps, and an offset that is added in the end.
#[derive(Clone, Debug)]
pub(crate) struct Fun {
    maps: Vec<(Map, i64)>,
    /// The leaves of every mode.
    pub(crate) modes: Vec<Vec<(i64, i64)>>,
    base: i64,
    pub(crate) shape: Tuple,
}

#[derive(Clone, Debug)]
enum Map {
    Swizzle { bits: u32, base: u32, shift: i32 },
    Xor(Vec<i64>),
    Layout(Vec<(i64, i64)>),
}

impl Fun {
    pub(crate) fn plain(layout: &Layout) -> Fun {
        Fun { maps: Vec::new(), modes: modes(layout), base: 0, shape: layout.shape() }
    }

    pub(crate) fn composed(composed: &ComposedLayout) -> Fun {
        let maps = (0..composed.stages()).map(|i| composed.stage(i).unwrap());
        let maps = maps.map(|(map, offset)| (Map::of(&map), offset)).collect();
        Fun { maps, ..Fun::plain(composed.inner()) }
    }

    /// The function that a value is, if it is one.
    pub(crate) fn of(value: &Value) -> Option<Fun> {
        match value {
            Value::Layout(layout) => Some(Fun::plain(layout)),
            Value::Composed(composed) => Some(Fun::composed(composed)),
            Value::Slice(layout, base) => Some(Fun { base: *base, ..Fun::plain(layout) }),
            _ => None,
        }
    }

    /// The modes from `first` on.
    pub(crate) fn without_modes_before(&self, first: usize) -> Fun {
        Fun { modes: self.modes[first..].to_vec(), ..self.clone() }
    }

    /// Other modes behind the same maps.
    pub(crate) fn with_modes(&self, modes: Vec<Vec<(i64, i64)>>) -> Fun {
        Fun { modes, ..self.clone() }
    }

    pub(crate) fn is_plain_with_unit_end(&self) -> bool {
        let leaves = self.leaves();
        let last = if rightmost_fastest() { leaves.first() } else { leaves.last() };
        self.maps.is_empty() && last.is_some_and(|leaf| leaf.0 == 1)
    }

    /// The leaves of every mode at every depth, the whole first.
    pub(crate) fn nodes(&self) -> Vec<Range<usize>> {
        fn visit(tree: &Tuple, first: usize, out: &mut Vec<Range<usize>>) {
            out.push(first..first + tree.length());
            let (mut first, rank) = (first, if tree.is_leaf() { 0 } else { tree.rank() });
            for mode in (0..rank).map(|i| tree.mode(i).unwrap()) {
                visit(&mode, first, out);
                first += mode.length();
            }
        }
        let mut out = Vec::new();
        visit(&self.shape, 0, &mut out);
        out
    }

    /// The widest groups of neighbours along the mode with these leaves whose offsets are one apart, and
    /// the widest of those that start at multiples of their width.
    pub(crate) fn vector(&self, leaves: &Range<usize>) -> (i64, i64) {
        let extents: Vec<i64> = self.leaves().iter().map(|leaf| leaf.0).collect();
        let faster = if rightmost_fastest() { leaves.end..extents.len() } else { 0..leaves.start };
        let place: i64 = extents[faster].iter().product();
        let extent: i64 = extents[leaves.clone()].iter().product();
        let table = self.table();
        let firsts = |n: i64| {
            (0..self.size()).filter(move |x| x / place % extent % n == 0).map(|x| x as usize)
        };
        let near = |n: i64| {
            firsts(n).all(|x| (0..n).all(|i| table[x + (i * place) as usize] == table[x] + i))
        };
        let widths: Vec<i64> = (1..=extent).filter(|&n| extent % n == 0 && near(n)).collect();
        let starts = |n: &&i64| firsts(**n).all(|x| table[x] % **n == 0);
        (
            widths.iter().copied().max().unwrap_or(0),
            widths.iter().filter(starts).copied().max().unwrap_or(0),
        )
    }

    fn leaves(&self) -> Vec<(i64, i64)> {
        self.modes.concat()
    }

    pub(crate) fn size(&self) -> i64 {
        self.leaves().iter().map(|leaf| leaf.0).product()
    }

    /// The offset at an index, past the end too; `None` where it is not defined.
    pub(crate) fn at(&self, index: i64) -> Option<i64> {
        self.through(digits(&self.leaves(), index))
    }

    /// The offset at one index for each mode.
    pub(crate) fn at_modes(&self, coordinate: &[i64]) -> Option<i64> {
        assert_eq!(coordinate.len(), self.modes.len());
        let offset = self.modes.iter().zip(coordinate).map(|(mode, &x)| digits(mode, x)).sum();
        self.through(offset)
    }

    /// What the maps make of an offset of the layout inside.
    pub(crate) fn through(&self, offset: i64) -> Option<i64> {
        let mut value = offset;
        for (map, before) in self.maps.iter().rev() {
            value = map.at(value + before)?;
        }
        Some(value + self.base)
    }

    /// All offsets inside the domain, counted row-major or column-major by leaves, whatever else is.
    pub(crate) fn counted_table(&self, row_major: bool) -> Vec<i64> {
        let mut leaves = self.leaves();
        if row_major {
            leaves.reverse();
        }
        let offset = |index: i64| {
            let (mut rest, mut offset) = (index, 0);
            for &(extent, stride) in &leaves {
                offset += rest % extent * stride;
                rest /= extent;
            }
            self.through(offset).unwrap()
        };
        (0..self.size()).map(offset).collect()
    }

    /// All offsets inside the domain, which are always defined.
    pub(crate) fn table(&self) -> Vec<i64> {
        (0..self.size()).map(|x| self.at(x).unwrap()).collect()
    }
}

impl Map {
    fn of(map: &Outer) -> Map {
        match map {
            Outer::Swizzle(s) => Map::Swizzle { bits: s.bits(), base: s.base(), shift: s.shift() },
            Outer::Xor(map) => Map::Xor(map.columns().to_vec()),
            Outer::Layout(layout) => Map::Layout(modes(layout).concat()),
        }
    }

    fn at(&self, x: i64) -> Option<i64> {
        match self {
            Map::Swizzle { bits, base, shift } => {
                let (up, down) = (shift.max(&0).unsigned_abs(), shift.min(&0).unsigned_abs());
                Some(
                    (0..*bits)
                        .fold(x, |out, i| out ^ (x >> (base + i + up) & 1) << (base + i + down)),
                )
            }
            Map::Xor(columns) => {
                let high = x >> columns.len() << columns.len();
                let set = columns.iter().enumerate().filter(|&(i, _)| x >> i & 1 == 1);
                Some(set.fold(high, |out, (_, column)| out ^ column))
            }
            Map::Layout(_) if x < 0 => None,
            Map::Layout(leaves) => Some(digits(leaves, x)),
        }
    }
}

/// The offset at an index; the slowest mode has no end.
fn digits(leaves: &[(i64, i64)], index: i64) -> i64 {
    let extents: Vec<i64> = leaves.iter().map(|leaf| leaf.0).collect();
    split(index, &extents).iter().zip(leaves).map(|(digit, leaf)| digit * leaf.1).sum()
}

/// The leaves of every mode of a layout, as it is printed.
fn modes(layout: &Layout) -> Vec<Vec<(i64, i64)>> {
    let leaves = |mode: &Layout| -> Vec<(i64, i64)> {
        mode.leaf_modes().iter().map(|leaf| (leaf.extent, leaf.stride)).collect()
    };
    (0..layout.rank()).map(|i| leaves(&layout.mode(i).unwrap())).collect()
}

/// The places at which copies of a set cover `0, 1, 2, ...` once, at least up to `end` and until nothing
/// sticks out: each time the least offset that is not covered. `None` when copies overlap.
pub(crate) fn places(set: &[i64], end: i64) -> Option<Vec<i64>> {
    let (mut covered, mut out) = (std::collections::BTreeSet::new(), Vec::new());
    loop {
        let next = (0..end + 4096).find(|y| !covered.contains(y))?;
        if next >= end && covered.len() as i64 == next {
            return Some(out);
        }
        for y in set {
            if !covered.insert(next + y) {
                return None;
            }
        }
        out.push(next);
    }
}

/// The first index at which a table leaves every layout of its size: from the left there is never a
/// choice.
pub(crate) fn first_break(table: &[i64]) -> Option<i64> {
    let (size, mut start) = (table.len(), 1);
    for x in 1..size {
        let step = table[start] - table[0];
        let expected = (x / start) as i64 * step + table[x % start];
        if table[x] != expected {
            if x % start != 0 || size % x != 0 {
                return Some(x as i64);
            }
            start = x;
        }
    }
    None
}
