//! Types are the layouts that the operations give, and evaluate to the same numbers.

use tilework::types::*;
use tilework::{AnyLayout, Layout, layout, static_layout, static_tiler, tiler};

static_layout!(struct A = (4,(2,3)):(2,(1,8)));
static_layout!(struct B = ((3,2),4):((8,1),2));
static_layout!(struct Column = (12,32):(1,12));
static_layout!(struct Block = (2,5):(5,1));
static_layout!(struct Arrangement = (3,4):(1,3));
static_layout!(struct Negative = (3,(5,2)):(-10,(2,1)));
static_layout!(struct Unit = 1:0);
static_layout!(struct Trailing = (3,4,1):(4,1,100));
static_tiler!(struct ByMode = <4,8:2>);

/// The law: the constant is the value, and every way to ask for an offset gives that of the layout.
fn law<L: StaticLayout>(value: Layout) {
    assert_eq!(L::LAYOUT, value);
    let (a, size) = (Static::<L>::new(), value.size() as usize);
    assert_eq!(Static::<L>::SIZE, size);
    assert_eq!(Static::<L>::COSIZE as i64, value.cosize());
    assert_eq!(a.layout(), value);
    // Past the end, too, where it fits.
    for i in 0..3 * size {
        assert_eq!(Ok(a.at(i)), value.at_index(i as i64), "{value} at {i}");
    }
    assert!(a.offsets().eq(value.offsets()));
    assert_eq!(format!("{a:?}"), value.to_string());
}

macro_rules! laws {
    ($($type:ty = $value:expr;)*) => {
        $(law::<$type>($value);)*
    };
}

#[test]
fn every_operation() -> Result<(), tilework::Error> {
    let (a, b, column) = (A::LAYOUT, B::LAYOUT, Column::LAYOUT);
    let (block, arrangement) = (Block::LAYOUT, Arrangement::LAYOUT);
    let (t, four) = (tiler!(<4,8:2>), layout!(4:1));
    static_layout!(struct Four = 4:1);
    static_layout!(struct Shape = (8,3));
    static_layout!(struct Large = (4,10));
    laws! {
        A = layout!((4,(2,3)):(2,(1,8)));
        Negative = layout!((3,(5,2)):(-10,(2,1)));
        Unit = layout!(1:0);
        Trailing = layout!((3,4,1):(4,1,100));
        Coalesce<Column> = column.coalesce();
        CoalesceBy<A, Shape> = a.coalesce_by(&layout!((8,3)).shape())?;
        Filter<A> = a.filter();
        FilterZeros<A> = a.filter_zeros();
        Compose<A, B> = a.compose(&b)?;
        ComposeStrict<A, Four> = a.compose_strict(&four)?;
        ComposeFlat<A, B> = a.compose_flat(&b)?;
        ComposeAt<Column, Four, 4> = column.compose_at(4, &four)?;
        ComposeTiler<Column, ByMode> = column.compose_tiler(&t)?;
        Complement<Four, 24> = four.complement(24)?;
        ComplementExact<Four, 24> = four.complement_exact(24)?;
        ComplementImage<Four, 24> = four.complement_image(24)?;
        LogicalDivide<Column, ByMode> = column.logical_divide(&t)?;
        LogicalDivide<Column, (Four, Keep)> = column.logical_divide(&tiler!(<4,_>))?;
        LogicalDivide<Column, Four> = column.logical_divide(&tiler!(4:1))?;
        ZippedDivide<Column, ByMode> = column.zipped_divide(&t)?;
        TiledDivide<Column, ByMode> = column.tiled_divide(&t)?;
        FlatDivide<Column, ByMode> = column.flat_divide(&t)?;
        LogicalProduct<Block, Four> = block.logical_product(&tiler!(4:1))?;
        ZippedProduct<Block, (Four, Four)> = block.zipped_product(&tiler!(<4,4>))?;
        TiledProduct<Block, (Four, Four)> = block.tiled_product(&tiler!(<4,4>))?;
        FlatProduct<Block, (Four, Four)> = block.flat_product(&tiler!(<4,4>))?;
        BlockedProduct<Block, Arrangement> = block.blocked_product(&arrangement)?;
        RakedProduct<Block, Arrangement> = block.raked_product(&arrangement)?;
        RightInverse<A> = a.right_inverse();
        LeftInverse<A> = a.left_inverse()?;
        GeneralizedInverse<A> = a.generalized_inverse()?;
        Nullspace<A> = a.nullspace()?;
        SolveRight<A, Compose<A, B>> = a.solve_right(&a.compose(&b)?)?;
        MaxCommonLayout<A, B> = a.max_common_layout(&b)?;
        Upcast<Column, 4> = column.upcast(4)?;
        Downcast<Column, 4> = column.downcast(4)?;
        Recast<Column, 16, 32> = column.recast(16, 32)?;
        Sum<A, Coalesce<A>> = a.sum(&a.coalesce())?;
        Scale<A, -3> = a.scale(-3)?;
        Truncate<A, 16> = a.truncate(16)?;
        Mode<A, 1> = a.mode(1)?;
        Flatten<A> = a.flatten();
        Unflatten<Flatten<A>, A> = a.flatten().unflatten(&a.shape())?;
        Group<Flatten<A>, 1, 3> = a;
        Take<A, 1, 2> = a.take(1, 2)?;
        Append<A, Four> = a.append(&four)?;
        Prepend<A, Four> = a.prepend(&four)?;
        Replace<A, Four, 0> = a.replace(0, &four)?;
        Remove<A, 0> = a.remove(0)?;
        Concat<(A, B)> = Layout::concat(&[a, b])?;
        WithShape<A, Shape> = a.with_shape(&layout!((8,3)).shape())?;
        TileToShape<Block, Large> = block.tile_to_shape(&layout!((4,10)).shape(), None)?;
        ColMajor<A> = Layout::col_major(&a.shape())?;
        RowMajor<A> = Layout::row_major(&a.shape())?;
        Like<Column> = column.like();
        SortByStride<A> = a.sort_by_stride();
    }
    Ok(())
}

