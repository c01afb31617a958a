"""Linear layouts, beside what their bases say bit by bit."""

from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import pytest
import tilework as tw
from hypothesis import given
from hypothesis import strategies as st

A = tw.LinearLayout(
    {"register": [(0, 1), (8, 0)], "lane": [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], "warp": []},
    {"dim0": 16, "dim1": 8},
)
# The type checkers would find some of what is wrong below.
untyped: Any = tw.LinearLayout
loose: Any = A


def linear(data: st.DataObject, ins: dict[str, int], outs: dict[str, int]) -> tw.LinearLayout:
    """One with so many bits in each dimension."""
    basis = st.tuples(*(st.integers(0, 2**bits - 1) for bits in outs.values()))
    bases = {name: data.draw(st.lists(basis, min_size=bits, max_size=bits)) for name, bits in ins.items()}
    return tw.LinearLayout(bases, {name: 2**bits for name, bits in outs.items()})


def at(a: tw.LinearLayout, place: tuple[int, ...]) -> tuple[int, ...]:
    """The definition: what the bits that are set move by, XORed."""
    out = [0] * len(a.outs)
    for x, moves in zip(place, a.bases.values(), strict=True):
        for bit, move in enumerate(moves):
            if x >> bit & 1:
                out = [o ^ m for o, m in zip(out, move, strict=True)]
    return tuple(out)


def places(sizes: dict[str, int]) -> list[tuple[int, ...]]:
    """All coordinates, the first fastest."""
    return [place[::-1] for place in itertools.product(*map(range, reversed(sizes.values())))]


def index(place: tuple[int, ...], sizes: dict[str, int]) -> int:
    out, step = 0, 1
    for x, size in zip(place, sizes.values(), strict=True):
        out, step = out + x * step, step * size
    return out


dims = st.lists(st.integers(0, 3), min_size=1, max_size=3)


@given(st.data(), dims, dims)
def test_it_is_its_definition(data: st.DataObject, ins: list[int], outs: list[int]) -> None:
    a = linear(data, {f"i{k}": bits for k, bits in enumerate(ins)}, {f"o{k}": bits for k, bits in enumerate(outs)})
    inputs, table = places(a.ins), [at(a, place) for place in places(a.ins)]
    assert [a(*place) for place in inputs] == table == [a(**dict(zip(a.ins, place))) for place in inputs]
    layout, indices = a.to_layout(), [index(out, a.outs) for out in table]
    assert [layout(i) for i in range(layout.size)] == indices
    assert [a.to_xor_map()(i) for i in range(len(inputs))] == indices
    assert tw.LinearLayout.from_layout(layout, list(a.ins), a.outs) == a
    assert a.is_injective() == (len(set(table)) == len(table))
    assert a.is_surjective() == (len(set(table)) == len(places(a.outs)))
    for again in (pickle.loads(pickle.dumps(a)), eval(repr(a), {"LinearLayout": tw.LinearLayout}), tw.LinearLayout(str(a))):
        assert again == a and hash(again) == hash(a)
    if a.is_bijective():
        assert [a.inverse()(*out) for out in table] == inputs
    else:
        with pytest.raises(tw.LayoutError) as refused:
            a.inverse()
        assert refused.value.kind in ("singular", "size-mismatch")


@given(st.data(), dims, dims, dims)
def test_one_after_the_other(data: st.DataObject, ins: list[int], met: list[int], outs: list[int]) -> None:
    names = [f"m{k}" for k in range(len(met))]
    outer = linear(data, dict(zip(names, met)), {f"o{k}": bits for k, bits in enumerate(outs)})
    order = data.draw(st.permutations(names))
    smaller = {name: data.draw(st.integers(0, met[names.index(name)])) for name in order}
    inner = linear(data, {f"i{k}": bits for k, bits in enumerate(ins)}, smaller)
    both = outer @ inner
    assert (both.ins, both.outs) == (inner.ins, outer.outs)
    for place in places(inner.ins):
        between = dict(zip(order, at(inner, place)))
        assert both(*place) == at(outer, tuple(between[name] for name in names))


