//! The definitions, as slow and plain as possible.

use std::collections::BTreeSet;

use tilework::Layout;

/// The offset of an index; past the end the last mode continues.
pub fn at(layout: &Layout, mut index: i64) -> i64 {
    let modes = layout.leaf_modes();
    let mut offset = 0;
    for (i, mode) in modes.iter().enumerate() {
        let last = i + 1 == modes.len();
        offset += mode.stride * if last { index } else { index % mode.extent };
        index /= mode.extent;
    }
    offset
}

/// All offsets, in order.
pub fn table(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|index| at(layout, index)).collect()
}

/// A swizzle bit by bit: each of `bits` bits from `base` on takes its turn with the one `shift` above it, which it
/// changes if `shift` is negative, and by which it is changed otherwise.
pub fn swizzled(bits: u32, base: u32, shift: i32, offset: i64) -> i64 {
    let mut out = offset;
    for low in base..base + bits {
        let high = low + shift.unsigned_abs();
        let (read, changed) = if shift < 0 { (low, high) } else { (high, low) };
        out ^= (offset >> read & 1) << changed;
    }
    out
}

/// The first index at which no layout has the table `f`, and what all that agree below have there.
///
/// Every f with f(0) = 0 is a sum of `c[n] * floor(x / n)` in one way only; it is a layout if and
/// only if the n > 1 with `c[n] != 0` divide one another and the size.
pub fn witness(f: &[i64]) -> Option<(i64, i64)> {
    if f[0] != 0 {
        return Some((0, 0));
    }
    let mut c: Vec<i64> = (0..f.len()).map(|x| if x == 0 { 0 } else { f[x] - f[x - 1] }).collect();
    let mut top = 1;
    for n in 1..f.len() {
        if n > 1 && c[n] != 0 {
            if !n.is_multiple_of(top) || !f.len().is_multiple_of(n) {
                return Some((n as i64, f[n] - c[n]));
            }
            top = n;
        }
        for multiple in (2 * n..f.len()).step_by(n) {
            c[multiple] -= c[n];
        }
    }
    None
}

/// Where copies of the layout's image start that cover `[0, m')` once, for the least `m' >= m`.
///
/// The least number that is not covered can only be the start of the next copy, so there is
/// nothing to search for.
pub fn tiling(layout: &Layout, m: i64) -> Option<Vec<i64>> {
    let image: BTreeSet<i64> = table(layout).into_iter().collect();
    let span = image.last().unwrap() + 1;
    // The period of a tiling by a mixed-radix set is below twice its span.
    let limit = m + 2 * span;
    let mut covered = vec![false; (limit + span) as usize];
    let mut starts = vec![];
    let mut end = 0;
    for start in 0..limit {
        if start >= m && start == end {
            return Some(starts);
        }
        if covered[start as usize] {
            continue;
        }
        for offset in &image {
            let slot = &mut covered[(start + offset) as usize];
            if std::mem::replace(slot, true) {
                return None;
            }
        }
        starts.push(start);
        end = end.max(start + span);
    }
    None
}

/// Where the leaf modes end: the products of the leading extents.
pub fn ends(layout: &Layout) -> Vec<i64> {
    let extents = layout.leaf_modes().iter().map(|mode| mode.extent);
    extents
        .scan(1, |end, extent| {
            *end *= extent;
            Some(*end)
        })
        .collect()
}

/// Whether the shape of `r` is that of `b` with its extents cut further.
pub fn refines(r: &Layout, b: &Layout) -> bool {
    if b.depth() == 0 {
        return r.size() == b.size();
    }
    let mode = |layout: &Layout, i| layout.mode(i).unwrap();
    r.depth() > 0
        && r.rank() == b.rank()
        && (0..b.rank()).all(|i| refines(&mode(r, i), &mode(b, i)))
}
