"""Swizzles, composed layouts, and what counts as a layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeAlias, TypeGuard

import tilework as tw
from tilework._tilework import Refusal
from tilework.compat import _swizzle
from tilework.compat._error import refused
from tilework.compat._layout import LayoutBase
from tilework.compat._tuples import has_none, is_int, is_tuple, product
from tilework.compat.tensor_layouts._error import UnsupportedComposedLayoutError
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._tuples import crd2offset, idx2crd, slice_modes


class Swizzle(_swizzle.Swizzle):
    """Xors ``bits`` bits of an offset, above the lowest ``base``, with those ``shift`` places further up.

    >>> from tilework.compat.tensor_layouts import Layout, Swizzle, compose
    >>> compose(Swizzle(1, 0, 1), Layout(4))
    ComposedLayout(Swizzle(1, 0, 1), Layout(4, 1), offset=0)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Swizzle({self.bits}, {self.base}, {self.shift})"

    __str__ = __repr__

    @property
    def exact(self) -> tw.Swizzle:
        """The same as a swizzle of Tilework."""
        return tw.Swizzle(self.bits, self.base, self.shift)


def make_swizzle(Y: int, Z: int) -> Swizzle | None:
    """The swizzle that xors the bits of mask ``Z`` with those of mask ``Y``; ``None``, where there are none."""
    bits = Y.bit_count()
    if bits != Z.bit_count():
        raise refused("make_swizzle", f"{Y:#b} and {Z:#b} do not have as many bits")
    if bits == 0:
        return None
    low_y, low_z = (Y & -Y).bit_length() - 1, (Z & -Z).bit_length() - 1
    if abs(low_y - low_z) < bits:
        raise refused("make_swizzle", f"{Y:#b} and {Z:#b} overlap")
    swizzle = Swizzle(bits, min(low_y, low_z), low_y - low_z)
    if (swizzle.yyy_msk, swizzle.zzz_msk) != (Y, Z):
        raise refused("make_swizzle", f"the bits of {Y:#b} or of {Z:#b} are not next to each other")
    return swizzle


@dataclass(frozen=True, repr=False)
class ComposedLayout(LayoutBase):
    """``outer(offset + inner(coordinate))``, for what no layout is.

    ``left_inverse`` of a swizzled layout with an offset has the swizzle as ``inner``; it has the shape of ``outer``.

    >>> from tilework.compat.tensor_layouts import ComposedLayout, Layout, Swizzle
    >>> ComposedLayout(Swizzle(2, 0, 2), Layout((4, 4)), offset=4)(1, 1)
    11
    """

    outer: Any
    inner: Any
    offset: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        if not callable(self.outer):
            raise TypeError(f"the outer part of a composed layout is called, and {type(self.outer).__name__} is not")
        if not isinstance(self.inner, (Layout, ComposedLayout, Swizzle)):
            raise TypeError(f"the inner part of a composed layout is a layout, not {type(self.inner).__name__}")
        if not is_int(self.offset):
            raise TypeError(f"an offset is an integer, not {type(self.offset).__name__}")

    @property
    def shape(self) -> Any:
        return self.outer.shape if isinstance(self.inner, Swizzle) else self.inner.shape

    @property
    def exact(self) -> tw.Layout | tw.ComposedLayout:
        """The same as a layout of Tilework."""
        outer, inner = self.outer, self.inner
        if isinstance(inner, Swizzle):
            inner = ComposedLayout(inner, Layout(product(self.shape)))
        if isinstance(outer, ComposedLayout):
            first = ComposedLayout(outer.inner, inner, offset=self.offset)
            return ComposedLayout(outer.outer, first, offset=outer.offset).exact
        if not isinstance(outer, (Layout, Swizzle)):
            raise TypeError(f"{type(outer).__name__} is neither a layout nor a swizzle")
        return tw.composed_layout(outer.exact, self.offset, inner.exact)

    def __call__(self, *args: Any) -> Any:
        """The offset of a coordinate; the part that is left, where the coordinate has ``None``."""
        coord = args[0] if len(args) == 1 else args
        if coord is None:
            return self
        if has_none(coord):
            return sliced(coord, self)
        return self.outer(self.offset + self.inner(coord))

    def __len__(self) -> int:
        """How many coordinates there are."""
        return product(self.shape)

    def __iter__(self) -> Iterator[Any]:
        """All coordinates, in the order of their indices."""
        return (idx2crd(i, self.shape) for i in range(len(self)))

    def __repr__(self) -> str:
        return f"ComposedLayout({self.outer!r}, {self.inner!r}, offset={self.offset!r})"

    def __str__(self) -> str:
        offset = f"{{{self.offset}}} o " if self.offset else ""
        return f"({self.outer}) o {offset}({self.inner})"


