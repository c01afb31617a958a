//! Elements of another width, by brute force: every layout that satisfies the definition.

use tilework::{Layout, Mode, Tuple};

/// `a` with other leaf modes.
fn rebuild(a: &Layout, leaves: impl IntoIterator<Item = Mode>) -> Layout {
    let (extents, strides): (Vec<i64>, Vec<i64>) =
        leaves.into_iter().map(|m| (m.extent, m.stride)).unzip();
    let tuple = |values: &[i64]| Tuple::from_slice(values).unwrap().unflatten(&a.shape()).unwrap();
    Layout::from_tuples(&tuple(&extents), &tuple(&strides)).unwrap()
}

/// Every R with `A(x) = n * R(x / q) + A(x mod q)`, leaf by leaf, for which the offsets
/// `A(x mod q)` are `n` consecutive ones, or every `g`-th of `n`, each once.
///
/// What lies inside a group does not constrain a layout that only steps over whole groups.
pub fn upcasts(a: &Layout, n: i64) -> Vec<Layout> {
    // All choices of q, with the leaves of R and the offsets A(x mod q).
    let mut all = vec![(Vec::new(), vec![0])];
    for &Mode { extent, stride } in a.leaf_modes() {
        let fits = |q: i64| {
            extent % q == 0 && (q == 1 || stride != 0) && (q == extent || q * stride % n == 0)
        };
        let choices: Vec<i64> = (1..=extent).filter(|&q| fits(q)).collect();
        let mut next = Vec::new();
        for (leaves, group) in &all {
            for &q in &choices {
                let outside = Mode::new(extent / q, if q == extent { 0 } else { q * stride / n });
                let inside =
                    (0..q).flat_map(|i| group.iter().map(move |y| y + i * stride)).collect();
                next.push(([leaves, &[outside][..]].concat(), inside));
            }
        }
        all = next;
    }
    all.retain_mut(|(_, group): &mut (_, Vec<i64>)| {
        group.sort_unstable();
        let g = if group.len() > 1 { group[1] - group[0] } else { n };
        g * group.len() as i64 == n && group.windows(2).all(|pair| pair[1] - pair[0] == g)
    });
    all.into_iter().map(|(leaves, _)| rebuild(a, leaves)).collect()
}

/// Every R in which one leaf has grown, with `R(.., n * x + r, ..) = n * A(.., x, ..) + r`, or `- r`
/// where it goes down.
pub fn downcasts(a: &Layout, n: i64) -> Vec<Layout> {
    let leaves = a.leaf_modes();
    if n == 1 {
        return vec![*a];
    }
    let can_grow = |(j, sign): &(usize, i64)| leaves[*j].extent == 1 || leaves[*j].stride == *sign;
    let ways = (0..leaves.len()).flat_map(|j| [(j, 1), (j, -1)]).filter(can_grow);
    let grown = ways.map(|(j, sign)| {
        let others = leaves.iter().map(|mode| Mode::new(mode.extent, mode.stride * n));
        let mut modes: Vec<Mode> = others.collect();
        modes[j] = Mode::new(leaves[j].extent * n, sign);
        rebuild(a, modes)
    });
    grown.collect()
}
