"""What is raised besides :class:`tilework.LayoutError`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import tilework as tw
from tilework.compat._error import CompatError


class NotDivisibleError(CompatError):
    """A composite is not a layout; the library would have said that something is not divisible."""

    def __str__(self) -> str:
        first, *lines = super().__str__().splitlines()
        return "\n".join([f"{first}; extents and strides are not divisible", *lines])


class UnsupportedComposedLayoutError(CompatError, NotImplementedError):
    """A composed layout has no such answer."""


class TensorStorageError(CompatError):
    """The data of a tensor do not have all the elements that its layout asks for."""


@contextmanager
def divisible() -> Iterator[None]:
    """Refusals of composites say what the library says, too."""
    try:
        yield
    except tw.LayoutError as error:
        raise (NotDivisibleError if error.kind == "not-a-layout" else CompatError)(*error.args) from None
