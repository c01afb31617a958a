"""The layout part of the CuTe DSL (``cutlass.cute``) by its names, eager: without a GPU, and without ``@cute.jit``.

>>> from tilework.compat import cute
>>> layout = cute.make_layout((4, 8), stride=(8, 1))
>>> cute.size(layout, mode=[1]), cute.zipped_divide(layout, (2, 4))
(8, Layout('((2,4),(2,2)):((8,1),(16,4))'))

Layouts are those of Tilework, and refusals are its :class:`tilework.LayoutError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import tilework as tw
from tilework import ComposedLayout, CoordLayout, Layout, Swizzle
from tilework.compat import _tuples, pycute
from tilework.compat._cute_tuples import (
    Position,
    assume,
    ceil_div,
    elem_less,
    filter_tuple,
    find,
    find_if,
    flatten_to_tuple,
    front,
    get_leaves,
    has_underscore,
    is_int_tuple,
    is_integer,
    is_static,
    pretty_str,
    product_each,
    product_like,
    repeat,
    repeat_as_tuple,
    repeat_like,
    round_up,
    static,
    transform_apply,
    transform_leaf,
    tuple_cat,
    unflatten,
    unwrap,
    wrap,
)
from tilework.compat._error import InexactWarning, refused
from tilework.compat._tuples import IntTuple, is_tuple, product

Shape: TypeAlias = IntTuple
Stride: TypeAlias = IntTuple
Coord: TypeAlias = _tuples.Coord
Mode: TypeAlias = int | Sequence[int] | None

_NOT_TUPLES = (Layout, ComposedLayout, CoordLayout)


def _path(mode: Mode) -> list[int]:
    return [] if mode is None else [mode] if isinstance(mode, int) else list(mode)


def make_layout(shape: Any, *, stride: Any = None) -> Layout:
    """A layout of a shape; compact from the left, where there is no stride. Of layouts, the one with these modes.

    >>> from tilework.compat import cute
    >>> cute.make_layout((2, 3)), cute.make_layout([cute.make_layout(2), cute.make_layout(3, stride=0)])
    (Layout('(2,3):(1,2)'), Layout('(2,3):(1,0)'))
    """
    if isinstance(shape, int) or is_int_tuple(shape):
        return Layout(shape) if stride is None else Layout(shape, stride)
    if stride is not None:
        raise TypeError("layouts have their strides")
    return tw.make_layout(*shape)


def make_ordered_layout(shape: Any, order: Any) -> Layout:
    """A compact layout whose modes count in this order."""
    return tw.make_ordered_layout(shape, order)


def make_layout_like(input: Any) -> Any:
    """A compact layout of the same shape, whose modes count in the order of the strides."""
    return tw.make_layout_like(input)


def make_identity_layout(shape: Any) -> CoordLayout:
    """The layout whose values are the coordinates."""
    return tw.make_identity_layout(shape)


def make_composed_layout(inner: Any, offset: int, outer: Any) -> Any:
    """inner(offset + outer(coordinate))"""
    return tw.composed_layout(inner, offset, outer)


def make_swizzle(b: int, m: int, s: int) -> Swizzle:
    return Swizzle(b, m, s)


def make_layout_tv(thr_layout: Any, val_layout: Any) -> tuple[Any, Layout]:
    """The tile that threads and values cover, and the layout (thread, value) -> place in it."""
    tv = tw.make_layout_tv(thr_layout, val_layout)
    return tv.tile, tv.layout


def get_swizzle_portion(layout: Any) -> Swizzle:
    """The swizzle in front of a layout; one that changes nothing, where there is none."""
    return Swizzle(str(layout).split(" o ")[0]) if isinstance(layout, ComposedLayout) else Swizzle(0, 4, 3)


def get_nonswizzle_portion(layout: Any) -> Any:
    """The layout behind the swizzle."""
    return tw.eval(str(layout).split(" o ", 2)[2]) if isinstance(layout, ComposedLayout) else layout


def get(obj: Any, mode: Mode = ()) -> Any:
    """The mode of a layout or of a tuple at a path."""
    if isinstance(obj, _NOT_TUPLES):
        return tw.get(obj, _path(mode))
    for i in _path(mode):
        try:
            obj = wrap(obj)[i]
        except IndexError:
            raise refused("get", f"{obj} has no mode {i}") from None
    return obj


def select(obj: Any, mode: Mode = ()) -> Any:
    """The modes with these indices."""
    if isinstance(obj, _NOT_TUPLES):
        return tw.select(obj, _path(mode))
    return tuple(get(obj, i) for i in _path(mode))


def shape(input: Any, mode: Mode = ()) -> Any:
    whole = tw.shape(input) if isinstance(input, _NOT_TUPLES) else input
    return get(whole, mode)


def size(obj: Any, mode: Mode = ()) -> int:
    """How many coordinates there are, in a mode or in all."""
    return tw.size(get(obj, mode))


def cosize(obj: Any, mode: Mode = ()) -> int:
    return tw.cosize(get(obj, mode))


def rank(obj: Any, mode: Mode = ()) -> int:
    return tw.rank(get(obj, mode))


def depth(a: Any) -> int:
    return tw.depth(a)


def is_congruent(a: Any, b: Any) -> bool:
    """Whether two have the same parentheses."""
    return tw.congruent(a, b)


def is_weakly_congruent(a: Any, b: Any) -> bool:
    """Whether the parentheses of ``b`` refine those of ``a``."""
    return tw.weakly_congruent(a, b)


def is_major(mode: Mode, stride: Any) -> bool:
    """Whether the first stride of a mode is 1."""
    return bool(front(get(stride, mode)) == 1)


def leading_dim(shape: Any, stride: Any) -> Position | None:
    """The first mode that has stride 1, and not extent 1."""
    return find_if(stride, lambda step, place: step == 1 and get(shape, place) != 1)


def append(input: Any, elem: Any, up_to_rank: int | None = None) -> Any:
    """One more mode at the end; as many as make this rank."""
    if isinstance(input, _NOT_TUPLES):
        return tw.append(input, elem) if up_to_rank is None else tw.append_n(input, up_to_rank, elem)
    more = 1 if up_to_rank is None else up_to_rank - rank(input)
    return wrap(input) + (elem,) * more


def prepend(input: Any, elem: Any, up_to_rank: int | None = None) -> Any:
    """One more mode at the front; as many as make this rank."""
    if isinstance(input, _NOT_TUPLES):
        return tw.prepend(input, elem) if up_to_rank is None else tw.prepend_n(input, up_to_rank, elem)
    more = 1 if up_to_rank is None else up_to_rank - rank(input)
    return (elem,) * more + wrap(input)


def append_ones(t: Any, up_to_rank: int | None = None) -> Any:
    """Modes of one element at the end."""
    return append(t, Layout(1, 0), up_to_rank)


def prepend_ones(t: Any, up_to_rank: int | None = None) -> Any:
    """Modes of one element at the front."""
    return prepend(t, Layout(1, 0), up_to_rank)


def group_modes(input: Any, begin: int, end: int = -1) -> Any:
    """Modes ``begin`` to ``end`` as one; to the last one, where the end is -1."""
    last = rank(input) if end == -1 else end
    if isinstance(input, _NOT_TUPLES):
        return tw.group(input, begin, last)
    return (*input[:begin], input[begin:last], *input[last:])


def flatten(a: Any) -> Any:
    """Without inner parentheses."""
    return tw.flatten(a) if isinstance(a, _NOT_TUPLES) else _tuples.flatten(a) if is_tuple(a) else a


def slice_(src: Any, coord: Any) -> Any:
    """The modes at ``None``."""
    if isinstance(src, _NOT_TUPLES):
        return tw.slice(coord, src)
    return src if coord is None else _tuples.slice_(coord, src)


def dice(src: Any, dicer: Any) -> Any:
    """The modes that are not at ``None``."""
    if isinstance(src, _NOT_TUPLES):
        return tw.dice(dicer, src)

    def opposite(leaf: int | None) -> int | None:
        return 0 if leaf is None else None

    return _tuples.slice_(transform_leaf(opposite, dicer), src)


def slice_and_offset(coord: Any, src: Any) -> tuple[Any, int]:
    """The modes at ``None``, and the offset at which they begin."""
    part = tw.slice_and_offset(coord, src)
    return part.layout, part.offset


def crd2idx(coord: Any, layout: Any) -> int:
    """The offset of a coordinate in a layout, its index in a shape."""
    return tw.crd2idx(coord, layout)


def idx2crd(idx: Any, shape: Any) -> Any:
    """The coordinate of an index."""
    return tw.idx2crd(idx, shape)


def shape_div(lhs: Any, rhs: Any) -> Any:
    """The shape that is left when the first ``rhs`` elements are one."""
    return tw.shape_div(lhs, rhs)


def coalesce(input: Any, *, target_profile: Any = None) -> Any:
    """The same function of an index with as few modes as possible."""
    return tw.coalesce(input) if target_profile is None else tw.coalesce(input, target_profile)


def filter(input: Any) -> Any:
    """Coalesced, without the modes that have stride 0 or extent 1."""
    return tw.filter(input)


def filter_zeros(input: Any, *, target_profile: Any = None) -> Any:
    """Extent 1 where the stride is 0."""
    return tw.filter_zeros(input) if target_profile is None else tw.filter_zeros(input, target_profile)


def composition(lhs: Any, rhs: Any) -> Any:
    """lhs(rhs(x)) as one layout; by mode where it is a tuple."""
    return tw.composition(lhs, rhs)


def _loosely(operation: str, strict: bool, *operands: Any) -> Any:
    """The answer; where a complement is missing and that is asked for, CuTe's, with a warning."""
    try:
        return getattr(tw, operation)(*operands)
    except tw.LayoutError:
        if strict or not isinstance(operands[0], Layout):
            raise

    def converted(x: Any) -> Any:
        return pycute.Layout.of(x) if isinstance(x, Layout) else x

    answer = getattr(pycute, operation)(*(transform_leaf(converted, x) for x in operands), strict=False)
    return answer.exact


