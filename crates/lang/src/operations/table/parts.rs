//! Parts of layouts: slices, tiles, and what threads have.

use tilework::{AnyLayout, ErrorKind};

use crate::operations::answers::{any, held, maybe_two, part, thread_value, truth};
use crate::operations::operation::Figure;
use crate::operations::value::Value;

/// A layout from (thread, value) has these two modes.
fn two_modes(why: ErrorKind, _: &Value) -> Option<&'static str> {
    let missing = matches!(why, ErrorKind::RankMismatch { right: 2, .. });
    missing.then_some("modes 0 and 1 are the threads and the values: ((4,8),(2,2)):((32,1),(16,8))")
}

operations! {
    "Parts" {
        InnerPartition = "inner_partition" (A: Any, T: Tiler, coord: Slicer)
            @Part
            "the tile at a coordinate, and the offset where it starts"
            "inner_partition((12,32):(1,12), <4,8>, (1,2))" = "(4,8):(1,12) at 196"
            [Figure::Part] => |a| part(a.any(0)?.inner_partition(&a.tiler(1)?, &a.slicer(2)?)?);
        OuterPartition = "outer_partition" (A: Any, T: Tiler, coord: Slicer)
            @Part
            "the element at one coordinate of every tile, and the offset of the first"
            "outer_partition((12,32):(1,12), <4,8>, (3,5))" = "(3,4):(4,96) at 63"
            [Figure::Part] => |a| part(a.any(0)?.outer_partition(&a.tiler(1)?, &a.slicer(2)?)?);
        LocalTile = "local_tile" (A: Any, T: Tiler, coord: Slicer) or (A: Any, T: Tiler, coord: Slicer, projection: Slicer)
            @Part
            "the tile of a block: inner_partition; a projection (1,_,1) takes modes 0 and 2 of T and coord"
            "local_tile((12,32):(1,12), <4,8>, (1,_))" = "(4,8,4):(1,12,96) at 4"
            [Figure::Part] => |a| match a.len() {
                4 => part(a.any(0)?.local_tile_projected(&a.tiler(1)?, &a.slicer(2)?, &a.slicer(3)?)?),
                _ => part(a.any(0)?.local_tile(&a.tiler(1)?, &a.slicer(2)?)?),
            };
        LocalPartition = "local_partition" (A: Any, threads: Any, thread: Integer)
            @Threads
            "the elements of one thread, and the offset where they start"
            "local_partition((8,12):(12,1), (2,4):(4,1), 6)" = "(4,3):(24,4) at 14"
            [Figure::Part] => |a| part(a.any(0)?.local_partition(&a.any(1)?, a.integer(2)?)?);
        MakeLayoutTv = "make_layout_tv" (threads: Any, values: Layout)
            @Threads
            "the layout from (thread, value) to the cells of the tile that the threads and their values fill"
            "make_layout_tv((2,3):(3,1), (2,1):(1,0))" = "((3,2),2):((4,2),1) on (4,3)"
            [Figure::ThreadValue] => |a| {
                let (tile, tv) = AnyLayout::layout_tv(&a.any(0)?, &a.layout(1)?)?;
                thread_value(tv, tile)
            };
        TvLayout = "tv_layout" (TV: Any, tile: Tuple)
            @Threads
            "a layout from (thread, value) to the cells of a tile; also written TV on tile"
            "tv_layout(((3,2),2):((4,2),1), (4,3))" = "((3,2),2):((4,2),1) on (4,3)"
            [Figure::ThreadValue] else two_modes => |a| thread_value(a.any(0)?, a.tile_shape(1)?);
        Partition = "partition" (A: Any, P: ThreadValue, thread: Integer) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread holds of A in tiles: its values, then the modes from tile to tile, and the offset of the first"
            "partition((8,6):(1,8), ((3,2),2):((4,2),1) on (4,3), 5)" = "(2,2,2):(1,4,24) at 18"
            [Figure::Part] else two_modes => |a| {
                let tv = held(a, 1, 4)?;
                part(a.any(0)?.partition_by(tv.layout(), tv.tile(), a.integer(a.len() - 1)?)?)
            };
        Owners = "owners" (P: ThreadValue) or (TV: Any, tile: Tuple)
            @Undefined
            "the inverse: from the cells of a tile to thread + threads * value"
            "owners(((3,2),2):((4,2),1) on (4,3))" = "((2,2),3):((6,3),1)" else two_modes => |a| {
                let tv = held(a, 0, 2)?;
                any(tv.layout().owners(tv.tile())?)
            };
        Owner = "owner" (P: ThreadValue, cell: Coord) or (TV: Any, tile: Tuple, cell: Coord)
            @Threads
            "the thread and the value that own a cell of a tile, or none"
            "owner(((3,2),2):((4,2),1) on (4,3), (3,1))" = "(4,1)" else two_modes => |a| {
                let (tv, cell) = (held(a, 0, 3)?, a.coord(a.len() - 1)?);
                maybe_two(tv.layout().owner(tv.tile(), cell)?)
            };
        Coverage = "coverage" (P: ThreadValue) or (TV: Any, tile: Tuple)
            @Threads
            "true if every cell of a tile has one owner; else an error names a cell with two or none"
            "coverage(((3,2),2):((4,2),1) on (4,3))" = "true" else two_modes => |a| {
                let tv = held(a, 0, 2)?;
                tv.layout().check_coverage(tv.tile())?;
                truth(true)
            };
    }
}
