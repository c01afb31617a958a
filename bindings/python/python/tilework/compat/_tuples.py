"""Nested tuples of integers, and coordinates in them.

An order is a direction in which the modes of a shape count: leftmost fastest (``colex``) or rightmost fastest (``lex``).
"""

from __future__ import annotations

from abc import ABC
from itertools import chain
from math import prod
from operator import index as integer
from typing import Any, Literal, TypeAlias, TypeGuard, Union

from tilework.compat._error import refused

IntTuple: TypeAlias = Union[int, tuple["IntTuple", ...]]
Coord: TypeAlias = Union[int, None, tuple["Coord", ...]]
Order: TypeAlias = Literal["colex"] | Literal["lex"]


class Integer(ABC):
    """What counts as an integer: ``int`` and its subclasses, but not ``bool``."""

    @classmethod
    def __subclasshook__(cls, subclass: type, /) -> bool:
        return issubclass(subclass, int) and subclass is not bool


def is_int(x: object) -> TypeGuard[int]:
    """Whether this is an integer; a truth value is none."""
    return isinstance(x, Integer)


def is_tuple(x: object) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(x, tuple)


def as_tuple(x: IntTuple) -> tuple[IntTuple, ...]:
    """A tuple as it is, an integer as the tuple of it."""
    return x if isinstance(x, tuple) else (x,)


def match_structure(a: IntTuple, b: IntTuple) -> bool:
    """Whether two tuples have the same parentheses."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(match_structure, a, b))
    return is_int(a) and is_int(b)


def pairs(operation: str, a: tuple[Any, ...], *others: Any) -> list[tuple[Any, ...]]:
    """The modes of several tuples side by side, which are as many in each."""
    for b in others:
        if not is_tuple(b) or len(b) != len(a):
            raise refused(operation, f"{a} and {b} do not have as many modes")
    return list(zip(a, *others))


def flatten(t: Any) -> tuple[Any, ...]:
    """The leaves of a tuple, from left to right."""
    if not is_tuple(t):
        return (t,)
    return tuple(chain.from_iterable(map(flatten, t)))


def signum(a: int) -> int:
    return (a > 0) - (a < 0)


def product(a: IntTuple) -> int:
    """The product of all leaves."""
    return prod(map(integer, flatten(a)))


def inner_product(a: IntTuple, b: IntTuple) -> int:
    """The sum of the products of leaves in the same place."""
    if isinstance(a, tuple):
        return sum(inner_product(x, y) for x, y in pairs("inner_product", a, b))
    if isinstance(b, tuple):
        raise refused("inner_product", f"{a} is an integer, and {b} a tuple")
    return a * b


def tuple_max(a: IntTuple) -> int:
    """The largest leaf."""
    return max(map(tuple_max, a)) if isinstance(a, tuple) else a


def elem_scale(a: IntTuple, b: IntTuple) -> IntTuple:
    """Each leaf of ``a`` times the product of what ``b`` has in its place."""
    if isinstance(a, tuple):
        return tuple(elem_scale(x, y) for x, y in pairs("elem_scale", a, b))
    return a * product(b)


def shape_div(a: IntTuple, b: IntTuple) -> IntTuple:
    """The shape that is left when the first ``b`` elements of ``a`` are one; by mode where ``b`` is a tuple."""
    if not isinstance(a, tuple):
        by = product(b)
        if by == 0 or a == 0 or (a % by and by % a):
            raise refused("shape_div", f"neither of {a} and {by} is divisible by the other")
        return -(-a // by)
    if isinstance(b, tuple):
        return tuple(shape_div(x, y) for x, y in pairs("shape_div", a, b))
    out: list[IntTuple] = []
    for mode in a:
        out.append(shape_div(mode, b))
        b = shape_div(b, product(mode))
    return tuple(out)


def has_none(a: Coord) -> bool:
    """Whether ``None`` is a leaf."""
    return None in flatten(a)


def slice_(crd: Any, trg: Any) -> Any:
    """What ``trg`` has where ``crd`` has ``None``, as a flat list of modes."""
    if is_tuple(crd):
        if not is_tuple(trg):
            raise refused("slice_", f"{crd} has modes, and {trg} has none")
        return tuple(chain.from_iterable(slice_(c, t) for c, t in pairs("slice_", crd, trg)))
    return (trg,) if crd is None else ()


def fastest_first(modes: Any, order: Order) -> Any:
    """Modes from the one that counts fastest; twice is not at all."""
    return modes if order == "colex" else modes[::-1]


def exclusive_product(a: IntTuple, init: IntTuple, order: Order) -> IntTuple:
    """The strides of the compact layout of a shape; the fastest mode gets ``init``."""
    if not isinstance(a, tuple):
        if isinstance(init, tuple):
            raise refused("exclusive product", f"{a} is an integer, and {init} a tuple")
        return init
    if isinstance(init, tuple):
        return tuple(exclusive_product(x, i, order) for x, i in pairs("exclusive product", a, init))
    out: list[IntTuple] = []
    for mode in fastest_first(a, order):
        out.append(exclusive_product(mode, init, order))
        init *= product(mode)
    return tuple(fastest_first(out, order))


def crd2idx(crd: Coord, shape: IntTuple, stride: IntTuple, order: Order) -> int:
    """The offset of a coordinate. The slowest mode goes on past its extent; ``None`` is 0."""
    if isinstance(crd, tuple):
        if not isinstance(shape, tuple):
            raise refused("crd2idx", f"coordinate {crd} has modes, and shape {shape} has none")
        return sum(crd2idx(c, s, d, order) for c, s, d in pairs("crd2idx", crd, shape, stride))
    index = 0 if crd is None else integer(crd)
    if not isinstance(shape, tuple):
        if isinstance(stride, tuple):
            raise refused("crd2idx", f"shape {shape} is an integer, and stride {stride} a tuple")
        return index * stride
    offset = 0
    modes = fastest_first(pairs("crd2idx", shape, stride), order)
    for i, (s, d) in enumerate(modes):
        index, here = (0, index) if i + 1 == len(modes) else divmod(index, product(s))
        offset += crd2idx(here, s, d, order)
    return offset


def idx2crd(idx: IntTuple, shape: IntTuple, stride: IntTuple) -> IntTuple:
    """The coordinate in a shape whose modes have these strides; by mode where ``idx`` is a tuple."""
    if isinstance(shape, tuple):
        parts = idx if isinstance(idx, tuple) else (idx,) * len(shape)
        return tuple(idx2crd(i, s, d) for s, d, i in pairs("idx2crd", shape, stride, parts))
    if isinstance(idx, tuple) or isinstance(stride, tuple):
        raise refused("idx2crd", f"{idx} or {stride} has modes, and shape {shape} has none")
    if stride == 0:
        raise refused("idx2crd", "a mode with stride 0 has no coordinate")
    return idx // stride % shape
