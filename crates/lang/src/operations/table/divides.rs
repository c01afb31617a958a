//! Divides and products.

use crate::operations::answers::{any, integer};
use crate::operations::arguments::Tile;
use crate::operations::operation::{Figure, Grouping};

operations! {
    "Divides and products" {
        LogicalDivide = "logical_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Logical)
            "A o (T, complement(T, size A))"
            "logical_divide((4,2,3):(2,1,8), 4:2)" = "((2,2),(2,3)):((4,1),(2,8))"
            [Figure::Divide(Grouping::Logical)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.logical_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.logical_divide(&tiler)?),
            };
        ZippedDivide = "zipped_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Zipped)
            "the tile in mode 0, the rest in mode 1"
            "zipped_divide((12,32):(1,12), <4,8>)" = "((4,8),(3,4)):((1,12),(4,96))"
            [Figure::Divide(Grouping::Zipped)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.zipped_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.zipped_divide(&tiler)?),
            };
        TiledDivide = "tiled_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Tiled)
            "the tile in mode 0, then the modes of the rest"
            "tiled_divide((12,32):(1,12), <4,8>)" = "((4,8),3,4):((1,12),4,96)"
            [Figure::Divide(Grouping::Tiled)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.tiled_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.tiled_divide(&tiler)?),
            };
        FlatDivide = "flat_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Flat)
            "the modes of the tile, then those of the rest"
            "flat_divide((12,32):(1,12), <4,8>)" = "(4,8,3,4):(1,12,4,96)"
            [Figure::Divide(Grouping::Flat)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.flat_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.flat_divide(&tiler)?),
            };
        Overhang = "overhang" (A: Any, T: Tiler)
            @ByMode
            "how many indices a division adds"
            "overhang(10:1, 3)" = "2" => |a| integer(a.any(0)?.overhang(&a.tiler(1)?)?);
        LogicalProduct = "logical_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Logical)
            "(A, complement(A, size A * cosize B) o B)"
            "logical_product((2,2):(4,1), 6:1)" = "((2,2),(2,3)):((4,1),(2,8))"
            [Figure::Product(Grouping::Logical)] => |a| any(a.any(0)?.logical_product(&a.tiler(1)?)?);
        ZippedProduct = "zipped_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Zipped)
            "the block in mode 0, the repetitions in mode 1"
            "zipped_product((2,5):(5,1), <3:5,4:6>)" = "((2,5),(3,4)):((5,1),(10,30))"
            [Figure::Product(Grouping::Zipped)] => |a| any(a.any(0)?.zipped_product(&a.tiler(1)?)?);
        TiledProduct = "tiled_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Tiled)
            "the block in mode 0, then the modes of the repetitions"
            "tiled_product((2,5):(5,1), <3:5,4:6>)" = "((2,5),3,4):((5,1),10,30)"
            [Figure::Product(Grouping::Tiled)] => |a| any(a.any(0)?.tiled_product(&a.tiler(1)?)?);
        FlatProduct = "flat_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Flat)
            "the modes of the block, then those of the repetitions"
            "flat_product((2,5):(5,1), <3:5,4:6>)" = "(2,5,3,4):(5,1,10,30)"
            [Figure::Product(Grouping::Flat)] => |a| any(a.any(0)?.flat_product(&a.tiler(1)?)?);
        BlockedProduct = "blocked_product" (A: Any, B: Layout)
            @Padded
            "blocks of A, arranged as B says"
            "blocked_product((2,5):(5,1), (3,4):(1,3))" = "((2,3),(5,4)):((5,10),(1,30))"
            [Figure::BlockedProduct] => |a| any(a.any(0)?.blocked_product(&a.layout(1)?)?);
        RakedProduct = "raked_product" (A: Any, B: Layout)
            @Padded
            "A interleaved as B says"
            "raked_product((2,5):(5,1), (3,4):(1,3))" = "((3,2),(4,5)):((10,5),(30,1))"
            [Figure::RakedProduct] => |a| any(a.any(0)?.raked_product(&a.layout(1)?)?);
    }
}
