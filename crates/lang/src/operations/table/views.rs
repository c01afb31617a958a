//! Operations that view the data of a layout in another shape.

use tilework::AnyLayout;

use crate::operations::views::{as_strided, flip, permute, shaped, squeeze, view};

operations! {
    "Views" {
        CanView = "can_view" | "view" (A: Placed, shape: Tuple) or (A: Placed, shape: Tuple, order: Order)
            @Same
            "A under another shape with one stride for each mode, or why a copy is needed; counted row_major, as numpy does, unless the order says col_major"
            "can_view((3,2,1):(1,3,6), (1,3,2))" = "(1,3,2):(0,1,3)" => |a| shaped(a, AnyLayout::can_view);
        Reshape = "reshape" (A: Placed, shape: Tuple) or (A: Placed, shape: Tuple, order: Order)
            @Same
            "A under another shape, nested where one stride for a mode is not enough; counted row_major, as numpy does, unless the order says col_major"
            "reshape((4,4):(1,4), (2,-1))" = "(2,(2,4)):(2,(1,4))" => |a| shaped(a, AnyLayout::reshape);
        Permute = "permute" | "transpose" (A: Placed) or (A: Placed, axes: Axes)
            @Same
            "all modes in the given order, or in reverse"
            "permute((2,3,5):(15,5,1), (2,0,1))" = "(5,2,3):(1,15,5)" => |a| permute(a);
        SwapDims = "swap_dims" | "swapaxes" (A: Placed, i: Axes, j: Axes)
            @Same
            "A with modes i and j exchanged"
            "swap_dims((3,4,1):(4,1,0), 1, -1)" = "(3,1,4):(4,0,1)" => |a| {
                view(a, |of| Ok(of.swap_dims(a.axis(1, of.rank())?, a.axis(2, of.rank())?)?))
            };
        Squeeze = "squeeze" (A: Placed) or (A: Placed, axes: Axes)
            @Same
            "A without modes of one element, all of them or those named"
            "squeeze((1,3,1,2):(0,1,0,3))" = "(3,2):(1,3)" => |a| squeeze(a);
        Unsqueeze = "unsqueeze" | "expand_dims" (A: Placed, i: Axes)
            @Same
            "A with one more mode of one element, as mode i"
            "unsqueeze((3,2):(1,3), -1)" = "(3,2,1):(1,3,0)" =>
            |a| view(a, |of| Ok(of.unsqueeze(a.axis(1, of.rank() + 1)?)?));
        BroadcastTo = "broadcast_to" | "expand" (A: Placed, shape: Tuple)
            @Same
            "A repeated, by stride 0, until it has the shape; modes match from the right, as in numpy"
            "broadcast_to((3,1):(1,0), (2,3,4))" = "(2,3,4):(0,1,0)" => |a| {
                let shape = a.tuple(1)?;
                view(a, |of| Ok(of.broadcast_to(&shape)?))
            };
        StridedView = "strided_view" (A: Placed, shape: Tuple, stride: Tuple) or (A: Placed, shape: Tuple, stride: Tuple, offset: Offset)
            @Same
            "the shape with these strides, from the offset on, if it stays in the memory of A"
            "strided_view(10, (8,3), (1,1))" = "(8,3):(1,1)" => |a| as_strided(a);
        Flip = "flip" (A: Placed) or (A: Placed, axes: Axes)
            @Same
            "A with the given modes, or all of them, from their ends, and the offset where it starts"
            "flip((2,3):(3,1), 1)" = "(2,3):(3,-1) at 2" => |a| flip(a);
    }
}
