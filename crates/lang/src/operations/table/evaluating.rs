//! Operations that evaluate layouts, and turn coordinates into indices.

use tilework::{AnyLayout, crd2crd, crd2idx, crd2idx_stride, idx2crd};

use crate::operations::answers::{any, idx2crd_by_mode, integer, pair, table, tuple};
use crate::operations::operation::Figure;
use crate::operations::value::Value;

operations! {
    "Evaluating" {
        Crd2idx = "crd2idx" | "crd2idx_stride" (coord: Coord, shape: Tuple) or (coord: Coord, shape: Tuple, stride: Tuple)
            @Values
            "the index, or offset, of a coordinate"
            "crd2idx((1,7,0), (6,8,1))" = "43" => |a| match (a.len(), &a.values[1].0) {
                (3, _) => integer(crd2idx_stride(&a.coord(0)?, &a.tuple(1)?, &a.tuple(2)?)?),
                (_, Value::Layout(_) | Value::Composed(_)) => integer(a.any(1)?.at_coord(&a.coord(0)?)?),
                _ => integer(crd2idx(&a.coord(0)?, &a.tuple(1)?)?),
            };
        Idx2crd = "idx2crd" | "idx2crd_stride" (index: Coord, shape: Tuple) or (offset: Coord, shape: Tuple, stride: Tuple)
            @Mirrored
            "the coordinate of an index, or of an offset"
            "idx2crd(16, (3,(2,3)))" = "(1,(1,2))" => |a| {
                let (coord, shape) = (a.coord(0)?, a.tuple(1)?);
                if a.len() == 3 {
                    return tuple(idx2crd_by_mode(&coord, &shape, &a.tuple(2)?)?);
                }
                match coord.leaves() {
                    [index] if coord.is_leaf() => tuple(idx2crd(*index, &shape)?),
                    _ => tuple(crd2crd(&coord, &shape, &shape)?),
                }
            };
        Crd2crd = "crd2crd" (coord: Coord, from: Tuple, to: Tuple)
            @Mirrored
            "the coordinate of one shape as one of another"
            "crd2crd((4,10), (15,12), ((1,1,2),90))" = "((0,0,4),10)" =>
            |a| tuple(crd2crd(&a.coord(0)?, &a.tuple(1)?, &a.tuple(2)?)?);
        EvalCoord = "eval_coord" | "at" (A: Any, coord: Coord)
            @Values
            "the offset at a coordinate; also written A(coord)"
            "eval_coord((4,8):(1,4), (1,2))" = "9" => |a| integer(a.any(0)?.at_coord(&a.coord(1)?)?);
        Eval1d = "eval1d" (A: Any, n: Integer)
            @Values
            "the offsets of the first n indices, past the end too"
            "eval1d((2,3):(3,1), 8)" = "[0,3,1,4,2,5,3,6]" => |a| {
                let (layout, count) = (a.any(0)?, a.integer(1)?);
                table(a, count)?;
                Ok(Value::List((0..count).map(|i| layout.at_index(i)).collect::<Result<_, _>>()?))
            };
        Offsets = "offsets" (A: Any)
            @Values
            "all offsets, in index order"
            "offsets((2,3):(3,1))" = "[0,3,1,4,2,5]" => |a| {
                let layout = a.any(0)?;
                table(a, layout.size())?;
                Ok(Value::List(layout.offsets().collect()))
            };
        Slice = "slice" (coord: Slicer, A: Any)
            @Mirrored
            "the modes that `_` keeps; also written A(coord)"
            "slice((_,2), (4,8):(1,4))" = "(4):(1)"
            [Figure::Slice] => |a| any(a.any(1)?.slice_and_offset(&a.slicer(0)?)?.0);
        SliceAndOffset = "slice_and_offset" (coord: Slicer, A: Any)
            @Mirrored
            "the modes that `_` keeps, and the offset of the rest"
            "slice_and_offset((_,2), (4,8):(1,4))" = "(4):(1) at 8"
            [Figure::Slice] => |a| {
                match a.any(1)?.slice_and_offset(&a.slicer(0)?)? {
                    (AnyLayout::Plain(kept), offset) => Ok(Value::Slice(Box::new(kept), offset)),
                    (kept, _) => any(kept),
                }
            };
        Dice = "dice" (coord: Slicer, A: Any)
            @Mirrored
            "the modes that a slice fixes"
            "dice((_,2), (4,8):(1,4))" = "(8):(4)" => |a| any(a.any(1)?.dice(&a.slicer(0)?)?);
        WithOffset = "with_offset" (A: Any, offset: Offset)
            @Mirrored
            "A and the offset at which it starts; also written A at offset"
            "with_offset(4:1, 8)" = "4:1 at 8" => |a| match a.any(0)? {
                AnyLayout::Plain(of) => Ok(Value::Slice(Box::new(of), a.integer(1)?)),
                composed => any(composed.offset_by(a.integer(1)?)?),
            };
        Pair = "pair" (A: Any, B: Any)
            @Mirrored
            "two layouts; also written A and B"
            "pair(4:1, 8:2)" = "4:1 and 8:2" => |a| pair(a.any(0)?, a.any(1)?);
    }
}
