"""Data in arrays: seen through layouts, and moved between them. numpy is imported when it is needed."""

from __future__ import annotations

from tilework import _tilework as native
from tilework._arrays import from_array
from tilework._error import LayoutError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _array(operation: str, a: Any) -> Any:
    """An array as numpy sees it, with the same memory."""
    import numpy

    if isinstance(a, numpy.ndarray):
        array = a
    elif hasattr(a, "__array_interface__"):
        array = numpy.asarray(a)
    elif hasattr(a, "__dlpack__"):
        array = _lent(operation, a)
    else:
        try:
            array = numpy.asarray(memoryview(a))
        except TypeError:
            raise TypeError(f"{operation}: an array is needed here, not a value of type {type(a).__name__}") from None
    dtype = array.dtype
    if dtype.hasobject:
        raise TypeError(f"{operation}: elements of type {dtype} are references to objects, and no plain data")
    if not dtype.isnative:
        native_dtype = dtype.newbyteorder("=")
        raise TypeError(f"{operation}: elements of type {dtype.str} are not in the byte order of this machine; "
                        f"a.astype({str(native_dtype)!r}) is")
    if dtype.itemsize == 0:
        raise TypeError(f"{operation}: elements of type {dtype} have no bytes")
    return array


def _lent(operation: str, a: Any) -> Any:
    """What DLPack lends. Elements of torch that numpy does not know, such as bfloat16, are integers of as many bytes."""
    import sys

    import numpy

    try:
        return numpy.from_dlpack(a)
    except (BufferError, RuntimeError, TypeError) as why:
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(a, torch.Tensor) and a.device.type == "cpu" and not a.requires_grad:
            return numpy.from_dlpack(a.view(getattr(torch, f"int{8 * a.element_size()}")))
        raise TypeError(f"{operation}: numpy cannot share this array of type {type(a).__name__}: {why}") from None


def _memory(array: Any) -> Any:
    """The same memory with elements that are only bytes: not every type can be lent as a buffer."""
    if array.ndim and array.dtype.kind in "biufc":
        return array
    # Nor can one without axes.
    return (array if array.ndim else array.reshape(1)).view(f"V{array.dtype.itemsize}")


def _is_array(a: Any) -> bool:
    if isinstance(a, (native.Layout, native.Value, str, int, tuple, list)):
        return False
    return hasattr(a, "__array_interface__") or hasattr(a, "__dlpack__")


def view(a: Any, layout: Any, /, *rest: Any) -> Any:
    """An array seen through a layout, without a copy: ``view(a, L)[i, j]`` is the element at offset ``L(i, j)``.

    There is an axis for each mode, so each must have one stride; ``L.flatten()`` has an axis for each leaf. Where
    several indices have one offset, the view cannot be written. Of a layout, this is ``can_view``.

    In the language: can_view((3,2,1):(1,3,6), (1,3,2)) = (1,3,2):(0,1,3)

    >>> import numpy, tilework as tw
    >>> tw.view(numpy.arange(6), "(3,2):(1,3)")
    array([[0, 3],
           [1, 4],
           [2, 5]])
    """
    if rest or not _is_array(a):
        return native.Layout.can_view(a, layout, *rest)
    from numpy.lib.stride_tricks import as_strided

    array = _array("view", a)
    if isinstance(layout, native.ComposedLayout):
        raise LayoutError(native.Refusal(
            "not-a-layout", f"view: {layout} has no strides, so that it is no view of an array", "view",
            None, None, None, "relayout moves the data into that order"))
    layout = layout if isinstance(layout, native.Layout) else native.Layout(layout)
    native.require("view", _memory(array), layout)
    modes = [_one_stride(i, mode) for i, mode in enumerate(layout)] if layout.depth else [_one_stride(0, layout)]
    size = array.dtype.itemsize
    return as_strided(
        array, [extent for extent, _ in modes], [stride * size for _, stride in modes],
        writeable=array.flags.writeable and layout.is_injective(),
    )


def _one_stride(i: int, mode: native.Layout) -> tuple[int, int]:
    """The extent and the stride of a mode that has one."""
    flat = mode.coalesce()
    if isinstance(flat.shape, int) and isinstance(flat.stride, int):
        return flat.shape, flat.stride
    step = mode(1)
    line = native.Layout(mode.size, step)
    witness = mode.first_difference(line)
    assert witness is not None
    raise LayoutError(native.Refusal(
        "not-a-layout",
        f"view: mode {i}, {mode}, is not an axis: at index {witness} it is {mode(witness)}, one stride would give "
        f"{line(witness)}",
        "view", witness, line(witness), mode(witness), "flatten() the layout, which gives each leaf its axis"))