def complement(input: Layout, cotarget: Any, *, strict: bool = True) -> Layout:
    """The starts of the copies of a layout that cover everything below the target, each offset once.

    >>> from tilework.compat import cute
    >>> cute.complement(cute.make_layout(4, stride=2), 24)
    Layout('(2,3):(1,8)')
    """
    bound = product(tw.shape(cotarget) if isinstance(cotarget, Layout) else cotarget)
    return _loosely("complement", strict, input, bound)  # type: ignore[no-any-return]


def right_inverse(input: Any) -> Any:
    """R with A(R(y)) = y, as long as possible."""
    return tw.right_inverse(input)


def left_inverse(input: Any, *, strict: bool = True) -> Any:
    """R with R(A(x)) = x; where A repeats offsets, A(R(A(x))) = A(x)."""
    if not isinstance(input, Layout):
        return tw.left_inverse(input)
    inverse = pycute.left_inverse(pycute.Layout.of(input), strict=strict)
    return inverse and inverse.exact


def nullspace(layout: Any) -> Any:
    """The layout of the coordinates at which a layout is 0."""
    return tw.nullspace(layout)


def max_common_layout(a: Any, b: Any) -> Any:
    """The longest layout at which both are the index."""
    return tw.max_common_layout(a, b)


def max_common_vector(a: Any, b: Any) -> int:
    return tw.max_common_vector(a, b)


