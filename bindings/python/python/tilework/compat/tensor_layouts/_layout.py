"""Layouts: a shape and a stride."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tilework as tw
from tilework.compat._layout import ExactLayout
from tilework.compat._tuples import has_none, is_int, is_tuple
from tilework.compat.tensor_layouts._tuples import (
    as_shape,
    compute_col_major_strides,
    crd2offset,
    idx2crd,
    slice_modes,
)


def _checked(x: Any, what: str) -> Any:
    """A shape or a stride of integers, tuples and lists."""
    if is_int(x):
        return x
    if isinstance(x, (list, tuple)):
        return tuple(_checked(mode, what) for mode in x)
    raise TypeError(f"the {what} of a layout is an integer or a tuple of integers, not {type(x).__name__}")


def _spelled(x: Any) -> str:
    return "(" + ", ".join(map(_spelled, x)) + ")" if is_tuple(x) else str(x)


class Layout(ExactLayout):
    """A shape and a stride; or the layout whose modes are these layouts. Indices count leftmost fastest.

    >>> from tilework.compat.tensor_layouts import Layout
    >>> Layout((4, 8)), Layout(Layout(3, 1), Layout(4, 3))
    (Layout((4, 8), (1, 4)), Layout((3, 4), (1, 3)))
    >>> Layout((4, 8))(1, 2), Layout((4, 8))(None, 2)
    (9, Layout((4,), (1,)))
    """

    __slots__ = ()
    order = "colex"

    def __init__(self, *args: Any) -> None:
        if args and all(isinstance(arg, Layout) for arg in args):
            args = tuple(arg.shape for arg in args), tuple(arg.stride for arg in args)
        if len(args) > 2:
            raise TypeError("Layout() takes a shape and a stride, or layouts")
        shape = _checked(args[0], "shape") if args else ()
        stride = compute_col_major_strides(shape) if len(args) < 2 else _checked(args[1], "stride")
        self.exact = tw.Layout(shape, stride)

    def __call__(self, *args: Any) -> Any:
        """The offset of a coordinate; the part that is left, where the coordinate has ``None``."""
        coord = args[0] if len(args) == 1 else args
        if type(coord) is int and 0 <= coord < self.exact.size:
            return self.exact(coord)
        if coord is None:
            return self
        if has_none(coord):
            return Layout(slice_modes(coord, self.shape), slice_modes(coord, self.stride))
        return crd2offset(coord, self.shape, self.stride)

    def __len__(self) -> int:
        """How many coordinates there are."""
        return self.exact.size

    def __iter__(self) -> Iterator[Any]:
        """All coordinates, in the order of their indices."""
        return (idx2crd(i, self.shape) for i in range(self.exact.size))

    def __str__(self) -> str:
        return f"{_spelled(self.shape)} : {_spelled(self.stride)}"

    def __repr__(self) -> str:
        return f"Layout({self.shape!r}, {self.stride!r})"

    def squeeze(self) -> Layout:
        """Without the modes of extent 1."""
        return Layout(*self.filter_shapes(self.shape, self.stride, 1))

    def filter(self) -> Layout:
        """Without the modes of stride 0."""
        return Layout(*self.filter_strides(self.shape, self.stride, 0))

    def filter_shapes(self, shape: Any, stride: Any, target: int) -> tuple[Any, Any]:
        """A shape and a stride without the modes of this extent."""
        return _without(shape, stride, lambda extent, _: extent == target)

    def filter_strides(self, shape: Any, stride: Any, target: int) -> tuple[Any, Any]:
        """A shape and a stride without the modes of this stride."""
        return _without(shape, stride, lambda _, step: step == target)


def _without(shape: Any, stride: Any, left_out: Any) -> tuple[Any, Any]:
    if not is_tuple(shape):
        return ((), ()) if left_out(shape, stride) else (shape, stride)
    kept = [mode for s, d in zip(shape, stride) if (mode := _without(s, d, left_out))[0] != ()]
    return as_shape([s for s, _ in kept]), as_shape([d for _, d in kept])


class Tile(tuple[Layout, ...]):
    """One layout for each mode of another.

    >>> from tilework.compat.tensor_layouts import Layout, Tile, compose
    >>> compose(Layout((12, (4, 8)), (59, (13, 1))), Tile(Layout(3, 4), Layout(8, 2)))
    Layout((3, (2, 4)), (236, (26, 1)))
    """

    __slots__ = ()

    def __new__(cls, *layouts: Layout) -> Tile:
        for i, layout in enumerate(layouts):
            if not isinstance(layout, Layout):
                raise TypeError(f"element {i} of a tile is a Layout, not {type(layout).__name__}")
        return super().__new__(cls, layouts)

    def __repr__(self) -> str:
        return f"Tile({', '.join(map(repr, self))})"
