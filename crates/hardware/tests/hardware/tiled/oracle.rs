//! The definitions, as tables: loops over coordinates, no algebra.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Layout, Outer};

/// A layout at an index; past the end the last mode goes on.
pub(super) fn at(layout: &Layout, index: i64) -> i64 {
    let (modes, mut rest, mut sum) = (layout.leaf_modes(), index, 0);
    for (i, mode) in modes.iter().enumerate() {
        if i + 1 == modes.len() {
            sum += rest * mode.stride;
        } else {
            sum += rest % mode.extent * mode.stride;
            rest /= mode.extent;
        }
    }
    sum
}

/// A tensor: strides, seen through swizzles.
pub(super) fn at_any(tensor: &AnyLayout, coords: &[i64]) -> i64 {
    let inner = match tensor {
        AnyLayout::Plain(layout) => layout,
        AnyLayout::Composed(composed) => composed.inner(),
    };
    // Mode by mode: past the end of a mode that mode goes on.
    let mut sum: i64 = inner.modes().zip(coords).map(|(mode, &coord)| at(&mode, coord)).sum();
    if let AnyLayout::Composed(composed) = tensor {
        for i in (0..composed.stages()).rev() {
            let (map, offset) = composed.stage(i).unwrap();
            let Outer::Swizzle(map) = map else { panic!("only swizzles here") };
            let x = sum + offset;
            let (y, z) = match map.shift() {
                shift if shift >= 0 => (map.base() + shift.unsigned_abs(), map.base()),
                shift => (map.base(), map.base() + shift.unsigned_abs()),
            };
            sum = x ^ (((x >> y) & ((1 << map.bits()) - 1)) << z);
        }
    }
    sum
}

/// The sizes of the modes at the top.
pub(super) fn sizes(layout: &Layout) -> Vec<i64> {
    layout.modes().map(|mode| mode.leaf_modes().iter().map(|m| m.extent).product()).collect()
}

pub(super) fn size(layout: &Layout) -> i64 {
    sizes(layout).iter().product()
}

/// Whether a table with these modes, leftmost fastest, is a layout that refines them, from its first entry on.
pub(super) fn is_layout(extents: &[i64], table: &[i64]) -> bool {
    let value = |index: i64| table[index as usize] - table[0];
    let mut place = 1;
    let mut modes = Vec::new();
    for &extent in extents {
        let mode: Vec<i64> = (0..extent).map(|i| value(i * place)).collect();
        if tilework::recover(&mode).is_err() {
            return false;
        }
        modes.push(mode);
        place *= extent;
    }
    (0..place).all(|index| {
        let (mut rest, mut sum) = (index, 0);
        for mode in &modes {
            sum += mode[rest as usize % mode.len()];
            rest /= mode.len() as i64;
        }
        sum == value(index)
    })
}

/// From (thread, value) to the coordinates of the element in the tile.
pub(super) type Table = BTreeMap<(i64, i64), Vec<i64>>;

// ---------------------------------------------------------------- MMA

pub(super) struct Mma<'a> {
    pub shape: [i64; 3],
    pub thr_id: &'a Layout,
    pub atoms: &'a Layout,
    /// Which elements lie at positions 0, 1, ...; `None` for those of one block in their own order.
    pub order: [Option<Vec<i64>>; 3],
}