LayoutExpr: TypeAlias = Layout | ComposedLayout


def from_exact(exact: Any) -> Any:
    """A layout of Tilework, plain or composed, as one of this module."""
    if isinstance(exact, tw.Layout):
        return Layout.of(exact)
    *parts, last = str(exact).split(" o ")
    layout: Any = Layout.of(tw.Layout(last))
    for outer, offset in reversed(list(zip(parts[::2], parts[1::2]))):
        swizzle = outer.removeprefix("Sw<").removesuffix(">").split(",") if outer.startswith("Sw<") else None
        part = Swizzle(*map(int, swizzle)) if swizzle else Layout.of(tw.Layout(outer))
        layout = ComposedLayout(part, layout, offset=int(offset))
    return layout


def unsupported(operation: str, layout: ComposedLayout) -> UnsupportedComposedLayoutError:
    """The refusal of what an inverse with a swizzle inside has no modes for."""
    text = f"{operation}: {layout} has a swizzle in place of a layout, and no modes"
    return UnsupportedComposedLayoutError(Refusal("unsupported", text, operation))


def on_domain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of a composed layout, what acts on coordinates acts on the layout that they go into."""

    @wraps(function)
    def act(layout: Any, *args: Any, **options: Any) -> Any:
        if not isinstance(layout, ComposedLayout):
            return function(layout, *args, **options)
        if isinstance(layout.inner, Swizzle):
            raise unsupported(function.__name__, layout)
        return ComposedLayout(layout.outer, act(layout.inner, *args, **options), offset=layout.offset)

    return act


def part_and_offset(crd: Any, layout: Layout) -> tuple[Layout, int]:
    """The modes at ``None``, and the offset at which they begin."""
    shape, stride = slice_modes(crd, layout.shape), slice_modes(crd, layout.stride)
    if len(shape) == 1 and is_tuple(shape[0]):
        shape, stride = shape[0], stride[0]
    return Layout(shape, stride), crd2offset(crd, layout.shape, layout.stride)


def sliced(crd: Any, layout: ComposedLayout) -> ComposedLayout:
    """The modes of a composed layout at ``None``; what the others add is in its offset."""
    if isinstance(layout.inner, Swizzle):
        raise unsupported("slice", layout)
    if isinstance(layout.inner, ComposedLayout):
        return ComposedLayout(layout.outer, sliced(crd, layout.inner), offset=layout.offset)
    part, offset = part_and_offset(crd, layout.inner)
    return ComposedLayout(layout.outer, part, offset=layout.offset + offset)


def is_layout(x: object) -> TypeGuard[Layout | ComposedLayout]:
    return isinstance(x, (Layout, ComposedLayout))


def layout_in(obj: Any) -> Any:
    """The layout of what has one, such as a tensor; anything else as it is."""
    return obj if is_layout(obj) else getattr(obj, "layout", obj)


def is_affine(obj: Any) -> bool:
    """Whether this is, or has, a layout that is not composed."""
    return isinstance(layout_in(obj), Layout)


def is_pure_shape(t: Any) -> bool:
    """Whether all leaves are integers."""
    return all(map(is_pure_shape, t)) if is_tuple(t) else is_int(t)


def is_empty(obj: Any) -> bool:
    """Whether this is, or has, the layout without modes."""
    layout = layout_in(obj)
    return is_layout(layout) and layout.shape == ()


def as_layout_expr(obj: Any) -> Any:
    """What is, or has, a layout; or a shape and a stride, of another library."""
    layout = layout_in(obj)
    if is_layout(layout):
        return layout
    if hasattr(layout, "shape") and hasattr(layout, "stride"):
        return Layout(layout.shape, layout.stride)
    raise TypeError(f"this is a layout, or has one; {type(obj).__name__} does not")


def as_layout(obj: Any) -> Layout:
    """What is, or has, a layout that is not composed."""
    layout = as_layout_expr(obj)
    if not isinstance(layout, Layout):
        raise TypeError("a ComposedLayout has no strides, and an affine layout is asked for")
    return layout


as_affine_layout = as_layout


def split_outer_swizzle(layout: Any) -> tuple[Swizzle, Any] | None:
    """A swizzle, and the layout that it is applied to; ``None`` where there is an offset or no swizzle."""
    if isinstance(layout, ComposedLayout) and isinstance(layout.outer, Swizzle) and layout.offset == 0:
        return layout.outer, layout.inner
    return None
