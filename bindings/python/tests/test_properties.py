"""Random layouts: functions agree with the language and with brute force."""

from __future__ import annotations

import pickle
from typing import Any

import tilework as tw
from hypothesis import given, settings
from hypothesis import strategies as st

extents = st.integers(1, 6)
strides = st.integers(0, 12)
modes = st.recursive(
    st.tuples(extents, strides),
    lambda inner: st.lists(inner, min_size=1, max_size=3),
    max_leaves=4,
)


def part(mode: Any, i: int) -> Any:
    return mode[i] if isinstance(mode, tuple) else tuple(part(inner, i) for inner in mode)


layouts = modes.map(lambda mode: tw.Layout(part(mode, 0), part(mode, 1)))
settings.register_profile("tilework", deadline=None, max_examples=200, derandomize=True)
settings.load_profile("tilework")


def flat(shape: Any) -> list[int]:
    return [shape] if isinstance(shape, int) else [leaf for mode in shape for leaf in flat(mode)]


def at(layout: tw.Layout, index: int) -> int:
    """The definition, without the library: leftmost fastest, the last mode without end."""
    offset = 0
    pairs = list(zip(flat(layout.shape), flat(layout.stride), strict=True))
    for i, (extent, stride) in enumerate(pairs):
        digit = index if i == len(pairs) - 1 else index % extent
        offset, index = offset + digit * stride, index // extent
    return offset


def answer(call: Any) -> Any:
    try:
        return call()
    except tw.LayoutError as error:
        return error.kind, error.witness, error.expected, error.found


@given(layouts)
def test_a_layout_is_its_definition(a: tw.Layout) -> None:
    table = [at(a, i) for i in range(a.size)]
    assert [a(i) for i in range(a.size)] == table == list(a.offsets()) == tw.eval(f"offsets({a})")
    assert a.cosize == max(table) + 1
    assert tw.Layout(str(a)) == a == pickle.loads(pickle.dumps(a)) == tw.Layout(a.shape, a.stride)
    assert tw.recover(table).same_function(a)


ALONE = ["coalesce", "complement", "right_inverse", "left_inverse", "flatten", "sort", "filter", "is_injective", "mex",
         "collision", "nullspace", "size", "cosize", "rank", "depth", "shape", "stride", "make_layout_like"]
BOTH = ["composition", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "logical_product",
        "zipped_product", "tiled_product", "flat_product", "blocked_product", "raked_product", "same_function",
        "first_difference", "compose_flat", "compose_strict", "sum", "append", "max_common_layout", "solve",
        "common_refinement", "overhang", "compatible"]


@given(layouts, st.sampled_from(ALONE))
def test_operations_of_one_layout_answer_like_the_language(a: tw.Layout, name: str) -> None:
    expected = answer(lambda: tw.eval(f"{name}({a})"))
    assert answer(lambda: getattr(tw, name)(a)) == answer(lambda: getattr(tw, name)(str(a))) == expected
    method = getattr(a, name)
    assert answer(method if callable(method) else lambda: method) == expected


@given(layouts, layouts, st.sampled_from(BOTH))
def test_operations_of_two_layouts_answer_like_the_language(a: tw.Layout, b: tw.Layout, name: str) -> None:
    expected = answer(lambda: tw.eval(f"{name}({a}, {b})"))
    assert answer(lambda: getattr(tw, name)(a, b)) == expected
    assert answer(lambda: getattr(tw, name)(str(a), str(b))) == expected
    assert answer(lambda: getattr(a, name)(b)) == expected


@given(layouts, layouts)
def test_a_composition_is_the_function_or_has_a_witness(a: tw.Layout, b: tw.Layout) -> None:
    table = [at(a, at(b, i)) for i in range(b.size)]
    try:
        c = a @ b
    except tw.LayoutError as error:
        if error.kind == "not-a-layout":
            assert error.witness is not None and table[error.witness] == error.found != error.expected
        return
    assert [c(i) for i in range(c.size)] == table


@given(layouts, st.integers(1, 100))
def test_a_complement_covers_everything_once(a: tw.Layout, m: int) -> None:
    try:
        rest = a.complement(m)
    except tw.LayoutError:
        return
    image = {at(a, i) for i in range(a.size)}
    covered = [x + at(rest, i) for i in range(rest.size) for x in image]
    assert sorted(covered) == list(range(len(covered))) and len(covered) >= m
