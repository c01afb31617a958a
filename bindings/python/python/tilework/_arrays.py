"""Arrays of numpy and of what can be one. numpy is imported when it is needed."""

from __future__ import annotations

from tilework import _tilework as native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_Layout = native.Layout


def offsets(A: Any, /) -> Any:
    """All offsets in index order, as an array of numpy.

    >>> import tilework as tw
    >>> tw.offsets("(2,3):(3,1)")
    array([0, 3, 1, 4, 2, 5])
    """
    import numpy

    if isinstance(A, native.Value) and not isinstance(A, native.ComposedLayout):
        return numpy.array(native.evaluate("offsets(A)", A=A), dtype=numpy.int64)
    return numpy.frombuffer(native.offset_bytes(A), dtype=numpy.int64)


def from_array(array: Any, /) -> native.Layout:
    """The layout of an array: of numpy, of torch, or of anything with ``__array_interface__`` or DLPack.

    Strides count elements. Axes without elements have no layout.

    >>> import numpy, tilework as tw
    >>> tw.Layout.from_array(numpy.zeros((4, 8))[:, ::2])
    Layout('(4,4):(8,2)')
    """
    if callable(getattr(array, "stride", None)):
        return _Layout(array)
    interface = getattr(array, "__array_interface__", None)
    if interface is None:
        if not hasattr(array, "__dlpack__"):
            raise TypeError(f"an array is needed here, not a value of type {type(array).__name__}")
        import numpy

        interface = numpy.from_dlpack(array).__array_interface__
    shape, strides = tuple(interface["shape"]), interface.get("strides")
    itemsize = int(interface["typestr"][2:]) * (4 if interface["typestr"][1] == "U" else 1)
    if strides is None:
        return native.from_byte_strides(shape, _compact(shape, itemsize), itemsize)
    return native.from_byte_strides(shape, tuple(strides), itemsize)


def _compact(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """The strides of an array that is row-major."""
    strides = [itemsize]
    for extent in reversed(shape[1:]):
        strides.append(strides[-1] * extent)
    return tuple(reversed(strides[: len(shape)]))


def install() -> None:
    """Gives the classes their methods."""
    for owner in (native.Layout, native.ComposedLayout):
        setattr(owner, "offsets", offsets)
    setattr(native.Layout, "from_array", staticmethod(from_array))
