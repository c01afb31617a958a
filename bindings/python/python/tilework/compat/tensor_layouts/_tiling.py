"""Divides and products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tilework as tw
from tilework.compat._error import refused
from tilework.compat._tuples import is_int, is_tuple
from tilework.compat.tensor_layouts._algebra import by_mode, complement, exact
from tilework.compat.tensor_layouts._composed import (
    ComposedLayout,
    Swizzle,
    make_swizzle,
    on_domain,
    split_outer_swizzle,
)
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import cosize, from_modes, mode, modes, rank, size, table
from tilework.compat.tensor_layouts._tuples import as_shape


def _leaf(x: Any) -> Any:
    return Layout(x) if is_int(x) else x


def _is_tuple(tiler: Any) -> bool:
    if is_int(tiler) or isinstance(tiler, (Layout, ComposedLayout)) or is_tuple(tiler) or tiler is None:
        return is_tuple(tiler)
    raise TypeError(f"a tiler is an integer, a layout or a tuple of them, not {type(tiler).__name__}")


def _divide(layout: Any, tiler: Any, strict: bool) -> Any:
    if not _is_tuple(tiler):
        return exact("logical_divide", layout, _leaf(tiler), strict=strict)
    return by_mode("logical_divide", lambda a, b: _divide(a, b, strict), layout, tiler, as_shape)


@on_domain
def logical_divide(layout: Any, tiler: Any, *, strict: bool = True) -> Any:
    """(tile, tiles): a layout in the order of the tiler, and of the copies of it that cover the layout.

    An integer divides the first mode, if it can; else the whole layout.

    >>> from tilework.compat.tensor_layouts import Layout, logical_divide
    >>> logical_divide(Layout((4, 2, 3), (2, 1, 8)), Layout(4, 2))
    Layout(((2, 2), (2, 3)), ((4, 1), (2, 8)))
    """
    if is_int(tiler) and is_tuple(layout.shape) and size(mode(layout, 0)) % tiler == 0:
        tiler = (tiler,)
    return _divide(layout, tiler, strict)


@on_domain
def zipped_divide(layout: Any, tiler: Any, *, strict: bool = True) -> Any:
    """((tile, ...), (rest, ...))"""
    tilers = (tiler,) if is_int(tiler) else tiler
    return hier_unzip(lambda a, b: _divide(a, b, strict), layout, tilers)


def _unpacked(layout: Any) -> list[Any]:
    """Its modes; itself, where it has no parentheses."""
    return modes(layout) if is_tuple(layout.shape) else [layout]


@on_domain
def tiled_divide(layout: Any, tiler: Any, *, strict: bool = True) -> Any:
    """((tile, ...), rest, ...)"""
    tiles, rest = modes(zipped_divide(layout, tiler, strict=strict))
    return from_modes([tiles, *_unpacked(rest)])


@on_domain
def flat_divide(layout: Any, tiler: Any, *, strict: bool = True) -> Any:
    """(tile, ..., rest, ...)"""
    tiles, rest = modes(zipped_divide(layout, tiler, strict=strict))
    return from_modes([*_unpacked(tiles), *_unpacked(rest)])


def hier_unzip(splitter: Callable[[Any, Any], Any], layout_a: Any, layout_b: Any) -> Any:
    """What a divide or a product makes by mode, with the first parts in one mode and the second in another."""
    if layout_b is None:
        return from_modes([Layout(1, 0), layout_a])
    if not _is_tuple(layout_b):
        return splitter(layout_a, _leaf(layout_b))
    if len(layout_b) > rank(layout_a):
        raise refused("by mode", f"{layout_b} has more modes than {layout_a}, which has {rank(layout_a)}")
    parts = modes(layout_a)
    split = [hier_unzip(splitter, part, by) for part, by in zip(parts, layout_b)]
    rest = [mode(part, 1) for part in split] + parts[len(split) :]
    return from_modes([from_modes([mode(part, 0) for part in split], as_shape), from_modes(rest, as_shape)])


@on_domain
def logical_product(layout_a: Any, layout_b: Any, *, strict: bool = True) -> Any:
    """(A, copies): copies of A in the order of B, none of which overlap.

    >>> from tilework.compat.tensor_layouts import Layout, logical_product
    >>> logical_product(Layout(4), Layout(3, 2))
    Layout((4, 3), (1, 8))
    """
    if layout_b is None:
        return layout_a
    if isinstance(layout_b, ComposedLayout):
        return _swizzled_copies(layout_a, layout_b, strict)
    if not _is_tuple(layout_b):
        return exact("logical_product", layout_a, _leaf(layout_b), strict=strict)
    if len(layout_b) > rank(layout_a):
        raise refused("logical_product", f"{layout_b} has more modes than {layout_a}, which has {rank(layout_a)}")
    parts = modes(layout_a)
    return from_modes([logical_product(a, b, strict=strict) for a, b in zip(parts, layout_b)] + parts[len(layout_b) :])


def _swizzled_copies(layout_a: Layout, layout_b: ComposedLayout, strict: bool) -> Any:
    """A, and copies in a swizzled order: the product with what is swizzled, if a swizzle of that has this order."""
    split = split_outer_swizzle(layout_b)
    if split is None or not isinstance(split[1], Layout):
        raise refused("logical_product", f"copies in the order of {layout_b} are no layout, nor swizzled")
    swizzle, order = split
    starts = complement(layout_a, size(layout_a) * cosize(layout_b), strict=strict)
    straight = logical_product(layout_a, order, strict=strict)
    used = 0
    for offset in table(order):
        used |= offset
    first, asked = table(layout_a), [starts(swizzle(offset)) for offset in table(order)]
    wanted = [a + b for b in asked for a in first]
    for candidate in (_moved(starts, swizzle, used), swizzle):
        answer = straight if candidate is None else ComposedLayout(candidate, straight)
        if table(answer) == wanted:
            return answer
    raise refused("logical_product", f"copies of {layout_a} in the order of {layout_b} are not a swizzled layout")


def _moved(starts: Layout, swizzle: Swizzle, used: int) -> Swizzle | None:
    """The swizzle of the starts that the used bits of another are."""
    try:
        return make_swizzle(starts(swizzle.yyy_msk & used), starts(swizzle.zzz_msk & used))
    except tw.LayoutError:
        return swizzle


@on_domain
def zipped_product(layout_a: Any, layout_b: Any, *, strict: bool = True) -> Any:
    """((A, ...), (copies, ...))"""
    return hier_unzip(lambda a, b: logical_product(a, b, strict=strict), layout_a, layout_b)


@on_domain
def tiled_product(layout_a: Any, layout_b: Any, *, strict: bool = True) -> Any:
    """((A, ...), copies, ...)"""
    first, copies = modes(zipped_product(layout_a, layout_b, strict=strict))
    return from_modes([first, *_unpacked(copies)])


@on_domain
def flat_product(block: Any, tiler: Any, *, strict: bool = True) -> Any:
    """(A, ..., copies, ...)"""
    first, copies = modes(zipped_product(block, tiler, strict=strict))
    return from_modes([*_unpacked(first), *_unpacked(copies)])


def _padded(layout: Layout, length: int) -> Layout:
    return from_modes([*modes(layout), *[Layout(1, 0)] * (length - rank(layout))])


@on_domain
def blocked_product(layout_a: Any, layout_b: Any, *, strict: bool = True) -> Any:
    """Copies of a block side by side, mode by mode."""
    length = max(rank(layout_a), rank(layout_b))
    block, copies = modes(logical_product(_padded(layout_a, length), _padded(layout_b, length), strict=strict))
    pairs = [[a, b] for a, b in zip(modes(block), modes(copies))]
    # Where only one of the two has a mode, it stays alone.
    both = min(rank(layout_a), rank(layout_b))
    alone = [(b if rank(layout_b) > both else a) for a, b in pairs[both:]]
    return from_modes([from_modes(pair) for pair in pairs[:both]] + alone)


@on_domain
def raked_product(block: Any, tiler: Any, *, strict: bool = True) -> Any:
    """Copies of a block, interleaved mode by mode."""
    length = max(rank(block), rank(tiler))
    whole, copies = modes(logical_product(_padded(block, length), _padded(tiler, length), strict=strict))
    return from_modes([from_modes([b, a]) for a, b in zip(modes(whole), modes(copies))])
