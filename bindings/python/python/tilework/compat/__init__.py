"""Drop-in modules for code that is written for other layout libraries: their names, with exact answers.

``pycute`` is CUTLASS's; ``torch_pycute`` is PyTorch's, where indices count rightmost fastest; ``tensor_layouts`` is
tensor-layouts, with its analysis, drawing calls and atoms; ``cute`` has the layouts of the CuTe DSL. Change the import:

>>> from tilework.compat.pycute import *
>>> composition(Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))
Layout(((2, 2), 3),((24, 2), 8))

What has no answer raises :class:`tilework.LayoutError`, which says why; in pycute that is :class:`CompatError`. A
complement that does not exist can still be had as CuTe has it, with ``strict=False``; that warns, because its tiles
leave gaps.
"""

from __future__ import annotations

from tilework.compat._error import CompatError, InexactWarning

__all__ = ["CompatError", "InexactWarning"]
