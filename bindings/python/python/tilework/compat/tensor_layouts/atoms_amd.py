"""AMD's atoms: ``from ... import CDNA3_32x32x16_F32F8F8_MFMA``."""

from __future__ import annotations

import re
from typing import Any

from tilework.compat.tensor_layouts.atoms import attribute

# How the mnemonics write the elements of A and B.
_ELEMENTS = {
    "F16F16": "f16",
    "BF16BF16": "bf16",
    "I8I8": "i8",
    "F32F32": "f32",
    "F64F64": "f64",
    "XF32XF32": "_xf32",
    "F8F8": "_fp8_fp8",
    "BF8BF8": "_bf8_bf8",
    "F8BF8": "_fp8_bf8",
    "BF8F8": "_bf8_fp8",
}
_PATTERN = re.compile(r"(CDNA3?|RDNA3)_(\d+x\d+x\d+)_(F16|F32|F64|I32|BF16)(\w+?)(_1K)?_(MFMA|WMMA)")


def _mnemonic(name: str) -> str | None:
    """The instruction that the library's name stands for."""
    match = _PATTERN.fullmatch(name)
    if match is None:
        return None
    family, shape, result, elements, wide, kind = match.groups()
    written = _ELEMENTS.get(elements, "")
    if kind == "WMMA":
        written = {"i8": "_iu8", "": "_iu4"}.get(written, f"_{written}")
        return f"RDNA3::v_wmma_{result.lower()}_{shape}{written}"
    # Since CDNA3, products of bf16 are those that were called 1k, and those of i8 are written apart.
    wide = "_1k" if wide or (family == "CDNA3" and written == "bf16") else ""
    apart = "_" if family == "CDNA3" and written == "i8" else ""
    return f"v_mfma_{result.lower()}_{shape}{apart}{written}{wide}"


def __getattr__(name: str) -> Any:
    mnemonic = _mnemonic(name)
    return attribute(__name__, name, name, *([mnemonic] if mnemonic else []))
