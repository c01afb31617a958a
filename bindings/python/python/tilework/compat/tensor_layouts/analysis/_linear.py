"""Layouts of powers of two as matrices over the field of two elements."""

from __future__ import annotations

from typing import Any

import tilework as tw
from tilework._tilework import Refusal
from tilework.compat._error import refused
from tilework.compat._tuples import flatten, is_int
from tilework.compat.tensor_layouts._composed import ComposedLayout, Swizzle, as_layout_expr, unsupported
from tilework.compat.tensor_layouts._error import UnsupportedComposedLayoutError
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import size, unflatten


def to_F2_matrix(layout: Any) -> list[list[int]]:
    """The matrix M with offset = M index, in bits; rows are bits of offsets, columns those of indices.

    >>> from tilework.compat.tensor_layouts import Layout
    >>> from tilework.compat.tensor_layouts.analysis import to_F2_matrix
    >>> to_F2_matrix(Layout((2, 2), (2, 1)))
    [[0, 1], [1, 0]]
    """
    layout = as_layout_expr(layout)
    if isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle):
        raise unsupported("to_F2_matrix", layout)
    for extent in flatten(layout.shape):
        if extent & (extent - 1):
            raise refused("to_F2_matrix", f"extent {extent} of {layout} is not a power of 2")
    if layout(0):
        raise refused("to_F2_matrix", f"{layout} begins at offset {layout(0)}, and a matrix maps 0 to 0")
    # Refuses, with a witness, where a carry makes sums differ from XOR.
    tw.to_xor_map(layout.exact)
    columns = [layout(1 << bit) for bit in range(size(layout).bit_length() - 1)]
    return _rows(columns, max([1, *(column.bit_length() for column in columns)]))


def _rows(columns: list[int], bits: int) -> list[list[int]]:
    return [[column >> bit & 1 for column in columns] for bit in range(bits)]


def from_F2_matrix(M: list[list[int]], shape: Any) -> Any:
    """The layout of this shape with a matrix, with a swizzle if it needs one."""
    extents = flatten(shape)
    bits = sum(extent.bit_length() - 1 for extent in extents)
    if any(not is_int(extent) or extent < 1 or extent & (extent - 1) for extent in extents):
        raise refused("from_F2_matrix", f"not all extents of {shape} are powers of 2")
    if not M or any(len(row) != bits for row in M):
        raise refused("from_F2_matrix", f"a matrix for {shape} has rows, and {bits} columns in each")
    if any(entry not in (0, 1) for row in M for entry in row):
        raise refused("from_F2_matrix", "the entries of a matrix are 0 and 1")
    columns = [sum(row[j] << i for i, row in enumerate(M)) for j in range(bits)]
    for swizzle in (None, *_swizzles(len(M))):
        layout = _strided([swizzle(column) for column in columns] if swizzle else columns, shape)
        answer = layout if swizzle is None or layout is None else ComposedLayout(swizzle, layout)
        if answer is not None and all(answer(1 << j) == column for j, column in enumerate(columns)):
            return answer
    text = f"from_F2_matrix: no layout of shape {shape}, with a swizzle or without, has this matrix"
    raise UnsupportedComposedLayoutError(Refusal("unsupported", text, "from_F2_matrix"))


def _strided(columns: list[int], shape: Any) -> Layout | None:
    """The layout whose modes have these columns, if each is twice that before it and sums do not carry."""
    strides, at = [], 0
    for extent in flatten(shape):
        bits = extent.bit_length() - 1
        own = columns[at : at + bits]
        if own != [own[0] << bit for bit in range(bits)]:
            return None
        strides.append(own[0] if own else 0)
        at += bits
    layout = Layout(shape, unflatten(tuple(strides), shape))
    try:
        tw.to_xor_map(layout.exact)
    except tw.LayoutError:
        return None
    return layout


def _swizzles(bits: int) -> list[Swizzle]:
    """All swizzles of offsets with so many bits, from the smallest on."""
    return [
        Swizzle(width, base, sign * shift)
        for width in range(1, bits)
        for base in range(bits - width)
        for shift in range(width, bits - width - base + 1)
        for sign in (1, -1)
    ]
