"""How an operation comes to its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tilework as tw
from tilework.compat._tuples import is_tuple

# What operations are called in the language of Tilework, where it is something else.
_CALLED = {"compose": "composition"}


def _bound(x: Any) -> Any:
    return tuple(map(_bound, x)) if is_tuple(x) else getattr(x, "exact", x)


def explain(fn: Callable[..., Any], *args: Any) -> str:
    """The derivation of an answer, or of a refusal, step by step; it is printed, too.

    >>> from tilework.compat.tensor_layouts import Layout, complement
    >>> from tilework.compat.tensor_layouts.analysis import explain
    >>> text = explain(complement, Layout(4, 2), 16)
    complement(A, B)
      A = 4:2, B = 16
      1. 4:2:       the gap below stride 2 takes 2 / 1 = 2 copies: 2:1; the block is 4 * 2 = 8
      2. up to 16:  16 / 8 = 2 times the block: 2:8
      offset    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
      copy      0  1  0  1  0  1  0  1  2  3  2  3  2  3  2  3
      = (2,2):(1,8)     checked: is_bijective((A, R)) = true
    """
    name = getattr(fn, "__name__", str(fn))
    operation = _CALLED.get(name, name)
    names = {chr(ord("A") + i): _bound(arg) for i, arg in enumerate(args)}
    if hasattr(tw, operation):
        text = str(tw.explain(f"{operation}({', '.join(names)})", **names)).rstrip()
    else:
        text = f"explain() does not support {name}: it explains the operations on layouts"
    print(text)
    return text
