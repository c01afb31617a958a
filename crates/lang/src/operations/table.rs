//! The operations of the language, by CuTe's names.
//!
//! One table: name, other names, usage, what it does, one example with its result, and what to
//! call. Help, completion, evaluation and the tests all read it.

use tilework::{
    AnyLayout, Coord, CoordLayout, Layout, XorMap, ceil_div, crd2crd, crd2idx, crd2idx_stride,
    domain_distribute, idx2crd, recover, shape_div, shape_mod,
};

use crate::operations::answers::{
    any, cast, filler, idx2crd_by_mode, integer, layout, layouts, maybe, maybe_two, modes, moved,
    pair, part, table, truth, tuple, with_modes,
};
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::composition::{behind, composition, xor_as_layout};
use crate::operations::coords::layout_value;
use crate::operations::value::Value;

/// An operation of the language.
pub struct Operation {
    /// Its name, CuTe's where CuTe has it.
    pub name: &'static str,
    /// Other names it is called by.
    pub aliases: &'static [&'static str],
    /// How many arguments it takes.
    pub arity: std::ops::RangeInclusive<usize>,
    /// Its arguments, as one writes them.
    pub usage: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// An expression ...
    pub example: &'static str,
    /// ... and what it evaluates to.
    pub result: &'static str,
    /// What computes it.
    pub(crate) apply: fn(&Arguments<'_>) -> Result<Value, Fault>,
}

impl Operation {
    /// The names of its arguments, when there are `count` of them.
    pub fn argument_names(&self, count: usize) -> Vec<&'static str> {
        let forms = self.forms().map(|list| list.split(", ").collect::<Vec<_>>());
        let mut forms: Vec<_> = forms.collect();
        let fits = forms.iter().position(|form| form.len() == count || form.last() == Some(&"..."));
        forms.swap_remove(fits.unwrap_or(0))
    }

    /// The argument lists in its usage.
    fn forms(&self) -> impl Iterator<Item = &'static str> + use<> {
        let usage = self.usage.split(" or ").flat_map(|form| form.split("), "));
        usage.filter_map(|form| form.split_once('(')).map(|(_, list)| list.trim_end_matches(')'))
    }

    /// Whether argument `i` is called so in one of the forms.
    pub(crate) fn takes(&self, i: usize, name: &str) -> bool {
        self.forms().any(|list| list.split(", ").nth(i) == Some(name))
    }
}

/// The operation of that name.
pub fn find(name: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|op| op.name == name || op.aliases.contains(&name))
}

/// All operations, in the order of the documentation.
pub fn all() -> &'static [Operation] {
    OPERATIONS
}

macro_rules! operations {
    (@arity $n:literal) => { $n..=$n };
    (@arity $from:literal $to:literal) => { $from..=$to };
    ($($name:literal $(| $alias:literal)* [$($arity:literal)+] $usage:literal $summary:literal
       $example:literal = $result:literal => |$a:ident| $apply:expr;)*) => {
        static OPERATIONS: &[Operation] = &[$(Operation {
            name: $name,
            aliases: &[$($alias),*],
            arity: operations!(@arity $($arity)+),
            usage: $usage,
            summary: $summary,
            example: $example,
            result: $result,
            apply: |$a| $apply,
        }),*];
    };
}

