//! What the answers must be, by brute force: over the whole domain, without the algebra.

use std::collections::BTreeSet;

use tilework::{ErrorKind, Layout, Mode, Tuple};
use tilework_testing::bits;
use tilework_testing::casts::{downcasts, upcasts};
use tilework_testing::{eval, offsets};

use super::line::{Answer, Args, Tile};

/// How an answer is judged.
pub(super) enum Law {
    /// The operation only rearranges: nothing but CuTe's answer says what it should be.
    Structure,
    /// The answer is the layout with this table; `None` when there is no such layout.
    Table(fn(&Args) -> Option<Table>),
    /// The answer is one of these, strides of extent-1 modes aside.
    OneOf(fn(&Args) -> Vec<Layout>),
    /// There always is an answer, and this holds for it.
    Holds(fn(&Args, &Answer) -> bool),
    /// This holds for an answer, and that says that there is none.
    Search(fn(&Args, &Answer) -> bool, fn(&Args) -> bool),
}

impl Law {
    /// Whether the law says that this answer is wrong.
    pub(super) fn refutes(&self, args: &Args, answer: &Answer) -> bool {
        matches!(answer, Answer::NotALayout(_)) || self.check(args, answer).is_err()
    }

    pub(super) fn check(&self, args: &Args, answer: &Answer) -> Result<(), &'static str> {
        let right = match self {
            Law::Structure => true,
            Law::Table(table) => {
                table(args).is_some_and(|table| table == offsets(&answer.layout()))
            }
            Law::OneOf(all) => all(args).iter().any(|layout| Answer::from(*layout) == *answer),
            Law::Holds(holds) | Law::Search(holds, _) => holds(args, answer),
        };
        if right { Ok(()) } else { Err("the answer breaks the law") }
    }

    pub(super) fn check_none(&self, args: &Args) -> Result<(), &'static str> {
        let none = match self {
            Law::Structure => true,
            Law::Table(table) => table(args).is_none(),
            Law::OneOf(all) => all(args).is_empty(),
            Law::Holds(_) => false,
            Law::Search(_, none) => none(args),
        };
        if none { Ok(()) } else { Err("we refuse, but there is an answer") }
    }
}

// ---- Tables ----------------------------------------------------------------------------

/// The offsets in index order.
type Table = Vec<i64>;

/// The table of the layout with these modes: all sums, the first fastest.
fn outer(modes: impl IntoIterator<Item = Table>) -> Table {
    modes.into_iter().fold(vec![0], |low, high| {
        high.iter().flat_map(|h| low.iter().map(move |l| l + h)).collect()
    })
}

fn modes(layout: &Layout) -> impl Iterator<Item = Layout> {
    (0..layout.rank()).map(|i| layout.mode(i).unwrap())
}

fn apply(a: &Layout, table: &[i64]) -> Table {
    table.iter().map(|&x| eval(a.leaf_modes(), x)).collect()
}

/// The indices at which leaf modes end, without the size.
fn boundaries(layout: &Layout) -> Vec<usize> {
    let ends = layout.leaf_modes().iter().scan(1, |end, mode| {
        *end *= mode.extent as usize;
        Some(*end)
    });
    ends.collect()
}

/// The `N > 1` with `c_N != 0` in `f(x) = sum of c_N * floor(x / N)`, which every function with
/// `f(0) = 0` is in exactly one way.
fn breaks(table: &[i64]) -> Vec<usize> {
    let mut c: Vec<i64> =
        (0..table.len()).map(|x| if x == 0 { 0 } else { table[x] - table[x - 1] }).collect();
    for n in 1..c.len() {
        if c[n] != 0 {
            (2 * n..c.len()).step_by(n).for_each(|multiple| c[multiple] -= c[n]);
        }
    }
    (2..c.len()).filter(|&n| c[n] != 0).collect()
}

