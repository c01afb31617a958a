//! Operations that make layouts.

use tilework::{AnyLayout, CoordLayout, Layout};

use crate::operations::answers::{any, layout, layouts};
use crate::operations::composition::composed;
use crate::operations::coords::layout_value;
use crate::operations::operation::Figure;
use crate::operations::value::Value;

operations! {
    "Making layouts" {
        MakeLayout = "make_layout" | "Layout" | "concat" (shape: Tuple) or (shape: Tuple, stride: Tuple) or (A: Any, B: Any; 2 to 32)
            @Beside
            "a layout from a shape and a stride, or with the given layouts as its modes"
            "make_layout((4,8), (1,4))" = "(4,8):(1,4)" => |a| match a.values {
                [(Value::Integer(_) | Value::Tuple(_), _), (Value::Integer(_) | Value::Tuple(_), _)] => {
                    layout(Layout::from_tuples(&a.tuple(0)?, &a.tuple(1)?)?)
                }
                [(Value::Integer(_) | Value::Tuple(_), _), (Value::Basis(stride), _)] => {
                    Ok(layout_value(CoordLayout::new(&a.tuple(0)?, stride)?))
                }
                [(Value::Integer(_) | Value::Tuple(_), _)] => layout(a.layout(0)?),
                _ => any(AnyLayout::concat(&layouts(a)?)?),
            };
        MakeLayoutLeft = "make_layout_left" | "LayoutLeft" | "col_major" (shape: Tuple)
            @Same
            "the compact layout of a shape, leftmost fastest"
            "make_layout_left((4,8))" = "(4,8):(1,4)" => |a| layout(Layout::col_major(&a.tuple(0)?)?);
        MakeLayoutRight = "make_layout_right" | "LayoutRight" | "row_major" (shape: Tuple)
            @Same
            "the compact layout of a shape, rightmost fastest"
            "make_layout_right((4,8))" = "(4,8):(8,1)" => |a| layout(Layout::row_major(&a.tuple(0)?)?);
        MakeOrderedLayout = "make_ordered_layout" | "ordered" (shape: Tuple, order: Tuple)
            @Mirrored
            "the compact layout of a shape, with the modes in the given order"
            "make_ordered_layout((3,5,7), (2,0,1))" = "(3,5,7):(35,1,5)" =>
            |a| layout(Layout::ordered(&a.tuple(0)?, &a.tuple(1)?)?);
        MakeLayoutLike = "make_layout_like" | "like" (A: Any)
            @Mirrored
            "the compact layout with the shape of A, and its strides in the same order"
            "make_layout_like((4,8,3):(100,1,0))" = "(4,8,3):(8,1,0)" => |a| layout(a.any(0)?.like());
        TileToShape = "tile_to_shape" | "tile_to_shape_default" (A: Any, shape: Tuple) or (A: Any, shape: Tuple, order: Tuple)
            @Padded
            "A repeated until it fills the shape"
            "tile_to_shape((8,64):(64,1), (128,128), (2,1))" = "((8,16),(64,2)):((64,1024),(1,512))" => |a| {
                let order = if a.len() == 3 { Some(a.tuple(2)?) } else { None };
                any(a.any(0)?.tile_to_shape(&a.tuple(1)?, order.as_ref())?)
            };
        MakeIdentityLayout = "make_identity_layout" | "identity" (shape: Tuple)
            @Same
            "the layout that maps every coordinate to itself"
            "make_identity_layout((4,8))" = "(4,8):(1@0,1@1)" => |a| Ok(layout_value(CoordLayout::identity(&a.tuple(0)?)?));
        ComposedLayout = "composed_layout" | "make_composed_layout" | "ComposedLayout" (A: Function, offset: Offset, B: Any)
            @Mirrored
            "x -> A(offset + B(x)); also written A o offset o B"
            "composed_layout(Sw<3,3,3>, 0, (8,64):(64,1))" = "Sw<3,3,3> o 0 o (8,64):(64,1)"
            [Figure::Nothing] =>
            |a| composed(a, a.integer(1)?, 2);
    }
}