operations! {
    // ---- Making layouts
    "make_layout" | "Layout" | "concat" [1 32] "make_layout(shape), make_layout(shape, stride) or make_layout(A, B, ...)"
        "a layout from a shape and a stride, or layouts side by side, one of them in parentheses"
        "make_layout((4,8), (1,4))" = "(4,8):(1,4)" => |a| match a.values {
            [(Value::Integer(_) | Value::Tuple(_), _), (Value::Integer(_) | Value::Tuple(_), _)] => {
                layout(Layout::from_tuples(&a.tuple(0)?, &a.tuple(1)?)?)
            }
            [(Value::Integer(_) | Value::Tuple(_), _)] => layout(a.layout(0)?),
            _ => any(AnyLayout::concat(&layouts(a)?)?),
        };
    "make_layout_left" | "LayoutLeft" | "col_major" [1] "make_layout_left(shape)" "compact, leftmost fastest"
        "make_layout_left((4,8))" = "(4,8):(1,4)" => |a| layout(Layout::col_major(&a.tuple(0)?)?);
    "make_layout_right" | "LayoutRight" | "row_major" [1] "make_layout_right(shape)" "compact, rightmost fastest"
        "make_layout_right((4,8))" = "(4,8):(8,1)" => |a| layout(Layout::row_major(&a.tuple(0)?)?);
    "make_ordered_layout" | "ordered" [2] "make_ordered_layout(shape, order)" "compact, the modes in the given order"
        "make_ordered_layout((3,5,7), (2,0,1))" = "(3,5,7):(35,1,5)" =>
        |a| layout(Layout::ordered(&a.tuple(0)?, &a.tuple(1)?)?);
    "make_layout_like" | "like" [1] "make_layout_like(A)" "compact, with A's shape and the order of its strides"
        "make_layout_like((4,8,3):(100,1,0))" = "(4,8,3):(8,1,0)" => |a| layout(a.any(0)?.like());
    "tile_to_shape" | "tile_to_shape_default" [2 3] "tile_to_shape(A, shape) or tile_to_shape(A, shape, order)"
        "A repeated until it fills the shape"
        "tile_to_shape((8,64):(64,1), (128,128), (2,1))" = "((8,16),(64,2)):((64,1024),(1,512))" => |a| {
            let order = if a.len() == 3 { Some(a.tuple(2)?) } else { None };
            any(a.any(0)?.tile_to_shape(&a.tuple(1)?, order.as_ref())?)
        };

    "composed_layout" | "make_composed_layout" | "ComposedLayout" [3] "composed_layout(A, offset, B)"
        "x -> A(offset + B(x)); also written A o offset o B"
        "composed_layout(Sw<3,3,3>, 0, (8,64):(64,1))" = "Sw<3,3,3> o 0 o (8,64):(64,1)" =>
        |a| behind(a, a.integer(1)?, 2);

    // ---- Maps of bits
    "make_swizzle" | "Swizzle" [2 3] "make_swizzle(bits, base, shift) or make_swizzle(y, z)"
        "a swizzle from three numbers, or from two masks; also written Sw<bits,base,shift>"
        "make_swizzle(3, 4, 3)" = "Sw<3,4,3>" => |a| Ok(Value::Swizzle(a.swizzle()?));
    "make_xor_map" [0 63] "make_xor_map(c0, c1, ...)" "bit i contributes ci, by XOR; also written Xor<c0,c1,...>"
        "make_xor_map(1, 2, 5)" = "Xor<1,2,5>" => |a| {
            let columns: Vec<i64> = (0..a.len()).map(|i| a.integer(i)).collect::<Result<_, _>>()?;
            Ok(Value::Xor(Box::new(XorMap::new(&columns)?)))
        };
    "apply" | "swizzle_apply" [2] "apply(S, x)" "the value of a map at x, or at each of a list; also written S(x)"
        "apply(Sw<5,0,6>, 65)" = "64" => |a| {
            let map = a.xor_map(0)?;
            match &a.values[1].0 {
                Value::List(values) => Ok(Value::List(values.iter().map(|&x| map.apply(x)).collect())),
                _ => integer(map.apply(a.integer(1)?)),
            }
        };
    "inverse" [1] "inverse(S)" "the map that undoes another"
        "inverse(Xor<2,5,1>)" = "Xor<4,1,6>" => |a| Ok(a.xor_map(0)?.inverse()?.into());
    "to_xor_map" [1] "to_xor_map(A)" "the map that a layout, or a swizzle, is on its indices"
        "to_xor_map((4,2):(2,1))" = "Xor<2,4,1>" => |a| Ok(Value::Xor(Box::new(match a.values[0].0.as_map() {
            Some(_) => a.xor_map(0)?,
            None => a.any(0)?.to_xor_map()?,
        })));
    "to_layout" [1] "to_layout(A)" "the plain layout that is this function, from an offset on"
        "to_layout(Sw<3,0,3> o 24 o 8:1)" = "(4,2):(-1,4) at 27" => |a| match a.values[0].0.as_map() {
            Some(_) => xor_as_layout(&a.xor_map(0)?),
            None => moved(a.any(0)?.to_layout()?),
        };

    "make_identity_layout" | "identity" [1] "make_identity_layout(shape)" "the layout that maps every coordinate to itself"
        "make_identity_layout((4,8))" = "(4,8):(1@0,1@1)" => |a| Ok(layout_value(CoordLayout::identity(&a.tuple(0)?)?));

    // ---- Asking
    "size" [1] "size(A)" "the number of coordinates"
        "size((4,(2,8)):(1,(4,8)))" = "64" => |a| integer(a.size(0)?);
    "cosize" [1] "cosize(A)" "the largest minus the smallest offset, plus one"
        "cosize((2,4):(1,6))" = "20" => |a| integer(a.any(0)?.cosize()?);
    "rank" [1] "rank(A)" "the number of modes"
        "rank((4,(2,8)))" = "2" => |a| integer(a.tuple(0)?.rank() as i64);
    "depth" [1] "depth(A)" "the depth of the nesting"
        "depth((4,(2,8)))" = "2" => |a| integer(a.tuple(0)?.depth() as i64);
    "length" [1] "length(A)" "the number of leaf modes"
        "length((4,(2,8)))" = "3" => |a| integer(a.tuple(0)?.length() as i64);
    "shape" [1] "shape(A)" "the extents"
        "shape((4,8):(1,4))" = "(4,8)" => |a| tuple(a.any(0)?.shape());
    "stride" [1] "stride(A)" "the strides"
        "stride((4,8):(1,4))" = "(1,4)" => |a| tuple(a.layout(0)?.stride());
    "coshape" [1] "coshape(A)" "the shape of the codomain"
        "coshape((2,4):(1,6))" = "20" => |a| tuple(Coord::leaf(a.any(0)?.cosize()?));
    "max_alignment" [1] "max_alignment(A)" "the largest number of contiguous elements that every vector can have"
        "max_alignment((4,8):(1,4))" = "32" => |a| integer(a.any(0)?.max_alignment());

    // ---- Evaluating
    "crd2idx" | "crd2idx_stride" [2 3] "crd2idx(coord, shape) or crd2idx(coord, shape, stride)"
        "the index, or offset, of a coordinate"
        "crd2idx((1,7,0), (6,8,1))" = "43" => |a| match (a.len(), &a.values[1].0) {
            (3, _) => integer(crd2idx_stride(&a.tuple(0)?, &a.tuple(1)?, &a.tuple(2)?)?),
            (_, Value::Layout(_) | Value::Composed(_)) => integer(a.any(1)?.at_coord(&a.tuple(0)?)?),
            _ => integer(crd2idx(&a.tuple(0)?, &a.tuple(1)?)?),
        };
    "idx2crd" | "idx2crd_stride" [2 3] "idx2crd(index, shape) or idx2crd(offset, shape, stride)"
        "the coordinate of an index, or of an offset"
        "idx2crd(16, (3,(2,3)))" = "(1,(1,2))" => |a| {
            let (coord, shape) = (a.tuple(0)?, a.tuple(1)?);
            if a.len() == 3 {
                return tuple(idx2crd_by_mode(&coord, &shape, &a.tuple(2)?)?);
            }
            match coord.leaves() {
                [index] if coord.is_leaf() => tuple(idx2crd(*index, &shape)?),
                _ => tuple(crd2crd(&coord, &shape, &shape)?),
            }
        };
    "crd2crd" [3] "crd2crd(coord, from, to)" "the coordinate of one shape as one of another"
        "crd2crd((4,10), (15,12), ((1,1,2),90))" = "((0,0,4),10)" =>
        |a| tuple(crd2crd(&a.tuple(0)?, &a.tuple(1)?, &a.tuple(2)?)?);
    "eval_coord" | "at" [2] "eval_coord(A, coord)" "the offset at a coordinate; also written A(coord)"
        "eval_coord((4,8):(1,4), (1,2))" = "9" => |a| integer(a.any(0)?.at_coord(&a.tuple(1)?)?);
    "eval1d" [2] "eval1d(A, n)" "the offsets of the first n indices, past the end too"
        "eval1d((2,3):(3,1), 8)" = "[0,3,1,4,2,5,3,6]" => |a| {
            let (layout, count) = (a.any(0)?, a.integer(1)?);
            table(a, count)?;
            Ok(Value::List((0..count).map(|i| layout.at_index(i)).collect::<Result<_, _>>()?))
        };
    "offsets" [1] "offsets(A)" "all offsets, in index order"
        "offsets((2,3):(3,1))" = "[0,3,1,4,2,5]" => |a| {
            let layout = a.any(0)?;
            table(a, layout.size())?;
            Ok(Value::List(layout.offsets().collect()))
        };
    "slice" [2] "slice(coord, A)" "the modes that `_` keeps; also written A(coord)"
        "slice((_,2), (4,8):(1,4))" = "(4):(1)" => |a| any(a.any(1)?.slice_and_offset(&a.slicer(0)?)?.0);
    "slice_and_offset" [2] "slice_and_offset(coord, A)" "the modes that `_` keeps, and the offset of the rest"
        "slice_and_offset((_,2), (4,8):(1,4))" = "(4):(1) at 8" => |a| {
            match a.any(1)?.slice_and_offset(&a.slicer(0)?)? {
                (AnyLayout::Plain(kept), offset) => Ok(Value::Slice(kept, offset)),
                (kept, _) => any(kept),
            }
        };
    "dice" [2] "dice(coord, A)" "the modes that a slice fixes"
        "dice((_,2), (4,8):(1,4))" = "(8):(4)" => |a| any(a.any(1)?.dice(&a.slicer(0)?)?);

    "with_offset" [2] "with_offset(A, offset)" "A and the offset at which it starts; also written A at offset"
        "with_offset(4:1, 8)" = "4:1 at 8" => |a| match a.any(0)? {
            AnyLayout::Plain(of) => Ok(Value::Slice(of, a.integer(1)?)),
            composed => any(composed.offset_by(a.integer(1)?)?),
        };
    "pair" [2] "pair(A, B)" "two layouts; also written A and B"
        "pair(4:1, 8:2)" = "4:1 and 8:2" => |a| pair(a.any(0)?, a.any(1)?);

    // ---- Structure
    "get" | "mode" [2] "get(A, i)" "mode i; also written A[i]"
        "get((4,(2,8)):(1,(4,8)), (1,0))" = "2:4" => |a| match &a.values[0].0 {
            Value::Tuple(value) => tuple(value.mode_at(&a.indices(1)?)?),
            _ => any(a.any(0)?.mode_at(&a.indices(1)?)?),
        };
    "select" [2 32] "select(A, (i,j,...))" "some modes, in an order"
        "select((2,3,5):(1,2,6), (2,0))" = "(5,2):(6,1)" => |a| any(a.any(0)?.select(&modes(a, 1)?)?);
    "take" [3] "take(A, begin, end)" "the modes from begin up to end"
        "take((2,3,5):(1,2,6), 0, 2)" = "(2,3):(1,2)" =>
        |a| {
            let (begin, end) = a.range(1)?;
            any(a.any(0)?.take(begin, end)?)
        };
    "flatten" [1] "flatten(A)" "no inner parentheses"
        "flatten((4,(2,8)):(1,(4,8)))" = "(4,2,8):(1,4,8)" => |a| match &a.values[0].0 {
            Value::Tuple(value) => tuple(value.flatten()),
            _ => any(a.any(0)?.flatten()),
        };
    "unflatten" [2] "unflatten(A, profile)" "the leaf modes under another nesting"
        "unflatten((4,2,8):(1,4,8), (1,(1,1)))" = "(4,(2,8)):(1,(4,8))" =>
        |a| any(a.any(0)?.unflatten(&a.tuple(1)?)?);
    "group" | "group_modes" [3] "group(A, begin, end)" "some modes as one"
        "group((2,3,5):(1,2,6), 1, 3)" = "(2,(3,5)):(1,(2,6))" =>
        |a| {
            let (begin, end) = a.range(1)?;
            any(a.any(0)?.group(begin, end)?)
        };
    "append" [2] "append(A, B)" "B after the last mode"
        "append((2,3):(1,2), 4:6)" = "(2,3,4):(1,2,6)" => |a| match a.beside(1)? {
            Some(b) => any(with_modes(a.any(0)?, |modes| modes.push(b))?),
            None => any(a.any(0)?.append(&a.layout(1)?)?),
        };
    "append_n" | "append_n_default" [2 3] "append_n(A, rank) or append_n(A, rank, B)" "B, or 1:0, until the rank is reached"
        "append_n(3:1, 3, 4:3)" = "(3,4,4):(1,3,3)" =>
        |a| any(a.any(0)?.append_n(a.rank(1)?, &filler(a)?)?);
    "prepend" [2] "prepend(A, B)" "B before the first mode"
        "prepend((2,3):(1,2), 4:6)" = "(4,2,3):(6,1,2)" => |a| match a.beside(1)? {
            Some(b) => any(with_modes(a.any(0)?, |modes| modes.insert(0, b))?),
            None => any(a.any(0)?.prepend(&a.layout(1)?)?),
        };
    "prepend_n" [2 3] "prepend_n(A, rank) or prepend_n(A, rank, B)" "B, or 1:0, until the rank is reached"
        "prepend_n(3:1, 2)" = "(1,3):(0,1)" => |a| any(a.any(0)?.prepend_n(a.rank(1)?, &filler(a)?)?);
    "replace" [3] "replace(A, i, B)" "B in the place of mode i"
        "replace((2,3):(1,2), 1, 4:6)" = "(2,4):(1,6)" =>
        |a| match a.beside(2)? {
            Some(b) => {
                let (of, i) = (a.any(0)?, a.index(1)?);
                of.mode(i)?;
                any(with_modes(of, |modes| modes[i] = b)?)
            }
            None => any(a.any(0)?.replace(a.index(1)?, &a.layout(2)?)?),
        };
    "remove" [2] "remove(A, i)" "A without mode i"
        "remove((2,3,5):(1,2,6), 1)" = "(2,5):(1,6)" => |a| any(a.any(0)?.remove(a.index(1)?)?);
    "sort" [1] "sort(A)" "the leaf modes by stride"
        "sort((2,3,5):(6,1,2))" = "(3,5,2):(1,2,6)" => |a| any(a.any(0)?.sort_by_stride());
    "with_shape" [2] "with_shape(A, shape)" "the same function of the index under another shape"
        "with_shape((4,4):(4,1), (8,2))" = "((4,2),2):((4,1),2)" => |a| any(a.any(0)?.with_shape(&a.tuple(1)?)?);
    "filter" | "filter_by" [1 2] "filter(A) or filter(A, profile)" "coalesced, without strides of 0"
        "filter(((6,12,4),3):((2,2,0),1))" = "(6,12,3):(2,2,1)" => |a| match a.len() {
            1 => any(a.any(0)?.filter()),
            _ => any(a.any(0)?.filter_by(&a.tuple(1)?)?),
        };
    "filter_zeros" | "filter_zeros_by" [1 2] "filter_zeros(A) or filter_zeros(A, marks)" "extent 1 where the stride, or mark, is 0"
        "filter_zeros((2,3):(0,1))" = "(1,3):(0,1)" => |a| match a.len() {
            1 => any(a.any(0)?.filter_zeros()),
            _ => any(a.any(0)?.filter_zeros_by(&a.tuple(1)?)?),
        };

    // ---- Algebra
    "coalesce" | "coalesce_by" [1 2] "coalesce(A) or coalesce(A, profile)" "the shortest layout with the same function"
        "coalesce((2,(1,6)):(1,(6,2)))" = "12:1" => |a| match a.len() {
            1 => any(a.any(0)?.coalesce()),
            _ => any(a.any(0)?.coalesce_by(&a.tuple(1)?)?),
        };
    "composition" | "compose" | "composition_tiler" [2] "composition(A, B)" "R(x) = A(B(x)); also written A o B"
        "composition((6,2):(8,2), (4,3):(3,1))" = "((2,2),3):((24,2),8)" =>
        |a| composition(a);
    "compose_any" [2] "compose_any(A, B)" "the composite, by mode for a tiler <...>, plain or composed"
        "compose_any((6,2):(1,7), (3,2):(2,3))" = "(6,2):(1,7) o 0 o (3,2):(2,3)" => |a| match &a.values[1].0 {
            Value::Tiler(tiler) => any(a.any(0)?.compose_tiler_any(tiler)?),
            Value::Composed(b) => any(a.any(0)?.composed_layout(0, &(**b).into())?),
            _ => any(a.any(0)?.compose_any(&a.layout(1)?)?),
        };
    "compose_flat" [2] "compose_flat(A, B)" "the composite as a flat layout"
        "compose_flat((10,4):(1,4), (2,3):(5,16))" = "(3,2):(5,9)" => |a| any(a.any(0)?.compose_flat(&a.any(1)?)?);
    "compose_at" [3] "compose_at(A, offset, B)" "A(offset + B(x)) - A(offset); B may go down as far as the offset"
        "compose_at((4,8):(1,10), 2, 4:1)" = "(2,2):(1,8)" =>
        |a| any(a.any(0)?.compose_at(a.integer(1)?, &a.any(2)?)?);
    "compose_strict" [2] "compose_strict(A, B)" "the composition inside A's domain"
        "compose_strict(12:5, 3:2)" = "3:10" => |a| any(a.any(0)?.compose_strict(&a.any(1)?)?);
    "complement" | "complement_default" [1 2] "complement(A, M) or complement(A)" "where to repeat A to cover everything once"
        "complement((2,2):(1,6), 24)" = "(3,2):(2,12)" => |a| match a.len() {
            1 => layout(a.any(0)?.complement_default()?),
            _ => layout(a.any(0)?.complement(a.size(1)?)?),
        };
    "complement_exact" [2] "complement_exact(A, M)" "(A, R) is a bijection of [0,M)"
        "complement_exact(4:2, 24)" = "(2,3):(1,8)" => |a| layout(a.any(0)?.complement_exact(a.size(1)?)?);
    "complement_image" [2] "complement_image(A, M)" "the complement of A's image, without rounding"
        "complement_image((2,2):(1,1), 12)" = "4:3" => |a| layout(a.any(0)?.complement_image(a.size(1)?)?);
    "right_inverse" [1] "right_inverse(A)" "A(R(i)) = i"
        "right_inverse((2,4,6):(4,1,8))" = "(4,2,6):(2,1,8)" => |a| any(a.any(0)?.right_inverse()?);
    "right_inverse_max" [1] "right_inverse_max(A)" "the largest right inverse that is found"
        "right_inverse_max((3,2):(1,2))" = "(2,2):(1,3)" => |a| any(a.any(0)?.right_inverse_max()?);
    "left_inverse" [1] "left_inverse(A)" "L(A(x)) = x"
        "left_inverse((4,8):(1,5))" = "(5,8):(1,4)" => |a| any(a.any(0)?.left_inverse()?);
    "left_inverse_search" [1] "left_inverse_search(A)" "a left inverse, searched for"
        "left_inverse_search((2,2):(2,3))" = "(2,4):(1,1)" => |a| any(a.any(0)?.left_inverse_search()?);
    "generalized_inverse" [1] "generalized_inverse(A)" "the first index with the offset of x: A(G(A(x))) = A(x)"
        "generalized_inverse((2,3):(0,1))" = "3:2" => |a| any(a.any(0)?.generalized_inverse()?);
    "nullspace" [1] "nullspace(A)" "the indices that A maps to 0, in increasing order"
        "nullspace((2,2,2):(1,0,2))" = "2:2" => |a| layout(a.any(0)?.nullspace()?);
    "max_common_layout" [2] "max_common_layout(A, B)" "the largest contiguous part that A and B share"
        "max_common_layout((4,8):(1,4), (4,8):(1,8))" = "4:1" => |a| any(a.any(0)?.max_common_layout(&a.any(1)?)?);
    "max_common_vector" [2] "max_common_vector(A, B)" "how many contiguous elements A and B share"
        "max_common_vector((4,8):(1,4), (4,8):(1,8))" = "4" => |a| integer(a.any(0)?.max_common_vector(&a.any(1)?)?);
    "common_refinement" [2] "common_refinement(A, B)" "A and B, flat, with the same extents"
        "common_refinement((4,6):(1,10), (2,12):(1,3))" = "(2,2,6):(1,2,10) and (2,2,6):(1,3,6)" => |a| {
            let (left, right) = a.any(0)?.common_refinement(&a.any(1)?)?;
            pair(left, right)
        };
    "sum" | "layout_add" [2] "sum(A, B)" "R(x) = A(x) + B(x)"
        "sum((2,6):(1,4), (4,3):(1,8))" = "(2,2,3):(2,6,16)" => |a| any(a.any(0)?.sum(&a.any(1)?)?);
    "scale" [2] "scale(A, k)" "R(x) = k * A(x)"
        "scale((4,8):(1,4), 3)" = "(4,8):(3,12)" => |a| any(a.any(0)?.scale(a.integer(1)?)?);
    "truncate" [2] "truncate(A, m)" "the first m indices"
        "truncate((4,8):(1,100), 12)" = "(4,3):(1,100)" => |a| any(a.any(0)?.truncate(a.integer(1)?)?);
    "solve" | "solve_right" [2] "solve(A, C)" "X with A o X = C, inside of A where it can, else past its end"
        "solve((8,6):(6,1), (8,3,2):(3,1,24))" = "((2,4),3,2):((24,1),8,4)" => |a| any(a.any(0)?.solve_right(&a.any(1)?)?);
    "recover" | "from_offsets" [1] "recover([a,b,...])" "the layout of a table"
        "recover([0,2,4,7,9,11])" = "(3,2):(2,7)" => |a| layout(recover(&a.numbers(0)?)?);

    // ---- Divides and products
    "logical_divide" [2] "logical_divide(A, T)" "A o (T, complement(T, size A))"
        "logical_divide((4,2,3):(2,1,8), 4:2)" = "((2,2),(2,3)):((4,1),(2,8))" => |a| match a.swizzled_tile(1)? {
            Some(tile) => any(a.any(0)?.logical_divide_by(&tile)?),
            None => any(a.any(0)?.logical_divide(&a.tiler(1)?)?),
        };
    "zipped_divide" [2] "zipped_divide(A, T)" "the tile in mode 0, the rest in mode 1"
        "zipped_divide((12,32):(1,12), <4,8>)" = "((4,8),(3,4)):((1,12),(4,96))" => |a| match a.swizzled_tile(1)? {
            Some(tile) => any(a.any(0)?.zipped_divide_by(&tile)?),
            None => any(a.any(0)?.zipped_divide(&a.tiler(1)?)?),
        };
    "tiled_divide" [2] "tiled_divide(A, T)" "the tile in mode 0, the rest unpacked"
        "tiled_divide((12,32):(1,12), <4,8>)" = "((4,8),3,4):((1,12),4,96)" => |a| match a.swizzled_tile(1)? {
            Some(tile) => any(a.any(0)?.tiled_divide_by(&tile)?),
            None => any(a.any(0)?.tiled_divide(&a.tiler(1)?)?),
        };
    "flat_divide" [2] "flat_divide(A, T)" "tile and rest unpacked"
        "flat_divide((12,32):(1,12), <4,8>)" = "(4,8,3,4):(1,12,4,96)" => |a| match a.swizzled_tile(1)? {
            Some(tile) => any(a.any(0)?.flat_divide_by(&tile)?),
            None => any(a.any(0)?.flat_divide(&a.tiler(1)?)?),
        };
    "overhang" [2] "overhang(A, T)" "how many indices a division adds"
        "overhang(10:1, 3)" = "2" => |a| integer(a.any(0)?.overhang(&a.tiler(1)?)?);
    "logical_product" [2] "logical_product(A, B)" "(A, complement(A, size A * cosize B) o B)"
        "logical_product((2,2):(4,1), 6:1)" = "((2,2),(2,3)):((4,1),(2,8))" => |a| any(a.any(0)?.logical_product(&a.tiler(1)?)?);
    "zipped_product" [2] "zipped_product(A, B)" "the block in mode 0, the repetitions in mode 1"
        "zipped_product((2,5):(5,1), <3:5,4:6>)" = "((2,5),(3,4)):((5,1),(10,30))" => |a| any(a.any(0)?.zipped_product(&a.tiler(1)?)?);
    "tiled_product" [2] "tiled_product(A, B)" "the block in mode 0, the repetitions unpacked"
        "tiled_product((2,5):(5,1), <3:5,4:6>)" = "((2,5),3,4):((5,1),10,30)" => |a| any(a.any(0)?.tiled_product(&a.tiler(1)?)?);
    "flat_product" [2] "flat_product(A, B)" "block and repetitions unpacked"
        "flat_product((2,5):(5,1), <3:5,4:6>)" = "(2,5,3,4):(5,1,10,30)" => |a| any(a.any(0)?.flat_product(&a.tiler(1)?)?);
    "blocked_product" [2] "blocked_product(A, B)" "blocks of A, arranged as B says"
        "blocked_product((2,5):(5,1), (3,4):(1,3))" = "((2,3),(5,4)):((5,10),(1,30))" => |a| any(a.any(0)?.blocked_product(&a.layout(1)?)?);
    "raked_product" [2] "raked_product(A, B)" "A interleaved as B says"
        "raked_product((2,5):(5,1), (3,4):(1,3))" = "((3,2),(4,5)):((10,5),(30,1))" => |a| any(a.any(0)?.raked_product(&a.layout(1)?)?);

    // ---- Parts
    "inner_partition" [3] "inner_partition(A, T, coord)" "the tile at a coordinate, and where it starts"
        "inner_partition((12,32):(1,12), <4,8>, (1,2))" = "(4,8):(1,12) at 196" => |a| part(a.any(0)?.inner_partition(&a.tiler(1)?, &a.slicer(2)?)?);
    "outer_partition" [3] "outer_partition(A, T, coord)" "the element at a coordinate of every tile, and where the first is"
        "outer_partition((12,32):(1,12), <4,8>, (3,5))" = "(3,4):(4,96) at 63" => |a| part(a.any(0)?.outer_partition(&a.tiler(1)?, &a.slicer(2)?)?);
    "local_tile" [3 4] "local_tile(A, T, coord) or local_tile(A, T, coord, projection)"
        "the tile of a block: inner_partition; a projection (1,_,1) takes modes 0 and 2 of T and coord"
        "local_tile((12,32):(1,12), <4,8>, (1,_))" = "(4,8,4):(1,12,96) at 4" => |a| match a.len() {
            4 => part(a.any(0)?.local_tile_projected(&a.tiler(1)?, &a.slicer(2)?, &a.slicer(3)?)?),
            _ => part(a.any(0)?.local_tile(&a.tiler(1)?, &a.slicer(2)?)?),
        };
    "local_partition" [3] "local_partition(A, threads, thread)" "what a thread works on, and where it starts"
        "local_partition((8,12):(12,1), (2,4):(4,1), 6)" = "(4,3):(24,4) at 14" => |a| part(a.any(0)?.local_partition(&a.any(1)?, a.integer(2)?)?);
    "make_layout_tv" [2] "make_layout_tv(threads, values)" "the tile that threads with such values fill, and the layout from (thread, value) to its cells"
        "make_layout_tv((2,3):(3,1), (2,1):(1,0))" = "(4,3):(1,4) and ((3,2),2):((4,2),1)" => |a| {
            let (tile, tv) = AnyLayout::layout_tv(&a.any(0)?, &a.layout(1)?)?;
            pair(Layout::col_major(&tile)?.into(), tv)
        };
    "owner" [3] "owner(TV, tile, cell)" "the thread and the value that have a cell of a tile, or none"
        "owner(((3,2),2):((4,2),1), (4,3), (3,1))" = "(4,1)" =>
        |a| maybe_two(a.any(0)?.owner(&a.tuple(1)?, a.tuple(2)?)?);
    "coverage" [2] "coverage(TV, tile)" "true when every cell of a tile has one owner; else an error says which has two or none"
        "coverage(((3,2),2):((4,2),1), (4,3))" = "true" => |a| {
            a.any(0)?.check_coverage(&a.tuple(1)?)?;
            truth(true)
        };

    // ---- Shapes and elements
    "shape_div" [2] "shape_div(shape, by)" "the shape without its first elements"
        "shape_div((6,2), 3)" = "(2,2)" => |a| tuple(shape_div(&a.tuple(0)?, &a.tuple(1)?)?);
    "shape_mod" [2] "shape_mod(shape, n)" "the first n elements of a shape"
        "shape_mod((6,2), 3)" = "(3,1)" => |a| tuple(shape_mod(&a.tuple(0)?, a.integer(1)?)?);
    "ceil_div" [2] "ceil_div(shape, by)" "division, rounding up"
        "ceil_div((7,8), (2,8))" = "(4,1)" => |a| tuple(ceil_div(&a.tuple(0)?, &a.tuple(1)?)?);
    "domain_distribute" [2] "domain_distribute(shape, n)" "n elements spread over a shape"
        "domain_distribute((15,14), 6)" = "(3,2):(1,15)" => |a| layout(domain_distribute(&a.tuple(0)?, a.size(1)?)?);
    "upcast" [2] "upcast(A, n)" "n elements become one; where A goes down, at an offset in elements of A"
        "upcast((8,4):(1,8), 2)" = "(4,4):(1,4)" => |a| cast(a, |map| Ok(map.upcast(a.integer(1)?)?), |of| Ok(of.upcast_and_offset(a.integer(1)?)?));
    "downcast" [2] "downcast(A, n)" "one element becomes n; where A goes down, at an offset in elements of the result"
        "downcast((4,4):(1,4), 2)" = "(8,4):(1,8)" => |a| cast(a, |map| Ok(map.downcast(a.integer(1)?)?), |of| Ok(of.downcast_and_offset(a.integer(1)?)?));
    "recast" | "recast_layout" [3] "recast(A, old_bits, new_bits)" "elements of another width, of a layout or a map; where A goes down, at an offset in bits"
        "recast((4,6):(6,1), 24, 16)" = "(4,9):(9,1)" => |a| cast(a, |map| Ok(map.recast(a.integer(1)?, a.integer(2)?)?), |of| Ok(of.recast_and_offset(a.integer(1)?, a.integer(2)?)?));

    // ---- Deciding
    "congruent" [2] "congruent(A, B)" "whether both are nested alike"
        "congruent((4,(2,8)), (1,(1,1)))" = "true" => |a| truth(a.tuple(0)?.congruent(&a.tuple(1)?));
    "weakly_congruent" [2] "weakly_congruent(A, B)" "whether A is B with subtrees shrunk to leaves"
        "weakly_congruent((4,16), (4,(2,8)))" = "true" => |a| truth(a.tuple(0)?.weakly_congruent(&a.tuple(1)?));
    "compatible" [2] "compatible(A, B)" "whether B refines A's shape"
        "compatible((4,16), (4,(2,8)))" = "true" => |a| truth(a.tuple(0)?.compatible(&a.tuple(1)?));
    "weakly_compatible" [2] "weakly_compatible(A, B)" "whether A's extents divide B's, mode by mode"
        "weakly_compatible((2,8), (4,(2,8)))" = "true" => |a| truth(a.tuple(0)?.weakly_compatible(&a.tuple(1)?));
    "evenly_divides" [2] "evenly_divides(A, B)" "whether B divides A, mode by mode"
        "evenly_divides((12,32), (4,8))" = "true" => |a| truth(a.tuple(0)?.evenly_divides(&a.tuple(1)?));
    "same_function" [2] "same_function(A, B)" "whether A and B are the same function; also written A ~ B"
        "same_function((2,4):(1,2), 8:1)" = "true" => |a| truth(a.any(0)?.same_function(&a.any(1)?)?);
    "first_difference" [2] "first_difference(A, B)" "the first index at which A and B differ"
        "first_difference((4,8):(1,100), 32:1)" = "4" => |a| maybe(a.any(0)?.first_difference(&a.any(1)?)?);
    "is_injective" | "injective" [1] "is_injective(A)" "whether no two indices have one offset"
        "is_injective((4,2):(1,3))" = "false" => |a| truth(a.any(0)?.is_injective()?);
    "is_surjective" | "surjective" [1] "is_surjective(A)" "whether every offset up to the largest is taken"
        "is_surjective((4,2):(1,3))" = "true" => |a| truth(a.any(0)?.is_surjective()?);
    "is_bijective" | "bijective" [1] "is_bijective(A)" "whether A permutes its indices"
        "is_bijective((4,8):(8,1))" = "true" => |a| truth(a.any(0)?.is_bijective()?);
    "is_contiguous" | "contiguous" [1] "is_contiguous(A)" "whether the offsets are an interval, each once"
        "is_contiguous((4,8):(8,1))" = "true" => |a| truth(a.any(0)?.is_contiguous()?);
    "collision" [1] "collision(A)" "two indices with the same offset"
        "collision((4,2):(1,3))" = "(4,3)" => |a| maybe_two(a.any(0)?.collision()?);
    "mex" [1] "mex(A)" "the least offset that is not taken"
        "mex((4,8):(1,5))" = "4" => |a| integer(a.any(0)?.mex()?);
    "preimage" [2] "preimage(A, offset)" "an index with that offset"
        "preimage((4,8):(1,5), 11)" = "9" => |a| maybe(a.any(0)?.preimage(a.integer(1)?)?);
    "images_meet" [2 4] "images_meet(A, B) or images_meet(A, a0, B, b0)" "two indices at which A (+a0) and B (+b0) have one offset"
        "images_meet((4,4):(1,8), 0, (4,4):(1,8), 3)" = "(3,0)" => |a| match a.len() {
            2 => maybe_two(a.any(0)?.images_meet(0, &a.any(1)?, 0)?),
            4 => maybe_two(a.any(0)?.images_meet(a.integer(1)?, &a.any(2)?, a.integer(3)?)?),
            _ => Err(a.usage().into()),
        };
}
