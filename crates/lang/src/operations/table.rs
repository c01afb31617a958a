//! The operations of the language, by CuTe's names.
//!
//! One table: which operation, its names, its forms with the kinds of their arguments, what it does, one
//! example with its result, what to draw, and what to call; after `@`, what it does where indices count
//! rightmost fastest. Parsing, evaluation, errors, explanations, pictures, help, completion and the tests
//! all read it.

use tilework_hardware::atom::Operand;
use tilework_hardware::tiled::Side;

use tilework::{
    AnyLayout, Coord, CoordLayout, ErrorKind, Layout, XorMap, ceil_div, crd2crd, crd2idx,
    crd2idx_stride, domain_distribute, idx2crd, recover, shape_div, shape_mod,
};

use crate::operations::answers::{
    any, cast, common_vector, filler, held, idx2crd_by_mode, integer, layout, layouts, maybe,
    maybe_two, modes, moved, nth, pair, part, table, thread_value, truth, tuple, vector,
    with_modes,
};
use crate::operations::arguments::Tile;
use crate::operations::composition::{composed, composition, xor_as_layout};
use crate::operations::coords::layout_value;
use crate::operations::hardware::{banks, descriptor, global, swizzle, tiles, tma};
use crate::operations::operation::{Argument, Figure, Form, Grouping, Kind, Lex, Operation};
use crate::operations::value::Value;
use crate::operations::views::{as_strided, flip, permute, shaped, squeeze, view};

/// All operations, in the order of the documentation.
pub const fn all() -> &'static [Operation] {
    OPERATIONS
}

impl Id {
    /// The operation that it is.
    pub fn operation(self) -> &'static Operation {
        // The table is in the order of the variants: both are made from the same lines.
        &OPERATIONS[self as usize]
    }
}

/// A layout from (thread, value) has these two modes.
fn two_modes(why: ErrorKind, _: &Value) -> Option<&'static str> {
    let missing = matches!(why, ErrorKind::RankMismatch { right: 2, .. });
    missing.then_some("modes 0 and 1 are the threads and the values: ((4,8),(2,2)):((32,1),(16,8))")
}

