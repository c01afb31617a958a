"""Composition, complements and inverses."""

from __future__ import annotations

from typing import Any

import tilework as tw
from tilework.compat import pycute
from tilework.compat._error import refused
from tilework.compat._tuples import is_int, is_tuple, product
from tilework.compat.tensor_layouts._composed import (
    ComposedLayout,
    Swizzle,
    as_layout,
    from_exact,
    is_layout,
    make_swizzle,
    unsupported,
)
from tilework.compat.tensor_layouts._error import divisible
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import coalesce, cosize, flatten, modes, rank, table
from tilework.compat.tensor_layouts._tuples import unwrap

# As many indices as are looked at one by one.
_DECIDED = 1 << 20


def by_mode(name: str, operation: Any, layout: Any, tiler: tuple[Any, ...], close: Any = tuple) -> Any:
    """An operation on the first modes, one for each element of a tuple; ``None``, and the other modes, stay."""
    if len(tiler) > rank(layout):
        raise refused(name, f"{tiler} has more modes than {layout}, which has {rank(layout)}")
    parts = modes(layout)
    for i, by in enumerate(tiler):
        parts[i] = parts[i] if by is None else operation(parts[i], by)
    return Layout(close([unwrap(part.shape) for part in parts]), close([unwrap(part.stride) for part in parts]))


def exact(operation: str, layout: Layout, *operands: Any, strict: bool) -> Layout:
    """The answer of Tilework; where a complement is missing and that is asked for, CuTe's, with a warning."""
    given = [pycute.Layout.of(x.exact) if isinstance(x, Layout) else x for x in (layout, *operands)]
    with divisible():
        return Layout.of(getattr(pycute, operation)(*given, strict=strict).exact)


def compose(layout_a: Any, layout_b: Any) -> Any:
    """``layout_a(layout_b(x))`` as one layout; by mode where it is a tuple, and composed where there is a swizzle.

    >>> from tilework.compat.tensor_layouts import Layout, compose
    >>> compose(Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))
    Layout(((2, 2), 3), ((24, 2), 8))
    """
    if isinstance(layout_a, Swizzle):
        if not is_layout(layout_b):
            raise TypeError(f"a swizzle is composed with a layout, not with {type(layout_b).__name__}")
        return layout_b if layout_a.bits == 0 else ComposedLayout(layout_a, layout_b)
    if isinstance(layout_a, ComposedLayout):
        if isinstance(layout_a.inner, Swizzle):
            return ComposedLayout(layout_a, layout_b)
        return ComposedLayout(layout_a.outer, compose(layout_a.inner, layout_b), offset=layout_a.offset)
    if not isinstance(layout_a, Layout):
        raise TypeError(f"a layout or a swizzle is composed, not {type(layout_a).__name__}")
    if isinstance(layout_b, Layout):
        with divisible():
            return Layout.of(tw.composition(layout_a.exact, layout_b.exact))
    if isinstance(layout_b, Swizzle):
        return _before_layout(layout_a, layout_b)
    if isinstance(layout_b, ComposedLayout):
        return _after_composed(layout_a, layout_b)
    if is_tuple(layout_b):
        return by_mode("compose", _compose_mode, layout_a, layout_b)
    raise TypeError(f"a layout is composed with layouts or a tuple of them, not with {type(layout_b).__name__}")


def _compose_mode(layout: Layout, by: Any) -> Any:
    composed = compose(layout, Layout(by, 1) if is_int(by) else by)
    if not isinstance(composed, Layout):
        raise TypeError("what a mode is composed with is a layout without a swizzle")
    return composed


def _after_composed(layout: Layout, composed: ComposedLayout) -> Any:
    if composed.offset == 0 and isinstance(composed.outer, Layout):
        try:
            return compose(compose(layout, composed.outer), composed.inner)
        except tw.LayoutError:
            pass
    return ComposedLayout(layout, composed)


