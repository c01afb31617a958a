"""The class `Layout`, and the other classes, as objects of Python."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest
import tilework as tw

A = tw.Layout("((2,4),8):((1,16),2)")


@dataclass(frozen=True)
class Foreign:
    shape: Any
    stride: Any


def test_ways_to_make_one() -> None:
    layout = tw.Layout("(4,8):(1,4)")
    assert layout == tw.Layout((4, 8), (1, 4)) == tw.Layout((4, 8)) == tw.Layout((4, 8), order="col")
    assert tw.Layout((4, 8), order="row") == tw.Layout("(4,8):(8,1)")
    assert tw.Layout(Foreign((4, 8), (1, 4))) == layout
    assert tw.Layout(layout) == layout
    assert tw.Layout("coalesce((2,(1,6)):(1,(6,2)))") == tw.Layout(12)
    assert tw.Layout(4, 2) == tw.Layout("4:2") != tw.Layout((4,), (2,))
    assert tw.Layout(()) == tw.Layout((), ())


def test_properties() -> None:
    assert A.shape == ((2, 4), 8)
    assert A.stride == ((1, 16), 2)
    assert (A.size, A.cosize, A.rank, A.depth) == (64, 64, 2, 2)
    assert (str(A), repr(A)) == ("((2,4),8):((1,16),2)", "Layout('((2,4),8):((1,16),2)')")


def test_evaluation() -> None:
    for i in range(A.size):
        (j, k), n = (i % 2, i // 2 % 4), i // 8
        expected = j + 16 * k + 2 * n
        assert A(i) == A(i % 8, n) == A((i % 8, n)) == A((j, k), n) == A(((j, k), n)) == expected
    assert [A(i) for i in range(A.size)] == tw.eval("offsets(A)", A=A)


def test_slices() -> None:
    assert A(None, 3) == A(tw._, 3) == A.slice((None, 3)) == tw.slice("(_,3)", A)
    assert A((1, None), 3) == tw.Layout((4,), (16,))
    layout, offset = A.slice_and_offset((None, 3))
    assert (layout, offset) == (A(None, 3), 6)


def test_modes() -> None:
    assert (A[0], A[1], A[-1], A[0, 1]) == tuple(map(tw.Layout, ("(2,4):(1,16)", "8:2", "8:2", "4:16")))
    assert list(A) == [A[0], A[1]] and len(A) == 2
    match A:
        case tw.Layout(shape, stride):
            assert (shape, stride) == (A.shape, A.stride)
        case _:
            pytest.fail("layouts match by shape and stride")


VALUES = [
    A,
    tw.Swizzle(3, 4, 3),
    tw.XorMap(1, 2, 5),
    tw.Tiler(4, "8:2"),
    tw.ComposedLayout(tw.Swizzle(3, 3, 3), 0, "(8,64):(64,1)"),
    tw.CoordLayout((4, 8)),
    tw.TvLayout("((3,2),2):((4,2),1)", (4, 3)),
    tw.Part(A, 5),
    tw.eval("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)"),
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_values_are_immutable_hashable_and_picklable(value: Any) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert again == value and hash(again) == hash(value) and type(again) is type(value)
    assert copy.copy(value) is value and copy.deepcopy(value) is value
    assert value != object() and value != str(value)
    assert tw.eval("x", x=value) == value
    with pytest.raises((AttributeError, TypeError)):
        value.shape = 4
    with pytest.raises((AttributeError, TypeError)):
        value.anything = 4


def test_a_report_is_not_picklable_and_says_so() -> None:
    report = tw.bank_report("(32,32):(32,1)", 32, "column")
    assert (report.wavefronts, type(report)) == (32, tw.Report)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(report)


def test_structure_and_function_are_two_equalities() -> None:
    a, b = tw.Layout("(2,4):(1,2)"), tw.Layout("8:1")
    assert a != b and a.same_function(b)
    assert {a: 1}.get(b) is None


def test_composition_of_all_kinds() -> None:
    a = tw.Layout("(6,2):(8,2)")
    assert a @ tw.Layout("(4,3):(3,1)") == tw.Layout("((2,2),3):((24,2),8)")
    assert a @ "(4,3):(3,1)" == a @ tw.Layout("(4,3):(3,1)") == a.composition("(4,3):(3,1)")
    assert "(6,2):(8,2)" @ tw.Layout("(4,3):(3,1)") == a @ "(4,3):(3,1)"
    swizzled = tw.Swizzle(2, 0, 2) @ tw.Layout("(4,4):(4,1)")
    assert isinstance(swizzled, tw.ComposedLayout)
    assert [swizzled(i) for i in range(16)] == [tw.Swizzle(2, 0, 2)(tw.Layout("(4,4):(4,1)")(i)) for i in range(16)]


def test_a_tuple_of_layouts_divides_by_mode() -> None:
    tiles = tw.zipped_divide("(8,8)", (tw.Layout(4), None))
    assert tiles == tw.zipped_divide("(8,8)", tw.Tiler(4, None)) == tw.eval("zipped_divide((8,8), <4:1,_>)")


def test_questions() -> None:
    assert tw.eval("A o B", A=A, B="4:2") == A @ "4:2"
    assert tw.eval("size((4,8)) = 32") is True and tw.eval("size((4,8)) = 33") is False
    assert tw.solve("4:2 o ? = 2:4") == tw.solve("4:2", "2:4") == tw.Layout("2:2")
    assert tw.recover([0, 2, 4, 7, 9, 11]) == tw.recover((0, 2, 4, 7, 9, 11)) == tw.Layout("(3,2):(2,7)")
    assert tw.compare(A, "64:1")["same_function"] is False
    assert tw.check("`size((4,8)) = 33`")["wrong"] == 1
    assert "checked" in tw.explain("A o B", A=A, B="4:2")


def test_arrays_of_offsets_and_numbers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    table = numpy.array([[A(i, j) for j in range(8)] for i in range(8)])
    assert tw.recover(table).same_function(A) and tw.recover(table).rank == 2
    assert A(numpy.int64(9)) == A(9) and A(numpy.int32(1), numpy.uint8(2)) == A(1, 2)
    assert tw.Layout((numpy.int64(4), 8)) == tw.Layout((4, 8))


def test_import_needs_neither_numpy_nor_typing() -> None:
    heavy = "numpy", "typing", "json", "inspect", "torch"
    code = f"import sys; before = set(sys.modules); import tilework; print([m for m in {heavy} if m in set(sys.modules) - before])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
