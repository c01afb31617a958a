"""Which offsets a layout has, how often, and with which gaps."""

from __future__ import annotations

from collections import Counter
from typing import Any

import tilework as tw
from tilework.compat._error import refused
from tilework.compat._tuples import is_int
from tilework.compat.tensor_layouts._composed import as_layout, as_layout_expr
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import cosize, size, table
from tilework.compat.tensor_layouts._tuples import idx2crd


def image(layout: Any) -> list[int]:
    """The offsets, each once, from the least on."""
    return sorted(set(table(as_layout_expr(layout))))


def is_injective(layout: Any) -> bool:
    """Whether no two coordinates have the same offset."""
    layout = as_layout_expr(layout)
    return tw.is_injective(layout.exact) if isinstance(layout, Layout) else len(image(layout)) == size(layout)


def is_surjective(layout: Any, codomain_size: int | None = None) -> bool:
    """Whether there is no gap between the offsets; they are all below a size, where one is given."""
    offsets = image(layout)
    if codomain_size is None:
        return len(offsets) == offsets[-1] - offsets[0] + 1
    if not is_int(codomain_size):
        raise TypeError(f"codomain_size is an integer, not {type(codomain_size).__name__}")
    if codomain_size < 0:
        raise refused("is_surjective", f"there is no size {codomain_size}")
    return offsets == [*range(codomain_size)]


def is_bijective(layout: Any) -> bool:
    """Whether each offset from the least to the greatest has one coordinate."""
    return is_injective(layout) and size(layout) == cosize(layout)


def is_contiguous(layout: Any) -> bool:
    """Whether the offsets are one block of memory without gaps."""
    return is_bijective(layout)


def functionally_equal(a: Any, b: Any) -> bool:
    """Whether two have the same offset at each index."""
    return size(a) == size(b) and table(a) == table(b)


def offset_table(layout: Any) -> dict[int, list[Any]]:
    """The coordinates of each offset."""
    layout = as_layout_expr(layout)
    coordinates: dict[int, list[Any]] = {}
    for i, offset in enumerate(table(layout)):
        coordinates.setdefault(offset, []).append(idx2crd(i, layout.shape))
    return coordinates


def aliasing_profile(layout: Any) -> dict[str, Any]:
    """How often offsets are repeated."""
    ways = Counter(table(as_layout(layout)))
    aliased = sorted(offset for offset, often in ways.items() if often > 1)
    return {
        "has_aliasing": bool(aliased),
        "max_alias_ways": max(ways.values()),
        "aliased_offset_count": len(aliased),
        "duplicate_elements": ways.total() - len(ways),
        "reuse_histogram": dict(sorted(Counter(ways.values()).items())),
        "aliased_offsets": aliased,
    }


def footprint(layout: Any) -> dict[str, Any]:
    """How much memory a layout spans, and how much of it has elements."""
    offsets, elements = image(layout), size(layout)
    span = offsets[-1] - offsets[0] + 1
    return {
        "min_offset": offsets[0],
        "max_offset": offsets[-1],
        "span": span,
        "unique_offsets": len(offsets),
        "total_elements": elements,
        "reuse_factor": elements / len(offsets),
        "holes": span - len(offsets),
    }


def gap_profile(layout: Any) -> dict[str, Any]:
    """The runs of offsets that are next to each other, and the gaps between them."""
    runs: list[tuple[int, int]] = []
    for offset in image(layout):
        if runs and offset == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], offset)
        else:
            runs.append((offset, offset))
    gaps = [after[0] - before[1] - 1 for before, after in zip(runs, runs[1:])]
    return {
        "runs": runs,
        "gap_sizes": gaps,
        "max_gap": max(gaps, default=0),
        "avg_gap": sum(gaps) / len(gaps) if gaps else 0.0,
        "run_count": len(runs),
        "isolated_offsets": sum(first == last for first, last in runs),
    }