def logical_divide(target: Any, tiler: Any, *, strict: bool = True) -> Any:
    """(tile, tiles)"""
    return _loosely("logical_divide", strict, target, tiler)


def zipped_divide(target: Any, tiler: Any, *, strict: bool = True) -> Any:
    """((tile, ...), (rest, ...))"""
    return _loosely("zipped_divide", strict, target, tiler)


def tiled_divide(target: Any, tiler: Any, *, strict: bool = True) -> Any:
    """((tile, ...), rest, ...)"""
    return _loosely("tiled_divide", strict, target, tiler)


def flat_divide(target: Any, tiler: Any) -> Any:
    """(tile, ..., rest, ...)"""
    return tw.flat_divide(target, tiler)


def logical_product(block: Any, tiler: Any, *, strict: bool = True) -> Any:
    """(block, copies)"""
    return _loosely("logical_product", strict, block, tiler)


def zipped_product(block: Any, tiler: Any, *, strict: bool = True) -> Any:
    """((block, ...), (copies, ...))"""
    return _loosely("zipped_product", strict, block, tiler)


def tiled_product(block: Any, tiler: Any, *, strict: bool = True) -> Any:
    """((block, ...), copies, ...)"""
    return _loosely("tiled_product", strict, block, tiler)


def flat_product(block: Any, tiler: Any) -> Any:
    """(block, ..., copies, ...)"""
    return tw.flat_product(block, tiler)


