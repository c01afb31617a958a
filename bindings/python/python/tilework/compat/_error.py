"""What the compat modules raise, and how."""

from __future__ import annotations

from tilework._error import LayoutError
from tilework._tilework import Refusal


class CompatError(LayoutError, AssertionError):
    """There is no answer, and this is why: an ``AssertionError`` as well, because pycute asserts.

    >>> from tilework.compat import pycute
    >>> try:
    ...     pycute.complement(pycute.Layout((4, 6), (1, 6)))
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[0])
    complement of (4,6):(1,6) in 1: stride 6 is not a multiple of the block 4 below it, so offsets 4, 10, ... cannot be covered
    """

    __module__ = "tilework.compat"


class InexactWarning(UserWarning):
    """With ``strict=False``: this is CuTe's answer where there is none."""

    __module__ = "tilework.compat"


def refused(operation: str, text: str) -> CompatError:
    """A refusal of what the tuples of a call do not allow."""
    return CompatError(Refusal("structure", f"{operation}: {text}", operation))
