//! Operations on shapes, and elements of another width.

use tilework::{ceil_div, domain_distribute, shape_div, shape_mod};

use crate::operations::answers::{cast, layout, tuple};

operations! {
    "Shapes and elements" {
        ShapeDiv = "shape_div" (shape: Tuple, by: Tuple)
            @Mirrored
            "what is left of a shape after its first elements are divided out"
            "shape_div((6,2), 3)" = "(2,2)" => |a| tuple(shape_div(&a.tuple(0)?, &a.tuple(1)?)?);
        ShapeMod = "shape_mod" (shape: Tuple, n: Integer)
            @Mirrored
            "the first n elements of a shape"
            "shape_mod((6,2), 3)" = "(3,1)" => |a| tuple(shape_mod(&a.tuple(0)?, a.integer(1)?)?);
        CeilDiv = "ceil_div" (shape: Tuple, by: Tuple)
            @Padded
            "division, rounding up"
            "ceil_div((7,8), (2,8))" = "(4,1)" => |a| tuple(ceil_div(&a.tuple(0)?, &a.tuple(1)?)?);
        DomainDistribute = "domain_distribute" (shape: Tuple, n: Size)
            @Mirrored
            "n elements spread over a shape"
            "domain_distribute((15,14), 6)" = "(3,2):(1,15)" => |a| layout(domain_distribute(&a.tuple(0)?, a.size(1)?)?);
        Upcast = "upcast" (A: Function, n: Integer)
            @Mirrored
            "n elements become one; with negative strides, at an offset in elements of A"
            "upcast((8,4):(1,8), 2)" = "(4,4):(1,4)" => |a| cast(a, |map| Ok(map.upcast(a.integer(1)?)?), |of| Ok(of.upcast_and_offset(a.integer(1)?)?));
        Downcast = "downcast" (A: Function, n: Integer)
            @Mirrored
            "one element becomes n; with negative strides, at an offset in elements of the result"
            "downcast((4,4):(1,4), 2)" = "(8,4):(1,8)" => |a| cast(a, |map| Ok(map.downcast(a.integer(1)?)?), |of| Ok(of.downcast_and_offset(a.integer(1)?)?));
        Recast = "recast" | "recast_layout" (A: Function, old_bits: Integer, new_bits: Integer)
            @Mirrored
            "a layout or a map for elements of another width; with negative strides, at an offset in bits"
            "recast((4,6):(6,1), 24, 16)" = "(4,9):(9,1)" => |a| cast(a, |map| Ok(map.recast(a.integer(1)?, a.integer(2)?)?), |of| Ok(of.recast_and_offset(a.integer(1)?, a.integer(2)?)?));
    }
}
