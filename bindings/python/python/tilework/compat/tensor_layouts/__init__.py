"""The names of tensor-layouts (tensor_layouts 0.3), with exact answers.

>>> import tilework.compat.tensor_layouts as tl
>>> tl.logical_divide(tl.Layout((4, 2, 3), (2, 1, 8)), tl.Layout(4, 2))
Layout(((2, 2), (2, 3)), ((4, 1), (2, 8)))

As there, ``analysis``, ``viz``, ``layout_utils`` and the atoms are modules of their own.
"""

from __future__ import annotations

from tilework.compat.tensor_layouts.atoms import CopyAtom, MMAAtom
from tilework.compat.tensor_layouts.layouts import *  # noqa: F403
from tilework.compat.tensor_layouts.layouts import __all__ as _layouts
from tilework.compat.tensor_layouts.tensor import Tensor

__all__ = ["CopyAtom", "MMAAtom", "Tensor"]
__all__ += _layouts