def test_ways_to_make_one() -> None:
    assert tw.LinearLayout({"lane": [(1,), (2,)]}, (4,)) == tw.LinearLayout({"lane": [1, 2]}, 4)
    assert tw.LinearLayout({"lane": [1, 2]}, 4).outs == {"dim0": 4}
    assert tw.LinearLayout(str(A)) == A and A.ins == {"register": 4, "lane": 32, "warp": 1}
    assert tw.LinearLayout({}, {"x": 4}).is_injective()
    tv = tw.TvLayout("((4,8),(2,2)):((32,1),(16,8))", (16, 8))
    held = tw.LinearLayout.from_layout(tv)
    assert (held.ins, held.outs) == ({"thread": 32, "value": 4}, {"dim0": 16, "dim1": 8})
    assert [index(held(t, v), held.outs) for v in range(4) for t in range(32)] == [tv.layout(t, v) for v in range(4) for t in range(32)]
    swizzled = tw.Swizzle(3, 0, 3) @ tw.Layout("(8,8):(8,1)")
    of = tw.LinearLayout.from_layout(swizzled)
    assert (of.ins, of.outs) == ({"mode0": 8, "mode1": 8}, {"offset": 64})
    assert [of(i, j) for j in range(8) for i in range(8)] == [(swizzled(i, j),) for j in range(8) for i in range(8)]
    assert copy.copy(A) is A and copy.deepcopy(A) is A and A != object() and {A: 1}[tw.LinearLayout(str(A))] == 1


BAD: list[tuple[Any, type[Exception], str]] = [
    (lambda: untyped(), TypeError, "missing"),
    (lambda: untyped(4), TypeError, "a dictionary of bases"),
    (lambda: untyped({"lane": [1]}), TypeError, "the sizes of its outputs"),
    (lambda: untyped("text"), tw.LayoutError, "where out dims are"),
    (lambda: untyped(str(A), (4,)), TypeError, "a text has its outputs"),
    (lambda: untyped({"lane": [1]}, (6,)), tw.LayoutError, "power of two"),
    (lambda: untyped({"lane": [4]}, (4,)), tw.LayoutError, "4"),
    (lambda: untyped({"lane": [(1, 0)]}, (4,)), tw.LayoutError, "2"),
    (lambda: untyped({"lane": [1.5]}, (4,)), TypeError, "float"),
    (lambda: untyped({"lane": 1}, (4,)), TypeError, "iterable"),
    (lambda: untyped({"lane": [2**64]}, (4,)), tw.LayoutError, "64 bits"),
    (lambda: untyped({4: [1]}, (4,)), TypeError, "the name of a dimension is a text, not a value of type int"),
    (lambda: untyped({"a b": [1]}, (4,)), ValueError, "an identifier, not 'a b'"),
    (lambda: untyped({"lane": [1]}, {"\x1b[2J": 4}), ValueError, "x1b"),
    (lambda: untyped({f"i{k}": [] for k in range(9)}, (4,)), tw.LayoutError, ""),
    (lambda: untyped(" - x=1 -> (1)\n - x=1 -> (1)\nwhere out dims are: [y (size 2)]"), ValueError, "two dimensions are called x"),
    (lambda: untyped.from_layout("(3,4)"), tw.LayoutError, "power of two"),
    (lambda: untyped.from_layout("(4,4):(1,3)"), tw.LayoutError, "linear"),
    (lambda: untyped.from_layout("(4,4)", ["x"]), tw.LayoutError, "2"),
    (lambda: untyped.from_layout("(4,4)", None, {"x": 8}), tw.LayoutError, "8"),
    (lambda: untyped.from_layout(1.5), TypeError, "float"),
    (lambda: A(1), tw.LayoutError, "1"),
    (lambda: A(4, 0, 0), tw.LayoutError, "4"),
    (lambda: A(-1, 0, 0), tw.LayoutError, "-1"),
    (lambda: loose(0, 0, 1.5), TypeError, "float"),
    (lambda: A(register=1), TypeError, "register, lane, warp"),
    (lambda: A(1, lane=1, warp=0), TypeError, "register, lane, warp"),
    (lambda: A(register=1, lane=1, block=0), TypeError, "register, lane, warp"),
    (lambda: A @ A, tw.LayoutError, "3"),
    (lambda: A.inverse() @ tw.LinearLayout({"x": []}, {"dim0": 2, "dim2": 2}), tw.LayoutError, "the output dim2, which is no input of the outer one: dim0, dim1"),
    (lambda: loose @ tw.Layout(4), TypeError, ""),
]


@pytest.mark.parametrize(("call", "kind", "message"), BAD, ids=[str(i) for i in range(len(BAD))])
def test_bad_input(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message or None) as caught:
        call()
    assert type(caught.value) is kind and str(caught.value)
