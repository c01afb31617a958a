"""What the threads of an atom hold of its matrices."""

from __future__ import annotations

from typing import Any

from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import mode, size, table
from tilework.compat.tensor_layouts.atoms import MMAAtom


def atom_summary(atom: MMAAtom) -> dict[str, Any]:
    """Threads and values of an atom, which are printed, too."""
    m, n, k = atom.shape_mnk
    values = {name: size(mode(layout, 1)) for name, layout in _operands(atom).items()}
    threads, covers = size(mode(atom.c_layout, 0)), sorted(table(atom.c_layout)) == [*range(m * n)]
    broadcast = {name: layout.filter() != layout for name, layout in _operands(atom).items()}
    lines = [
        atom.name,
        f"  M x N x K:         {m} x {n} x {k}",
        f"  threads:           {threads}",
        f"  values per thread: A={values['a']}, B={values['b']}, C={values['c']}",
        f"  C holds each cell once: {covers}",
        *(f"  {name.upper()} has cells of several threads (stride 0)" for name in "ab" if broadcast[name]),
    ]
    text = "\n".join(lines)
    print(text)
    return {
        "name": atom.name,
        "shape_mnk": atom.shape_mnk,
        "threads": threads,
        **{f"values_{name}": count for name, count in values.items()},
        "c_coverage_ok": covers,
        "a_broadcast": broadcast["a"],
        "b_broadcast": broadcast["b"],
        "text": text,
    }


def _operands(atom: MMAAtom) -> dict[str, Layout]:
    return {"a": atom.a_layout, "b": atom.b_layout, "c": atom.c_layout}


def _coverage(layout: Layout, cells: int) -> dict[str, Any]:
    accesses = table(layout)
    held = set(accesses)
    return {
        "domain_size": cells,
        "unique_offsets": len(held),
        "total_accesses": len(accesses),
        "duplicates": len(accesses) - len(held),
        "coverage_ok": held == {*range(cells)},
        "missing": sorted({*range(cells)} - held),
        "extra": sorted(held - {*range(cells)}),
        "thread_utilization": len(held) / len(accesses),
    }


def operand_analysis(atom: MMAAtom) -> dict[str, Any]:
    """Which cells of A, B and C are held, and how often."""
    m, n, k = atom.shape_mnk
    cells = {"a": m * k, "b": n * k, "c": m * n}
    return {name: _coverage(layout, cells[name]) for name, layout in _operands(atom).items()}