impl Mma<'_> {
    /// How many atoms lie side by side in M, N, K.
    pub(super) fn counts(&self) -> [i64; 3] {
        let sizes = sizes(self.atoms);
        [0, 1, 2].map(|i| sizes.get(i).copied().unwrap_or(1))
    }

    pub(super) fn orders(&self) -> [Vec<i64>; 3] {
        let counts = self.counts();
        [0, 1, 2].map(|i| match &self.order[i] {
            Some(order) => order.clone(),
            None => (0..self.shape[i] * counts[i]).collect(),
        })
    }

    /// From (v, m, n, k) to the thread: copies of the atom's threads at the offsets where they do not
    /// touch, in the order of the atom layout.
    pub(super) fn threads(&self) -> BTreeMap<[i64; 4], i64> {
        let lanes: Vec<i64> = (0..size(self.thr_id)).map(|v| at(self.thr_id, v)).collect();
        let [m, n, k] = self.counts();
        let places: Vec<i64> = (0..m * n * k).map(|i| at(self.atoms, i)).collect();
        let most = *places.iter().max().unwrap();
        let (mut gaps, mut taken, mut x) = (Vec::new(), std::collections::BTreeSet::new(), 0);
        while gaps.len() as i64 <= most {
            if !taken.contains(&x) {
                gaps.push(x);
                taken.extend(lanes.iter().map(|lane| lane + x));
            }
            x += 1;
        }
        let mut out = BTreeMap::new();
        for (v, lane) in (0..).zip(&lanes) {
            for i in 0..m * n * k {
                let coord = [v, i % m, i / m % n, i / m / n];
                out.insert(coord, lane + gaps[places[i as usize] as usize]);
            }
        }
        out
    }

    /// The threads in the order of (v,m,n,k), leftmost fastest.
    pub(super) fn in_order(&self) -> Vec<i64> {
        let mut all: Vec<_> = self.threads().into_iter().collect();
        all.sort_by_key(|([v, m, n, k], _)| [*k, *n, *m, *v]);
        all.into_iter().map(|(_, thread)| thread).collect()
    }

    /// Whether every mode of the threads begins at a multiple of the modes below it, so that a thread's
    /// coordinate can be read digit by digit; the digits are `(extent, stride, which of v,m,n,k, place in it)`.
    pub(super) fn digits(&self) -> (bool, Vec<(i64, i64, usize, i64)>) {
        let threads = self.threads();
        let mut digits = Vec::new();
        let counts = self.counts();
        let extents = [size(self.thr_id), counts[0], counts[1], counts[2]];
        for (which, extent) in extents.into_iter().enumerate() {
            let table: Vec<i64> = (0..extent)
                .map(|i| {
                    let mut coord = [0; 4];
                    coord[which] = i;
                    threads[&coord]
                })
                .collect();
            let Ok(mode) = tilework::recover(&table) else { return (false, Vec::new()) };
            let mut place = 1;
            for leaf in mode.leaf_modes() {
                if leaf.extent > 1 {
                    digits.push((leaf.extent, leaf.stride, which, place));
                }
                place *= leaf.extent;
            }
        }
        digits.sort_by_key(|digit| digit.1);
        let regular = digits.windows(2).all(|w| w[1].1 % (w[0].0 * w[0].1) == 0);
        (regular, digits)
    }

    /// The coordinate of every thread up to the last: its own, or that of the one that it is a copy of.
    /// `None` for threads that are neither.
    pub(super) fn coordinates(&self) -> Vec<Option<[i64; 4]>> {
        let threads = self.threads();
        let own: BTreeMap<i64, [i64; 4]> = threads.iter().map(|(c, t)| (*t, *c)).collect();
        let (regular, digits) = self.digits();
        let most = own.keys().max().unwrap() + 1;
        let count = if regular {
            digits.iter().map(|digit| digit.0 * digit.1).max().unwrap_or(1).max(most)
        } else {
            most
        };
        let coordinate = |thread: i64| {
            own.get(&thread).copied().or_else(|| {
                let mut coord = [0; 4];
                for &(extent, stride, which, place) in &digits {
                    coord[which] += thread / stride % extent * place;
                }
                regular.then_some(coord)
            })
        };
        (0..count).map(coordinate).collect()
    }

    /// What the thread at `coord` has with so many repetitions in the two modes: the elements of an operand, atom
    /// values first.
    pub(super) fn held(
        &self,
        axes: [usize; 2],
        tv: &Layout,
        coord: [i64; 4],
        repeats: [i64; 2],
    ) -> Vec<[i64; 2]> {
        let (orders, counts) = (self.orders(), self.counts());
        // The element of a mode at `a` in the atom, `b` of the threads, repetition `r`.
        let element = |axis: usize, a: i64, b: i64, r: i64| {
            let order = &orders[axis];
            let j = a + self.shape[axis] * (b + counts[axis] * r);
            let block = order.len() as i64;
            order[(j % block) as usize] + block * (j / block)
        };
        let [threads, values] = sizes(tv)[..] else { panic!("two modes") };
        let extent = self.shape[axes[0]];
        let atom: Vec<i64> = (0..values).map(|value| at(tv, coord[0] + threads * value)).collect();
        let mut out = Vec::new();
        for ry in 0..repeats[1] {
            for rx in 0..repeats[0] {
                for e in &atom {
                    let x = element(axes[0], e % extent, coord[1 + axes[0]], rx);
                    let y = element(axes[1], e / extent, coord[1 + axes[1]], ry);
                    out.push([x, y]);
                }
            }
        }
        out
    }

    /// The extents of the tile in two modes, and how often atoms repeat in it.
    pub(super) fn tile(&self, axes: [usize; 2]) -> ([i64; 2], [i64; 2]) {
        let (orders, counts) = (self.orders(), self.counts());
        let tile = axes.map(|i| orders[i].len() as i64);
        ([0, 1].map(|k| tile[k]), [0, 1].map(|k| tile[k] / (self.shape[axes[k]] * counts[axes[k]])))
    }
}

