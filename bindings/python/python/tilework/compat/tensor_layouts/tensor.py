"""Tensors: a layout, the offset at which it begins, and data."""

from __future__ import annotations

from typing import Any

from tilework._tilework import Refusal
from tilework.compat._tuples import flatten, has_none, is_tuple
from tilework.compat.tensor_layouts._composed import as_affine_layout, as_layout_expr
from tilework.compat.tensor_layouts._error import TensorStorageError
from tilework.compat.tensor_layouts._layout import Layout
from tilework.compat.tensor_layouts._structure import rank, size, slice_and_offset, table
from tilework.compat.tensor_layouts._tuples import unwrap


def _refused(text: str) -> TensorStorageError:
    return TensorStorageError(Refusal("storage", f"Tensor: {text}", "Tensor"))


class Tensor:
    """``data[offset + layout(coordinate)]``; where there are no data, the offset itself.

    >>> from tilework.compat.tensor_layouts import Layout, Tensor
    >>> row_major = Tensor(Layout((2, 3), (3, 1)), data=list("abcdef"))
    >>> row_major[1, 0], row_major[1, :].to_list(), Tensor(Layout((2, 3), (3, 1)), offset=6)[1, 2]
    ('d', ['d', 'e', 'f'], 11)
    """

    def __init__(self, layout: Any, offset: int = 0, data: Any = None) -> None:
        self._layout, self._offset = as_layout_expr(layout), offset
        self._data: Any = None
        self.data = data

    @property
    def layout(self) -> Any:
        return self._layout

    @property
    def offset(self) -> int:
        return self._offset

    @property
    def shape(self) -> Any:
        return self._layout.shape

    @property
    def stride(self) -> Any:
        """The strides, which a composed layout does not have."""
        return as_affine_layout(self._layout).stride

    @property
    def data(self) -> Any:
        """One dimension of data that has an element for every offset; or ``None``."""
        return self._data

    @data.setter
    def data(self, value: Any) -> None:
        if value is not None:
            shape = getattr(value, "shape", (0,))
            if len(shape) != 1:
                raise TypeError(f"data of a tensor have one dimension, and {type(value).__name__} has {len(shape)}")
            low, high = self._bounds()
            if low < 0:
                raise _refused(f"{self._layout} from {self._offset} on has the negative offset {low}")
            if high >= len(value):
                raise _refused(f"{self._layout} from {self._offset} on reaches offset {high}, beyond {len(value)} data")
        self._data = value

    def _bounds(self) -> tuple[int, int]:
        """The least and the greatest offset."""
        if isinstance(self._layout, Layout):
            ends = [(s - 1) * d for s, d in zip(flatten(self._layout.shape), flatten(self._layout.stride))]
            return self._offset + sum(min(end, 0) for end in ends), self._offset + sum(max(end, 0) for end in ends)
        offsets = table(self._layout)
        return self._offset + min(offsets), self._offset + max(offsets)

    def view(self, layout: Any) -> Tensor:
        """The same data in another layout."""
        if self._data is None:
            raise _refused("one without data has no view")
        return Tensor(layout, self._offset, self._data)

    def to_list(self) -> list[Any]:
        """All elements, in the order of their indices."""
        return [self[i] for i in range(size(self._layout))]

    def copy_from(self, src: Tensor) -> Tensor:
        """Sets all elements to those of another tensor with the same indices."""
        if not isinstance(src, Tensor):
            raise TypeError(f"a tensor is copied from, not {type(src).__name__}")
        if self._data is None:
            raise TypeError("a tensor without data cannot be copied into")
        if size(self) != size(src):
            raise _refused(f"{size(src)} elements cannot be copied into {size(self)}")
        # Both may be the same data in different layouts.
        for i, value in enumerate(src.to_list()):
            self[i] = value
        return self

    def __call__(self, *args: Any) -> int:
        """The offset of a coordinate."""
        return self._offset + self._layout(*args)  # type: ignore[no-any-return]

    def _at(self, coord: Any) -> Any:
        offset = self(coord)
        return offset if self._data is None else self._data[offset]

    def _coordinate(self, key: Any) -> Any:
        """A key with ``None`` where it has a colon."""
        if isinstance(key, int):
            return key
        if not is_tuple(key):
            raise TypeError(f"a tensor is indexed with an integer, or a tuple of them and colons, not with {key!r}")
        if len(key) != rank(self._layout):
            raise IndexError(f"{self._layout} has {rank(self._layout)} modes, and {key} has {len(key)}")
        coord = tuple(None if part == slice(None) else part for part in key)
        for part in coord:
            if not (part is None or isinstance(part, (int, tuple))) or _has_slice(part):
                raise TypeError(f"a tensor is indexed with integers, None and colons, not with {part!r}")
        return coord

    def __getitem__(self, key: Any) -> Any:
        """An element; or the tensor of those that a colon or ``None`` leaves."""
        if key == slice(None):
            return Tensor(self._layout, self._offset, self._data)
        coord = self._coordinate(key)
        if not has_none(coord):
            return self._at(coord)
        part, offset = slice_and_offset(coord, self._layout)
        if isinstance(part, Layout):
            part = Layout(unwrap(part.shape), unwrap(part.stride))
        return Tensor(part, self._offset + offset, self._data)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Sets one element."""
        if self._data is None:
            raise _refused("one without data cannot be assigned to")
        if isinstance(key, slice) or has_none(self._coordinate(key)):
            raise TypeError("only one element is assigned to: no colon and no None in its coordinate")
        self._data[self(key)] = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tensor):
            return NotImplemented
        if (self._layout, self._offset) != (other._layout, other._offset):
            return False
        if self._data is None or other._data is None or self._data is other._data:
            return self._data is other._data
        return len(self._data) == len(other._data) and all(a == b for a, b in zip(self._data, other._data))

    def __hash__(self) -> int:
        return hash((self._layout, self._offset))

    def __str__(self) -> str:
        return f"{{{self._offset}}} ∘ {self._layout}"

    def __repr__(self) -> str:
        offset = f", offset={self._offset}" if self._offset else ""
        return f"Tensor({self._layout}{offset})"


def _has_slice(key: Any) -> bool:
    return any(map(_has_slice, key)) if is_tuple(key) else isinstance(key, slice)


__all__ = ["Tensor"]