#[test]
fn coordinates() {
    let (a, value) = (Static::<A>::new(), A::LAYOUT);
    for i in 0..4 {
        for j in 0..6 {
            let expected = value.at((i as i64, j as i64)).unwrap();
            assert_eq!(a.at((i, j)), expected);
            assert_eq!(a.at((i, (j % 2, j / 2))), expected);
            assert_eq!(a.at(i + 4 * j), expected);
        }
    }
    assert_eq!(Static::<Negative>::new().at((2, (4, 1))), -11);
    assert_eq!(size_of::<Static<A>>(), 0);
}

/// A function behind maps is its composed layout.
fn law_of_maps<M: StaticMap>(text: &str) {
    let value: AnyLayout = text.parse().unwrap();
    assert_eq!(M::ANY, value);
    let a = Static::<M>::new();
    for i in 0..Static::<M>::SIZE {
        assert_eq!(Ok(a.at(i)), value.at(i as i64), "{text} at {i}");
    }
    assert!(a.offsets().eq(value.offsets()));
}

#[test]
fn maps() {
    type Tiled = BlockedProduct<Four2, Four2>;
    static_layout!(struct Four2 = (4,4):(4,1));
    static_layout!(struct Outer = (6,2):(1,7));
    static_layout!(struct Inner = (3,2):(2,3));
    law_of_maps::<A>("(4,(2,3)):(2,(1,8))");
    law_of_maps::<Swizzled<2, 0, 2, Tiled>>("Sw<2,0,2> o 0 o ((4,4),(4,4)):((4,64),(1,16))");
    law_of_maps::<Swizzled<2, 1, -3, Four2>>("Sw<2,1,-3> o 0 o (4,4):(4,1)");
    law_of_maps::<Swizzled<1, 0, 1, Swizzled<2, 0, 2, Four2>>>(
        "Sw<1,0,1> o 0 o Sw<2,0,2> o 0 o (4,4):(4,1)",
    );
    law_of_maps::<Through<Outer, Inner>>("(6,2):(1,7) o 0 o (3,2):(2,3)");
    const TABLE: [i64; 16] = Static::<Swizzled<2, 0, 2, Four2>>::table();
    assert!(Static::<Swizzled<2, 0, 2, Four2>>::new().offsets().eq(TABLE));
}

/// Expressions nest, and generic code can compute with them.
#[test]
fn generic_code() {
    struct Transposed<L>(L);
    impl<L: StaticLayout> StaticLayout for Transposed<L> {
        const LAYOUT: Layout = Concat::<(Mode<L, 1>, Mode<L, 0>)>::LAYOUT;
    }
    fn transpose_at<L: StaticLayout>(i: usize, j: usize) -> i64 {
        const { assert!(L::LAYOUT.rank() == 2) };
        Static::<Transposed<L>>::new().at((j, i))
    }
    assert_eq!(transpose_at::<A>(1, 3), 11);
    assert_eq!(transpose_at::<Compose<Column, Column>>(1, 3), 37);
    let buffer = [0_u8; Static::<Column>::COSIZE];
    assert_eq!(buffer.len(), 384);
}
