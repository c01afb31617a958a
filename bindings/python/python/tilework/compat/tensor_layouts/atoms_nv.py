"""NVIDIA's atoms, by the names of CuTe: ``from ... import SM90_64x64x16_F16F16F16_SS``."""

from __future__ import annotations

from typing import Any

from tilework.compat.tensor_layouts.atoms import attribute

# Where the library has names of its own.
_KNOWN_AS = {"SM61_1x1x4_S32S8S8S32": "SM61_DP4A", "SM61_1x1x2_S32S16S16S32": "SM61_DP2A"}


def __getattr__(name: str) -> Any:
    # CuTe says of matrices that can have one order only which it is.
    return attribute(__name__, name, _KNOWN_AS.get(name, name), f"{name}_TN")
