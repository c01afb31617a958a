"""Arrays: the layout of one, and offsets as one."""

from __future__ import annotations

import itertools
from typing import Any

import numpy
import pytest
import tilework as tw

BASE = numpy.arange(2 * 3 * 5 * 7, dtype=numpy.int32).reshape(2, 3, 5, 7)
ARRAYS = [
    BASE,
    BASE.T,
    BASE[:, ::-1, 1::2],
    BASE[1, None, :, 2:3],
    BASE[0, 0, 0, 0],
    numpy.broadcast_to(BASE[0], (4, 3, 5, 7)),
    BASE.astype("U5"),
    BASE.astype(">f8"),
    BASE.astype("c16"),
    BASE > 4,
    numpy.zeros((3, 4), dtype=[("a", "i1"), ("b", "i4")]),
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: f"{array.dtype}{array.strides}")
def test_the_layout_of_an_array_finds_its_elements(array: numpy.ndarray[Any, Any]) -> None:
    layout = tw.Layout.from_array(array)
    assert layout.shape == array.shape
    for index in itertools.product(*map(range, array.shape)):
        bytes_from_start = sum(i * stride for i, stride in zip(index, array.strides, strict=True))
        assert layout(*index) * array.itemsize == bytes_from_start


class Torch:
    """What torch has: a shape, and strides in elements from a method."""

    shape = (4, 8)

    def stride(self) -> tuple[int, int]:
        return (8, 1)


class Dlpack:
    def __dlpack__(self, **options: Any) -> Any:
        return BASE.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return BASE.__dlpack_device__()


def test_arrays_of_others() -> None:
    assert tw.Layout.from_array(Torch()) == tw.Layout("(4,8):(8,1)")
    assert tw.Layout.from_array(Dlpack()) == tw.Layout.from_array(BASE)


def test_what_has_no_layout() -> None:
    with pytest.raises(tw.LayoutError):
        tw.Layout.from_array(numpy.zeros((4, 0)))
    with pytest.raises(tw.LayoutError):
        tw.Layout.from_array(numpy.zeros(8, dtype="i1,i4")["f1"])
    with pytest.raises(TypeError, match="not a value of type list"):
        tw.Layout.from_array([1, 2])


@pytest.mark.parametrize("text", ["1:0", "(4,8):(8,1)", "((3,5),7):((2,100),-3)", "(1000,1000):(1,1000)"])
def test_offsets(text: str) -> None:
    layout = tw.Layout(text)
    offsets = layout.offsets()
    assert (offsets.dtype, offsets.shape) == (numpy.int64, (layout.size,))
    assert offsets[:: max(1, layout.size // 100)].tolist() == [
        layout(i) for i in range(0, layout.size, max(1, layout.size // 100))
    ]


def test_offsets_of_others() -> None:
    swizzled: Any = tw.Swizzle(3, 0, 3) @ tw.Layout("(8,8):(8,1)")
    assert swizzled.offsets().tolist() == [swizzled(i) for i in range(64)]
    assert tw.offsets(str(swizzled)).tolist() == swizzled.offsets().tolist()
    through = tw.ComposedLayout("(6,2):(1,7) o 0 o (3,2):(2,3)")
    assert through.offsets().tolist() == [through(i) for i in range(6)] == [0, 2, 4, 3, 5, 8]
    with pytest.raises(TypeError):
        tw.offsets(1.5)  # type: ignore[arg-type]
    assert tw.offsets((2, 3)).tolist() == list(range(6))
    with pytest.raises(MemoryError):
        tw.Layout(2**62).offsets()
