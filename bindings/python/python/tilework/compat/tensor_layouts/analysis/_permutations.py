"""Layouts as permutations of their indices, and how long they are contiguous."""

from __future__ import annotations

from math import lcm
from typing import Any

from tilework.compat._error import refused
from tilework.compat._tuples import is_int
from tilework.compat.tensor_layouts._algebra import max_common_vector
from tilework.compat.tensor_layouts._composed import as_affine_layout, as_layout_expr
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import modes, size, table


def _permutation(layout: Any) -> list[int]:
    """The offsets, of which the least counts as 0."""
    offsets = table(as_layout_expr(layout))
    least = min(offsets)
    values = [offset - least for offset in offsets]
    if len(set(values)) < len(values):
        raise refused("permutation", f"{layout} has an offset twice, so it is not injective")
    if max(values) >= len(values):
        raise refused("permutation", f"the offsets of {layout} have gaps, and are not a dense interval")
    return values


def cycles(layout: Any) -> list[list[int]]:
    """The cycles of a permutation, with those of one index."""
    values = _permutation(layout)
    seen: set[int] = set()
    found = []
    for start in range(len(values)):
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = values[start]
        if cycle:
            found.append(cycle)
    return found


def fixed_points(layout: Any) -> list[int]:
    """The indices that are their own offset."""
    return [i for i, offset in enumerate(table(as_layout_expr(layout))) if i == offset]


def order(layout: Any) -> int:
    """How often a permutation is applied until everything is in its place."""
    return lcm(*map(len, cycles(layout)))


def permutation_parity(layout: Any) -> int:
    """1 if a permutation is made of an even number of swaps, else -1."""
    return -1 if sum(len(cycle) - 1 for cycle in cycles(layout)) % 2 else 1


def is_even_permutation(layout: Any) -> bool:
    return permutation_parity(layout) == 1


def contiguity(layout: Any) -> int:
    """How many elements from the first on are next to each other in memory."""
    layout = as_affine_layout(layout)
    return max_common_vector(layout, Layout(size(layout)))


def mode_contiguity(layout: Any) -> list[int]:
    """:func:`contiguity` of each mode."""
    return [contiguity(part) for part in modes(as_affine_layout(layout))] or [1]


def slice_contiguity(layout: Any, coord: Any) -> int:
    """:func:`contiguity` of what a coordinate with ``None`` leaves."""
    part = as_affine_layout(layout)(coord)
    return 1 if is_int(part) else contiguity(part)
