//! Ragged tiles: which elements are inside, by going through all of them.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Op, Ragged, Shape, Tuple, layout, tiler, tuple};
use tilework_testing::forms::{Tree, modes, tree};
use tilework_testing::{image, layout, offsets, tiling};

/// A mode as the tiler sees it: the offsets of its tile, where the tiles start, and its size.
struct Axis {
    tile: Vec<i64>,
    starts: Vec<i64>,
    size: i64,
}

/// The modes in order; `None` when a tile has an element twice or does not tile.
fn axes(a: &Layout, tree: &Tree, out: &mut Vec<Axis>) -> Option<()> {
    match tree {
        Tree::Keep => out.push(whole(a)),
        Tree::Layout(tile) => {
            let (offsets, size) = (offsets(tile), a.size());
            if image(tile).len() < offsets.len() {
                return None;
            }
            let (starts, _) = tiling(&image(tile), size).ok()?;
            out.push(Axis { tile: offsets, starts, size });
        }
        Tree::Tuple(trees) => {
            let all = modes(a);
            if trees.len() > all.len() {
                return None;
            }
            for (mode, tree) in all.iter().zip(trees) {
                axes(mode, tree, out)?;
            }
            out.extend(all[trees.len()..].iter().map(whole));
        }
    }
    Some(())
}

fn whole(a: &Layout) -> Axis {
    Axis { tile: vec![0], starts: (0..a.size()).collect(), size: a.size() }
}

/// All choices of one element from each list, leftmost fastest.
fn choices(lists: &[&[i64]]) -> Vec<Vec<i64>> {
    lists.iter().rev().fold(vec![Vec::new()], |tails, list| {
        tails
            .iter()
            .flat_map(|tail| list.iter().map(move |x| [&[*x], &tail[..]].concat()))
            .collect()
    })
}

/// The law: inside is what is below the size in every mode.
fn law(a: &Layout, tree: &Tree) -> bool {
    let tiler = tree.tiler();
    let (made, mut all) = (Ragged::new(&a.shape(), &tiler), Vec::new());
    if axes(a, tree, &mut all).is_none() {
        assert!(made.is_err(), "{a} by {tiler}");
        return false;
    }
    let ragged = made.unwrap();
    let tiles = choices(&all.iter().map(|axis| &axis.starts[..]).collect::<Vec<_>>());
    let elements = choices(&all.iter().map(|axis| &axis.tile[..]).collect::<Vec<_>>());
    assert_eq!(ragged.rest_shape().product(), Ok(tiles.len() as i64), "{a} by {tiler}");
    assert_eq!(ragged.tile_shape().product(), Ok(elements.len() as i64), "{a} by {tiler}");
    let mut masked = 0;
    for (t, start) in tiles.iter().enumerate() {
        let outside: Vec<bool> = elements
            .iter()
            .map(|x| all.iter().enumerate().any(|(k, axis)| x[k] + start[k] >= axis.size))
            .collect();
        for (i, outside) in outside.iter().enumerate() {
            assert_eq!(ragged.is_inside(i, t), Ok(!outside), "{a} by {tiler}: {i} of {t}");
            let sum: Vec<i64> = elements[i].iter().zip(start).map(|(x, s)| x + s).collect();
            assert_eq!(ragged.coord(i, t).unwrap().leaves(), sum, "{a} by {tiler}: {i} of {t}");
        }
        let count = outside.iter().filter(|outside| **outside).count() as i64;
        let first = outside.iter().position(|outside| *outside).map(|i| i as i64);
        assert_eq!(ragged.masked_in(t), Ok(count), "{a} by {tiler}: tile {t}");
        assert_eq!(ragged.first_masked(t), Ok(first), "{a} by {tiler}: tile {t}");
        let limits: Vec<i64> = all.iter().zip(start).map(|(axis, s)| axis.size - s).collect();
        assert_eq!(ragged.limits(t).unwrap().leaves(), limits, "{a} by {tiler}: tile {t}");
        masked += count;
    }
    assert_eq!(ragged.masked(), masked, "{a} by {tiler}");
    true
}

