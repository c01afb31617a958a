"""Views of arrays, and data that is moved between layouts, beside what numpy does element by element."""

from __future__ import annotations

import os
import re
import signal
import sys
import types
from typing import Any

import numpy as np
import pytest
import tilework as tw
from hypothesis import given
from hypothesis import strategies as st

from test_properties import at, layouts

DTYPES = ["?", "i1", "u2", "f2", "i4", "f4", "f8", "c8", "c16", "S3", "U5", "M8[s]", "m8[ns]", "V7",
          [("a", "u1"), ("b", "<f4")], "V33"]


class OnlyDlpack:
    """An array of a library that has nothing else in common with numpy."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()  # type: ignore[no-any-return]


class OnlyInterface:
    def __init__(self, array: Any) -> None:
        self.array = array
        self.__array_interface__ = array.__array_interface__


def moved(a: Any, src: tw.Layout, dst: tw.Layout, out: Any) -> Any:
    """The definition, one element after the other."""
    for i in range(src.size):
        out[at(dst, i)] = a[at(src, i)]
    return out


def table(layout: tw.Layout) -> list[int]:
    return [at(layout, i) for i in range(layout.size)]


@given(layouts, st.sampled_from(DTYPES), st.sampled_from([None, 1, 2]))
def test_relayout_is_its_definition(layout: tw.Layout, dtype: Any, threads: int | None) -> None:
    offsets, compact = table(layout), tw.Layout(layout.size)
    a = np.frombuffer(np.random.default_rng(1).bytes(np.dtype(dtype).itemsize * layout.cosize), "u1")
    a = (a % 2 if dtype == "?" else a % 100).view(dtype)
    packed = tw.pack(a, layout, threads=threads)
    assert packed.dtype == a.dtype
    assert packed.tobytes() == moved(a, layout, compact, np.zeros(layout.size, dtype)).tobytes()
    if len(set(offsets)) < len(offsets):
        with pytest.raises(tw.LayoutError) as refused:
            tw.unpack(packed, layout)
        assert refused.value.kind == "not-injective" and offsets.count(offsets[refused.value.witness]) > 1  # type: ignore[index]
    else:
        unpacked = tw.unpack(packed, layout, threads=threads)
        assert unpacked.tobytes() == moved(packed, compact, layout, np.zeros(layout.cosize, dtype)).tobytes()


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.data())
def test_arrays_with_any_strides(shape: list[int], data: st.DataObject) -> None:
    steps = [data.draw(st.sampled_from([1, 2, -1, -2])) for _ in shape]
    whole = np.arange(np.prod([2 * n for n in shape])).reshape([2 * n for n in shape])
    a = whole[tuple(slice(None, None, step) for step in steps)]
    layout = tw.Layout.from_array(a)
    expected = a.T.reshape(-1)
    assert tw.pack(a, layout).tolist() == expected.tolist()
    assert tw.view(a, layout).tolist() == a.tolist()
    out = np.full_like(whole, -1)
    seen = out[tuple(slice(None, None, step) for step in steps)]
    assert tw.relayout(a, None, tw.Layout.from_array(seen), seen) is seen
    assert (seen == a).all() and (out == -1).sum() == out.size - a.size
    axes = data.draw(st.permutations(range(a.ndim)))
    swapped = tw.transpose(a, axes)
    assert (swapped == a.transpose(axes)).all() and swapped.flags.c_contiguous


@given(layouts, st.integers(1, 80))
def test_a_view_is_its_definition_or_says_where_it_is_not(layout: tw.Layout, length: int) -> None:
    a, offsets = np.arange(length), table(layout)
    try:
        seen = tw.view(a, layout)
    except tw.LayoutError as error:
        assert error.witness is not None and error.found is not None
        if max(offsets) >= length:
            assert (error.found, error.expected) == (offsets[error.witness], length - 1) and error.found >= length
        else:
            assert error.kind == "not-a-layout" and error.found != error.expected
        return
    assert seen.T.reshape(-1).tolist() == offsets
    assert np.shares_memory(seen, a)
    assert seen.flags.writeable == (len(set(offsets)) == len(offsets))


def test_a_view_writes_to_its_array() -> None:
    a = np.zeros(6, "i2")
    tw.view(a, "(2,3):(1,2)")[1, 2] = 7
    assert a.tolist() == [0, 0, 0, 0, 0, 7]
    assert tw.view(a, tw.Layout(3, 2)).tolist() == [0, 0, 0]
    a.flags.writeable = False
    assert not tw.view(a, "6").flags.writeable
    with pytest.raises(tw.LayoutError, match="no strides"):
        tw.view(a, tw.ComposedLayout("Sw<1,0,1> o 0 o 4:1"))
    assert tw.view("(4,6):(6,1)", (24,)) == tw.can_view("(4,6):(6,1)", (24,))
    assert tw.transpose("(4,6)") == tw.permute("(4,6)")


def test_a_swizzled_destination() -> None:
    tile = tw.ComposedLayout("Sw<2,0,2> o 0 o (4,4):(4,1)")
    a = np.arange(16)
    swizzled = tw.relayout(a, "(4,4):(4,1)", tile)
    assert [swizzled[tile(i)] for i in range(16)] == [a[i // 4 + 4 * (i % 4)] for i in range(16)]
    assert tw.pack(swizzled, tile).reshape(4, 4).T.tolist() == a.reshape(4, 4).tolist()


def test_arrays_without_axes_and_without_elements() -> None:
    one = np.array(5.0)
    assert tw.view(one, tw.Layout.from_array(one)).shape == () and tw.relayout(one, None, "1").tolist() == [5.0]
    assert tw.transpose(np.zeros((0, 3))).shape == (3, 0)
    repeated = np.broadcast_to(np.arange(3), (4, 3))
    assert tw.pack(repeated, tw.Layout.from_array(repeated.T)).tolist() == [0, 1, 2] * 4
    assert tw.transpose(repeated).tolist() == repeated.T.tolist()


@pytest.mark.parametrize("wrap", [OnlyDlpack, OnlyInterface, memoryview])
def test_arrays_of_other_libraries(wrap: Any) -> None:
    a, out = np.arange(6.0), np.zeros(6)
    tw.relayout(wrap(a), "(2,3):(3,1)", "(2,3):(1,2)", wrap(out))
    assert out.tolist() == [0, 3, 1, 4, 2, 5]
    assert tw.relayout(b"abcdef", "6", "6", bytearray(6)) == b"abcdef"


def read_only() -> Any:
    out = np.zeros(6)
    out.flags.writeable = False
    return out


SHARED = np.arange(12.0)
REFUSED: list[tuple[Any, ...]] = [
    (np.zeros(6), "6", "6", read_only(), tw.LayoutError, "cannot be written"),
    (np.zeros(6), "6", "6", b"123456", TypeError, "float64, out has uint8"),
    (b"123456", "6", "6", b"123456", tw.LayoutError, "cannot be written"),
    (np.zeros(6), "6", "6", np.zeros(5), tw.LayoutError, "offset 5 at index 5, but the array has offsets 0 to 4"),
    (np.zeros(5), "6", "6", np.zeros(6), tw.LayoutError, "offset 5 at index 5, but the array has offsets 0 to 4"),
    (np.zeros(0), "6", "6", np.zeros(6), tw.LayoutError, "the array is empty"),
    (np.zeros(6), "6:-1", "6", np.zeros(6), tw.LayoutError, "offset -5 at index 5, but the array has offsets 0 to 5"),
    (np.zeros(6), "6", "6:-1", None, tw.LayoutError, "offset -5, which no new array has"),
    (np.zeros(6), "6", "5", np.zeros(6), tw.LayoutError, "5 elements and the source 6"),
    (np.zeros(6), "6", "(2,3):(1,1)", np.zeros(6), tw.LayoutError, "one would overwrite the other"),
    (np.zeros(6, object), "6", "6", None, TypeError, "references to objects"),
    (np.zeros(6, ">i4"), "6", "6", None, TypeError, "byte order"),
    (np.zeros(6), "6", "6", np.zeros(6, ">f8"), TypeError, "byte order"),
    (np.zeros(6), "6", "6", np.zeros(6, "f4"), TypeError, "float64, out has float32"),
    (np.zeros(6, "V0"), "6", "6", None, TypeError, "no bytes"),
    (SHARED, "6", "6", SHARED[3:], tw.LayoutError, "overlaps"),
    (SHARED, "6", "6", SHARED, tw.LayoutError, "overlaps"),
    ("text", "6", "6", None, TypeError, "not a value of type str"),
    ([1, 2], "2", "2", None, TypeError, "not a value of type list"),
    (np.zeros(6), "6", "6:x", None, tw.LayoutError, ""),
    (np.zeros(6), "6", f"6:{2**61}", None, tw.LayoutError, ""),
]


@pytest.mark.parametrize(("a", "src", "dst", "out", "error", "text"), REFUSED)
def test_what_is_refused_is_not_written(a: Any, src: str, dst: str, out: Any, error: Any, text: str) -> None:
    before = bytes(out) if isinstance(out, (bytes, np.ndarray)) else None
    with pytest.raises(error) as refused:
        tw.relayout(a, src, dst, out)
    assert text in str(refused.value)
    assert before is None or bytes(out) == before


@pytest.mark.parametrize("call", [lambda a: tw.view(a, "6"), lambda a: tw.transpose(a), lambda a: tw.pack(a, "6"),
                                  lambda a: tw.unpack(a, "6"), lambda a: tw.relayout(a, "6", "6")])
def test_what_is_no_plain_data_is_refused_everywhere(call: Any) -> None:
    for a, text in ((np.zeros(6, object), "references to objects, and no plain data"),
                    (np.zeros(6, [("a", "i4"), ("b", object)]), "references to objects"),
                    (np.zeros(6, ">f4"), "a.astype('float32') is"), (np.zeros(6, ">M8[s]"), "byte order")):
        with pytest.raises(TypeError, match=re.escape(text)):
            call(a)
    if call(np.arange(6)).tolist() != list(range(6)):
        pytest.fail("plain data are moved")


def test_threads_are_one_or_more() -> None:
    for threads in (0, -1):
        with pytest.raises((ValueError, OverflowError)):
            tw.relayout(np.zeros(6), "6", "6", threads=threads)
    # Beside one another in one array.
    tw.relayout(SHARED[:6], "6", "6", SHARED[6:])
    assert SHARED[6:].tolist() == SHARED[:6].tolist()


class Bar:
    """What bars of tqdm have."""

    made: list[Bar] = []

    def __init__(self, total: int = 0, **options: Any) -> None:
        self.total, self.options, self.n, self.closed = total, options, 0, False
        self.made.append(self)

    def update(self, n: int = 1) -> None:
        self.n += n

    def close(self) -> None:
        self.closed = True


def test_progress() -> None:
    """Two steps and some, of which each is told, however it is asked for."""
    a = np.zeros((1, 150 << 20), "u1")
    seen = list[tuple[int, int]]()
    for threads in (None, 1):
        seen.clear()
        out = tw.relayout(a, None, (1, a.size), threads=threads, progress=lambda *now: seen.append(now))
        assert out.shape == (a.size,) and [moved for moved, _ in seen] == sorted({moved for moved, _ in seen})
        assert len(seen) > 1 and seen[-1] == (a.size, a.size)
    tw.relayout(a, None, a.size, progress=Bar)
    bar = Bar.made[-1]
    assert (bar.n, bar.total, bar.closed, bar.options["unit"]) == (a.size, a.size, True, "B")
    bar = Bar()
    tw.relayout(np.zeros(6), "6", "6", progress=bar)
    tw.pack(np.zeros(6), "3:2", progress=bar)
    assert (bar.n, bar.closed) == (72, False)
    tqdm = pytest.importorskip("tqdm")
    with open(os.devnull, "w") as nowhere, tqdm.tqdm(file=nowhere) as shown:
        tw.unpack(np.zeros(3), "3:2", progress=shown)
        assert shown.n == 24
    for wrong in (5, "bar"):
        with pytest.raises(TypeError, match="progress is True"):
            tw.relayout(np.zeros(6), "6", "6", progress=wrong)
    tw.relayout(np.zeros(6), "6", "6", progress=False)


def test_who_watches_can_stop() -> None:
    a, out, steps = np.ones(150 << 20, "u1"), np.zeros(150 << 20, "u1"), list[int]()

    def interrupt(moved: int, total: int) -> None:
        steps.append(moved)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        tw.relayout(a, f"(2,{75 << 20}):({75 << 20},1)", a.size, out, progress=interrupt)
    assert len(steps) == 1 and out[0] == 1 and out[-1] == 0

    def refuse(n: int) -> None:
        raise RuntimeError("not today")

    bar = Bar()
    setattr(bar, "update", refuse)
    with pytest.raises(RuntimeError, match="not today"):
        tw.relayout(np.zeros(6), "6", "6", progress=bar)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    a = np.arange(1 << 20, dtype="f4").reshape(1024, 1024)
    expected = tw.transpose(a)
    child = os.fork()
    if child == 0:
        os._exit(0 if (tw.transpose(a) == expected).all() else 1)
    assert os.waitpid(child, 0)[1] == 0


class Tensor:
    """A tensor as torch has them: of a type that numpy does not know, until it is seen as integers."""

    def __init__(self, data: Any, known: bool, grad: bool = False) -> None:
        self.data, self.known, self.requires_grad = data, known, grad
        self.device = types.SimpleNamespace(type="cpu")

    def __dlpack__(self, **options: Any) -> Any:
        if self.requires_grad:
            raise BufferError("use tensor.detach()")
        if not self.known:
            raise RuntimeError("Unsupported dtype in DLTensor.")
        return self.data.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.data.__dlpack_device__()

    def element_size(self) -> int:
        return int(self.data.dtype.itemsize)

    def view(self, dtype: Any) -> Tensor:
        assert dtype == f"int{8 * self.element_size()}"
        return Tensor(self.data, True)


def test_elements_that_numpy_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = types.SimpleNamespace(Tensor=Tensor, int16="int16")
    monkeypatch.setitem(sys.modules, "torch", torch)
    data, out = np.arange(24, dtype=np.int16), np.zeros(24, dtype=np.int16)
    moved = tw.relayout(Tensor(data, False), "(4,6):(6,1)", "(4,6):(1,4)")
    assert moved.tolist() == data.reshape(4, 6).T.ravel().tolist()
    tw.relayout(Tensor(data, False), "(4,6):(6,1)", "(4,6):(1,4)", out=Tensor(out, False))
    assert out.tolist() == moved.tolist()
    with pytest.raises(TypeError, match="cannot share this array of type Tensor: use tensor.detach"):
        tw.relayout(Tensor(data, False, grad=True), "(4,6):(6,1)", "(4,6):(1,4)")
