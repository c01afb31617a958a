"""Banks, cache lines and segments that a group of threads touches.

Mode 0 of a layout counts threads, all other modes the values of a thread. All values of all threads of a group are one
access; an element touches every bank, line and segment that one of its bytes is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilework.compat._error import refused
from tilework.compat._tuples import is_tuple
from tilework.compat.tensor_layouts._composed import as_layout_expr
from tilework.compat.tensor_layouts._structure import mode, size, table


class _Threads:
    """The offsets of threads and their values."""

    def __init__(self, layout: Any, **positive: int) -> None:
        for name, number in positive.items():
            if number <= 0:
                raise refused("analysis", f"{name} must be positive, and is {number}")
        layout = as_layout_expr(layout)
        self.count = size(mode(layout, 0)) if is_tuple(layout.shape) else size(layout)
        self.offsets = table(layout)

    def of(self, thread: int) -> list[int]:
        """The offsets of a thread, value by value."""
        return self.offsets[thread :: self.count]

    def groups(self, length: int) -> Iterator[range]:
        """The threads, so many at a time."""
        return (range(first, min(first + length, self.count)) for first in range(0, self.count, length))

    def first(self, length: int) -> range:
        return range(min(length, self.count))


def _units(offset: int, element_bytes: int, unit_bytes: int) -> range:
    """The units of memory that an element has bytes in."""
    first = offset * element_bytes
    return range(first // unit_bytes, (first + element_bytes - 1) // unit_bytes + 1)


def _banks(threads: _Threads, group: range, element_bytes: int, num_banks: int, width: int) -> dict[str, Any]:
    touched: dict[int, list[int]] = {}
    words: dict[int, set[int]] = {}
    for thread in group:
        for offset in threads.of(thread):
            for word in _units(offset, element_bytes, width):
                touched.setdefault(word % num_banks, []).append(thread)
                words.setdefault(word % num_banks, set()).add(word)
    ways = max(map(len, words.values()))
    return {"conflict_free": ways == 1, "max_ways": ways, "bank_to_threads": touched}


def bank_conflicts(
    layout: Any, *, element_bytes: int, num_banks: int = 32, bank_width_bytes: int = 4, group_size: int = 32
) -> dict[str, Any]:
    """How many different words of a bank the first group of threads touches at the most."""
    threads = _Threads(layout, element_bytes=element_bytes, group_size=group_size)
    return _banks(threads, threads.first(group_size), element_bytes, num_banks, bank_width_bytes)


def per_group_bank_conflicts(
    layout: Any, *, element_bytes: int, group_size: int = 32, num_banks: int = 32, bank_width_bytes: int = 4
) -> dict[str, Any]:
    """:func:`bank_conflicts` of each group of threads."""
    threads = _Threads(layout, element_bytes=element_bytes, group_size=group_size)
    found = [_banks(threads, g, element_bytes, num_banks, bank_width_bytes) for g in threads.groups(group_size)]
    worst = max(range(len(found)), key=lambda group: found[group]["max_ways"])
    return {"groups": found, "worst_group": worst, "worst_max_ways": found[worst]["max_ways"]}


def _rebased(threads: _Threads, group: range) -> list[int]:
    """The offsets of a group, of which the least counts as 0: a layout does not say where its memory begins."""
    offsets = [offset for thread in group for offset in threads.of(thread)]
    return [offset - min(offsets) for offset in offsets]


def _lines(threads: _Threads, group: range, element_bytes: int, line_bytes: int) -> dict[str, Any]:
    offsets = set(_rebased(threads, group))
    lines = sorted({line for offset in offsets for line in _units(offset, element_bytes, line_bytes)})
    useful = len(offsets) * element_bytes
    return {"transactions": len(lines), "efficiency": useful / (len(lines) * line_bytes), "cache_lines": lines}


def coalescing_efficiency(
    layout: Any, *, element_bytes: int, warp_size: int = 32, cache_line_bytes: int = 128
) -> dict[str, Any]:
    """How many cache lines the first threads touch, and which part of them they need."""
    threads = _Threads(layout, element_bytes=element_bytes, warp_size=warp_size)
    return _lines(threads, threads.first(warp_size), element_bytes, cache_line_bytes)


def per_group_coalescing(
    layout: Any, *, element_bytes: int, group_size: int = 32, cache_line_bytes: int = 128
) -> dict[str, Any]:
    """:func:`coalescing_efficiency` of each group of threads."""
    threads = _Threads(layout, element_bytes=element_bytes, group_size=group_size)
    found = [_lines(threads, group, element_bytes, cache_line_bytes) for group in threads.groups(group_size)]
    worst = min(range(len(found)), key=lambda group: found[group]["efficiency"])
    return {"groups": found, "worst_group": worst, "worst_efficiency": found[worst]["efficiency"]}


def segment_analysis(
    layout: Any, *, element_bytes: int, warp_size: int = 32, segment_bytes: int = 32, cache_line_bytes: int = 128
) -> dict[str, Any]:
    """How many segments and cache lines the first threads touch."""
    threads = _Threads(layout, element_bytes=element_bytes, warp_size=warp_size)
    offsets = _rebased(threads, threads.first(warp_size))
    segments = {unit for offset in offsets for unit in _units(offset, element_bytes, segment_bytes)}
    lines = {unit for offset in offsets for unit in _units(offset, element_bytes, cache_line_bytes)}
    unique, moved, first = len(set(offsets)) * element_bytes, len(segments) * segment_bytes, offsets[0] * element_bytes
    return {
        "segments": len(segments),
        "cache_lines": len(lines),
        "unique_bytes": unique,
        "requested_bytes": len(offsets) * element_bytes,
        "transferred_bytes": moved,
        "segment_efficiency": unique / moved,
        "first_byte_addr": first,
        "first_alignment": first % segment_bytes,
    }


def thread_stride_profile(layout: Any) -> dict[str, Any]:
    """How the offsets of each value go on from thread to thread."""
    threads = _Threads(layout)
    rows = [threads.offsets[v : v + threads.count] for v in range(0, len(threads.offsets), threads.count)]
    deltas = [[after - before for before, after in zip(row, row[1:])] for row in rows]
    unique = [sorted(set(steps)) for steps in deltas]
    everywhere = sorted({step for steps in deltas for step in steps})
    return {
        "thread_count": threads.count,
        "value_count": len(rows),
        "per_value_deltas": deltas,
        "per_value_unique_strides": unique,
        "per_value_constant_stride": [steps[0] if len(steps) == 1 else None for steps in unique],
        "per_value_is_constant": [len(steps) <= 1 for steps in unique],
        "global_unique_strides": everywhere,
        "is_uniform": len(everywhere) <= 1,
        "has_broadcast_lane": [0] in unique,
    }
