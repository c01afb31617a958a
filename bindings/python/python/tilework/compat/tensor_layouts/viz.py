"""The drawing calls, through the pictures of Tilework.

Each gives a :class:`tilework.Picture`, which shows itself in a notebook, and writes it where there is a file name, as
.svg, .png, .html, .tex or .txt. Sizes and palettes are those of Tilework: ``dpi``, ``figsize``, ``num_colors`` and the
like are taken, and change nothing.

>>> from tilework.compat.tensor_layouts import Layout
>>> from tilework.compat.tensor_layouts.viz import draw_layout
>>> print(draw_layout(Layout((2, 3), (3, 1)), color_by="row").text.rstrip())
(2,3):(3,1)
    0  1  2
  ┌─────────┐
0 │ 0  1  2 │
1 │ 3  4  5 │
  └─────────┘
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any

import tilework as tw
from tilework.compat._error import refused
from tilework.compat._tuples import is_tuple
from tilework.compat.tensor_layouts._algebra import compose
from tilework.compat.tensor_layouts._composed import ComposedLayout, as_affine_layout, as_layout_expr, layout_in
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import cosize, from_modes, mode, rank, size, table, upcast
from tilework.compat.tensor_layouts.atoms import CopyAtom
from tilework.compat.tensor_layouts.tensor import Tensor

Picture = tw.Picture


def _done(picture: Picture, filename: Any) -> Picture:
    if filename is not None:
        picture.save(filename)
    return picture


def _texts(tensor: Any, precision: int | None) -> list[str] | None:
    """What the cells of a tensor say: its data."""
    data = getattr(tensor, "data", None) if isinstance(tensor, Tensor) else None
    if data is None:
        return None
    return [f"{x:.{precision}g}" if precision is not None and isinstance(x, float) else str(x) for x in data]


def _drawn(obj: Any) -> Any:
    """What is drawn: a layout, from the offset of its tensor on."""
    layout = as_layout_expr(obj)
    offset = obj.offset if isinstance(obj, Tensor) else 0
    return tw.with_offset(layout.exact, offset) if offset else layout.exact


def draw_layout(
    layout: Any,
    filename: Any = None,
    title: str | None = None,
    dpi: int = 150,
    figsize: Any = None,
    colorize: bool = False,
    color_layout: Any = None,
    color_by: str | None = None,
    num_colors: int = 8,
    flatten_hierarchical: bool = True,
    label_hierarchy_levels: bool = False,
    cell_labels: Any = True,
    interleave_colors: bool = False,
    transpose: bool = False,
    precision: int | None = None,
    slice_spec: Any = None,
) -> Picture:
    """The offsets of a layout, or the data of a tensor; with coordinates, where the hierarchy is not flattened."""
    if color_by is not None and color_layout is not None:
        raise refused("draw_layout", "color_by and color_layout are mutually exclusive")
    if color_by not in (None, "row", "column", "offset"):
        raise refused("draw_layout", f"there is no color_by {color_by!r}: row, column or offset")
    labels: Any = "offset" if flatten_hierarchical else "coord"
    if cell_labels is False:
        labels = "none"
    elif not isinstance(cell_labels, (bool, str)):
        labels = [str(label) for label in cell_labels]
    elif cell_labels is True and flatten_hierarchical:
        labels = _texts(layout, precision) or labels
    if transpose and rank(layout_in(layout)) == 1 and isinstance(layout_in(layout), Layout):
        layout = from_modes([layout_in(layout), Layout(1, 0)])
    colors = color_by or ("offset" if colorize else None) if color_layout is None else color_layout.exact
    picture = tw.draw(_drawn(layout), color_by=colors, labels=labels, slice=slice_spec, title=title, result=True)
    return _done(picture, filename)


def draw_slice(
    layout: Any,
    slice_spec: Any,
    filename: Any = None,
    title: str | None = None,
    dpi: int = 150,
    figsize: Any = None,
    colorize: bool = False,
    color_layout: Any = None,
    num_colors: int = 8,
    highlight_facecolor: str = "",
    highlight_edgecolor: str = "",
    base_facecolor: str | None = None,
    show_text: bool = True,
) -> Picture:
    """A layout in which the cells of a slice are marked."""

    def kept(part: Any) -> Any:
        return tuple(map(kept, part)) if is_tuple(part) else None if part == slice(None) else part

    return draw_layout(
        layout,
        filename,
        title,
        colorize=colorize,
        color_layout=color_layout,
        cell_labels=show_text,
        slice_spec=kept(slice_spec),
    )


def draw_swizzle(
    base_layout: Any,
    swizzle: Any,
    filename: Any = None,
    dpi: int = 150,
    figsize: Any = None,
    colorize: bool = False,
    num_colors: int = 8,
    arrangement: str = "horizontal",
) -> Picture:
    """A layout, and the same swizzled."""
    layout = as_layout_expr(base_layout)
    swizzled = compose(swizzle, layout)
    if arrangement == "horizontal":
        return _done(tw.draw(swizzled.exact), filename)
    return draw_composite([layout, swizzled], filename, arrangement, colorize=colorize)


def _square(cells: int) -> tuple[int, int]:
    """As many rows and columns as make a rectangle that is nearly a square."""
    columns = max(n for n in range(1, isqrt(cells) + 1) if cells % n == 0)
    return cells // columns, columns


def _owners(
    layout: Any,
    grid: tuple[int, int] | None,
    title: str | None,
    thr_id: Any = None,
    col_major: bool = True,
    what: str = "TV",
) -> Picture:
    """Which thread holds which cell of a grid, that the offsets of a layout (thread, value) count."""
    layout = as_affine_layout(layout)
    rows, columns = grid = grid or _square(cosize(layout))
    places = table(layout)
    if min(places) < 0 or max(places) >= rows * columns:
        raise refused("draw", f"{what} of {layout} has a place out of bounds: panel shape {grid} has {rows * columns}")
    if not col_major:
        layout = compose(Layout((columns, rows), (rows, 1)), layout)
        places = table(layout)
    labels: Any = "offset"
    if thr_id is not None:
        threads, labels = size(mode(layout, 0)), [""] * (rows * columns)
        for i, place in reversed(list(enumerate(places))):
            labels[place] = f"T{thr_id(i % threads)} V{i // threads}"
    return tw.draw(layout.exact, tile=grid, labels=labels, title=title if title is not None else str(layout))


def draw_tv_layout(
    layout: Any,
    filename: Any = None,
    title: str | None = None,
    dpi: int = 150,
    figsize: Any = None,
    colorize: bool = False,
    num_colors: int | None = None,
    grid_shape: tuple[int, int] | None = None,
    thr_id_layout: Any = None,
    col_major: bool = True,
) -> Picture:
    """Which thread holds which cell, as which of its values."""
    return _done(_owners(layout, grid_shape, title, thr_id_layout, col_major), filename)


def draw_mma_layout(
    layout_a: Any,
    layout_b: Any,
    layout_c: Any,
    filename: Any = None,
    tile_mnk: tuple[int, int, int] | None = None,
    main_title: str | None = None,
    dpi: int = 150,
    colorize: bool = True,
    thr_id_layout: Any = None,
) -> Picture:
    """The threads of A (M x K) to the left of C (M x N), and those of B (K x N) above it."""
    if tile_mnk is None:
        # M K, N K and M N are known.
        mk, nk, mn = map(cosize, (layout_a, layout_b, layout_c))
        m = isqrt(mk * mn // nk)
        tile_mnk = (m, mn // m, mk // m)
    m, n, k = tile_mnk
    a = _owners(layout_a, (m, k), "A", thr_id_layout, what="A")
    # B counts N first, and is drawn with K downwards.
    b = _owners(layout_b, (k, n), "B", thr_id_layout, col_major=False, what="B")
    c = _owners(layout_c, (m, n), "C", thr_id_layout, what="C")
    return _done(Picture.beside([[b], [a, c]], title=main_title, aligned=True), filename)


def _grid(cells: Mapping[tuple[int, int], Sequence[int]], rows: int, columns: int, title: str | None) -> Picture:
    """Cells that say which thread holds them; coloured by thread, where that is a layout."""
    labels, owner = [""] * (rows * columns), [0] * (rows * columns)
    for (row, column), (lane, value, *_) in cells.items():
        if not (0 <= row < rows and 0 <= column < columns):
            raise refused("draw", f"cell {(row, column)} is out of bounds: panel shape {(rows, columns)}")
        labels[row + column * rows] = f"T{lane} V{value}"
        owner[row + column * rows] = lane
    try:
        colors: Any = tw.recover([lane - owner[0] for lane in owner])
    except tw.LayoutError:
        colors = "none"
    return tw.draw(tw.Layout((rows, columns)), labels=labels, color_by=colors, title=title or "")


def draw_tiled_grid(
    grid: Any, rows: int, cols: int, filename: Any = None, dpi: int = 150, title: str | None = None
) -> Picture:
    """Which thread holds which cell, as :func:`tile_mma_grid` says it."""
    return _done(_grid(grid, rows, cols, title), filename)


def draw_combined_mma_grid(
    a_grid: Any,
    b_grid: Any,
    c_grid: Any,
    M: int,
    N: int,
    K: int,
    filename: Any = None,
    dpi: int = 150,
    title: str | None = None,
) -> Picture:
    """Grids of A (M x K), of B (K x N) and of C (M x N), as in :func:`draw_mma_layout`."""
    above, beside = [_grid(b_grid, K, N, "B")], [_grid(a_grid, M, K, "A"), _grid(c_grid, M, N, "C")]
    return _done(Picture.beside([above, beside], title=title, aligned=True), filename)


def draw_copy_layout(
    src_layout: Any,
    dst_layout: Any,
    filename: Any = None,
    grid_shape: tuple[int, int] | None = None,
    title: str | None = None,
    dpi: int = 150,
    colorize: bool = True,
    thr_id_layout: Any = None,
    col_major: bool = True,
) -> Picture:
    """Which thread reads which cell, and which it writes."""
    grid = grid_shape or _square(max(cosize(src_layout), cosize(dst_layout)))
    panels = [
        _owners(layout, grid, name, thr_id_layout, col_major)
        for name, layout in (("source", src_layout), ("destination", dst_layout))
    ]
    return _done(Picture.beside([panels], title=title), filename)


def draw_copy_atom(
    atom: CopyAtom,
    element_bits: int = 16,
    filename: Any = None,
    grid_shape: tuple[int, int] | None = None,
    title: str | None = None,
    dpi: int = 150,
    colorize: bool = True,
    col_major: bool = True,
) -> Picture:
    """:func:`draw_copy_layout` of an atom, for elements of so many bits."""
    source, destination = (upcast(layout, element_bits) for layout in (atom.src_layout_bits, atom.dst_layout_bits))
    named = title or f"{atom.name} ({atom.ptx})"
    return draw_copy_layout(source, destination, filename, grid_shape, named, col_major=col_major)


def draw_composite(
    panels: Sequence[Any],
    filename: Any = None,
    arrangement: str = "horizontal",
    titles: Sequence[str] | None = None,
    main_title: str | None = None,
    dpi: int = 150,
    panel_size: Any = None,
    **kwargs: Any,
) -> Picture:
    """Several layouts or tensors in one picture: ``horizontal``, ``vertical`` or ``grid:RxC``."""
    named = titles or [str(_drawn(panel[0] if is_tuple(panel) else panel)) for panel in panels]
    drawn = [_panel(panel, title, kwargs) for panel, title in zip(panels, [*named, *[""] * len(panels)])]
    rows, columns = {"horizontal": (1, len(drawn)), "vertical": (len(drawn), 1)}.get(arrangement, (0, 0))
    if arrangement.startswith("grid:"):
        rows, columns = map(int, arrangement.removeprefix("grid:").split("x"))
    if rows < 1 or columns < 1:
        raise refused("draw_composite", f"there is no arrangement {arrangement!r}: horizontal, vertical or grid:RxC")
    if rows * columns < len(drawn):
        warnings.warn(f"{len(drawn)} panels do not fit {rows * columns} cells of {arrangement}", stacklevel=2)
    sheet = [drawn[row * columns : (row + 1) * columns] for row in range(rows)]
    return _done(Picture.beside([row for row in sheet if row], title=main_title), filename)


def _panel(panel: Any, title: str, options: Mapping[str, Any]) -> Picture:
    """A layout, or a layout with options of its own."""
    layout, own = panel if is_tuple(panel) else (panel, {})
    chosen = {**options, **own}
    if chosen.pop("tv_mode", False):
        shape = chosen.get("grid_rows"), chosen.get("grid_cols")
        return _owners(layout, None if None in shape else shape, title)  # type: ignore[arg-type]
    return draw_layout(layout, title=title, **chosen)


def draw_gemm(
    A: Any, B: Any, C: Any, filename: Any = None, main_title: str | None = None, dpi: int = 150, **kwargs: Any
) -> Picture:
    """A (M, K) to the left of C (M, N), and B (N, K) above it, with K downwards."""
    flipped = _transposed(B)
    above = [draw_layout(flipped, title="B", **kwargs)]
    beside = [draw_layout(A, title="A", **kwargs), draw_layout(C, title="C", **kwargs)]
    return _done(Picture.beside([above, beside], title=main_title, aligned=True), filename)


def _transposed(matrix: Any) -> Any:
    """A layout or tensor with its two modes in the other order."""
    if isinstance(matrix, Tensor):
        return Tensor(_transposed(matrix.layout), matrix.offset, matrix.data)
    if isinstance(matrix, ComposedLayout):
        return ComposedLayout(matrix.outer, _transposed(matrix.inner), offset=matrix.offset)
    layout = as_affine_layout(matrix)
    if rank(layout) != 2:
        raise refused("draw_gemm", f"{layout} is not a matrix, which has two modes")
    return from_modes([mode(layout, 1), mode(layout, 0)])


__all__ = [
    "draw_combined_mma_grid",
    "draw_composite",
    "draw_copy_atom",
    "draw_copy_layout",
    "draw_gemm",
    "draw_layout",
    "draw_mma_layout",
    "draw_slice",
    "draw_swizzle",
    "draw_tiled_grid",
    "draw_tv_layout",
]