// ---------------------------------------------------------------- copies

/// From (thread, value) to the element, from a layout in bits; `None` when an element is not with one thread,
/// in a row.
pub(super) fn in_elements(layout: &Layout, bits: i64) -> Option<Table> {
    let [threads, values] = sizes(layout)[..] else { return None };
    if values % bits != 0 {
        return None;
    }
    let mut out = Table::new();
    for t in 0..threads {
        for v in 0..values / bits {
            let first = at(layout, t + threads * v * bits);
            let together = (0..bits).all(|k| at(layout, t + threads * (v * bits + k)) == first + k);
            if first % bits != 0 || !together {
                return None;
            }
            out.insert((t, v), vec![first / bits]);
        }
    }
    Some(out)
}

/// The numbers of threads and values of a table.
pub(super) fn counts(table: &Table) -> [i64; 2] {
    let last = |i: fn(&(i64, i64)) -> i64| table.keys().map(i).max().unwrap() + 1;
    [last(|key| key.0), last(|key| key.1)]
}

/// `make_tiled_copy`: element `m_val + |val_m| * m_thr` of a mode belongs to thread `thr(m_thr,n_thr)`,
/// value `val(m_val,n_val)`.
pub(super) fn tile_of(thr: &Layout, val: &Layout) -> Option<(Table, Vec<i64>)> {
    let (mut t, mut v) = (sizes(thr), sizes(val));
    let rank = t.len().max(v.len());
    t.resize(rank, 1);
    v.resize(rank, 1);
    let tile: Vec<i64> = t.iter().zip(&v).map(|(a, b)| a * b).collect();
    let mut out = Table::new();
    for index in 0..tile.iter().product() {
        let (mut rest, mut coord) = (index, Vec::new());
        let (mut it, mut iv, mut pt, mut pv) = (0, 0, 1, 1);
        for i in 0..rank {
            let c = rest % tile[i];
            rest /= tile[i];
            coord.push(c);
            (it, pt) = (it + c / v[i] * pt, pt * t[i]);
            (iv, pv) = (iv + c % v[i] * pv, pv * v[i]);
        }
        if out.insert((at(thr, it), at(val, iv)), coord).is_some() {
            return None;
        }
    }
    Some((out, tile))
}

/// A side of a tiled copy: thread `t + nt * rt`, value `v + ns * rv` of it holds what thread `t' + nt * rt`, value
/// `v' + nr * rv` of the reference holds, where `Ref(t',v') = Side(t,v)`.
pub(super) fn side(tv: &Table, side: &Table, reference: &Table) -> Option<Table> {
    let [nt, ns] = counts(side);
    let [_, nr] = counts(reference);
    let [threads, values] = counts(tv);
    if threads % nt != 0 || values % nr != 0 {
        return None;
    }
    let mut back: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for v in 0..nr {
        for t in 0..nt {
            back.entry(reference[&(t, v)][0]).or_insert((t, v));
        }
    }
    let mut out = Table::new();
    for rt in 0..threads / nt {
        for rv in 0..values / nr {
            for (&(t, v), element) in side {
                let (t2, v2) = back.get(&element[0])?;
                let held = tv.get(&(t2 + nt * rt, v2 + nr * rv))?;
                out.insert((t + nt * rt, v + ns * rv), held.clone());
            }
        }
    }
    Some(out)
}

/// What a thread has of a tensor in tiles: the coordinates of its elements, values first, then tiles.
pub(super) fn part(table: &Table, tile: &[i64], extents: &[i64], thread: i64) -> Vec<Vec<i64>> {
    let [_, values] = counts(table);
    let tiles: Vec<i64> = (0..extents.len())
        .map(|i| tile.get(i).map_or(extents[i], |tile| (extents[i] + tile - 1) / tile))
        .collect();
    let mut out = Vec::new();
    for index in 0..tiles.iter().product() {
        for value in 0..values {
            let (mut rest, mut coord) = (index, Vec::new());
            for (i, count) in tiles.iter().enumerate() {
                let r = rest % count;
                rest /= count;
                let inside = table[&(thread, value)].get(i).copied().unwrap_or(0);
                coord.push(inside + tile.get(i).copied().unwrap_or(1) * r);
            }
            out.push(coord);
        }
    }
    out
}
