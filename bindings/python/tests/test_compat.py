"""The compat modules: against the definitions, and beside what pycute and PyTorch were recorded to answer."""

from __future__ import annotations

import ast
import doctest
import pickle
from collections import Counter
from types import ModuleType
from typing import Any

import definitions
import pytest
import tilework as tw
from corpus import CONFORMANCE, lines
from hypothesis import given, settings
from hypothesis import strategies as st
from tilework import compat
from tilework.compat import pycute, torch_pycute

MODULES = [pycute, torch_pycute]
BOTH = """
    Integer Layout LayoutBase coalesce complement composition cosize crd2crd crd2idx elem_scale filter flatten has_none
    idx2crd inner_product is_int is_layout is_tuple left_inverse logical_divide logical_product make_layout product
    right_inverse shape_div signum size slice_ slice_and_offset tiled_divide tiled_product tuple_max zipped_divide
    zipped_product
""".split()
PYCUTE = "ABC ComposedLayout Swizzle Union chain hier_unzip prefix_product reduce shiftl shiftr".split()
SINGLE: dict[str, Any] = {
    "composition": definitions.composes,
    "left_inverse": definitions.inverts_from_the_left,
    "right_inverse": definitions.inverts_from_the_right,
}
LAWS = {*SINGLE, "complement", "logical_divide", "logical_product"}
LONG = 2000
TORCH = "IntTuple as_tuple match_structure suffix_product".split()


@pytest.mark.parametrize(("module", "names"), [(pycute, BOTH + PYCUTE), (torch_pycute, BOTH + TORCH)])
def test_names(module: ModuleType, names: list[str]) -> None:
    assert set(names) <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("module", [compat, *MODULES])