/// Whether a layout that has modes ending at `ends` has this table: where the stride changes and
/// where modes end must divide one another, and the size.
fn is_layout(table: &[i64], ends: impl IntoIterator<Item = usize>) -> bool {
    let mut chain = breaks(table);
    chain.extend(ends);
    chain.push(table.len());
    chain.sort_unstable();
    chain.windows(2).all(|pair| pair[1].is_multiple_of(pair[0]))
}

fn min(table: &[i64]) -> i64 {
    table.iter().copied().min().unwrap_or(0)
}

// ---- Composition, complement -------------------------------------------------------------

pub(super) fn itself(args: &Args) -> Option<Table> {
    Some(offsets(&args.layout(0)))
}

pub(super) fn composition(args: &Args) -> Option<Table> {
    compose(&args.layout(0), &args.layout(1))
}

/// `A(B(x))`, if it is a layout that refines B's shape.
fn compose(a: &Layout, b: &Layout) -> Option<Table> {
    let inner = offsets(b);
    if min(&inner) < 0 {
        return None;
    }
    let table = apply(a, &inner);
    is_layout(&table, boundaries(b)).then_some(table)
}

pub(super) fn composition_tiler(args: &Args) -> Option<Table> {
    compose_tile(&args.layout(0), &args.tile(1))
}

fn compose_tile(a: &Layout, tile: &Tile) -> Option<Table> {
    match tile {
        Tile::Keep => Some(offsets(a)),
        Tile::Layout(b) => compose(a, b),
        Tile::Modes(tiles) if tiles.len() > a.rank() => None,
        Tile::Modes(tiles) => {
            let tables: Option<Vec<_>> =
                modes(a).zip(tiles).map(|(a, tile)| compose_tile(&a, tile)).collect();
            tables.map(outer)
        }
    }
}

pub(super) fn complement(args: &Args) -> Option<Table> {
    cover(&args.layout(0), args.tuple(1).product().unwrap())
}

pub(super) fn complement_default(args: &Args) -> Option<Table> {
    let a = args.layout(0);
    cover(&a, offsets(&a).into_iter().max().unwrap() + 1)
}

/// Where copies of A's image must start so that they cover `[0, m')` exactly once, for the least
/// `m' >= m` for which they can: the least offset that is free starts the next copy.
fn cover(a: &Layout, m: i64) -> Option<Table> {
    let image: BTreeSet<i64> = offsets(a).into_iter().collect();
    let (least, most) = (*image.first()?, *image.last()?);
    if least < 0 || m < 1 {
        return None;
    }
    let (mut covered, mut starts, mut free) = (BTreeSet::new(), Vec::new(), 0);
    // A set that tiles has a block of at most twice its largest element plus one.
    while free <= m + 2 * most + 1 {
        if free >= m && covered.last().is_none_or(|&last| last < free) {
            return Some(starts);
        }
        starts.push(free);
        if !image.iter().all(|x| covered.insert(free + x)) {
            return None;
        }
        while covered.contains(&free) {
            free += 1;
        }
    }
    None
}

// ---- Division and product ---------------------------------------------------------------

/// The tables of the two halves, and of the whole in the order of `logical_*`.
struct Halves {
    first: Table,
    second: Table,
    by_mode: Table,
}

type Halve = fn(&Layout, &Layout) -> Option<Halves>;

/// `A o (T, complement(T, size A))`. A tile that overhangs continues A on its last mode; where no
/// layout does that, on its last mode of extent above 1, which is the same inside A.
fn divide(a: &Layout, tile: &Layout) -> Option<Halves> {
    let (tiles, starts) = (offsets(tile), cover(tile, a.size())?);
    let ends = breaks(&starts).into_iter().map(|n| n * tiles.len());
    let ends: Vec<usize> = ends.chain(boundaries(tile)).collect();
    let continued = [*a, a.coalesce()].into_iter().map(|a| Halves {
        first: apply(&a, &tiles),
        second: apply(&a, &starts),
        by_mode: apply(&a, &outer([tiles.clone(), starts.clone()])),
    });
    continued.into_iter().find(|halves| is_layout(&halves.by_mode, ends.iter().copied()))
}

