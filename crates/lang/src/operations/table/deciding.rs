//! Operations that decide whether something holds.

use crate::operations::answers::{integer, maybe, maybe_two, truth};

operations! {
    "Deciding" {
        Congruent = "congruent" (A: Tuple, B: Tuple)
            @Same
            "whether both have the same nesting"
            "congruent((4,(2,8)), (1,(1,1)))" = "true" => |a| truth(a.tuple(0)?.congruent(&a.tuple(1)?));
        WeaklyCongruent = "weakly_congruent" (A: Tuple, B: Tuple)
            @Same
            "whether the nesting of A is that of B with some subtrees collapsed to leaves"
            "weakly_congruent((4,16), (4,(2,8)))" = "true" => |a| truth(a.tuple(0)?.weakly_congruent(&a.tuple(1)?));
        Compatible = "compatible" (A: Tuple, B: Tuple)
            @Same
            "whether B refines A's shape"
            "compatible((4,16), (4,(2,8)))" = "true" => |a| truth(a.tuple(0)?.compatible(&a.tuple(1)?));
        WeaklyCompatible = "weakly_compatible" (A: Tuple, B: Tuple)
            @Same
            "whether A's extents divide B's, mode by mode"
            "weakly_compatible((2,8), (4,(2,8)))" = "true" => |a| truth(a.tuple(0)?.weakly_compatible(&a.tuple(1)?));
        EvenlyDivides = "evenly_divides" (A: Tuple, B: Tuple)
            @Same
            "whether B divides A, mode by mode"
            "evenly_divides((12,32), (4,8))" = "true" => |a| truth(a.tuple(0)?.evenly_divides(&a.tuple(1)?));
        SameFunction = "same_function" (A: Any, B: Any)
            @Values
            "whether A and B are the same function; also written A ~ B"
            "same_function((2,4):(1,2), 8:1)" = "true" => |a| truth(a.any(0)?.same_function(&a.any(1)?)?);
        FirstDifference = "first_difference" (A: Any, B: Any)
            @Values
            "the first index at which A and B differ"
            "first_difference((4,8):(1,100), 32:1)" = "4" => |a| maybe(a.any(0)?.first_difference(&a.any(1)?)?);
        IsInjective = "is_injective" | "injective" (A: Any)
            @Values
            "whether no two indices have the same offset"
            "is_injective((4,2):(1,3))" = "false" => |a| truth(a.any(0)?.is_injective()?);
        IsSurjective = "is_surjective" | "surjective" (A: Any)
            @Values
            "whether every offset up to the largest has an index"
            "is_surjective((4,2):(1,3))" = "true" => |a| truth(a.any(0)?.is_surjective()?);
        IsBijective = "is_bijective" | "bijective" (A: Any)
            @Values
            "whether A permutes its indices"
            "is_bijective((4,8):(8,1))" = "true" => |a| truth(a.any(0)?.is_bijective()?);
        IsContiguous = "is_contiguous" | "contiguous" (A: Any)
            @Values
            "whether the offsets are an interval, each once"
            "is_contiguous((4,8):(8,1))" = "true" => |a| truth(a.any(0)?.is_contiguous()?);
        Collision = "collision" (A: Any)
            @Values
            "two indices with the same offset"
            "collision((4,2):(1,3))" = "(4,3)" => |a| maybe_two(a.any(0)?.collision()?);
        Mex = "mex" (A: Any)
            @Values
            "the smallest offset that has no index"
            "mex((4,8):(1,5))" = "4" => |a| integer(a.any(0)?.mex()?);
        Preimage = "preimage" (A: Any, offset: Offset)
            @Values
            "an index with that offset"
            "preimage((4,8):(1,5), 11)" = "9" => |a| maybe(a.any(0)?.preimage(a.integer(1)?)?);
        ImagesMeet = "images_meet" (A: Any, B: Any) or (A: Any, a0: Offset, B: Any, b0: Offset)
            @Values
            "two indices at which A (+a0) and B (+b0) have the same offset"
            "images_meet((4,4):(1,8), 0, (4,4):(1,8), 3)" = "(3,0)" => |a| match a.len() {
                2 => maybe_two(a.any(0)?.images_meet(0, &a.any(1)?, 0)?),
                4 => maybe_two(a.any(0)?.images_meet(a.integer(1)?, &a.any(2)?, a.integer(3)?)?),
                _ => Err(a.usage().into()),
            };
    }
}