def test_examples(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0 and tried > 0


def test_page() -> None:
    page = CONFORMANCE.parent / "docs" / "python-compat.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0 and tried > 0


def read(module: ModuleType, text: Any) -> Any:
    """An argument of a recorded line: a layout, a tuple of layouts by mode, a tuple, an integer."""
    if not isinstance(text, str):
        return text
    if text.startswith("<"):
        modes, depth = [""], 0
        for char in text[1:-1]:
            depth += (char in "<(") - (char in ">)")
            if char == "," and depth == 0:
                modes.append("")
            else:
                modes[-1] += char
        return tuple(read(module, mode) for mode in modes)
    if ":" in text:
        return module.Layout(*(read(module, part) for part in text.split(":")))
    return ast.literal_eval(text.replace("_", "None").replace(")", ",)").replace("(,)", "()"))


def without_idle_strides(x: Any) -> Any:
    """A layout but for the strides of modes of extent 1, which never matter."""

    def strides(shape: Any, stride: Any) -> Any:
        return tuple(map(strides, shape, stride)) if isinstance(shape, tuple) else (shape != 1) * stride

    if isinstance(x, tuple):
        return tuple(map(without_idle_strides, x))
    return (x.shape, strides(x.shape, x.stride)) if pycute.is_layout(x) else x


def holds(module: ModuleType, name: str, args: list[Any], answer: Any) -> bool | None:
    """Whether an answer is right by definition. ``None`` where that is not decided here: there is no law of layouts,
    it acts by mode, or tables are long."""
    law = name.replace("zipped", "logical")
    if law not in LAWS or any(isinstance(arg, tuple) for arg in args):
        return None
    operands = [module.Layout(arg) if isinstance(arg, int) else arg for arg in args]
    if any(b.cosize() > LONG or b.size() > LONG for b in [*operands, answer]):
        return None
    if any(min(definitions.leaves(b.stride)) < 0 for b in operands[1:]):
        return None
    order, a = module.Layout.order, operands[0]
    if law == "complement":
        return definitions.complements(order, a, args[1] if len(args) > 1 else 1, answer)
    if law in SINGLE:
        return bool(SINGLE[law](order, *operands, answer))
    b = operands[1]
    if law == "logical_product" and b.cosize() == 1:
        # All copies are in one place, so that nothing needs a complement.
        return bool(answer[0] == a and answer[1].size() == b.size() and answer[1].cosize() == 1)
    try:
        rest = module.complement(b, a.size()) if law == "logical_divide" else module.complement(a, a.size() * b.cosize())
    except compat.CompatError:
        return False
    return (definitions.divides if law == "logical_divide" else definitions.multiplies)(order, a, b, rest, answer)


def classify(module: ModuleType, name: str, args: list[Any], recorded: Any) -> str:
    """How an answer stands beside a recorded one; fails where it is wrong."""
    try:
        ours = getattr(module, name)(*args)
    except compat.CompatError:
        ours = None
    if ours is not None:
        assert holds(module, name, args, ours) is not False, (name, args, ours)
    if isinstance(recorded, dict):
        return "both refuse" if ours is None else "they refuse"
    try:
        parts = [read(module, part) for part in str(recorded).split(" at ")]
    except compat.CompatError:
        return "they answer an extent of 0"
    theirs = parts[0] if len(parts) == 1 else tuple(parts)
    if ours is not None and without_idle_strides(ours) == without_idle_strides(theirs):
        return "equal"
    right = holds(module, name, args, theirs)
    if right and name.endswith("inverse"):
        return "another inverse"
    if right and name.endswith("divide"):
        return "another overhang"
    assert not right, (name, args, ours, theirs)
    return "they are wrong" if right is False else "undecided"


RECORDED = {
    "coalesce": "coalesce",
    "coalesce_by": "coalesce",
    "complement": "complement",
    "complement_default": "complement",
    "composition": "composition",
    "composition_tiler": "composition",
    "crd2idx": "crd2idx",
    "crd2idx_stride": "crd2idx",
    "filter": "filter",
    "filter_by": "filter",
    "idx2crd": "idx2crd",
    "idx2crd_stride": "idx2crd",
    "left_inverse": "left_inverse",
    "logical_divide": "logical_divide",
    "logical_product": "logical_product",
    "right_inverse": "right_inverse",
    "shape_div": "shape_div",
    "size": "size",
    "tiled_divide": "tiled_divide",
    "tiled_product": "tiled_product",
    "zipped_divide": "zipped_divide",
    "zipped_product": "zipped_product",
}


def recorded() -> list[tuple[str, list[Any], Any]]:
    out = []
    for file, name in RECORDED.items():
        for line in lines(f"cute/{file}.jsonl"):
            try:
                out.append((name, [read(pycute, arg) for arg in line["args"]], line["pycute"]))
            except compat.CompatError:
                assert "0" in str(line["args"]), "only an extent of 0 is no layout"
    return out


def test_beside_pycute() -> None:
    classes = Counter(classify(pycute, *line) for line in recorded())
    assert classes == {
        "equal": 2543,
        "both refuse": 354,
        "they refuse": 135,
        "they are wrong": 188,
        "they answer an extent of 0": 75,
        "another inverse": 55,
        "another overhang": 4,
        "undecided": 234,
    }


def test_beside_torch() -> None:
    classes: Counter[str] = Counter()
    for line in lines("torch.jsonl"):
        name, args = line["op"], [read(torch_pycute, arg) for arg in line["args"]]
        if name == "eval_coord":
            name, args = "crd2idx", [args[1], args[0].shape, args[0].stride]
        elif name == "make_layout":
            name = "Layout"
        classes[classify(torch_pycute, name, args, line["torch"])] += 1
    assert classes == {
        "equal": 3202,
        "both refuse": 174,
        "they refuse": 61,
        "they are wrong": 72,
        "they answer an extent of 0": 28,
        "another inverse": 28,
        "undecided": 11,
    }


def test_strict_false_is_what_pycute_answers() -> None:
    """Where a complement does not exist, and pycute answers with a layout at all: with no extent of 0."""
    seen = 0
    for name, args, answer in recorded():
        if name != "complement" or isinstance(answer, dict):
            continue
        try:
            pycute.complement(*args)
        except compat.CompatError:
            try:
                theirs = read(pycute, answer)
            except compat.CompatError:
                with pytest.raises(compat.CompatError):
                    pycute.complement(*args, strict=False)
                continue
            with pytest.warns(compat.InexactWarning, match="this is what CuTe answers"):
                loose = pycute.complement(*args, strict=False)
            assert without_idle_strides(loose) == without_idle_strides(theirs), args
            seen += 1
    assert seen == 17


def test_strict_false_where_a_complement_is_a_part() -> None:
    a, tile = pycute.Layout(24), pycute.Layout((4, 2), (1, 6))
    with pytest.raises(compat.CompatError, match="stride 6 is not a multiple"):
        pycute.logical_divide(a, tile)
    with pytest.warns(compat.InexactWarning):
        assert pycute.logical_divide(a, tile, strict=False) == pycute.Layout(((4, 2), 2), ((1, 6), 12))
    with pytest.warns(compat.InexactWarning):
        assert pycute.logical_product(tile, 2, strict=False) == pycute.Layout(((4, 2), 2), ((1, 6), 12))
    b = torch_pycute.Layout((2, 4), (6, 1))
    with pytest.warns(compat.InexactWarning):
        assert torch_pycute.tiled_product(b, 2, strict=False) == torch_pycute.Layout(((2, 4), 2), ((6, 1), 12))


# For what the types of the module forbid.
untyped: Any = pycute

EXTENTS = st.sampled_from([1, 2, 2, 3, 4, 6])


@st.composite
def shapes(draw: st.DrawFn) -> Any:
    nested: st.SearchStrategy[Any] = st.lists(EXTENTS, min_size=1, max_size=2).map(tuple)
    modes = draw(st.lists(st.one_of(EXTENTS, nested), max_size=3))
    if not modes:
        return draw(EXTENTS)
    return modes[0] if len(modes) == 1 and draw(st.booleans()) else tuple(modes)


@st.composite
def layouts(draw: st.DrawFn, module: ModuleType) -> Any:
    def strides(shape: Any) -> Any:
        if isinstance(shape, tuple):
            return tuple(map(strides, shape))
        return draw(st.sampled_from([0, 1, 1, 2, 3, 4, 6, 8, 12, 24]))

    shape = draw(shapes())
    return module.Layout(shape, None if draw(st.booleans()) else strides(shape))


@pytest.mark.parametrize("module", MODULES)
@settings(deadline=None, derandomize=True)
@given(data=st.data())
def test_answers_are_right_by_definition(module: ModuleType, data: st.DataObject) -> None:
    a, b = data.draw(layouts(module)), data.draw(layouts(module))
    bound = data.draw(st.integers(1, 64))
    calls = [("composition", [a, b]), ("complement", [a, bound]), ("right_inverse", [a]), ("left_inverse", [a])]
    for name, args in [*calls, ("logical_divide", [a, b]), ("logical_product", [a, b])]:
        try:
            answer = getattr(module, name)(*args)
        except compat.CompatError as error:
            assert isinstance(error, tw.LayoutError) and error.kind and str(error)
        else:
            assert holds(module, name, args, answer) is not False


@pytest.mark.parametrize("module", MODULES)
@settings(deadline=None, derandomize=True)
@given(data=st.data())
def test_layouts_are_their_tables(module: ModuleType, data: st.DataObject) -> None:
    a = data.draw(layouts(module))
    table = definitions.Table(a, a.order)
    indices = range(2 * len(table))
    assert [a(i) for i in indices] == [table(i) for i in indices]
    assert [a(module.idx2crd(i, a.shape)) for i in range(len(table))] == table.values
    assert [module.crd2idx(module.idx2crd(i, a.shape), a.shape) for i in range(len(table))] == [*range(len(table))]
    assert (a.size(), a.cosize()) == (len(table), max(table.values) - min(table.values) + 1)
    for same in (module.coalesce(a), module.make_layout(a), tw.eval("a", a=tw.Layout(a))):
        assert definitions.Table(same, a.order).values == table.values
    assert {*definitions.Table(module.filter(a), a.order).values} == {*table.values}


@pytest.mark.parametrize("module", MODULES)
def test_what_passes_through(module: ModuleType) -> None:
    a = module.Layout((4, 8))
    for name in ("composition", "logical_divide", "logical_product"):
        operation = getattr(module, name)
        assert operation(a, None) is a
        assert operation(a, (None, 2)) == module.make_layout(a[0], operation(a[1], 2))
        assert operation(a, (2,))[1] == a[1], "what a tuple does not name stays"
        with pytest.raises(compat.CompatError, match="2 modes"):
            operation(a, (1, 1, 1))
    assert module.left_inverse(None) is module.right_inverse(None) is None
    rank_one = module.Layout((4,), (1,))
    assert rank_one.shape == (4,) and len(rank_one) == 1 and rank_one != module.Layout(4)
    assert module.composition(module.Layout(8, 2), rank_one) == module.Layout((4,), (2,))
    assert [*a] == [a[0], a[1]] and [*module.Layout(4)] == [module.Layout(4)]
    assert pickle.loads(pickle.dumps(a)) == a and hash(a) == hash(module.Layout(a.shape, a.stride))
    assert a != "a" and a(None, 3).shape == (4,)


def test_by_mode_in_either_order() -> None:
    part, offset = torch_pycute.slice_and_offset((1, None), torch_pycute.Layout((4, 8)))
    assert (part, offset) == (torch_pycute.Layout((8,), (1,)), 8)
    assert pycute.slice_and_offset((1, None), pycute.Layout((4, 8))) == (pycute.Layout((8,), (4,)), 1)
    assert torch_pycute.suffix_product((2, (3, 4))) == (12, (4, 1))
    assert pycute.prefix_product((2, (3, 4))) == (1, (2, 6))
    assert pycute.prefix_product((2, (3, 4)), (5, 7)) == (5, (7, 21))
    assert pycute.crd2crd(5, (3, 2)) == (2, 1) and pycute.crd2crd((2, 1), 6, (3, 2)) == 5
    assert torch_pycute.crd2crd((2, 1), 6, (3, 2)) == 5 and torch_pycute.crd2crd(5, (3, 2)) == (2, 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: pycute.Layout((2, 3), 1),
        lambda: pycute.Layout(0),
        lambda: pycute.Swizzle(3, 0, 2),
        lambda: pycute.inner_product((1, 2), (1, 2, 3)),
        lambda: pycute.inner_product(1, (1,)),
        lambda: pycute.elem_scale((1, 2), 3),
        lambda: pycute.shape_div(6, 4),
        lambda: pycute.crd2idx((1, 2), 4),
        lambda: pycute.crd2idx(1, 4, (1,)),
        lambda: pycute.idx2crd((1, 2), 4),
        lambda: pycute.idx2crd(1, 4, 0),
        lambda: pycute.crd2crd((1, 2), 4),
        lambda: pycute.crd2crd(4, 4),
        lambda: pycute.slice_((None,), 4),
        lambda: pycute.prefix_product(4, (1,)),
        lambda: untyped.composition(pycute.Layout(4), "4:1"),
        lambda: pycute.composition(pycute.Layout(4), torch_pycute.Layout(4)),
    ],
)
def test_refusals_are_of_both_kinds(call: Any) -> None:
    with pytest.raises(AssertionError) as caught:
        call()
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, tw.LayoutError) and str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: untyped.Layout("4:1"),
        lambda: untyped.Layout((4, None)),
        lambda: untyped.Layout(4.0),
        lambda: untyped.Layout(4)("x"),
        lambda: untyped.Layout((4, 4))(1, 2.0),
        lambda: untyped.size("a"),
        lambda: untyped.make_layout(3),
    ],
)
def test_wrong_types(call: Any) -> None:
    with pytest.raises(TypeError, match="integer|iterable"):
        call()


