//! The algebra: coalesce, composition, complement, inverses.

use tilework::{ErrorKind, recover};

use crate::operations::answers::{any, common_vector, integer, layout, pair};
use crate::operations::composition::composition;
use crate::operations::operation::Figure;
use crate::operations::value::Value;

operations! {
    "Algebra" {
        Coalesce = "coalesce" | "coalesce_by" (A: Any) or (A: Any, profile: Tuple)
            @ByMode
            "the shortest layout with the same function"
            "coalesce((2,(1,6)):(1,(6,2)))" = "12:1" => |a| match a.len() {
                1 => any(a.any(0)?.coalesce()),
                _ => any(a.any(0)?.coalesce_by(&a.tuple(1)?)?),
            };
        Composition = "composition" | "compose" | "composition_tiler" (A: Function, B: Tiler)
            @ByMode
            "R(x) = A(B(x)); also written A o B"
            "composition((6,2):(8,2), (4,3):(3,1))" = "((2,2),3):((24,2),8)"
            [Figure::Composition] =>
            |a| composition(a);
        ComposeAny = "compose_any" (A: Any, B: Any)
            @ByMode
            "the composite, by mode for a tiler <...>, plain or composed"
            "compose_any((6,2):(1,7), (3,2):(2,3))" = "(6,2):(1,7) o 0 o (3,2):(2,3)" => |a| match &a.values[1].0 {
                Value::Tiler(tiler) => any(a.any(0)?.compose_tiler_any(tiler)?),
                Value::Composed(b) => any(a.any(0)?.composed_layout(0, &(**b).into())?),
                _ => any(a.any(0)?.compose_any(&a.layout(1)?)?),
            };
        ComposeFlat = "compose_flat" (A: Any, B: Any)
            @Mirrored
            "the composite as a flat layout"
            "compose_flat((10,4):(1,4), (2,3):(5,16))" = "(3,2):(5,9)" => |a| any(a.any(0)?.compose_flat(&a.any(1)?)?);
        ComposeAt = "compose_at" (A: Any, offset: Offset, B: Any)
            @Mirrored
            "A(offset + B(x)) - A(offset); B may go down as far as the offset"
            "compose_at((4,8):(1,10), 2, 4:1)" = "(2,2):(1,8)" =>
            |a| any(a.any(0)?.compose_at(a.integer(1)?, &a.any(2)?)?);
        ComposeStrict = "compose_strict" (A: Any, B: Any)
            @Mirrored
            "the composition, if B stays inside the domain of A"
            "compose_strict(12:5, 3:2)" = "3:10" => |a| any(a.any(0)?.compose_strict(&a.any(1)?)?);
        Complement = "complement" | "complement_default" (A: Any, M: Size) or (A: Any)
            @Mirrored
            "where to repeat A to cover everything once"
            "complement((2,2):(1,6), 24)" = "(3,2):(2,12)"
            [Figure::Complement] => |a| match a.len() {
                1 => layout(a.any(0)?.complement_default()?),
                _ => layout(a.any(0)?.complement(a.size(1)?)?),
            };
        ComplementExact = "complement_exact" (A: Any, M: Size)
            @Mirrored
            "(A, R) is a bijection of [0,M)"
            "complement_exact(4:2, 24)" = "(2,3):(1,8)" => |a| layout(a.any(0)?.complement_exact(a.size(1)?)?);
        ComplementImage = "complement_image" (A: Any, M: Size)
            @Mirrored
            "the complement of A's image, without rounding"
            "complement_image((2,2):(1,1), 12)" = "4:3" => |a| layout(a.any(0)?.complement_image(a.size(1)?)?);
        RightInverse = "right_inverse" (A: Any)
            @Mirrored
            "A(R(i)) = i"
            "right_inverse((2,4,6):(4,1,8))" = "(4,2,6):(2,1,8)"
            [Figure::RightInverse] => |a| any(a.any(0)?.right_inverse()?);
        RightInverseMax = "right_inverse_max" (A: Any)
            @Mirrored
            "the largest right inverse that is found"
            "right_inverse_max((3,2):(1,2))" = "(2,2):(1,3)" => |a| any(a.any(0)?.right_inverse_max()?);
        LeftInverse = "left_inverse" (A: Any)
            @Mirrored
            "L(A(x)) = x"
            "left_inverse((4,8):(1,5))" = "(5,8):(1,4)"
            [Figure::LeftInverse] else |why, a| match why {
                ErrorKind::NotInjective { .. } => {
                    Some("generalized_inverse(A) gives the first index with an offset")
                }
                _ if matches!(a, Value::Coords(_)) => None,
                _ => Some("left_inverse_search(A) looks for one of any shape"),
            } => |a| any(a.any(0)?.left_inverse()?);
        LeftInverseSearch = "left_inverse_search" (A: Any)
            @Mirrored
            "a left inverse of any shape, found by search"
            "left_inverse_search((2,2):(2,3))" = "(2,4):(1,1)" => |a| any(a.any(0)?.left_inverse_search()?);
        GeneralizedInverse = "generalized_inverse" (A: Any)
            @Mirrored
            "the first index with the offset of x: A(G(A(x))) = A(x)"
            "generalized_inverse((2,3):(0,1))" = "3:2" => |a| any(a.any(0)?.generalized_inverse()?);
        Nullspace = "nullspace" (A: Any)
            @Mirrored
            "the indices that A maps to 0, in increasing order"
            "nullspace((2,2,2):(1,0,2))" = "2:2" => |a| layout(a.any(0)?.nullspace()?);
        MaxCommonLayout = "max_common_layout" (A: Any, B: Any)
            @Mirrored
            "the largest contiguous part that A and B share"
            "max_common_layout((4,8):(1,4), (4,8):(1,8))" = "4:1" => |a| any(a.any(0)?.max_common_layout(&a.any(1)?)?);
        MaxCommonVector = "max_common_vector" (A: Any, B: Any)
            @Values
            "how many contiguous elements A and B share"
            "max_common_vector((4,8):(1,4), (4,8):(1,8))" = "4" => |a| integer(a.any(0)?.max_common_vector(&a.any(1)?)?);
        CommonVector = "common_vector" (A: Placed, B: Placed) or (A: Placed, B: Placed, mode: Indices)
            @Values
            "how many neighbours along a mode a copy between A and B moves at once: along the best mode, or this one"
            "common_vector((8,64):(64,1), (8,64):(72,1))" = "64" => |a| integer(common_vector(a)?.width());
        CommonRefinement = "common_refinement" (A: Any, B: Any)
            @Mirrored
            "A and B, flat, with the same extents"
            "common_refinement((4,6):(1,10), (2,12):(1,3))" = "(2,2,6):(1,2,10) and (2,2,6):(1,3,6)" => |a| {
                let (left, right) = a.any(0)?.common_refinement(&a.any(1)?)?;
                pair(left, right)
            };
        Sum = "sum" | "layout_add" (A: Any, B: Any)
            @Mirrored
            "R(x) = A(x) + B(x)"
            "sum((2,6):(1,4), (4,3):(1,8))" = "(2,2,3):(2,6,16)" => |a| any(a.any(0)?.sum(&a.any(1)?)?);
        Scale = "scale" (A: Any, k: Integer)
            @Mirrored
            "R(x) = k * A(x)"
            "scale((4,8):(1,4), 3)" = "(4,8):(3,12)" => |a| any(a.any(0)?.scale(a.integer(1)?)?);
        Truncate = "truncate" (A: Any, m: Integer)
            @Mirrored
            "A on its first m indices"
            "truncate((4,8):(1,100), 12)" = "(4,3):(1,100)" => |a| any(a.any(0)?.truncate(a.integer(1)?)?);
        Solve = "solve" | "solve_right" (A: Any, C: Any)
            @Mirrored
            "X with A o X = C, inside the domain of A if possible, else past its end"
            "solve((8,6):(6,1), (8,3,2):(3,1,24))" = "((2,4),3,2):((24,1),8,4)" => |a| any(a.any(0)?.solve_right(&a.any(1)?)?);
        Recover = "recover" | "from_offsets" ("[a,b,...]": List)
            @Mirrored
            "the layout with these offsets"
            "recover([0,2,4,7,9,11])" = "(3,2):(2,7)" => |a| layout(recover(&a.numbers(0)?)?);
    }
}
