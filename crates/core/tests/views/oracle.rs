//! Offsets by coordinates, from the definition: digits times strides, in either order of counting.

use tilework::{Layout, Order, Tuple};

/// All coordinates of some extents, in the order of counting.
pub(crate) fn counted(extents: &[i64], order: Order) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for &extent in extents {
        all = all
            .iter()
            .flat_map(|head: &Vec<i64>| (0..extent).map(move |x| [head.as_slice(), &[x]].concat()))
            .collect();
    }
    // The rightmost digit changes fastest now.
    if order == Order::Colex {
        all.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
    }
    all
}

/// The offset at a coordinate of the leaves.
pub(crate) fn offset(layout: &Layout, digits: &[i64]) -> i64 {
    digits.iter().zip(layout.leaf_modes()).map(|(x, mode)| x * mode.stride).sum()
}

/// All offsets in the order of counting.
pub(crate) fn table(layout: &Layout, order: Order) -> Vec<i64> {
    let extents: Vec<i64> = layout.leaf_modes().iter().map(|mode| mode.extent).collect();
    counted(&extents, order).iter().map(|digits| offset(layout, digits)).collect()
}

/// All flat shapes of a size with at most `rank` modes.
pub(crate) fn shapes(size: i64, rank: usize) -> Vec<Tuple> {
    fn extend(size: i64, rank: usize, head: &[i64], out: &mut Vec<Tuple>) {
        if size == 1 && !head.is_empty() {
            out.push(Tuple::from_slice(head).unwrap());
        }
        if rank > 0 {
            for extent in (1..=size).filter(|extent| size % extent == 0) {
                extend(size / extent, rank - 1, &[head, &[extent]].concat(), out);
            }
        }
    }
    let mut out = Vec::new();
    extend(size, rank, &[], &mut out);
    out
}