/// `(A, complement(A, size A * cosize B) o B)`; no complement is needed where B stays at 0.
fn product(a: &Layout, b: &Layout) -> Option<Halves> {
    let inner = offsets(b);
    if min(&inner) < 0 {
        return None;
    }
    let most = *inner.iter().max()?;
    let starts = if most == 0 { vec![0] } else { cover(a, a.size() * (most + 1))? };
    let second: Table = inner.iter().map(|&y| starts[y as usize]).collect();
    let by_mode = outer([offsets(a), second.clone()]);
    is_layout(&second, boundaries(b)).then_some(Halves { first: offsets(a), second, by_mode })
}

fn halve(a: &Layout, tile: &Tile, leaf: Halve) -> Option<Halves> {
    let tiles = match tile {
        Tile::Keep => {
            return Some(Halves { first: vec![0], second: offsets(a), by_mode: offsets(a) });
        }
        Tile::Layout(b) => return leaf(a, b),
        Tile::Modes(tiles) if tiles.len() > a.rank() => return None,
        Tile::Modes(tiles) => tiles,
    };
    let (mut first, mut second, mut by_mode) = (Vec::new(), Vec::new(), Vec::new());
    for (i, mode) in modes(a).enumerate() {
        let halves = halve(&mode, tiles.get(i).unwrap_or(&Tile::Keep), leaf)?;
        first.push(halves.first);
        second.push(halves.second);
        by_mode.push(halves.by_mode);
    }
    Some(Halves { first: outer(first), second: outer(second), by_mode: outer(by_mode) })
}

pub(super) fn divide_by_mode(args: &Args) -> Option<Table> {
    halve(&args.layout(0), &args.tile(1), divide).map(|halves| halves.by_mode)
}

/// Zipped, tiled and flat differ only in their parentheses.
pub(super) fn divide_apart(args: &Args) -> Option<Table> {
    halve(&args.layout(0), &args.tile(1), divide).map(|halves| outer([halves.first, halves.second]))
}

pub(super) fn product_by_mode(args: &Args) -> Option<Table> {
    halve(&args.layout(0), &args.tile(1), product).map(|halves| halves.by_mode)
}

pub(super) fn product_apart(args: &Args) -> Option<Table> {
    halve(&args.layout(0), &args.tile(1), product)
        .map(|halves| outer([halves.first, halves.second]))
}

pub(super) fn blocked_product(args: &Args) -> Option<Table> {
    let pairs = product_pairs(&args.layout(0), &args.layout(1))?;
    Some(outer(pairs.into_iter().flat_map(|(a, b)| [a, b])))
}

pub(super) fn raked_product(args: &Args) -> Option<Table> {
    let pairs = product_pairs(&args.layout(0), &args.layout(1))?;
    Some(outer(pairs.into_iter().flat_map(|(a, b)| [b, a])))
}

/// Mode by mode, the block and its repetitions.
fn product_pairs(a: &Layout, b: &Layout) -> Option<Vec<(Table, Table)>> {
    let repeats = product(a, b)?.second;
    let (mut pairs, mut place) = (Vec::new(), 1);
    for i in 0..a.rank().max(b.rank()) {
        let block = a.mode(i).map_or(vec![0], |mode| offsets(&mode));
        let extent = b.mode(i).map_or(1, |mode| mode.size() as usize);
        pairs.push((block, (0..extent).map(|y| repeats[y * place]).collect()));
        place *= extent;
    }
    Some(pairs)
}

pub(super) fn tile_to_shape(args: &Args) -> Option<Table> {
    tile_in_order(&args.layout(0), &args.tuple(1), args.tuple(2).leaves())
}

pub(super) fn tile_to_shape_default(args: &Args) -> Option<Table> {
    let shape = args.tuple(1);
    let order: Vec<i64> = (0..shape.rank() as i64).collect();
    tile_in_order(&args.layout(0), &shape, &order)
}

