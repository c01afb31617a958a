//! Operations that ask what a layout is.

use tilework::Coord;

use crate::operations::answers::{integer, tuple, vector};

operations! {
    "Asking" {
        Size = "size" (A: Nested)
            @Same
            "the number of coordinates"
            "size((4,(2,8)):(1,(4,8)))" = "64" => |a| integer(a.size(0)?);
        Cosize = "cosize" (A: Any)
            @Values
            "the largest minus the smallest offset, plus one"
            "cosize((2,4):(1,6))" = "20" => |a| integer(a.any(0)?.cosize()?);
        Rank = "rank" (A: Nested)
            @Same
            "the number of modes"
            "rank((4,(2,8)))" = "2" => |a| integer(a.tuple(0)?.rank() as i64);
        Depth = "depth" (A: Nested)
            @Same
            "the depth of the nesting"
            "depth((4,(2,8)))" = "2" => |a| integer(a.tuple(0)?.depth() as i64);
        Length = "length" (A: Nested)
            @Same
            "the number of leaf modes"
            "length((4,(2,8)))" = "3" => |a| integer(a.tuple(0)?.length() as i64);
        Shape = "shape" (A: Any)
            @Same
            "the extents"
            "shape((4,8):(1,4))" = "(4,8)" => |a| tuple(a.any(0)?.shape());
        Stride = "stride" (A: Layout)
            @Mirrored
            "the strides"
            "stride((4,8):(1,4))" = "(1,4)" => |a| tuple(a.layout(0)?.stride());
        Coshape = "coshape" (A: Any)
            @Values
            "the shape of the codomain"
            "coshape((2,4):(1,6))" = "20" => |a| tuple(Coord::leaf(a.any(0)?.cosize()?));
        MaxAlignment = "max_alignment" (A: Any)
            @Values
            "the largest number of contiguous elements that A can be accessed by"
            "max_alignment((4,8):(1,4))" = "32" => |a| integer(a.any(0)?.max_alignment());
        VectorWidth = "vector_width" (A: Placed) or (A: Placed, mode: Indices)
            @Values
            "how many neighbours along a mode one vector takes: along the best mode, or this one"
            "vector_width((4,8):(8,1), 1)" = "8" => |a| integer(vector(a)?.width());
        VectorAlignment = "vector_alignment" (A: Placed) or (A: Placed, mode: Indices)
            @Values
            "the widest part of these vectors that always starts at a multiple of its width"
            "vector_alignment((8,64):(72,1))" = "8" => |a| integer(vector(a)?.aligned());
    }
}