def relayout(
    a: Any, src: Any, dst: Any, out: Any = None, threads: int | None = None, *, progress: Any = None
) -> Any:
    """Moves data from one layout to another: ``out[dst(i)] = a[src(i)]`` for every index ``i``, in memory.

    Offsets count elements from the first one of an array. ``src`` may be None, for the layout that the array has.
    The result is ``out``, or else a new array of one axis, in which what ``dst`` does not reach is zero. Other
    threads of Python run meanwhile; ``threads`` is how many move data (by default, one for each core).

    ``progress`` shows how many bytes have been moved: True for a bar of tqdm, a class like it, a bar whose ``update``
    is called with the bytes of each step, or a function of the bytes moved and of all of them. A step is some 64 MB,
    and after each an interrupt is heard; what it leaves in ``out`` is in part as before.

    >>> import numpy, tilework as tw
    >>> tw.relayout(numpy.arange(6), "(2,3):(3,1)", "(2,3):(1,2)")
    array([0, 3, 1, 4, 2, 5])
    """
    import numpy

    array = _array("relayout", a)
    src = from_array(array) if src is None else src
    if out is None:
        before, after = native.window(dst, array.dtype.itemsize)
        if before:
            raise LayoutError(native.Refusal(
                "out-of-bounds", f"relayout: {dst} has offset {-before}, which no new array has", "relayout",
                None, 0, -before, "give an array as out whose first element is not the first in memory, such as x[::-1]"))
        out = to = numpy.zeros(after, dtype=array.dtype)
    else:
        to = _array("relayout", out)
        if to.dtype != array.dtype:
            raise TypeError(f"relayout: the array has elements of type {array.dtype}, out has {to.dtype}")
        if not to.flags.writeable:
            raise LayoutError(native.Refusal("read-only", "relayout: out cannot be written", "relayout"))
    if progress is None or progress is False:
        native.relayout(_memory(array), src, dst, _memory(to), threads, None)
        return out
    total = native.evaluate("size(L)", L=src) * array.dtype.itemsize
    update, close = _watch(progress, total)
    try:
        native.relayout(_memory(array), src, dst, _memory(to), threads, update)
    finally:
        close()
    return out


def _watch(progress: Any, total: int) -> tuple[Any, Any]:
    """What is called with the bytes of each step, and what is called at the end."""
    if progress is True:
        from importlib import import_module

        try:
            progress = import_module("tqdm.auto").tqdm
        except ImportError:
            raise ImportError("relayout: progress=True needs tqdm; a function of (moved, total) does as well") from None
    if isinstance(progress, type):
        bar = progress(total=total, unit="B", unit_scale=True, unit_divisor=1024)
        return bar.update, bar.close
    if hasattr(progress, "update"):
        # Whoever made the bar closes it, and may use it for more than this.
        return progress.update, lambda: None
    if not callable(progress):
        raise TypeError(
            "relayout: progress is True, a class like tqdm, a bar with `update`, or a function of (moved, total), "
            f"not a value of type {type(progress).__name__}"
        )
    moved = 0

    def update(bytes: int) -> None:
        nonlocal moved
        moved += bytes
        progress(moved, total)

    return update, lambda: None


def transpose(a: Any, /, *axes: Any) -> Any:
    """The transposed array, in memory of its own: axes in the opposite order, or as given.

    Of a layout, this is ``permute``.

    In the language: permute((2,3,5):(15,5,1), (2,0,1)) = (5,2,3):(1,15,5)

    >>> import numpy, tilework as tw
    >>> tw.transpose(numpy.arange(6).reshape(2, 3))
    array([[0, 3],
           [1, 4],
           [2, 5]])
    """
    if not _is_array(a):
        return native.Layout.permute(a, *axes)
    import numpy

    array = _array("transpose", a).transpose(*axes)
    out = numpy.empty(array.shape, dtype=array.dtype)
    if array.size:
        relayout(array, None, from_array(out), out)
    return out


def pack(a: Any, layout: Any, /, *, threads: int | None = None, progress: Any = None) -> Any:
    """The elements that a layout reaches, in index order, side by side: ``pack(a, L)[i] = a[L(i)]``.

    >>> import numpy, tilework as tw
    >>> tw.pack(numpy.arange(24), "(2,3):(12,4)")
    array([ 0, 12,  4, 16,  8, 20])
    """
    return relayout(a, layout, native.evaluate("size(L)", L=layout), threads=threads, progress=progress)


def unpack(a: Any, layout: Any, out: Any = None, /, *, threads: int | None = None, progress: Any = None) -> Any:
    """The opposite of ``pack``: ``unpack(a, L)[L(i)] = a[i]``.

    >>> import numpy, tilework as tw
    >>> tw.unpack(numpy.arange(1, 4), "3:2")
    array([1, 0, 2, 0, 3])
    """
    return relayout(a, native.evaluate("size(L)", L=layout), layout, out, threads, progress=progress)
