"""The names of CUTLASS's pycute (nvidia-cutlass 4.2), with exact answers.

>>> from tilework.compat import pycute
>>> pycute.logical_divide(pycute.Layout((4, 2, 3), (2, 1, 8)), pycute.Layout(4, 2))
Layout(((2, 2), (2, 3)),((4, 1), (2, 8)))
"""

from __future__ import annotations

# `from pycute import *` gives these, too.
from abc import ABC
from functools import reduce
from itertools import chain
from typing import Union

from tilework.compat._dialect import Dialect
from tilework.compat._error import CompatError, InexactWarning
from tilework.compat._layout import LayoutBase, StridedLayout, is_layout
from tilework.compat._swizzle import ComposedLayout, Swizzle, shiftl, shiftr
from tilework.compat._tuples import (
    Integer,
    elem_scale,
    flatten,
    has_none,
    inner_product,
    is_int,
    is_tuple,
    product,
    shape_div,
    signum,
    slice_,
    tuple_max,
)


class Layout(StridedLayout):
    """A shape and a stride; indices count leftmost fastest.

    >>> from tilework.compat.pycute import Layout
    >>> Layout((4, 8))(1, 2), Layout((4, 8))(None, 2)
    (9, Layout((4,),(1,)))
    """

    __slots__ = ()
    order = "colex"


_dialect = Dialect(Layout)
make_layout = _dialect.make_layout
size = _dialect.size
cosize = _dialect.cosize
coalesce = _dialect.coalesce
filter = _dialect.filter
composition = _dialect.composition
complement = _dialect.complement
right_inverse = _dialect.right_inverse
left_inverse = _dialect.left_inverse
logical_divide = _dialect.logical_divide
logical_product = _dialect.logical_product
hier_unzip = _dialect.hier_unzip
zipped_divide = _dialect.zipped_divide
tiled_divide = _dialect.tiled_divide
zipped_product = _dialect.zipped_product
tiled_product = _dialect.tiled_product
slice_and_offset = _dialect.slice_and_offset
prefix_product = _dialect.exclusive_product
crd2idx = _dialect.crd2idx
idx2crd = _dialect.idx2crd
crd2crd = _dialect.crd2crd

__all__ = [
    "ABC",
    "CompatError",
    "ComposedLayout",
    "InexactWarning",
    "Integer",
    "Layout",
    "LayoutBase",
    "Swizzle",
    "Union",
    "chain",
    "coalesce",
    "complement",
    "composition",
    "cosize",
    "crd2crd",
    "crd2idx",
    "elem_scale",
    "filter",
    "flatten",
    "has_none",
    "hier_unzip",
    "idx2crd",
    "inner_product",
    "is_int",
    "is_layout",
    "is_tuple",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "make_layout",
    "prefix_product",
    "product",
    "reduce",
    "right_inverse",
    "shape_div",
    "shiftl",
    "shiftr",
    "signum",
    "size",
    "slice_",
    "slice_and_offset",
    "tiled_divide",
    "tiled_product",
    "tuple_max",
    "zipped_divide",
    "zipped_product",
]
