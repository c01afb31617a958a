"""Nested tuples of integers, and coordinates in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, TypeAlias

import tilework as tw
from tilework.compat._error import refused
from tilework.compat._tuples import (
    IntTuple,
    exclusive_product,
    flatten,
    is_int,
    is_tuple,
    match_structure,
    pairs,
    product,
)
from tilework.compat._tuples import (
    crd2idx as offset_of,
)

IntOrIntTuple: TypeAlias = IntTuple


def is_scalar(x: object) -> bool:
    """Whether this is the shape of one mode without parentheses."""
    return is_int(x)


def is_iterable(x: object) -> bool:
    """Whether this has elements; a text has none."""
    return isinstance(x, Iterable) and not isinstance(x, (str, bytes))


def coords_all_none(a: Any) -> bool:
    """Whether every leaf is ``None``."""
    return all(leaf is None for leaf in flatten(a))


def as_tuple(x: Any) -> tuple[Any, ...]:
    """The modes of a shape; an integer is its only one."""
    return (x,) if isinstance(x, int) else tuple(x)


def as_list(x: Any) -> list[Any]:
    """The modes of a shape, to be changed."""
    return list(as_tuple(x))


def as_shape(items: Any) -> Any:
    """The shape with these modes; of one mode, that mode."""
    return items[0] if len(items) == 1 else tuple(items)


def unwrap(t: Any) -> Any:
    """Without the parentheses around one element."""
    return t[0] if is_tuple(t) and len(t) == 1 else t


def normalize(x: Any) -> Any:
    """Integers and nested iterables of them as integers and tuples."""
    if is_int(x):
        return x
    if is_iterable(x):
        return tuple(map(normalize, x))
    raise TypeError(f"a shape is an integer or a tuple of integers, not {type(x).__name__}")


def congruent(a: Any, b: Any) -> bool:
    """Whether two have the same parentheses."""
    return match_structure(a, b)


def weakly_congruent(a: Any, b: Any) -> bool:
    """Whether the parentheses of ``b`` refine those of ``a``."""
    return tw.weakly_congruent(a, b)


def compatible(a: Any, b: Any) -> bool:
    """Whether every coordinate of shape ``a`` is one of shape ``b``, which has the same size."""
    return tw.compatible(a, b)


def transform_tuple(t: Any, f: Callable[[Any], Any]) -> Any:
    """``f`` of every leaf."""
    return tuple(transform_tuple(x, f) for x in t) if is_tuple(t) else f(t)


def zip_transform(a: Any, b: Any, f: Callable[[Any, Any], Any]) -> Any:
    """``f`` of every leaf of ``a``, and of what ``b`` has in its place."""
    if not is_tuple(a):
        return f(a, b)
    return tuple(zip_transform(x, y, f) for x, y in pairs("zip_transform", a, b))


def fold(t: Any, init: Any, f: Callable[[Any, Any], Any]) -> Any:
    """The leaves from left to right, gathered by ``f(state, leaf)``."""
    return reduce(f, flatten(t), init)


def fold_accumulate(t: Any, init: Any, f: Callable[[Any, Any], Any], update: Callable[[Any, Any], Any]) -> Any:
    """``f(leaf, state)`` of every leaf, where ``update(mode, state)`` is the state of the next mode."""
    if not is_tuple(t):
        return f(t, init)
    out = []
    for mode in t:
        out.append(fold_accumulate(mode, init, f, update))
        init = update(mode, init)
    return tuple(out)


def prefix_product(a: Any, init: Any = 1) -> Any:
    """The strides of a compact shape whose leftmost mode counts fastest, and gets ``init``."""
    return exclusive_product(a, init, "colex")


def suffix_product(a: Any, init: Any = 1) -> Any:
    """The strides of a compact shape whose rightmost mode counts fastest, and gets ``init``."""
    return exclusive_product(a, init, "lex")


def product_each(shape: Any) -> tuple[int, ...]:
    """The size of each mode."""
    return tuple(map(product, as_tuple(shape)))


def compute_row_major_strides(shape: Any) -> Any:
    """The strides of a compact shape whose rightmost mode counts fastest."""
    return suffix_product(shape)


def compute_col_major_strides(shape: Any) -> Any:
    """The strides of a compact shape whose leftmost mode counts fastest; 0 for extents of 1 in front of all others."""
    leading = True

    def stride(extent: int, step: int) -> int:
        nonlocal leading
        leading = leading and extent == 1
        return 0 if leading else step

    return zip_transform(shape, prefix_product(shape), stride)


def safe_div(a: int, b: int) -> int:
    """``a / b``, which is an integer."""
    if b == 0 or a % b:
        raise refused("safe_div", f"{a} is not divisible by {b}")
    return a // b


def shape_mod(shape: Any, modulus: int) -> Any:
    """The shape of the first ``modulus`` elements, as far as there are some."""
    return tw.shape_mod(shape, min(modulus, product(shape)))


def shape_of(x: Any) -> Any:
    """The shape of a layout; a shape as it is."""
    return getattr(x, "shape", x)


def idx2crd(coord: Any, shape: Any) -> Any:
    """The coordinate of an index; by mode where it is a tuple."""
    shape = shape_of(shape)
    if not is_tuple(shape):
        return coord % shape if is_int(coord) else coord
    if is_tuple(coord):
        return tuple(idx2crd(c, s) for c, s in pairs("idx2crd", coord, shape))
    out = []
    for mode in shape:
        coord, here = divmod(coord, product(mode))
        out.append(idx2crd(here, mode))
    return tuple(out)


def crd2flat(coord: Any, shape: Any = None) -> int:
    """The index of a coordinate."""
    if is_int(coord):
        return coord
    shape = shape_of(shape)
    return offset_of(coord, shape, prefix_product(shape), "colex")


def crd2offset(coord: Any, shape: Any, stride: Any) -> int:
    """The offset of a coordinate. The last mode goes on past its extent; ``None`` is 0."""
    return offset_of(coord, shape, stride, "colex")


def crd2idx(coord: Any, shape: Any, stride: Any = None) -> int:
    """The offset of a coordinate; its index, where there are no strides."""
    return crd2flat(coord, shape) if stride is None else crd2offset(coord, shape, stride)


def crd2crd(crd: Any, dst_shape: Any, src_shape: Any = None) -> Any:
    """A coordinate of one shape as that of another, of the same size."""
    if not is_tuple(crd):
        return idx2crd(crd, dst_shape) if is_tuple(dst_shape) else crd
    if not is_tuple(dst_shape):
        if src_shape is None:
            raise refused("crd2crd", f"the index of {crd} needs the shape in which it is a coordinate")
        return crd2flat(crd, src_shape)
    sources = src_shape if is_tuple(src_shape) else (None,) * len(crd)
    return tuple(crd2crd(c, d, s) for c, d, s in pairs("crd2crd", crd, dst_shape, sources))


def slice_modes(crd: Any, trg: Any) -> tuple[Any, ...]:
    """What ``trg`` has where ``crd`` has ``None``, with its parentheses."""
    if not is_tuple(crd):
        return (trg,) if crd is None else ()
    if not is_tuple(trg):
        raise refused("slice_modes", f"coordinate {crd} has modes, and {trg} has none")
    kept = (slice_modes(c, t) for c, t in pairs("slice_modes", crd, trg))
    return tuple(unwrap(part) for part in kept if part)


def dice_tuple(crd: Any, trg: Any) -> tuple[Any, ...]:
    """What ``trg`` has where ``crd`` has a number, in one row."""
    if not is_tuple(crd):
        return () if crd is None else (trg,)
    if not is_tuple(trg):
        raise refused("dice_modes", f"coordinate {crd} has modes, and {trg} has none")
    return tuple(mode for c, t in pairs("dice_modes", crd, trg) for mode in dice_tuple(c, t))
