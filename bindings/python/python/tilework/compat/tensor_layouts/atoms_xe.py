"""The atoms of Intel's Xe."""

from __future__ import annotations

from tilework.compat.tensor_layouts.atoms import CopyAtom, MMAAtom, attribute


def __getattr__(name: str) -> MMAAtom | CopyAtom:
    return attribute(__name__, name)