/// A blocked product with as many repetitions as it takes, compact in this order.
fn tile_in_order(block: &Layout, shape: &Tuple, order: &[i64]) -> Option<Table> {
    let rank = shape.rank();
    if block.rank() > rank || order.len() != rank {
        return None;
    }
    let mut repeats = Vec::new();
    for i in 0..rank {
        let extent = shape.mode(i).unwrap().product().unwrap();
        let tile = block.mode(i).map_or(1, |mode| mode.size());
        if extent % tile != 0 {
            return None;
        }
        repeats.push(Mode::new(extent / tile, 0));
    }
    let (mut by_order, mut stride): (Vec<usize>, _) = ((0..rank).collect(), 1);
    by_order.sort_by_key(|&i| order[i]);
    for i in by_order {
        repeats[i].stride = stride;
        stride *= repeats[i].extent;
    }
    let (extents, strides): (Vec<i64>, Vec<i64>) =
        repeats.iter().map(|m| (m.extent, m.stride)).unzip();
    let tuple = |values: &[i64]| Tuple::from_slice(values).unwrap();
    let arrangement = Layout::from_tuples(&tuple(&extents), &tuple(&strides)).unwrap();
    let pairs = product_pairs(block, &arrangement)?;
    Some(outer(pairs.into_iter().flat_map(|(a, b)| [a, b])))
}

// ---- Inverses -----------------------------------------------------------------------------

pub(super) fn inverts_from_right(args: &Args, answer: &Answer) -> bool {
    let a = args.layout(0);
    apply(&a, &offsets(&answer.layout())).into_iter().eq(0..answer.layout().size())
}

pub(super) fn inverts_from_left(args: &Args, answer: &Answer) -> bool {
    let a = args.layout(0);
    apply(&answer.layout(), &offsets(&a)).into_iter().eq(0..a.size())
}

/// Two indices with one offset cannot both be found again, and a left inverse has no negative
/// indices.
pub(super) fn not_injective(args: &Args) -> bool {
    let table = offsets(&args.layout(0));
    min(&table) < 0 || table.iter().collect::<BTreeSet<_>>().len() < table.len()
}

/// For an injective layout this rests on the search over all shapes of an inverse, which a test of
/// its own compares with brute force; past its budget nobody knows.
pub(super) fn no_left_inverse(args: &Args) -> bool {
    let searched = || args.layout(0).left_inverse_search().map_err(|error| error.kind());
    not_injective(args)
        || matches!(searched(), Err(ErrorKind::NoSolution { .. } | ErrorKind::Undecided { .. }))
}

pub(super) fn maps_to_zero(args: &Args, answer: &Answer) -> bool {
    let zeros = (0..).zip(offsets(&args.layout(0))).filter(|(_, y)| *y == 0).map(|(x, _)| x);
    offsets(&answer.layout()).into_iter().eq(zeros)
}

/// How many indices `i` from 0 on have `A(R(i)) = i` inside of A, with the right inverse R of B.
fn common(args: &Args) -> (Table, usize) {
    let inverse = offsets(&args.layout(1).right_inverse());
    let (a, inside) = (args.layout(0), |x: &&i64| **x < args.layout(0).size());
    let indices: Table = inverse.iter().take_while(inside).copied().collect();
    let n = apply(&a, &indices).iter().zip(0..).take_while(|(image, i)| *image == i).count();
    (inverse, n)
}

pub(super) fn is_common_vector(args: &Args, answer: &Answer) -> bool {
    answer.int() as usize == common(args).1
}

pub(super) fn is_common_layout(args: &Args, answer: &Answer) -> bool {
    let (inverse, n) = common(args);
    let most = (1..=n).rev().find(|&m| is_layout(&inverse[..m], []));
    let table = offsets(&answer.layout());
    Some(table.len()) == most && table[..] == inverse[..table.len()]
}

/// Every group of `n` offsets is taken as a whole or not at all.
pub(super) fn is_alignment(args: &Args, answer: &Answer) -> bool {
    let n = answer.int();
    let image: BTreeSet<i64> = offsets(&args.layout(0)).into_iter().collect();
    image.iter().all(|y| (0..n).all(|i| image.contains(&(y.div_euclid(n) * n + i))))
}

