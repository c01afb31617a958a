//! Mixed layouts are the layouts that the operations give once all numbers are known.

use proptest::prelude::*;
use tilework::types::*;
use tilework::{ErrorKind, Layout, Tiler, layout, mixed_layout, static_layout, static_tiler};

mixed_layout!(struct Matrix = (M,N):(1,ld));
mixed_layout!(struct Batched = (M,((4,8),2),L):(sm,((1,4),32),64));
mixed_layout!(struct Square = (n,n):(n,1));
mixed_layout!(struct Padded = (16,n):(ld,-1));
static_tiler!(struct Tile = <8,4>);
static_tiler!(struct Strided = <4:2,(2,2):(1,4)>);
static_tiler!(struct First = <4>);
static_tiler!(struct Nested = <_,(4,2):(2,16)>);

/// The law: the layout is what the operation at run time gives. Modes of extent 1 aside, also in its
/// structure; where a rest of one block disappears at run time, the function is the same.
fn law<L: MixedLayout, const N: usize>(parameters: [i64; N], expected: Layout) -> Mixed<L> {
    let mixed = Mixed::<L>::new(parameters).unwrap();
    assert!(mixed.layout().same_function(&expected), "{mixed:?} and {expected}");
    if mixed.layout().length() == expected.length() {
        assert_eq!(mixed.layout().normalize_units(), expected.normalize_units());
    }
    for i in 0..expected.size().min(300) {
        assert_eq!(Ok(mixed.at(i as usize)), expected.at_index(i), "{expected} at {i}");
    }
    mixed
}

fn all<A: MixedLayout, T: StaticTiler, const N: usize>(parameters: [i64; N], a: Layout) {
    let t: &Tiler = &T::TILER;
    law::<A, N>(parameters, a);
    law::<LogicalDivide<A, T>, N>(parameters, a.logical_divide(t).unwrap());
    law::<ZippedDivide<A, T>, N>(parameters, a.zipped_divide(t).unwrap());
    law::<TiledDivide<A, T>, N>(parameters, a.tiled_divide(t).unwrap());
    law::<FlatDivide<A, T>, N>(parameters, a.flat_divide(t).unwrap());
    law::<ComposeTiler<A, T>, N>(parameters, a.compose_tiler(t).unwrap());
    law::<Mode<ZippedDivide<A, T>, 0>, N>(parameters, a.zipped_divide(t).unwrap().mode(0).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn as_at_run_time(m in 1..=70_i64, n in 1..=70_i64, ld in -100..=100_i64, s in -9..=9_i64) {
        let matrix = Layout::new((m, n), (1, ld)).unwrap();
        all::<Matrix, Tile, 3>([m, n, ld], matrix);
        all::<Matrix, Strided, 3>([m, n, ld], matrix);
        all::<Matrix, First, 3>([m, n, ld], matrix);
        let batched = Layout::new((m, ((4, 8), 2), n), (s, ((1, 4), 32), 64)).unwrap();
        all::<Batched, Nested, 3>([m, n, s], batched);
        all::<Square, Tile, 1>([m], Layout::new((m, m), (m, 1)).unwrap());
        all::<Padded, Tile, 2>([n, ld], Layout::new((16, n), (ld, -1)).unwrap());
    }
}

#[test]
fn divides_twice() {
    static_tiler!(struct Small = <<2,2>,_>);
    type Twice = ZippedDivide<ZippedDivide<Matrix, Tile>, Small>;
    let expected = layout!((64,40):(1,100)).zipped_divide(&Tile::TILER).unwrap();
    law::<Twice, 3>([64, 40, 100], expected.zipped_divide(&Small::TILER).unwrap());
}

#[test]
fn coordinates() {
    let a = Mixed::<ZippedDivide<Matrix, Tile>>::new([64, 40, 100]).unwrap();
    for (coord, offset) in a.layout().entries() {
        let [i, j, k, l] = *coord.leaves() else { panic!("four leaves") };
        let [i, j, k, l] = [i, j, k, l].map(|x| x as usize);
        assert_eq!(a.at(((i, j), (k, l))), offset);
        assert_eq!(a.at((i + 8 * j, (k, l))), offset);
        assert_eq!(a.at((i + 8 * j, k + 8 * l)), offset);
    }
}

#[test]
fn refuses() {
    let kind = |parameters| Mixed::<Matrix>::new(parameters).unwrap_err().kind();
    assert_eq!(kind([0, 4, 1]), ErrorKind::BadExtent { leaf: 0, extent: 0 });
    assert!(matches!(kind([i64::MAX, 2, 1]), ErrorKind::Overflow { .. }));
    let kind = Mixed::<ZippedDivide<Matrix, Tile>>::new([8, 8, i64::MAX / 2]).unwrap_err().kind();
    assert!(matches!(kind, ErrorKind::Overflow { .. }));
    for text in ["(M,N):(1)", "(M,):ld)", "M", "(M,N)(1,ld)", "(M,N):(1,ld)x", "(0,M):(1,1)", ""] {
        assert!(Symbolic::parse(text).is_err(), "{text}");
    }
    static_layout!(struct Known = (4,8):(1,4));
    assert_eq!(Symbolic::parse("(M,(N,M)):(1,(2,ld))").unwrap().parameters(), 3);
    assert_eq!(Known::LAYOUT, layout!((4,8):(1,4)));
}
