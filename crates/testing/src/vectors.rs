//! Vectors by their definition: the coordinates along a mode in groups, and all offsets looked at.

use std::collections::BTreeMap;
use std::ops::Range;

use tilework::Tuple;

/// All modes of a shape at every depth, the whole first: the path to each, and its leaves.
pub fn nodes(shape: &Tuple) -> Vec<(Vec<usize>, Range<usize>)> {
    fn visit(
        tree: &Tuple,
        path: &[usize],
        first: usize,
        out: &mut Vec<(Vec<usize>, Range<usize>)>,
    ) {
        out.push((path.to_vec(), first..first + tree.length()));
        if tree.is_leaf() {
            return;
        }
        let mut first = first;
        for i in 0..tree.rank() {
            let mode = tree.mode(i).unwrap();
            visit(&mode, &[path, &[i]].concat(), first, out);
            first += mode.length();
        }
    }
    let mut out = Vec::new();
    visit(shape, &[], 0, &mut out);
    out
}

/// The offsets along the mode with these leaves, one list for each coordinate of the others.
fn lines(shape: &Tuple, leaves: &Range<usize>, table: &[i64]) -> Vec<Vec<i64>> {
    let mut lines: BTreeMap<Vec<i64>, BTreeMap<i64, i64>> = BTreeMap::new();
    for (x, &offset) in (0..).zip(table) {
        let (mut rest, mut along, mut place, mut others) = (x, 0, 1, Vec::new());
        for (i, &extent) in shape.leaves().iter().enumerate() {
            if leaves.contains(&i) {
                along += rest % extent * place;
                place *= extent;
            } else {
                others.push(rest % extent);
            }
            rest /= extent;
        }
        lines.entry(others).or_default().insert(along, offset);
    }
    lines.into_values().map(|line| line.into_values().collect()).collect()
}

/// The widest groups along the mode with these leaves, and the widest that also start at their multiples.
pub fn vector(shape: &Tuple, leaves: &Range<usize>, table: &[i64]) -> (i64, i64) {
    let lines = lines(shape, leaves, table);
    let extent = lines[0].len();
    let groups = |n: usize| lines.iter().flat_map(move |line| line.chunks(n));
    let works = |n: &usize| {
        extent.is_multiple_of(*n)
            && groups(*n).all(|group| group.windows(2).all(|pair| pair[0] + 1 == pair[1]))
    };
    let starts = |n: &usize| groups(*n).all(|group| group[0].rem_euclid(*n as i64) == 0);
    let widths: Vec<usize> = (1..=extent).filter(works).collect();
    let aligned = widths.iter().copied().filter(starts).max().unwrap();
    (*widths.last().unwrap() as i64, aligned as i64)
}