def _before_layout(layout: Layout, swizzle: Swizzle) -> Any:
    """A(S(x)): S'(A(x)), where that is the same everywhere."""
    before = ComposedLayout(layout, ComposedLayout(swizzle, Layout(layout.shape)))
    try:
        moved = make_swizzle(layout(swizzle.yyy_msk), layout(swizzle.zzz_msk))
    except tw.LayoutError:
        return before
    after = layout if moved is None else ComposedLayout(moved, layout)
    return after if tw.same_function(before.exact, after.exact) else before


def complement(layout: Any, cosize_bound: Any = None, *, strict: bool = True) -> Layout:
    """The starts of the copies of a layout that cover everything below the bound, each offset once.

    >>> from tilework.compat.tensor_layouts import Layout, complement
    >>> complement(Layout(4, 2), 24)
    Layout((2, 3), (1, 8))
    """
    if cosize_bound is None:
        cosize_bound = cosize(layout)
    bound = product(cosize_bound.shape if is_layout(cosize_bound) else cosize_bound)
    if isinstance(layout, ComposedLayout):
        if isinstance(layout.inner, Swizzle):
            raise unsupported("complement", layout)
        return Layout.of(tw.complement(layout.exact, bound))
    return exact("complement", layout, bound, strict=strict)


def right_inverse(layout: Any) -> Any:
    """R with A(R(y)) = y, as long as possible."""
    if layout is None or isinstance(layout, Swizzle):
        return layout
    return from_exact(tw.right_inverse(Layout(layout).exact if is_int(layout) else layout.exact))


def left_inverse(layout: Any, *, strict: bool = True) -> Any:
    """R with R(A(x)) = x; where A repeats offsets, A(R(A(x))) = A(x)."""
    if layout is None or isinstance(layout, Swizzle):
        return layout
    if is_int(layout):
        return Layout(layout)
    if isinstance(layout, Layout):
        try:
            return exact("left_inverse", layout, strict=strict)
        except tw.LayoutError:
            inverse = _inverse_by_strides(layout)
            if inverse is None or not _undoes(inverse, layout):
                raise
            return inverse
    if layout.offset and isinstance(layout.outer, Swizzle):
        # The swizzle undoes itself, and only offsets that the layout has are asked for.
        return ComposedLayout(left_inverse(layout.inner, strict=strict), layout.outer, offset=-layout.offset)
    return from_exact(tw.left_inverse(layout.exact))


def _undoes(inverse: Layout, layout: Layout) -> bool:
    """Whether each offset is that of the index that the inverse gives; only asked of layouts that are not large."""
    if len(layout) > _DECIDED:
        return False
    offsets = table(layout)
    return all(0 <= (i := inverse(offset)) < len(offsets) and offsets[i] == offset for offset in offsets)


def _inverse_by_strides(layout: Layout) -> Layout | None:
    """CuTe's formula, which needs no complement, and may be right where modes overlap."""
    index, steps = 1, []
    for part in modes(flatten(coalesce(layout))):
        if part.stride:
            steps.append((part.stride, index, part.shape))
        index *= part.shape
    if not steps:
        return None
    shape, stride, reached = [], [0], 1
    for step, place, _ in sorted(steps):
        if step < reached:
            return None
        shape.append(step // reached)
        stride.append(place)
        reached *= step // reached
    return coalesce(Layout((*shape, max(steps)[2]), tuple(stride)))  # type: ignore[no-any-return]


def nullspace(layout: Any) -> Layout:
    """The layout of the indices at which a layout is 0."""
    found = Layout.of(tw.nullspace(as_layout(layout).exact)).squeeze()
    return Layout(1, 0) if found.shape == () else found


def max_common_layout(layout_a: Any, layout_b: Any) -> Any:
    """The longest layout at which both are the index."""
    return from_exact(tw.max_common_layout(layout_a.exact, layout_b.exact))


def max_common_vector(layout_a: Any, layout_b: Any) -> int:
    """How many elements are in the same order in both, from the first on."""
    return tw.max_common_vector(layout_a.exact, layout_b.exact)
