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
from corpus import lines
from hypothesis import given
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
SINGLE = {
    "composition": definitions.composes,
    "left_inverse": definitions.inverts_from_the_left,
    "right_inverse": definitions.inverts_from_the_right,
}
LAWS = {*SINGLE, "complement", "logical_divide", "logical_product"}
TORCH = "IntTuple as_tuple match_structure suffix_product".split()


@pytest.mark.parametrize(("module", "names"), [(pycute, BOTH + PYCUTE), (torch_pycute, BOTH + TORCH)])
def test_names(module: ModuleType, names: list[str]) -> None:
    assert set(names) <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("module", [compat, *MODULES])
def test_examples(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
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
    """Whether an answer is right by definition; ``None`` where there is no law of layouts, or it acts by mode."""
    law = name.replace("zipped", "logical")
    if law not in LAWS or any(isinstance(arg, tuple) for arg in args):
        return None
    order, a = module.Layout.order, args[0]
    if law == "complement":
        return definitions.complements(order, a, args[1] if len(args) > 1 else 1, answer)
    operands = [module.Layout(arg) if isinstance(arg, int) else arg for arg in args]
    if any(min(definitions.leaves(b.stride)) < 0 for b in operands[1:]):
        return None
    if law in SINGLE:
        return SINGLE[law](order, *operands, answer)
    _, b = operands
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
        theirs = tuple(map(read, [module] * 2, recorded.split(" at "))) if " at " in str(recorded) else read(module, recorded)
    except compat.CompatError:
        return "they answer an extent of 0"
    if ours is not None and without_idle_strides(ours) == without_idle_strides(theirs):
        return "equal"
    right = holds(module, name, args, theirs)
    if right and name.endswith("inverse"):
        return "another inverse"
    assert not right, (name, args, ours, theirs)
    return "they are wrong" if right is False else "by mode"


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
    assert classes == {}


def test_beside_torch() -> None:
    classes: Counter[str] = Counter()
    for line in lines("torch.jsonl"):
        name, args = line["op"], [read(torch_pycute, arg) for arg in line["args"]]
        if name == "eval_coord":
            name, args = "crd2idx", [args[1], args[0].shape, args[0].stride]
        elif name == "make_layout":
            name = "Layout"
        classes[classify(torch_pycute, name, args, line["torch"])] += 1
    assert classes == {}