pub(super) fn is_cosize(args: &Args, answer: &Answer) -> bool {
    let table = offsets(&args.layout(0));
    answer.int() == table.iter().max().unwrap() - min(&table) + 1
}

// ---- Orders -------------------------------------------------------------------------------

pub(super) fn is_compact(_: &Args, answer: &Answer) -> bool {
    let mut table = offsets(&answer.layout());
    table.sort_unstable();
    table.into_iter().eq(0..answer.layout().size())
}

/// The order must be nested as the shape, or coarser.
pub(super) fn has_no_order(args: &Args) -> bool {
    !args.tuple(1).weakly_congruent(&args.tuple(0))
}

pub(super) fn is_compact_but_zeros(_: &Args, answer: &Answer) -> bool {
    is_compact(&Args::NONE, &Answer::from(answer.layout().filter_zeros()))
}

// ---- Elements of another width ------------------------------------------------------------

pub(super) fn upcast(args: &Args) -> Vec<Layout> {
    upcasts(&args.layout(0), args.int(1))
}

pub(super) fn downcast(args: &Args) -> Vec<Layout> {
    downcasts(&args.layout(0), args.int(1))
}

pub(super) fn recast(args: &Args) -> Vec<Layout> {
    let (old, new) = (args.int(1), args.int(2));
    let common = (1..=old).rev().find(|d| old % d == 0 && new % d == 0).unwrap();
    let larger = upcasts(&args.layout(0), new / common);
    larger.iter().flat_map(|layout| downcasts(layout, old / common)).collect()
}

// ---- Swizzles ---------------------------------------------------------------------------

/// The bits of these offsets swizzled one by one.
fn swizzled(args: &Args, table: &[i64]) -> Answer {
    let swizzle = args.swizzle(0);
    Answer::Table(table.iter().map(|&y| bits::swizzle(&swizzle, y)).collect())
}

pub(super) fn never(_: &Args) -> bool {
    false
}

pub(super) fn is_swizzled(args: &Args, answer: &Answer) -> bool {
    swizzled(args, &args.numbers(1)) == *answer
}

pub(super) fn is_swizzled_layout(args: &Args, answer: &Answer) -> bool {
    swizzled(args, &offsets(&args.layout(1))) == *answer
}

/// A function needs no strides, so it is there wherever the tile asks for no negative index.
fn composition_behind(a: &Layout, tile: &Tile) -> Option<Table> {
    match tile {
        Tile::Layout(b) => {
            let inner = offsets(b);
            (min(&inner) >= 0).then(|| apply(a, &inner))
        }
        Tile::Modes(tiles) if tiles.len() <= a.rank() => {
            let tables: Option<Vec<_>> =
                modes(a).zip(tiles).map(|(a, tile)| composition_behind(&a, tile)).collect();
            tables.map(outer)
        }
        tile => compose_tile(a, tile),
    }
}

pub(super) fn is_swizzled_composition(args: &Args, answer: &Answer) -> bool {
    let table = composition_behind(&args.layout(1), &args.tile(2));
    table.is_some_and(|table| swizzled(args, &table) == *answer)
}

pub(super) fn no_swizzled_composition(args: &Args) -> bool {
    composition_behind(&args.layout(1), &args.tile(2)).is_none()
}

/// `A o (T, complement(T, size A))` as a function, which needs no strides.
fn divide_behind(a: &Layout, tile: &Layout) -> Option<Halves> {
    let (tiles, starts) = (offsets(tile), cover(tile, a.size())?);
    let by_mode = apply(a, &outer([tiles.clone(), starts.clone()]));
    Some(Halves { first: apply(a, &tiles), second: apply(a, &starts), by_mode })
}

pub(super) fn is_swizzled_divide(args: &Args, answer: &Answer) -> bool {
    let halves = halve(&args.layout(1), &args.tile(2), divide_behind);
    halves.is_some_and(|halves| swizzled(args, &halves.by_mode) == *answer)
}

pub(super) fn no_swizzled_divide(args: &Args) -> bool {
    halve(&args.layout(1), &args.tile(2), divide).is_none()
}
