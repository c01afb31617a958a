//! The brute-force oracle: layouts are evaluated from their modes, and what a layout function is, is
//! decided by trying all chains of divisors.

use tilework::{Layout, Mode, Tuple};

/// The layout function at `x`, continuing on the last mode.
pub fn eval(modes: &[Mode], mut x: i64) -> i64 {
    let mut offset = 0;
    for (i, mode) in modes.iter().enumerate() {
        if i + 1 == modes.len() {
            return offset + x * mode.stride;
        }
        offset += x % mode.extent * mode.stride;
        x /= mode.extent;
    }
    offset
}

/// All offsets of a layout, in index order.
pub fn offsets(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|x| eval(layout.leaf_modes(), x)).collect()
}

/// All natural coordinates of a shape, leftmost fastest.
pub fn coords(shape: &Tuple) -> Vec<Tuple> {
    let mut all = vec![Vec::new()];
    // The last digit is the outermost loop.
    for &extent in shape.leaves().iter().rev() {
        all = all
            .iter()
            .flat_map(|tail| (0..extent).map(move |x| [&[x], &tail[..]].concat()))
            .collect();
    }
    let nested = |digits: Vec<i64>| Tuple::from_slice(&digits).unwrap().unflatten(shape).unwrap();
    all.into_iter().map(nested).collect()
}

/// The offsets that a layout takes, each once, in increasing order.
pub fn image(layout: &Layout) -> Vec<i64> {
    let mut image = offsets(layout);
    image.sort_unstable();
    image.dedup();
    image
}

/// The tiling of `[0, M')` by a set of offsets that contains 0, with the least `M' >= m`: the
/// starts of the tiles, and `M'`; or the first offset that no tile can cover.
///
/// There is never a choice: the least offset that is not covered must be the start of a tile.
pub fn tiling(tile: &[i64], m: i64) -> Result<(Vec<i64>, i64), i64> {
    let mut taken = std::collections::BTreeSet::new();
    let (mut starts, mut next) = (Vec::new(), 0);
    loop {
        if !tile.iter().all(|x| taken.insert(next + x)) {
            return Err(next);
        }
        starts.push(next);
        while taken.remove(&next) {
            next += 1;
        }
        if taken.is_empty() && next >= m {
            return Ok((starts, next));
        }
    }
}

/// The table of `A o B`.
pub fn composed(a: &Layout, b: &Layout) -> Vec<i64> {
    offsets(b).into_iter().map(|y| eval(a.leaf_modes(), y)).collect()
}

/// All chains `1 = N_0 | N_1 | ... | N_k = size` of proper divisors, without the size itself.
pub fn chains(size: usize) -> Vec<Vec<usize>> {
    fn extend(size: usize, chain: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        out.push(chain.clone());
        let last = chain[chain.len() - 1];
        for next in (2 * last..size).step_by(last) {
            if size.is_multiple_of(next) {
                chain.push(next);
                extend(size, chain, out);
                chain.pop();
            }
        }
    }
    let mut out = Vec::new();
    extend(size, &mut vec![1], &mut out);
    out
}

/// What the oracle says of a table.
#[derive(Debug, PartialEq, Eq)]
pub enum Truth<'a> {
    /// A layout: the chain with the fewest modes.
    Layout(&'a [usize]),
    /// None; the first index at which no layout of this size agrees.
    Witness(usize),
}

/// Decides by trying all `chains` of the size whether a table is a layout.
///
/// All chains are read along the table at once, and those that disagree fall out; where the
/// last one does is the witness.
pub fn truth<'a>(chains: &'a [Vec<usize>], table: &[i64]) -> Truth<'a> {
    let mut alive: Vec<&[usize]> = chains.iter().map(Vec::as_slice).collect();
    for x in 1..table.len() {
        alive.retain(|chain| {
            // The last mode that starts at or below x; what is left of x, the chain has agreed
            // with before.
            let start = chain.iter().rev().find(|&&start| start <= x).unwrap();
            table[x] == (x / start) as i64 * table[*start] + table[x % start]
        });
        if alive.is_empty() {
            return Truth::Witness(x);
        }
    }
    Truth::Layout(alive.into_iter().min_by_key(|chain| chain.len()).unwrap())
}

/// What every layout that agrees with a table below its witness `x` has there.
pub fn forced(chains: &[Vec<usize>], table: &[i64], x: usize) -> i64 {
    let value = |chain: &[usize], x: usize| {
        let start = chain.iter().rev().find(|&&start| start <= x).unwrap();
        (x / start) as i64 * table[*start] + table[x % start]
    };
    let agrees = |chain: &&Vec<usize>| (1..x).all(|y| table[y] == value(chain, y));
    value(chains.iter().find(agrees).unwrap(), x)
}

/// The layout with modes that start at `chain`.
pub fn from_chain(chain: &[usize], table: &[i64]) -> Layout {
    if table.len() == 1 {
        return Layout::UNIT;
    }
    let ends = chain.iter().skip(1).copied().chain([table.len()]);
    let modes: Vec<Layout> = chain
        .iter()
        .zip(ends)
        .map(|(&start, end)| Layout::new((end / start) as i64, table[start]).unwrap())
        .collect();
    if modes.len() == 1 { modes[0] } else { Layout::concat(&modes).unwrap() }
}

/// Whether a table is that of a layout that refines the shape of `b`.
pub fn fits(table: &[i64], b: &Layout) -> bool {
    let chains = chains(table.len());
    let Truth::Layout(chain) = truth(&chains, table) else { return false };
    let mut end = 1;
    b.leaf_modes().iter().all(|mode| {
        end *= mode.extent as usize;
        chain.iter().all(|&start| start % end == 0 || end % start == 0)
    })
}

/// Whether `fine` has the shape of `coarse` with integers replaced by tuples of that size.
pub fn refines(coarse: &Tuple, fine: &Tuple) -> bool {
    if coarse.is_leaf() {
        return coarse.leaves()[0] == fine.leaves().iter().product::<i64>();
    }
    !fine.is_leaf()
        && coarse.rank() == fine.rank()
        && (0..coarse.rank()).all(|i| refines(&coarse.mode(i).unwrap(), &fine.mode(i).unwrap()))
}
