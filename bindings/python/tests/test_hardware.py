"""Atoms, tiled copies and MMAs, and reports, as objects: beside the language, and by what they are for."""

from __future__ import annotations

import ast
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tilework as tw
from tilework import _tilework as native

ATOM = "SM80_16x8x16_F32F16F16F32_TN"
MMA = tw.TiledMma(ATOM, (2, 2, 1), tw.Tiler(32, 32, 16))
COPY = tw.TiledCopy("UniversalCopy<uint128_t>", "(32,8):(8,1)", (1, 8), 16)
SHARED = tw.Layout("(64,64):(64,1)")
untyped: Any = tw


def test_ways_to_make_one() -> None:
    assert tw.atom(ATOM) == tw.MmaAtom(ATOM) == tw.MmaAtom("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
    assert tw.atom("SM75_U32x4_LDSM_N", 16) == tw.CopyAtom("SM75_U32x4_LDSM_N", "half") == tw.eval("Copy_Atom<SM75_U32x4_LDSM_N,16>")
    assert tw.TiledMma(ATOM) == tw.TiledMma(tw.atom(ATOM)) == tw.eval(f"make_tiled_mma({ATOM})")
    assert tw.TiledMma(str(MMA)) == tw.make_tiled_mma(ATOM, (2, 2, 1), "<32,32,16>") == MMA
    assert tw.TiledCopy(str(COPY)) == COPY
    assert MMA.get_slice(22) == MMA.get_thread_slice(22) == tw.get_slice(MMA, 22) == tw.ThrMma(MMA, 22)
    assert COPY.get_slice(3) == tw.ThrCopy(COPY, 3)
    assert tw.Machine("cdna3") == tw.eval("cdna3") and tw.Machine("cdna3").lanes == 64


VALUES = [tw.atom(ATOM), tw.atom("SM75_U32x4_LDSM_N", 16), tw.atom("UniversalCopy<uint32_t>"), MMA, COPY,
          MMA.make_tiled_copy_A("SM75_U32x4_LDSM_N"), MMA.get_slice(22), COPY.get_slice(3), tw.Machine("nvidia")]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_members_are_those_of_the_language(value: Any) -> None:
    assert type(value) is not tw.Value
    again = pickle.loads(pickle.dumps(value))
    assert again == value and type(again) is type(value) and hash(again) == hash(value)
    missing = {"bits", "instruction"} if value == tw.atom("UniversalCopy<uint32_t>") else set()
    members = [name for name in vars(type(value)) if isinstance(vars(type(value))[name], type(native.Layout.shape))]
    assert set(members) - {"thread", "tiled"} <= set(dir(value))
    for name in members:
        if name in missing:
            with pytest.raises(AttributeError):
                getattr(value, name)
        elif name not in ("thread", "tiled"):
            found = getattr(value, name)
            assert found == tw.eval(f"it.{name}", it=value) and type(value).__dict__[name].__doc__


def offsets(part: tw.Part) -> list[int]:
    layout, start = part
    return [start + layout(i) for i in range(layout.size)]


def test_threads_share_out_all_operands() -> None:
    """Over all threads every element is in some part, and of C in one."""
    for operand, shape, times in (("A", (64, 32), 2), ("B", (64, 32), 2), ("C", (64, 64), 1)):
        tensor = tw.Layout(shape)
        counts: Counter[int] = Counter()
        for thread in range(MMA.threads):
            one: Any = MMA.get_slice(thread)
            part = getattr(one, f"partition_{operand}")(tensor)
            assert part == getattr(MMA, f"partition_{operand}")(tensor, thread)
            assert getattr(one, f"partition_fragment_{operand}")(shape).size == part.layout.size
            counts.update(offsets(part))
        assert counts == Counter({offset: times for offset in range(tensor.size)}), operand
    for side in "SD":
        counts = Counter()
        for thread in range(COPY.threads):
            counts.update(offsets(getattr(COPY.get_slice(thread), f"partition_{side}")(SHARED)))
        assert counts == Counter(range(4096))


def test_owners_are_the_inverse() -> None:
    tv = MMA.C_TV
    cells = {tv.layout(t, v): (t, v) for t in range(tv.threads) for v in range(tv.values)}
    assert tv.coverage() and tv.tile == MMA.tile[:2] and len(cells) == 32 * 32
    for i in range(32):
        for j in range(32):
            assert tv.owner((i, j)) == cells[i + 32 * j]


def test_methods_are_the_functions() -> None:
    fragment = MMA.partition_fragment_C((64, 64))
    copy = MMA.make_tiled_copy_C("UniversalCopy<uint32_t>", 16)
    assert fragment == tw.partition_fragment_C(MMA, (64, 64))
    assert copy == tw.make_tiled_copy_C("UniversalCopy<uint32_t>", MMA, 16)
    assert copy.retile_S(fragment) == copy.get_slice(5).retile_S(fragment) == tw.retile_S(copy, fragment)
    assert MMA.thrfrg_C(SHARED) == tw.thrfrg_C(MMA, SHARED) and COPY.tidfrg_S(SHARED) == tw.tidfrg_S(COPY, SHARED)
    # Each class has what is about it.
    for value, absent in ((MMA, "partition_S"), (COPY, "partition_A"), (MMA.get_slice(0), "get_slice"), (COPY.get_slice(0), "tidfrg_S")):
        assert not hasattr(type(value), absent)


def test_banks_and_swizzles() -> None:
    assert tw.bank(SHARED, 16, "ldmatrix.x4") == tw.bank_report(SHARED, 16, "ldmatrix.x4") == SHARED.bank_report(16, "ldmatrix.x4")
    assert tw.bank("(64,32):(32,1)", 32, "column:4B", machine="cdna3").wavefronts == 64
    assert tw.bank("(64,32):(32,1)", "float", "column:4B", machine=tw.Machine("cdna3")).ideal == 2
    found = tw.swizzle(SHARED, 16, "store:row:16B", "ldmatrix.x4")
    assert (found.swizzle, found.wavefronts, found.ideal) == (tw.Swizzle(3, 3, 3), 8, 8)
    both = tw.bank(found.layout, 16, "store:row:16B", "ldmatrix.x4")
    assert [one.ways for one in both.accesses] == [1, 1] and both.wavefronts == 8
    assert both.to_dict()["accesses"] == both.accesses
    copy = MMA.make_tiled_copy_A("SM75_U32x4_LDSM_N")
    assert tw.bank(SHARED, 16, copy) == tw.bank(SHARED, 16, f"copy={copy}")
    lanes = tw.Layout("(32,8):(1,64)")
    assert tw.bank(SHARED, 16, lanes).wavefronts == tw.bank(SHARED, 16, f"tv={lanes}").wavefronts


def test_a_bank_report_is_what_is_counted() -> None:
    """Scalars of 32 bits in 32 banks of four bytes: words in the fullest bank."""
    for text in ("(32,32):(32,1)", "(32,32):(33,1)", "(32,32):(1,32)", "(32,32):(34,1)", "(32,32):(0,1)", "(32,32):(4,128)"):
        layout = tw.Layout(text)
        banks: dict[int, set[int]] = {}
        for lane in range(32):
            word = layout(lane, 0)
            banks.setdefault(word % 32, set()).add(word)
        assert tw.bank(layout, 32, "column:4B").wavefronts == max(map(len, banks.values())), text


#: A call for each kind of report, and the class that the stubs have for it.
REPORTS: dict[str, list[tw.Report]] = {
    "_BankReport": [tw.bank(SHARED, 16, "row"), tw.bank(SHARED, 16, "row", "column")],
    "_GlobalReport": [tw.global_report(SHARED, 16, "row"), tw.global_report(SHARED, 16, "row", "column")],
    "_VectorReport": [tw.widest_vector("(64,66):(66,1)", "((8,4),8):((512,1),64)", 16)],
    "_SwizzleReport": [tw.swizzle(SHARED, 16, "row")],
    "_XorReport": [tw.solve_xor("(32,32):(32,1)", 32, "store:row:16B", "column")],
    "_PaddingReport": [tw.solve_padding(SHARED, 16, "row")],
    "_Descriptor": [tw.descriptor(SHARED, "K", 16), tw.descriptor("tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))", "K", 16)],
    "_TmaCheck": [tw.tma_check(16, (4096, 4096), 8200, (128, 64), 128)],
    "_TmaBox": [tw.tma_box("Sw<3,3,3> o (64,64):(64,1)", "(4096,4096):(4096,1)", 16)],
}


def typed(annotation: ast.expr, value: Any) -> bool:
    """Whether a value is of the type that a stub says."""
    match annotation:
        case ast.BinOp(left, ast.BitOr(), right):
            return typed(left, value) or typed(right, value)
        case ast.Subscript(ast.Name("list"), element):
            return isinstance(value, list) and all(typed(element, one) for one in value)
        case ast.Constant(None):
            return value is None
        case ast.Name(name):
            if name.startswith("_"):
                return type(value) is tw.Report
            return type(value) is {"int": int, "str": str, "bool": bool}.get(name, getattr(tw, name, None))
        case _:
            return False


def test_reports_have_the_members_that_their_types_say() -> None:
    stub = ast.parse((Path(tw.__file__).parent / "_tilework.pyi").read_text())
    for name, reports in REPORTS.items():
        (declared,) = (node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == name)
        types = {item.name: item.returns for item in declared.body if isinstance(item, ast.FunctionDef)}
        found = {member: value for report in reports for member, value in report.to_dict().items()}
        assert set(found) == set(types), name
        for report in reports:
            for member, value in report.to_dict().items():
                annotation = types[member]
                assert annotation and typed(annotation, value), (name, member, value)


BAD: list[tuple[Any, type[Exception], str]] = [
    (lambda: tw.atom("SM80_17x8x16_F32F16F16F32_TN"), tw.LayoutError, "nearest|SM80_16x8x16"),
    (lambda: tw.atom("(4,8):(1,4)"), tw.LayoutError, "is a layout, not an atom of an MMA"),
    (lambda: tw.atom("v_wmma_f32_16x16x16_f16"), tw.LayoutError, "rdna3 and rdna4"),
    (lambda: untyped.atom(5), TypeError, ""),
    (lambda: untyped.MmaAtom("UniversalCopy<uint32_t>"), tw.LayoutError, "is an atom of a copy, not an atom of an MMA"),
    (lambda: untyped.CopyAtom(ATOM), tw.LayoutError, "not an atom of a copy"),
    (lambda: untyped.TiledMma(), TypeError, "make_tiled_mma"),
    (lambda: untyped.TiledMma("UniversalCopy<uint32_t>"), tw.LayoutError, ""),
    (lambda: untyped.TiledMma("4:1"), tw.LayoutError, "4:1 is a layout, not a tiled MMA"),
    (lambda: untyped.TiledCopy("UniversalCopy<uint128_t>", "(32,8)", (1, 8)), tw.LayoutError, "bits"),
    (lambda: MMA.get_slice(128), tw.LayoutError, "128"),
    (lambda: MMA.get_slice(-1), tw.LayoutError, "-1"),
    (lambda: untyped.ThrMma(COPY, 3), tw.LayoutError, "not a thread of a tiled MMA"),
    (lambda: untyped.Machine("z80"), tw.LayoutError, "z80"),
    (lambda: untyped.Machine(ATOM), tw.LayoutError, "not a machine"),
    (lambda: tw.bank(SHARED, 16), TypeError, "at least one access"),
    (lambda: tw.bank(SHARED, 16, "ldmatrix.x3"), tw.LayoutError, ""),
    (lambda: tw.bank(SHARED, 16, "row", machine="z80"), tw.LayoutError, "z80"),
    (lambda: tw.bank(SHARED, 0, "row"), tw.LayoutError, ""),
    (lambda: untyped.bank(object(), 16, "row"), TypeError, "object"),
    (lambda: untyped.bank(SHARED, 16, "row").nothing, AttributeError, "nothing"),
]


@pytest.mark.parametrize(("call", "kind", "message"), BAD, ids=[str(i) for i in range(len(BAD))])
def test_bad_input(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message or None) as caught:
        call()
    assert type(caught.value) is kind and str(caught.value)