def blocked_product(block: Any, tiler: Any) -> Any:
    """Copies of a block side by side, mode by mode."""
    return tw.blocked_product(block, tiler)


def raked_product(block: Any, tiler: Any) -> Any:
    """Copies of a block, interleaved mode by mode."""
    return tw.raked_product(block, tiler)


def tile_to_shape(atom: Any, trg_shape: Any, order: Any = None) -> Any:
    """Copies of a layout that fill a shape, in this order of the modes."""
    return tw.tile_to_shape(atom, trg_shape) if order is None else tw.tile_to_shape(atom, trg_shape, order)


def recast_layout(new_type_bits: int, old_type_bits: int, src_layout: Any) -> Any:
    """The layout of the same memory for elements of another size."""
    return tw.recast(src_layout, old_type_bits, new_type_bits)


__all__ = [
    "ComposedLayout",
    "Coord",
    "CoordLayout",
    "InexactWarning",
    "IntTuple",
    "Layout",
    "Shape",
    "Stride",
    "Swizzle",
    "append",
    "append_ones",
    "assume",
    "blocked_product",
    "ceil_div",
    "coalesce",
    "complement",
    "composition",
    "cosize",
    "crd2idx",
    "depth",
    "dice",
    "elem_less",
    "filter",
    "filter_tuple",
    "filter_zeros",
    "find",
    "find_if",
    "flat_divide",
    "flat_product",
    "flatten",
    "flatten_to_tuple",
    "front",
    "get",
    "get_leaves",
    "get_nonswizzle_portion",
    "get_swizzle_portion",
    "group_modes",
    "has_underscore",
    "idx2crd",
    "is_congruent",
    "is_int_tuple",
    "is_integer",
    "is_major",
    "is_static",
    "is_weakly_congruent",
    "leading_dim",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "make_composed_layout",
    "make_identity_layout",
    "make_layout",
    "make_layout_like",
    "make_layout_tv",
    "make_ordered_layout",
    "make_swizzle",
    "max_common_layout",
    "max_common_vector",
    "nullspace",
    "prepend",
    "prepend_ones",
    "pretty_str",
    "product",
    "product_each",
    "product_like",
    "raked_product",
    "rank",
    "recast_layout",
    "repeat",
    "repeat_as_tuple",
    "repeat_like",
    "right_inverse",
    "round_up",
    "select",
    "shape",
    "shape_div",
    "size",
    "slice_",
    "slice_and_offset",
    "static",
    "tile_to_shape",
    "tiled_divide",
    "tiled_product",
    "transform_apply",
    "transform_leaf",
    "tuple_cat",
    "unflatten",
    "unwrap",
    "wrap",
    "zipped_divide",
    "zipped_product",
]
