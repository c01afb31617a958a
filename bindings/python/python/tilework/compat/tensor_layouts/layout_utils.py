"""Layouts that are made of other layouts or of shapes, and grids of tiled atoms."""

from __future__ import annotations

from typing import Any

from tilework.compat._cute_tuples import round_up
from tilework.compat._error import refused
from tilework.compat._tuples import flatten, product
from tilework.compat.tensor_layouts._algebra import complement
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import cosize, mode, rank, size
from tilework.compat.tensor_layouts._tiling import blocked_product
from tilework.compat.tensor_layouts._tuples import as_tuple, normalize, prefix_product, product_each, shape_of
from tilework.compat.tensor_layouts.atoms import MMAAtom

Grid = dict[tuple[int, int], tuple[int, int, int]]


def make_ordered_layout(shape: Any, order: Any = None) -> Layout:
    """A compact layout whose modes count in this order: the first that is named is the fastest.

    >>> from tilework.compat.tensor_layouts.layout_utils import make_ordered_layout
    >>> make_ordered_layout((2, 3, 4), (2, 0, 1))
    Layout((2, 3, 4), (4, 8, 1))
    """
    parts = as_tuple(shape)
    places = tuple(range(len(parts))) if order is None else tuple(order)
    if sorted(places) != [*range(len(parts))]:
        raise refused("make_ordered_layout", f"order {places} is not a permutation of {len(parts)} modes")
    strides, step = list(parts), 1
    for place in places:
        strides[place] = prefix_product(parts[place], step)
        step *= product(parts[place])
    return Layout(shape, tuple(strides) if isinstance(shape, (tuple, list)) else strides[0])


def tile_to_shape(layout: Any, target_shape: Any, order: Any = None) -> Any:
    """Copies of a layout that cover a shape, in this order of the modes."""
    block, target = product_each(layout.shape), product_each(normalize(target_shape))
    if len(block) != len(target):
        raise refused("tile_to_shape", f"{layout} and {target_shape} do not have the same number of top-level modes")
    copies = tuple(-(-t // b) for t, b in zip(target, block))
    return blocked_product(layout, make_ordered_layout(copies, order))


def make_layout_like(layout: Layout, tiler: Any) -> Layout:
    """A shape with the first strides of a layout."""
    shape = normalize(shape_of(tiler))
    steps = flatten(layout.stride)
    if len(flatten(shape)) > len(steps):
        raise refused("make_layout_like", f"{shape} has more flat modes than {layout}")
    left = iter(steps)

    def stride(part: Any) -> Any:
        return tuple(map(stride, part)) if isinstance(part, tuple) else next(left)

    return Layout(shape, stride(shape))


def tile_mma_grid(atom: MMAAtom, atom_layout: Layout, matrix: str = "C", tile_mnk: Any = None) -> tuple[Grid, Any]:
    """Which thread holds which cell of a matrix, where atoms are laid out over M and N.

    The cells are ``(row, column): (physical thread, value, logical thread)``; the second result is the tile (M, N, K).
    A larger tile has the same threads with more values.
    """
    m, n, k = atom.shape_mnk
    atoms_m, atoms_n = (size(mode(atom_layout, 0)), size(mode(atom_layout, 1)) if rank(atom_layout) > 1 else 1)
    natural = (m * atoms_m, n * atoms_n, k)
    tile = natural if tile_mnk is None else tuple(tile_mnk)
    if any(t % own for t, own in zip(tile, natural)):
        raise refused("tile_mma_grid", f"tile {tile} is not an exact multiple of {natural}, which the atoms cover")
    if matrix not in ("A", "B", "C"):
        raise refused("tile_mma_grid", f"there is no matrix {matrix!r}: A, B or C")
    fragments = {"A": atom.a_layout, "B": atom.b_layout, "C": atom.c_layout}[matrix]
    down, across = {"A": (0, 2), "B": (1, 2), "C": (0, 1)}[matrix]
    places = {"A": [(i, 0) for i in range(atoms_m)], "B": [(0, j) for j in range(atoms_n)]}.get(
        matrix, [(i, j) for i in range(atoms_m) for j in range(atoms_n)]
    )
    threads, values = size(mode(fragments, 0)), size(mode(fragments, 1))
    lanes = atom.thr_id or Layout(threads)
    # Where the lanes of each atom begin.
    starts = complement(lanes, threads * cosize(atom_layout))
    rows = atom.shape_mnk[down]
    grid: Grid = {}
    for i, j in places:
        which = atom_layout(i, j) if rank(atom_layout) > 1 else atom_layout(i)
        first = j if matrix == "B" else i
        for t in range(threads):
            for v in range(values):
                column, row = divmod(fragments(t, v), rows)
                cell = (row + first * rows, column + (j * n if matrix == "C" else 0))
                grid[cell] = (lanes(t) + starts(which), v, t + which * threads)
    copies = [(r, c) for r in range(tile[down] // natural[down]) for c in range(tile[across] // natural[across])]
    return {
        (row + r * natural[down], column + c * natural[across]): (lane, v + values * copy, t)
        for copy, (r, c) in enumerate(copies)
        for (row, column), (lane, v, t) in grid.items()
    }, tile


__all__ = ["make_layout_like", "make_ordered_layout", "round_up", "tile_mma_grid", "tile_to_shape"]