def test_numbers_of_any_length() -> None:
    assert pycute.Layout((4, 2), (1, 8))(2**70 + 1) == (2**70 // 4) * 8 + 1 == pycute.Layout((4, 2), (1, 8))(1, 2**68)
    assert pycute.Layout(4, 2)(-3) == -6 and pycute.product((2**40, 2**40)) == 2**80
    with pytest.raises(compat.CompatError, match="64 bits"):
        pycute.Layout((2**40, 2**40))
    error = pickle.loads(pickle.dumps(pytest.raises(AssertionError, pycute.Layout, 2**70).value))
    assert error.kind == "overflow" and isinstance(error, compat.CompatError)


def test_small_tuples() -> None:
    assert pycute.is_int(3) and not pycute.is_int(True) and not pycute.is_int(3.0)
    assert issubclass(int, pycute.Integer) and not issubclass(bool, pycute.Integer)
    assert not issubclass(float, pycute.Integer)
    assert pycute.flatten(((1, 2), (), 3)) == (1, 2, 3) and pycute.tuple_max(((1, 5), 3)) == 5
    assert pycute.elem_scale((2, 3), (5, (2, 2))) == (10, 12) and pycute.signum(-7) == -1
    assert pycute.shape_div((6, (3, 4)), 36) == (1, (1, 2)) and pycute.has_none((1, (None,)))
    assert torch_pycute.match_structure((1, (2, 3)), (4, (5, 6))) and not torch_pycute.match_structure(1, (1,))
    assert torch_pycute.as_tuple(4) == (4,) and torch_pycute.as_tuple((4, 5)) == (4, 5)


@pytest.mark.parametrize("swizzle", [(0, 4, 0), (2, 3, -3), (1, 0, 1), (3, 2, 3), (2, 1, -2)])
def test_swizzles(swizzle: tuple[int, int, int]) -> None:
    ours, theirs = pycute.Swizzle(*swizzle), tw.Swizzle(*swizzle)
    assert [ours(i) for i in range(ours.size())] == [theirs(i) for i in range(ours.size())]
    composed = pycute.ComposedLayout(ours, 3, pycute.Layout((4, 8), (8, 1)))
    assert composed[1](5) == ours(3 + 5) and composed(1, 5) == ours(3 + 8 + 5)
    assert (len(composed), composed.size(), composed.cosize()) == (2, 32, ours.size())
    assert composed == pycute.ComposedLayout(pycute.Swizzle(*swizzle), 3, pycute.Layout((4, 8), (8, 1)))
