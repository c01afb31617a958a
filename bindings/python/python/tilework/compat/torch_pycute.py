"""The names of PyTorch's copy of pycute (torch.distributed._pycute), with exact answers.

Indices count rightmost fastest:

>>> from tilework.compat import torch_pycute
>>> torch_pycute.Layout((4, 8)), torch_pycute.coalesce(torch_pycute.Layout((4, 8)))
(Layout((4, 8),(8, 1)), Layout(32,1))
"""

from __future__ import annotations

from tilework.compat._dialect import Dialect
from tilework.compat._error import CompatError, InexactWarning
from tilework.compat._layout import LayoutBase, StridedLayout, is_layout
from tilework.compat._tuples import (
    Integer,
    IntTuple,
    as_tuple,
    elem_scale,
    flatten,
    has_none,
    inner_product,
    is_int,
    is_tuple,
    match_structure,
    product,
    shape_div,
    signum,
    slice_,
    tuple_max,
)


class Layout(StridedLayout):
    """A shape and a stride; indices count rightmost fastest.

    >>> from tilework.compat.torch_pycute import Layout
    >>> Layout((4, 8))(1, 2), Layout((4, 8))(None, 2)
    (10, Layout((4,),(8,)))
    """

    __slots__ = ()
    order = "lex"


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
suffix_product = _dialect.exclusive_product
crd2idx = _dialect.crd2idx
idx2crd = _dialect.idx2crd
crd2crd = _dialect.crd2crd

__all__ = [
    "CompatError",
    "InexactWarning",
    "IntTuple",
    "Integer",
    "Layout",
    "LayoutBase",
    "as_tuple",
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
    "match_structure",
    "product",
    "right_inverse",
    "shape_div",
    "signum",
    "size",
    "slice_",
    "slice_and_offset",
    "suffix_product",
    "tiled_divide",
    "tiled_product",
    "tuple_max",
    "zipped_divide",
    "zipped_product",
]
