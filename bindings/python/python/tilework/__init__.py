"""The exact algebra of tensor layouts: the answer, or the reason with a witness; never a wrong layout.

>>> import tilework as tw
>>> tw.Layout("(6,2):(8,2)") @ tw.Layout("(4,3):(3,1)")
Layout('((2,2),3):((24,2),8)')
"""

from __future__ import annotations

_TYPE_CHECKING = False
if _TYPE_CHECKING:
    from typing import Any as _Any

from tilework import _arrays, _operations, _pictures, _relayout
from tilework._error import LayoutError
from tilework._hardware import atom, bank, swizzle
from tilework._pictures import Explanation, Picture, draw, explain
from tilework._tilework import (
    ComposedLayout,
    CoordLayout,
    CopyAtom,
    Layout,
    LinearLayout,
    Machine,
    MmaAtom,
    Part,
    Report,
    Swizzle,
    ThrCopy,
    ThrMma,
    TiledCopy,
    TiledMma,
    Tiler,
    TvLayout,
    Value,
    XorMap,
    __version__,
)
from tilework._tilework import check as _check
from tilework._tilework import compare as _compare
from tilework._tilework import evaluate as eval
from tilework._tilework import solve as _solve

#: Keeps a mode in a coordinate or in a tiler: ``A(2, _)``. It is ``None``.
_ = None

globals().update(_operations.install())
_arrays.install()
_pictures.install()
offsets = _arrays.offsets
pack, relayout, unpack = _relayout.pack, _relayout.relayout, _relayout.unpack
# Of layouts these two are operations, as before.
transpose, view = _relayout.transpose, _relayout.view
_solve_operation = globals()["solve"]
_recover_operation = globals()["recover"]


def solve(equation: _Any, result: _Any = None, /, **names: _Any) -> Layout:
    """The layout that ``?`` stands for in ``A o ? = C`` or ``? o B = C``; or X with ``A o X = C``, given A and C.

    >>> import tilework as tw
    >>> tw.solve("4:2 o ? = 2:4"), tw.solve("4:2", "2:4")
    (Layout('2:2'), Layout('2:2'))
    """
    if result is None:
        if not isinstance(equation, str):
            raise TypeError('an equation is a text, "A o ? = C"; or give A and C')
        return _solve(equation, **names)
    if names:
        raise TypeError("names are for an equation in one text")
    return _solve_operation(equation, result)  # type: ignore[no-any-return]


def recover(offsets: _Any, /) -> Layout:
    """The layout of a table of offsets: a sequence in index order, or an array whose shape the layout gets.

    >>> import tilework as tw
    >>> tw.recover([0, 2, 4, 7, 9, 11])
    Layout('(3,2):(2,7)')
    """
    shape = getattr(offsets, "shape", ())
    if len(shape) > 1:
        # Indices count leftmost fastest.
        flat = _recover_operation(offsets.T.reshape(-1).tolist())
        return flat.with_shape(tuple(shape))  # type: ignore[no-any-return]
    table = offsets.tolist() if hasattr(offsets, "tolist") else list(offsets)
    return _recover_operation(table)  # type: ignore[no-any-return]


def compare(a: _Any, b: _Any, /) -> dict[str, _Any]:
    """Two layouts beside each other: whether they are one function, where they first differ, what they share.

    >>> import tilework as tw
    >>> tw.compare("(4,8):(1,4)", "(4,8):(8,1)")["first_difference"]["index"]
    1
    """
    import json

    return json.loads(_compare(str(a), str(b)))  # type: ignore[no-any-return]


def check(text: str, /, *, source: bool = False) -> dict[str, _Any]:
    """Whether what a text says of layouts is true: Markdown, or the source of a program.

    >>> import tilework as tw
    >>> report = tw.check("The size is `size((4,8)) = 33`.")
    >>> report["wrong"]
    1
    """
    import json

    return json.loads(_check(text, source))  # type: ignore[no-any-return]


__all__ = [
    "ComposedLayout",
    "CoordLayout",
    "CopyAtom",
    "Explanation",
    "Layout",
    "LayoutError",
    "LinearLayout",
    "Machine",
    "MmaAtom",
    "Part",
    "Picture",
    "Report",
    "Swizzle",
    "ThrCopy",
    "ThrMma",
    "TiledCopy",
    "TiledMma",
    "Tiler",
    "TvLayout",
    "Value",
    "XorMap",
    "__version__",
    "atom",
    "bank",
    "check",
    "compare",
    "draw",
    "eval",
    "explain",
    "pack",
    "recover",
    "relayout",
    "solve",
    "swizzle",
    "transpose",
    "unpack",
    "view",
]
