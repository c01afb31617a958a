//! Operations on the structure of layouts and tuples: modes, nesting, order.

use tilework::ErrorKind;

use crate::operations::answers::{any, filler, modes, nth, tuple, with_modes};
use crate::operations::operation::Figure;
use crate::operations::value::Value;

operations! {
    "Structure" {
        Get = "get" | "mode" (A: Nested, i: Indices)
            @Same
            "mode i; also written A[i]"
            "get((4,(2,8)):(1,(4,8)), (1,0))" = "2:4" => |a| match &a.values[0].0 {
                Value::Tuple(value) => tuple(value.mode_at(&a.indices(1)?)?),
                Value::Tv(tv) => nth(a, [tv.tile_value(), tv.layout_value()]),
                Value::Pair(both) => nth(a, both.map(Value::from)),
                _ => any(a.any(0)?.mode_at(&a.indices(1)?)?),
            };
        Select = "select" (A: Any, "(i,j,...)": Indices) or (A: Any, i: Index, j: Index; 3 to 32)
            @Same
            "the given modes, in the given order"
            "select((2,3,5):(1,2,6), (2,0))" = "(5,2):(6,1)" => |a| any(a.any(0)?.select(&modes(a, 1)?)?);
        Take = "take" (A: Any, begin: Index, end: Index)
            @Same
            "the modes from begin up to end"
            "take((2,3,5):(1,2,6), 0, 2)" = "(2,3):(1,2)" =>
            |a| {
                let (begin, end) = a.range(1)?;
                any(a.any(0)?.take(begin, end)?)
            };
        Flatten = "flatten" (A: Nested)
            @Same
            "A without inner parentheses"
            "flatten((4,(2,8)):(1,(4,8)))" = "(4,2,8):(1,4,8)" => |a| match &a.values[0].0 {
                Value::Tuple(value) => tuple(value.flatten()),
                _ => any(a.any(0)?.flatten()),
            };
        Unflatten = "unflatten" (A: Any, profile: Tuple)
            @Same
            "the leaf modes under another nesting"
            "unflatten((4,2,8):(1,4,8), (1,(1,1)))" = "(4,(2,8)):(1,(4,8))" =>
            |a| any(a.any(0)?.unflatten(&a.tuple(1)?)?);
        Group = "group" | "group_modes" (A: Any, begin: Index, end: Index)
            @Same
            "the modes from begin up to end, as one mode"
            "group((2,3,5):(1,2,6), 1, 3)" = "(2,(3,5)):(1,(2,6))" =>
            |a| {
                let (begin, end) = a.range(1)?;
                any(a.any(0)?.group(begin, end)?)
            };
        Append = "append" (A: Any, B: Any)
            @Beside
            "A with B after its last mode"
            "append((2,3):(1,2), 4:6)" = "(2,3,4):(1,2,6)" => |a| match a.beside(1)? {
                Some(b) => any(with_modes(a.any(0)?, |modes| modes.push(b))?),
                None => any(a.any(0)?.append(&a.layout(1)?)?),
            };
        AppendN = "append_n" | "append_n_default" (A: Any, rank: Index) or (A: Any, rank: Index, B: Layout)
            @Beside
            "A with B, or 1:0, added until the rank is reached"
            "append_n(3:1, 3, 4:3)" = "(3,4,4):(1,3,3)" =>
            |a| any(a.any(0)?.append_n(a.rank(1)?, &filler(a)?)?);
        Prepend = "prepend" (A: Any, B: Any)
            @Beside
            "A with B before its first mode"
            "prepend((2,3):(1,2), 4:6)" = "(4,2,3):(6,1,2)" => |a| match a.beside(1)? {
                Some(b) => any(with_modes(a.any(0)?, |modes| modes.insert(0, b))?),
                None => any(a.any(0)?.prepend(&a.layout(1)?)?),
            };
        PrependN = "prepend_n" (A: Any, rank: Index) or (A: Any, rank: Index, B: Layout)
            @Beside
            "A with B, or 1:0, added until the rank is reached"
            "prepend_n(3:1, 2)" = "(1,3):(0,1)" => |a| any(a.any(0)?.prepend_n(a.rank(1)?, &filler(a)?)?);
        Replace = "replace" (A: Any, i: Index, B: Any)
            @Beside
            "A with B as its mode i"
            "replace((2,3):(1,2), 1, 4:6)" = "(2,4):(1,6)" =>
            |a| match a.beside(2)? {
                Some(b) => {
                    let (of, i) = (a.any(0)?, a.index(1)?);
                    of.mode(i)?;
                    any(with_modes(of, |modes| modes[i] = b)?)
                }
                None => any(a.any(0)?.replace(a.index(1)?, &a.layout(2)?)?),
            };
        Remove = "remove" (A: Any, i: Index)
            @Same
            "A without mode i"
            "remove((2,3,5):(1,2,6), 1)" = "(2,5):(1,6)" => |a| any(a.any(0)?.remove(a.index(1)?)?);
        Sort = "sort" (A: Any)
            @Mirrored
            "the leaf modes by stride"
            "sort((2,3,5):(6,1,2))" = "(3,5,2):(1,2,6)" => |a| any(a.any(0)?.sort_by_stride());
        WithShape = "with_shape" (A: Any, shape: Tuple)
            @Mirrored
            "the same function of the index under another shape of the same size"
            "with_shape((4,4):(4,1), (8,2))" = "((4,2),2):((4,1),2)"
            [Figure::Beside] else |why, _| match why {
                ErrorKind::SizeMismatch { .. } => {
                    Some("A o make_layout(shape) keeps the first indices, or continues past the end")
                }
                _ => None,
            } => |a| any(a.any(0)?.with_shape(&a.tuple(1)?)?);
        Filter = "filter" | "filter_by" (A: Any) or (A: Any, profile: Tuple)
            @ByMode
            "A without modes of stride 0, coalesced"
            "filter(((6,12,4),3):((2,2,0),1))" = "(6,12,3):(2,2,1)" => |a| match a.len() {
                1 => any(a.any(0)?.filter()),
                _ => any(a.any(0)?.filter_by(&a.tuple(1)?)?),
            };
        FilterZeros = "filter_zeros" | "filter_zeros_by" (A: Any) or (A: Any, marks: Tuple)
            @Same
            "A with extent 1 wherever the stride, or mark, is 0"
            "filter_zeros((2,3):(0,1))" = "(1,3):(0,1)" => |a| match a.len() {
                1 => any(a.any(0)?.filter_zeros()),
                _ => any(a.any(0)?.filter_zeros_by(&a.tuple(1)?)?),
            };
    }
}