fn shape(shape: &Shape) -> Layout {
    Layout::col_major(shape).unwrap()
}

#[test]
fn exhaustive() {
    let mut seen = 0;
    for n in 1..=13 {
        for tile in tilework_testing::small_layouts(2, 1..=4, 0..=6) {
            seen += usize::from(law(&Layout::new(n, 1).unwrap(), &Tree::Layout(tile)));
        }
    }
    for (m, n) in (1..=7).flat_map(|m| (1..=7).map(move |n| (m, n))) {
        for (p, q) in (1..=4).flat_map(|p| (1..=4).map(move |q| (p, q))) {
            let tile = |n: i64| Tree::Layout(Layout::new(n, 1).unwrap());
            let tree = Tree::Tuple(vec![tile(p), tile(q)]);
            assert!(law(&shape(&Tuple::of((m, n)).unwrap()), &tree));
            seen += 1;
        }
    }
    println!("{seen} divisions exist");
    assert!(seen > 1_500);
}

/// Nothing is enumerated: a shape with more elements than any memory.
#[test]
fn large() {
    let n = 1_i64 << 40;
    let shape = Tuple::of((n + 1, 1_000_003)).unwrap();
    let ragged = Ragged::new(&shape, &tiler!(<1048576,(8,4):(1,16)>)).unwrap();
    let last = Tuple::of((1 << 20, 31_250 * 8 / 16 * 2 - 1)).unwrap();
    assert_eq!(ragged.rest_shape().mode(0), Ok(Tuple::leaf((1 << 20) + 1)));
    assert!(ragged.first_masked(last).unwrap().is_some());
    assert_eq!(ragged.first_masked((0, 0)), Ok(None));
    assert_eq!(ragged.first_masked((1 << 20, 0)), Ok(Some(1)));
    assert_eq!(ragged.masked_in((1 << 20, 0)), Ok(((1 << 20) - 1) * 32));
}

#[test]
fn examples() {
    let ragged = Ragged::new(&tuple!(10), &tiler!(3:1)).unwrap();
    assert_eq!((ragged.masked(), ragged.masked_in(3)), (2, Ok(2)));
    assert_eq!((ragged.first_masked(2), ragged.first_masked(3)), (Ok(None), Ok(Some(1))));
    // A nested mode counts as one index; what the tiler does not name is whole.
    let ragged = Ragged::new(&tuple!(((2, 5), 7, (2, 2))), &tiler!(<4,2>)).unwrap();
    assert_eq!(ragged.bounds(), tuple!((10, 7, 4)));
    assert_eq!(ragged.coord((3, 1), (2, 3, 3)), Ok(tuple!((11, 7, 3))));
    assert_eq!(ragged.masked(), (12 * 8 - 70) * 4);
}

#[test]
fn refusals() {
    let error = Ragged::new(&tuple!((4, 8)), &tiler!(<2,(2,2):(1,1)>)).unwrap_err();
    assert_eq!(error.op(), Op::Ragged);
    assert!(error.mode_path().eq([1]));
    assert_eq!(error.kind(), ErrorKind::Aliased { x: 2, y: 1, offset: 1 });
    let error = Ragged::new(&tuple!((4, 8)), &tiler!(<2,2,2>)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankTooLarge { rank: 3, limit: 2 });
    let ragged = Ragged::new(&tuple!((10, 7)), &tiler!(<4,2>)).unwrap();
    assert_eq!(
        ragged.is_inside(0, 12).unwrap_err().kind(),
        ErrorKind::OutOfBounds { coordinate: 12, extent: 12 }
    );
    assert!(ragged.coord((4, 0), 0).is_err() && ragged.masked_in(-1).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn random(a in layout(1..=4, 1..=7, 1..=1), tree in tree(layout(1..=2, 1..=3, 0..=8))) {
        law(&shape(&a.shape()), &tree);
    }
}

#[test]
fn by_hand() {
    assert!(law(
        &layout!((10, 7)),
        &Tree::Tuple(vec![Tree::Keep, Tree::Layout(layout!((2,2):(4,1)))])
    ));
}
