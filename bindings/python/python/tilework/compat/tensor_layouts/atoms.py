"""Atoms: what one instruction gives to each of its threads, from the atoms that Tilework knows.

>>> from tilework.compat.tensor_layouts.atoms_nv import SM80_16x8x16_F32F16F16F32_TN
>>> SM80_16x8x16_F32F16F16F32_TN.c_layout
Layout(((4, 8), (2, 2)), ((32, 1), (16, 8)))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tilework as tw
from tilework.compat.tensor_layouts._layout import Layout


@dataclass(frozen=True)
class MMAAtom:
    """A matrix instruction: (thread, value) -> place in the column-major matrices A (M, K), B (N, K) and C (M, N)."""

    name: str
    ptx: str
    shape_mnk: tuple[int, int, int]
    thr_id: Layout | None
    a_layout: Layout
    b_layout: Layout
    c_layout: Layout

    def __str__(self) -> str:
        return f"MMAAtom({self.name!r}, {'x'.join(map(str, self.shape_mnk))})"


@dataclass(frozen=True)
class CopyAtom:
    """A copy instruction: (thread, value) -> bit, at the source and at the destination."""

    name: str
    ptx: str
    thr_id: Layout
    src_layout_bits: Layout
    dst_layout_bits: Layout

    def __str__(self) -> str:
        return f"CopyAtom({self.name!r})"


def atom(name: str, known_as: str | None = None) -> MMAAtom | CopyAtom:
    """An atom that Tilework knows, by its name there."""
    found: Any = tw.eval(known_as or name)
    lanes = Layout.of(found.thr_id)
    try:
        instruction = str(found.instruction)
    except AttributeError:
        instruction = ""
    if not hasattr(found, "shape_mnk"):
        return CopyAtom(name, instruction, lanes, Layout.of(found.src), Layout.of(found.dst))
    m, n, k = found.shape_mnk
    # Lanes in their own order are left out.
    return MMAAtom(
        name,
        instruction,
        (m, n, k),
        None if lanes == Layout(len(lanes)) and len(lanes) > 1 else lanes,
        *(Layout.of(part.layout) for part in (found.A_TV, found.B_TV, found.C_TV)),
    )


def attribute(module: str, name: str, *known_as: str) -> MMAAtom | CopyAtom:
    """An atom as an attribute of a module, under the first of its names that Tilework knows."""
    reason = ""
    if name[:1].isupper():
        for other in known_as or (name,):
            try:
                return atom(name, other)
            except tw.LayoutError as error:
                reason = reason or str(error).splitlines()[0]
    raise AttributeError(f"module {module!r} has no attribute {name!r}" + (f": {reason}" if reason else ""))


__all__ = ["CopyAtom", "MMAAtom"]
