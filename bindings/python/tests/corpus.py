"""The conformance files of the project, and their arguments as objects of Python."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tilework as tw

CONFORMANCE = Path(__file__).parents[3] / "conformance"


def lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (CONFORMANCE / name).read_text().splitlines():
        yield json.loads(line)


def argument(written: Any) -> Any:
    """What a line has as text, as one would write it in Python."""
    if not isinstance(written, str):
        return written
    if written.startswith("Sw<"):
        return tw.Swizzle(written)
    if written.startswith("<"):
        return tw.Tiler(written)
    if ":" in written:
        return tw.Layout(written)
    # In the notation `(4)` is a tuple of one mode.
    return ast.literal_eval(written.replace("_", "None").replace(")", ",)").replace("(,)", "()"))
