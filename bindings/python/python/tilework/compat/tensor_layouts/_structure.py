"""Sizes and modes of layouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tilework as tw
from tilework.compat import _tuples
from tilework.compat._error import refused
from tilework.compat._tuples import is_int, is_tuple, product
from tilework.compat.tensor_layouts._composed import (
    ComposedLayout,
    Swizzle,
    as_layout,
    from_exact,
    is_layout,
    layout_in,
    on_domain,
    part_and_offset,
    sliced,
    unsupported,
)
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._tuples import (
    as_shape,
    as_tuple,
    coords_all_none,
    dice_tuple,
    idx2crd,
    shape_of,
)


def _what(obj: Any, question: str) -> Any:
    """A layout, of a tensor too, or a shape."""
    found = layout_in(obj)
    if is_layout(found) or is_int(found) or is_tuple(found):
        return found
    raise TypeError(f"a layout or a shape has a {question}, and {type(obj).__name__} has none")


def size(obj: Any) -> int:
    """How many coordinates a layout or a shape has."""
    return product(shape_of(_what(obj, "size")))


def table(layout: Any) -> list[int]:
    """All offsets, in the order of the indices."""
    if isinstance(layout, Layout):
        return tw.eval1d(layout.exact, size(layout))
    return [layout(i) for i in range(size(layout))]


def cosize(obj: Any) -> int:
    """How many offsets there are from the least to the greatest; of a composed layout, from 0."""
    layout = layout_in(obj)
    return layout.exact.cosize if isinstance(layout, Layout) else max(table(layout)) + 1


def rank(obj: Any) -> int:
    """How many modes there are; an integer has none, a layout at least one."""
    found = _what(obj, "rank")
    shape = shape_of(found)
    return len(shape) if is_tuple(shape) else int(is_layout(found))


def depth(obj: Any) -> int:
    """How deep the parentheses are."""

    def deep(shape: Any) -> int:
        return 1 + max(map(deep, shape)) if is_tuple(shape) and shape else 0

    return deep(shape_of(_what(obj, "depth")))


def mode(obj: Any, idx: Any) -> Any:
    """Mode ``idx``; of an integer it is the integer itself."""
    found = _what(obj, "mode")
    if found == ():
        return ()
    if is_tuple(found):
        return found[idx]
    if isinstance(found, ComposedLayout) and not isinstance(found.inner, Swizzle):
        return ComposedLayout(found.outer, mode(found.inner, idx), offset=found.offset)
    if isinstance(found, Layout) and is_tuple(found.shape):
        return Layout(found.shape[idx], found.stride[idx])
    if idx != 0:
        raise IndexError(f"{found} has one mode, and no mode {idx}")
    return found


def modes(layout: Any) -> list[Any]:
    """The modes of a layout, from left to right."""
    return [mode(layout, i) for i in range(rank(layout))]


def from_modes(parts: list[Any], close: Any = tuple) -> Layout:
    """The layout with these modes."""
    return Layout(close([part.shape for part in parts]), close([part.stride for part in parts]))


def iter_layout(layout: Any) -> Iterator[tuple[Any, int]]:
    """All coordinates with their offsets, in the order of the indices."""
    return ((idx2crd(i, layout.shape), layout(i)) for i in range(size(layout)))


def concat(t1: Any, t2: Any) -> Any:
    """The modes of one, then those of the other."""
    if is_tuple(t1) and is_tuple(t2):
        return t1 + t2
    if isinstance(t1, Layout) and isinstance(t2, Layout):
        return from_modes(modes(t1) + modes(t2))
    raise TypeError(f"two tuples or two layouts have modes, not {type(t1).__name__} and {type(t2).__name__}")


@on_domain
def append(a: Any, b: Layout) -> Any:
    """One more mode at the end."""
    return from_modes([*modes(a), b])


@on_domain
def prepend(a: Any, b: Layout) -> Any:
    """One more mode at the front."""
    return from_modes([b, *modes(a)])


@on_domain
def replace(layout: Any, idx: int, new_layout: Layout) -> Any:
    """Another layout as mode ``idx``."""
    parts = modes(layout)
    parts[idx] = new_layout
    return from_modes(parts)


@on_domain
def group(layout: Any, start: int, end: int) -> Any:
    """Modes ``start`` to ``end``, which is not among them, as one."""
    parts = modes(layout)
    if not 0 <= start < end <= len(parts):
        raise refused("group", f"{layout} has {len(parts)} modes, and none from {start} to {end}")
    return from_modes([*parts[:start], from_modes(parts[start:end]), *parts[end:]])


def flatten(obj: Any) -> Any:
    """Without inner parentheses."""
    found = _what(obj, "mode")
    if not is_layout(found):
        return _tuples.flatten(found)
    if isinstance(found, ComposedLayout):
        if isinstance(found.inner, Swizzle):
            return found
        return ComposedLayout(found.outer, flatten(found.inner), offset=found.offset)
    return Layout(as_shape(_tuples.flatten(found.shape)), as_shape(_tuples.flatten(found.stride)))


def unflatten(obj: Any, target_profile: Any) -> Any:
    """The elements of a tuple, or the modes of a layout, with the parentheses of a profile."""
    profile = shape_of(target_profile)
    if isinstance(obj, Layout):
        return Layout(unflatten(as_tuple(obj.shape), profile), unflatten(as_tuple(obj.stride), profile))
    if not is_tuple(obj):
        raise TypeError(f"a tuple or a layout has modes, not {type(obj).__name__}")
    wanted = len(_tuples.flatten(profile))
    if wanted != len(obj):
        raise refused("unflatten", f"{obj} has {len(obj)} elements, and {profile} takes {wanted}")
    left = iter(obj)

    def filled(part: Any) -> Any:
        return tuple(map(filled, part)) if is_tuple(part) else next(left)

    return filled(profile)


@on_domain
def sort(obj: Any) -> Any:
    """Without inner parentheses, from the least stride to the greatest."""
    if rank(obj) <= 1:
        return obj
    flat = flatten(obj)
    by_stride = sorted(zip(as_tuple(flat.stride), as_tuple(flat.shape)))
    return Layout(tuple(s for _, s in by_stride), tuple(d for d, _ in by_stride))


def coalesce(obj: Any, profile: Any = None) -> Any:
    """The same function of an index with as few modes as possible.

    A profile of sizes keeps apart what they divide: each takes modes from the left until it is reached. With ``None``
    for a size, the modes stay that there are.

    >>> from tilework.compat.tensor_layouts import Layout, coalesce
    >>> coalesce(Layout((2, 2, 2, 2), (1, 2, 8, 16)), (4, 4))
    Layout((4, 4), (1, 8))
    """
    if isinstance(obj, ComposedLayout):
        if isinstance(obj.inner, Swizzle):
            return obj
        return ComposedLayout(obj.outer, coalesce(obj.inner, profile), offset=obj.offset)
    if obj.shape == ():
        return obj
    if profile is None:
        return Layout.of(tw.coalesce(obj.exact))
    sizes = _tuples.flatten(profile)
    if None in sizes:
        parts = modes(obj)
        parts += [Layout(1, 0)] * (len(sizes) - len(parts))
        return from_modes([coalesce(part) for part in parts[: len(sizes)]] + parts[len(sizes) :], as_shape)
    left, parts = modes(flatten(obj)), []
    for wanted in sizes:
        taken: list[Layout] = []
        while left and product(tuple(part.shape for part in taken)) < wanted:
            taken.append(left.pop(0))
        parts.append(coalesce(from_modes(taken)) if taken else Layout(1, 0))
    if left:
        rest = from_modes(left)
        raise refused("coalesce", f"profile {profile} of {obj} leaves {rest} over; with None the modes stay")
    return from_modes(parts)


def slice_and_offset(crd: Any, layout: Any) -> tuple[Any, int]:
    """The modes at ``None``, and the offset at which they begin.

    Of a swizzled layout the offset stays inside, unless what is left is a layout by itself.
    """
    if isinstance(layout, Layout):
        return part_and_offset(crd, layout)
    if coords_all_none(crd):
        return layout, 0
    part = sliced(crd, layout)
    try:
        plain: Any = tw.to_layout(part.exact)
    except (tw.LayoutError, TypeError):
        return part, 0
    if isinstance(plain, tw.Part):
        return from_exact(plain.layout), plain.offset
    return from_exact(plain), 0


def dice_modes(crd: Any, layout: Any) -> Any:
    """The modes that are not at ``None``, of a layout or of a tuple."""
    if isinstance(layout, ComposedLayout):
        raise unsupported("dice_modes", layout)
    if crd is None:
        return Layout() if isinstance(layout, Layout) else ()
    if not is_tuple(crd):
        return layout
    if not isinstance(layout, Layout):
        return dice_tuple(crd, layout)
    return Layout(as_shape(dice_tuple(crd, layout.shape)), as_shape(dice_tuple(crd, layout.stride)))


def upcast(layout: Any, n: int) -> Layout:
    """The layout of the same memory for elements ``n`` times as large."""
    return Layout.of(tw.upcast(as_layout(layout).exact, n))


def downcast(layout: Any, n: int) -> Layout:
    """The layout of the same memory for elements of which ``n`` are in one."""
    return Layout.of(tw.downcast(as_layout(layout).exact, n))
