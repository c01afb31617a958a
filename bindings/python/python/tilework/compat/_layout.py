"""Layouts: a shape, a stride, and an order in which indices count; and those of pycute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self, overload

import tilework as tw
from tilework.compat import _tuples
from tilework.compat._error import CompatError
from tilework.compat._tuples import Coord, IntTuple, Order, has_none, is_tuple, slice_


class LayoutBase:
    """What is a layout: functions of coordinates."""

    __slots__ = ()


def is_layout(x: object) -> bool:
    return isinstance(x, LayoutBase)


class ExactLayout(LayoutBase):
    """A shape and a stride of the same structure. It does not change, and can be the key of a dictionary.

    ``exact`` is the same as a layout of Tilework.
    """

    __slots__ = ("exact",)
    order: ClassVar[Order]
    exact: tw.Layout

    @classmethod
    def of(cls, exact: tw.Layout) -> Self:
        """A layout of Tilework as one of this module."""
        layout = cls.__new__(cls)
        layout.exact = exact
        return layout

    @property
    def shape(self) -> Any:
        return self.exact.shape

    @property
    def stride(self) -> Any:
        return self.exact.stride

    def __eq__(self, other: object) -> bool:
        return self.exact == other.exact if isinstance(other, ExactLayout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.exact)

    def __reduce__(self) -> tuple[type[Self], tuple[IntTuple, IntTuple]]:
        return type(self), (self.shape, self.stride)


class StridedLayout(ExactLayout):
    """The layouts of pycute, which are sequences of their modes."""

    __slots__ = ()

    def __init__(self, _shape: IntTuple, _stride: IntTuple | None = None) -> None:
        if _stride is None:
            _stride = _tuples.exclusive_product(_shape, 1, self.order)
        try:
            self.exact = tw.Layout(_shape, _stride)
        except tw.LayoutError as error:
            raise CompatError(*error.args) from None

    def size(self) -> int:
        """How many coordinates there are."""
        return self.exact.size

    def cosize(self) -> int:
        """How many offsets there are from the least to the greatest."""
        return self.exact.cosize

    @overload
    def __call__(self, *args: IntTuple) -> int: ...
    @overload
    def __call__(self, *args: Coord) -> Any: ...
    def __call__(self, *args: Any) -> Any:
        """The offset of a coordinate; the part that is left, where the coordinate has ``None``."""
        coord: Any = args[0] if len(args) == 1 else args
        if type(coord) is int and self.order == "colex" and 0 <= coord < self.exact.size:
            return self.exact(coord)
        if has_none(coord):
            return type(self)(slice_(coord, self.shape), slice_(coord, self.stride))
        return _tuples.crd2idx(coord, self.shape, self.stride, self.order)

    def __getitem__(self, i: Any) -> Self:
        """Mode ``i``; modes, where it is a slice. Of an integer as shape it is the layout itself."""
        if is_tuple(self.shape):
            return type(self)(self.shape[i], self.stride[i])
        if i not in (0, -1):
            raise IndexError(f"{self} has one mode, and no mode {i}")
        return self

    def __len__(self) -> int:
        return len(self.shape) if is_tuple(self.shape) else 1

    def __iter__(self) -> Iterator[Self]:
        return (self[i] for i in range(len(self)))

    def __str__(self) -> str:
        return f"{self.shape}:{self.stride}"

    def __repr__(self) -> str:
        return f"Layout({self.shape},{self.stride})"