macro_rules! operations {
    (@name $name:ident) => { stringify!($name) };
    (@name $name:literal) => { $name };
    (@form $($argument:tt: $kind:ident),*) => {{
        const ARGUMENTS: &[Argument] = operations!(@arguments $($argument: $kind),*);
        Form { arguments: ARGUMENTS, least: ARGUMENTS.len(), most: ARGUMENTS.len() }
    }};
    (@form $($argument:tt: $kind:ident),*; $least:literal $most:literal) => {
        Form {
            arguments: operations!(@arguments $($argument: $kind),*),
            least: $least,
            most: $most,
        }
    };
    (@arguments $($argument:tt: $kind:ident),*) => {
        &[$(Argument { name: operations!(@name $argument), kind: Kind::$kind }),*]
    };
    (@figure) => { Figure::Beside };
    (@figure $figure:expr) => { $figure };
    (@alternative) => { |_, _| None };
    (@alternative $alternative:expr) => { $alternative };
    ($($group:literal {
        $($id:ident = $name:literal $(| $alias:literal)*
            $(($($argument:tt: $kind:ident),* $(; $least:literal to $most:literal)?))or+
            @$lex:ident$(($grouping:expr))?
            $summary:literal
            $example:literal = $result:literal
            $([$figure:expr])? $(else $alternative:expr)? => |$a:ident| $apply:expr;)*
    })*) => {
        /// Which operation; [`Id::operation`] has what is known about it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        // What it does is a sentence, in which `A[i]` is no link.
        #[allow(rustdoc::broken_intra_doc_links)]
        pub enum Id {
            $($(#[doc = concat!("`", $name, "`.")] $id,)*)*
        }

        static OPERATIONS: &[Operation] = &[$($(Operation {
            id: Id::$id,
            group: $group,
            name: $name,
            aliases: &[$($alias),*],
            forms: &[$(operations!(@form $($argument: $kind),* $(; $least $most)?)),+],
            summary: $summary,
            example: $example,
            result: $result,
            figure: operations!(@figure $($figure)?),
            lex: Lex::$lex$(($grouping))?,
            alternative: operations!(@alternative $($alternative)?),
            apply: |$a| $apply,
        },)*)*];
    };
}

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

    "Maps of bits" {
        MakeSwizzle = "make_swizzle" | "Swizzle" (bits: Integer, base: Integer, shift: Integer) or (y: Integer, z: Integer)
            @Same
            "a swizzle from three numbers, or from two masks; also written Sw<bits,base,shift>"
            "make_swizzle(3, 4, 3)" = "Sw<3,4,3>" => |a| Ok(Value::Swizzle(a.swizzle()?));
        MakeXorMap = "make_xor_map" (c0: Integer, c1: Integer; 0 to 63)
            @Same
            "the map that XORs ci for each bit i that is set; also written Xor<c0,c1,...>"
            "make_xor_map(1, 2, 5)" = "Xor<1,2,5>" => |a| {
                let columns: Vec<i64> = (0..a.len()).map(|i| a.integer(i)).collect::<Result<_, _>>()?;
                Ok(Value::Xor(Box::new(XorMap::new(&columns)?)))
            };
        Apply = "apply" | "swizzle_apply" (S: Map, x: List)
            @Same
            "the value of a map at x, or at each of a list; also written S(x)"
            "apply(Sw<5,0,6>, 65)" = "64" => |a| {
                let map = a.xor_map(0)?;
                match &a.values[1].0 {
                    Value::List(values) => Ok(Value::List(values.iter().map(|&x| map.apply(x)).collect())),
                    _ => integer(map.apply(a.integer(1)?)),
                }
            };
        Inverse = "inverse" (S: Map)
            @Same
            "the map that undoes another"
            "inverse(Xor<2,5,1>)" = "Xor<4,1,6>" => |a| Ok(a.xor_map(0)?.inverse()?.into());
        F2Rank = "f2_rank" ("[a,b,...]": List)
            @Same
            "the rank over F2 of numbers as vectors of bits: how many bits their XORs span"
            "f2_rank([3,6,5])" = "2" => |a| {
                let mut basis: Vec<i64> = Vec::new();
                for mut vector in a.numbers(0)? {
                    for &other in &basis {
                        vector = (vector as u64).min((vector ^ other) as u64) as i64;
                    }
                    if vector != 0 {
                        basis.push(vector);
                    }
                }
                integer(basis.len() as i64)
            };
        ToXorMap = "to_xor_map" (A: Function)
            @Values
            "a layout or a swizzle as an XOR map of its indices"
            "to_xor_map((4,2):(2,1))" = "Xor<2,4,1>" => |a| Ok(Value::Xor(Box::new(match a.values[0].0.as_map() {
                Some(_) => a.xor_map(0)?,
                None => a.any(0)?.to_xor_map()?,
            })));
        ToLayout = "to_layout" (A: Function)
            @Mirrored
            "the plain layout with the same function, and the offset where it starts"
            "to_layout(Sw<3,0,3> o 24 o 8:1)" = "(4,2):(-1,4) at 27" => |a| match a.values[0].0.as_map() {
                Some(_) => xor_as_layout(&a.xor_map(0)?),
                None => moved(a.any(0)?.to_layout()?),
            };
    }

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
                    (AnyLayout::Plain(kept), offset) => Ok(Value::Slice(kept, offset)),
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
                AnyLayout::Plain(of) => Ok(Value::Slice(of, a.integer(1)?)),
                composed => any(composed.offset_by(a.integer(1)?)?),
            };
        Pair = "pair" (A: Any, B: Any)
            @Mirrored
            "two layouts; also written A and B"
            "pair(4:1, 8:2)" = "4:1 and 8:2" => |a| pair(a.any(0)?, a.any(1)?);
    }

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

    "Divides and products" {
        LogicalDivide = "logical_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Logical)
            "A o (T, complement(T, size A))"
            "logical_divide((4,2,3):(2,1,8), 4:2)" = "((2,2),(2,3)):((4,1),(2,8))"
            [Figure::Divide(Grouping::Logical)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.logical_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.logical_divide(&tiler)?),
            };
        ZippedDivide = "zipped_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Zipped)
            "the tile in mode 0, the rest in mode 1"
            "zipped_divide((12,32):(1,12), <4,8>)" = "((4,8),(3,4)):((1,12),(4,96))"
            [Figure::Divide(Grouping::Zipped)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.zipped_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.zipped_divide(&tiler)?),
            };
        TiledDivide = "tiled_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Tiled)
            "the tile in mode 0, then the modes of the rest"
            "tiled_divide((12,32):(1,12), <4,8>)" = "((4,8),3,4):((1,12),4,96)"
            [Figure::Divide(Grouping::Tiled)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.tiled_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.tiled_divide(&tiler)?),
            };
        FlatDivide = "flat_divide" (A: Any, T: Tiler)
            @Tiles(Grouping::Flat)
            "the modes of the tile, then those of the rest"
            "flat_divide((12,32):(1,12), <4,8>)" = "(4,8,3,4):(1,12,4,96)"
            [Figure::Divide(Grouping::Flat)] => |a| match a.tile(1)? {
                Tile::Composed(tile) => any(a.any(0)?.flat_divide_by(&tile)?),
                Tile::Tiler(tiler) => any(a.any(0)?.flat_divide(&tiler)?),
            };
        Overhang = "overhang" (A: Any, T: Tiler)
            @ByMode
            "how many indices a division adds"
            "overhang(10:1, 3)" = "2" => |a| integer(a.any(0)?.overhang(&a.tiler(1)?)?);
        LogicalProduct = "logical_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Logical)
            "(A, complement(A, size A * cosize B) o B)"
            "logical_product((2,2):(4,1), 6:1)" = "((2,2),(2,3)):((4,1),(2,8))"
            [Figure::Product(Grouping::Logical)] => |a| any(a.any(0)?.logical_product(&a.tiler(1)?)?);
        ZippedProduct = "zipped_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Zipped)
            "the block in mode 0, the repetitions in mode 1"
            "zipped_product((2,5):(5,1), <3:5,4:6>)" = "((2,5),(3,4)):((5,1),(10,30))"
            [Figure::Product(Grouping::Zipped)] => |a| any(a.any(0)?.zipped_product(&a.tiler(1)?)?);
        TiledProduct = "tiled_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Tiled)
            "the block in mode 0, then the modes of the repetitions"
            "tiled_product((2,5):(5,1), <3:5,4:6>)" = "((2,5),3,4):((5,1),10,30)"
            [Figure::Product(Grouping::Tiled)] => |a| any(a.any(0)?.tiled_product(&a.tiler(1)?)?);
        FlatProduct = "flat_product" (A: Any, B: Tiler)
            @Tiles(Grouping::Flat)
            "the modes of the block, then those of the repetitions"
            "flat_product((2,5):(5,1), <3:5,4:6>)" = "(2,5,3,4):(5,1,10,30)"
            [Figure::Product(Grouping::Flat)] => |a| any(a.any(0)?.flat_product(&a.tiler(1)?)?);
        BlockedProduct = "blocked_product" (A: Any, B: Layout)
            @Padded
            "blocks of A, arranged as B says"
            "blocked_product((2,5):(5,1), (3,4):(1,3))" = "((2,3),(5,4)):((5,10),(1,30))"
            [Figure::BlockedProduct] => |a| any(a.any(0)?.blocked_product(&a.layout(1)?)?);
        RakedProduct = "raked_product" (A: Any, B: Layout)
            @Padded
            "A interleaved as B says"
            "raked_product((2,5):(5,1), (3,4):(1,3))" = "((3,2),(4,5)):((10,5),(30,1))"
            [Figure::RakedProduct] => |a| any(a.any(0)?.raked_product(&a.layout(1)?)?);
    }

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

    "Atoms and tiles" {
        MakeTiledMma = "make_tiled_mma" (atom: MmaAtom, atoms: Layout, permutation: Tiler; 1 to 3)
            @Undefined
            "an atom of an MMA, so often in M, N and K, on a tile in the order of the permutation"
            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)" = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>)"
            [Figure::Nothing] => |a| tiles::make_tiled_mma(a);
        MakeTiledCopy = "make_tiled_copy" (atom: CopyAtom, threads: Layout, values: Layout) or (atom: CopyAtom, threads: Layout, values: Layout, bits: Bits)
            @Undefined
            "an atom of a copy on the tile that threads and their values fill"
            "make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16)" = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,16>, (32,8):(8,1), (1,8):(1,1))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy(a);
        MakeTiledCopyA = "make_tiled_copy_A" (atom: CopyAtom, mma: TiledMma) or (atom: CopyAtom, mma: TiledMma, bits: Bits)
            @Undefined
            "the copy of A for a tiled MMA, from memory to the registers that need it"
            "make_tiled_copy_A(SM75_U32x4_LDSM_N, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>))" = "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,16>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy_of(a, Operand::A);
        MakeTiledCopyB = "make_tiled_copy_B" (atom: CopyAtom, mma: TiledMma) or (atom: CopyAtom, mma: TiledMma, bits: Bits)
            @Undefined
            "the copy of B for a tiled MMA, from memory to the registers that need it"
            "make_tiled_copy_B(SM75_U32x4_LDSM_N, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>))" = "make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N,16>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy_of(a, Operand::B);
        MakeTiledCopyC = "make_tiled_copy_C" (atom: CopyAtom, mma: TiledMma) or (atom: CopyAtom, mma: TiledMma, bits: Bits)
            @Undefined
            "the copy of C for a tiled MMA, from registers to memory"
            "make_tiled_copy_C(UniversalCopy<uint32_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>))" = "make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>,32>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy_of(a, Operand::C);
        MakeCopyAtom = "make_copy_atom" | "Copy_Atom" (atom: CopyAtom, bits: Bits)
            @Undefined
            "an atom of a copy for elements of so many bits; also written Copy_Atom<atom, type>"
            "make_copy_atom(SM75_U32x4_LDSM_N, 16)" = "Copy_Atom<SM75_U32x4_LDSM_N,16>"
            [Figure::Nothing] => |a| tiles::copy_atom(a);
        GetSlice = "get_slice" | "get_thread_slice" (tiled: Tiled, thread: Integer)
            @Undefined
            "one thread of a tiled copy or MMA"
            "get_slice(SM80_16x8x16_F32F16F16F32_TN, 5)" = "get_slice(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (1,1,1):(0,0,0), <_,_,_>), 5)"
            [Figure::Nothing] => |a| tiles::get_slice(a);
        PartitionA = "partition_A" (mma: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled MMA has of A: the values of an atom, then the atoms in both modes"
            "partition_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0)), (64,64):(64,1), 22)" = "((2,2,2),2,4):((1,512,8),2048,16) at 324"
            [Figure::Part] => |a| tiles::partition_of(a, Operand::A);
        PartitionB = "partition_B" (mma: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled MMA has of B: the values of an atom, then the atoms in both modes"
            "partition_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0)), (64,64):(64,1), 22)" = "((2,2),4,4):((1,8),1024,16) at 324"
            [Figure::Part] => |a| tiles::partition_of(a, Operand::B);
        PartitionC = "partition_C" (mma: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled MMA has of C: the values of an atom, then the atoms in both modes"
            "partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0)), (64,64):(64,1), 22)" = "((2,2),2,4):((1,512),2048,16) at 324"
            [Figure::Part] => |a| tiles::partition_of(a, Operand::C);
        PartitionS = "partition_S" (copy: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled copy reads: the values of an atom, then the atoms, then the tiles"
            "partition_S(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1), 3)" = "((8,1),2,1):((1,0),2048,0) at 24"
            [Figure::Part] => |a| tiles::partition_side(a, Side::Source);
        PartitionD = "partition_D" (copy: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled copy writes: the values of an atom, then the atoms, then the tiles"
            "partition_D(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1), 3)" = "((8,1),2,1):((1,0),2048,0) at 24"
            [Figure::Part] => |a| tiles::partition_side(a, Side::Destination);
        PartitionFragmentA = "partition_fragment_A" (mma: Tiled, shape: Tuple)
            @Undefined
            "the registers that each thread of a tiled MMA has for A of this shape"
            "partition_fragment_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64))" = "((2,2,2),2,4):((1,2,4),8,16)"
            [Figure::Nothing] => |a| tiles::fragment(a, Operand::A);
        PartitionFragmentB = "partition_fragment_B" (mma: Tiled, shape: Tuple)
            @Undefined
            "the registers that each thread of a tiled MMA has for B of this shape"
            "partition_fragment_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64))" = "((2,2),4,4):((1,2),4,16)"
            [Figure::Nothing] => |a| tiles::fragment(a, Operand::B);
        PartitionFragmentC = "partition_fragment_C" (mma: Tiled, shape: Tuple)
            @Undefined
            "the registers that each thread of a tiled MMA has for C of this shape"
            "partition_fragment_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64))" = "((2,2),2,4):((1,2),4,8)"
            [Figure::Nothing] => |a| tiles::fragment(a, Operand::C);
        ThrfrgA = "thrfrg_A" (mma: Tiled, A: Layout)
            @Undefined
            "A of a tiled MMA by threads and fragments: ((thread,(m,k)),(value,(rest)))"
            "thrfrg_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64):(64,1))" = "(((4,8),(2,1)),((2,2,2),(2,4))):(((2,64),(1024,0)),((1,512,8),(2048,16)))"
            [Figure::Nothing] => |a| tiles::thrfrg(a, Operand::A);
        ThrfrgB = "thrfrg_B" (mma: Tiled, A: Layout)
            @Undefined
            "B of a tiled MMA by threads and fragments: ((thread,(n,k)),(value,(rest)))"
            "thrfrg_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64):(64,1))" = "(((4,8),(2,1)),((2,2),(4,4))):(((2,64),(512,0)),((1,8),(1024,16)))"
            [Figure::Nothing] => |a| tiles::thrfrg(a, Operand::B);
        ThrfrgC = "thrfrg_C" (mma: Tiled, A: Layout)
            @Undefined
            "C of a tiled MMA by threads and fragments: ((thread,(m,n)),(value,(rest)))"
            "thrfrg_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64):(64,1))" = "(((4,8),(2,2)),((2,2),(2,4))):(((2,64),(1024,8)),((1,512),(2048,16)))"
            [Figure::Nothing] => |a| tiles::thrfrg(a, Operand::C);
        TidfrgS = "tidfrg_S" (copy: Tiled, A: Layout)
            @Undefined
            "the source of a tiled copy by threads, fragments and tiles"
            "tidfrg_S(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1))" = "((8,32),(8,1),(2,1)):((8,64),(1,0),(2048,0))"
            [Figure::Nothing] => |a| tiles::tidfrg(a, Side::Source);
        TidfrgD = "tidfrg_D" (copy: Tiled, A: Layout)
            @Undefined
            "the destination of a tiled copy by threads, fragments and tiles"
            "tidfrg_D(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1))" = "((8,32),(8,1),(2,1)):((8,64),(1,0),(2048,0))"
            [Figure::Nothing] => |a| tiles::tidfrg(a, Side::Destination);
        RetileS = "retile_S" (copy: Tiled, fragment: Layout)
            @Undefined
            "the registers of an MMA in the order in which a copy empties them"
            "retile_S(make_tiled_copy_C(UniversalCopy<uint32_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), 16), ((2,2),2,4))" = "((2,2),2,4):((1,2),4,8)"
            [Figure::Nothing] => |a| tiles::retile(a, Side::Source);
        RetileD = "retile_D" (copy: Tiled, fragment: Layout)
            @Undefined
            "the registers of an MMA in the order in which a copy fills them"
            "retile_D(make_tiled_copy_B(SM75_U32x4_LDSM_N, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)), ((2,2),8,4))" = "((8,1),4,4):((1,0),8,32)"
            [Figure::Nothing] => |a| tiles::retile(a, Side::Destination);
    }

    "Memory of the hardware" {
        BankReport = "bank_report" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "what accesses of shared memory cost: wavefronts, the ideal, and the banks that conflict; a machine such as cdna3 may be among them"
            "bank_report((32,32):(32,1), 32, column)" = "32-way: 32 wavefronts, ideal 1. lanes 0..31 all in bank 0 (stride 32 words, 32 banks)"
            [Figure::Banks] => |a| banks::bank_report(a);
        GlobalReport = "global_report" | "sectors" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the sectors and lines of global memory that accesses touch, and how many they need at least"
            "global_report((128,100):(100,1), 16, tv=((16,2),4):((512,1),128):8B)" = "9 sectors, ideal 8 (8/9); 3 lines"
            [Figure::Sectors] => |a| global::global_report(a);
        WidestVector = "widest_vector" (A: Placed, TV: Layout, bits: Bits)
            @Undefined
            "the widest vector in which every thread can access its values, and what limits it"
            "widest_vector((64,66):(66,1), ((8,4),8):((512,1),64), 16)" = "widest vector 4 bytes: rows of 132 bytes are not multiples of 8"
            [Figure::Nothing] => |a| global::widest_vector(a);
        SolveSwizzle = "solve_swizzle" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the least swizzle with the fewest wavefronts for all of these accesses, of all that there are"
            "solve_swizzle((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)" = "Sw<3,3,3>: 8 of ideal 8 wavefronts; the only one of 161 candidates (B<=5, M+S+B<=12); 128 of 128 in all iterations; = SW128 K-major (CuTe prints Sw<3,4,3> on bytes)"
            [Figure::Swizzled] => |a| swizzle::solve_swizzle(a);
        SolveXor = "solve_xor" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the map of bits with the fewest wavefronts for all of these accesses, where no swizzle is as good"
            "solve_xor((32,32):(32,1), 32, store:row:16B, column)" = "Sw<3,2,3>: 160 of ideal 64 wavefronts; no map of bits does better"
            [Figure::Swizzled] => |a| swizzle::solve_any(a);
        SolvePadding = "solve_padding" (A: Layout, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the least padding of rows with the fewest wavefronts for all of these accesses"
            "solve_padding((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)" = "16 bytes a row: 128 of ideal 128 wavefronts; 1024 bytes lost"
            [Figure::Swizzled] => |a| swizzle::solve_rows(a);
        Descriptor = "descriptor" | "make_gmma_desc" (A: Any, major: Major, bits: Bits) or (A: Any, major: Major, bits: Bits, "(mn,k)": List)
            @Undefined
            "the shared memory descriptor of an operand of wgmma, or what would have one"
            "descriptor((64,64):(64,1), K, 16, (64,16))" = "none; with Sw<3,3,3>: SW128, LBO 16, SBO 1024"
            [Figure::Nothing] => |a| descriptor::descriptor(a);
        TmaCheck = "tma_check" (bits: Bits, dims: List, strides_bytes: List, box: List) or (bits: Bits, dims: List, strides_bytes: List, box: List, swizzle_bytes: Integer)
            @Undefined
            "whether a tensor map of TMA is legal, or which rules it breaks; dimension 0 is contiguous"
            "tma_check(16, (4096,4096), 8200, (128,64), 128)" = "stride 8200 is no multiple of 16; inner box 256 bytes exceeds the span 128 (box0 <= 64)"
            [Figure::Nothing] => |a| tma::tma_check(a);
        TmaBox = "tma_box" (shared: Any, global: Layout, bits: Bits)
            @Undefined
            "the largest box that one TMA instruction moves between two layouts"
            "tma_box(Sw<3,3,3> o (64,64):(64,1), (4096,4096):(4096,1), 16)" = "box (64,64) of (4096,4096), strides (8192) bytes, swizzle 128B; 1 instruction"
            [Figure::Nothing] => |a| tma::tma_box(a);
    }
}
