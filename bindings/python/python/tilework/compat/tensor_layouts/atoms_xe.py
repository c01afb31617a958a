"""The atoms of Intel's Xe."""

from __future__ import annotations

from typing import Any

from tilework.compat.tensor_layouts.atoms import attribute


def __getattr__(name: str) -> Any:
    return attribute(__name__, name)
