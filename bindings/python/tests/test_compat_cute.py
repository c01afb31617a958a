"""The names of the CuTe DSL, beside what CuTe itself was recorded to answer."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from typing import Any

import pytest
import tilework as tw
from corpus import CONFORMANCE, argument, lines
from hypothesis import given, settings
from hypothesis import strategies as st
from test_conformance import same
from tilework import compat
from tilework.compat import cute

# The operations of the recorded lines, with their arguments in their order.
CALLS: dict[str, Callable[..., Any]] = {
    "append": cute.append,
    "append_n": lambda a, rank, b: cute.append(a, b, up_to_rank=rank),
    "append_n_default": lambda a, rank: cute.append_ones(a, up_to_rank=rank),
    "blocked_product": cute.blocked_product,
    "ceil_div": cute.ceil_div,
    "coalesce": cute.coalesce,
    "coalesce_by": lambda a, profile: cute.coalesce(a, target_profile=profile),
    "complement": cute.complement,
    "composition": cute.composition,
    "composition_tiler": cute.composition,
    "congruent": cute.is_congruent,
    "cosize": cute.cosize,
    "crd2idx": cute.crd2idx,
    "depth": cute.depth,
    "dice": lambda coord, a: cute.dice(a, coord),
    "filter": cute.filter,
    "filter_zeros": cute.filter_zeros,
    "filter_zeros_by": lambda a, profile: cute.filter_zeros(a, target_profile=profile),
    "flat_divide": cute.flat_divide,
    "flat_product": cute.flat_product,
    "flatten": cute.flatten,
    "get": cute.get,
    "group": cute.group_modes,
    "idx2crd": cute.idx2crd,
    "left_inverse": cute.left_inverse,
    "logical_divide": cute.logical_divide,
    "logical_product": cute.logical_product,
    "make_layout_left": cute.make_layout,
    "make_layout_like": cute.make_layout_like,
    "make_ordered_layout": cute.make_ordered_layout,
    "max_common_layout": cute.max_common_layout,
    "max_common_vector": cute.max_common_vector,
    "nullspace": cute.nullspace,
    "prepend": cute.prepend,
    "raked_product": cute.raked_product,
    "rank": cute.rank,
    "recast_layout": lambda a, old, new: cute.recast_layout(new, old, a),
    "right_inverse": cute.right_inverse,
    "select": lambda a, *modes: cute.select(a, modes[0] if isinstance(modes[0], list) else modes),
    "shape_div": cute.shape_div,
    "size": cute.size,
    "slice": lambda coord, a: cute.slice_(a, coord),
    "tile_to_shape": cute.tile_to_shape,
    "tiled_divide": cute.tiled_divide,
    "tiled_product": cute.tiled_product,
    "weakly_congruent": cute.is_weakly_congruent,
    "zipped_divide": cute.zipped_divide,
    "zipped_product": cute.zipped_product,
}


def equal(line: dict[str, Any], call: Callable[..., Any]) -> bool:
    if isinstance(line["static"], dict):
        return False
    try:
        return same(call(*map(argument, line["args"])), line["static"])
    except tw.LayoutError:
        return False


def test_equal_to_cute_wherever_it_is_right() -> None:
    counts = {}
    for row in (CONFORMANCE / "COUNTS.md").read_text().splitlines():
        cells = [cell.strip(" `*") for cell in row.split("|")]
        if len(cells) > 3 and cells[1] in CALLS:
            counts[cells[1]] = int(cells[3])
    assert set(counts) == set(CALLS)
    found = {name: sum(equal(line, CALLS[name]) for line in lines(f"cute/{name}.jsonl")) for name in counts}
    assert {name: (found[name], counts[name]) for name in counts if found[name] < counts[name]} == {}
    assert sum(found.values()) == 4986


def test_examples() -> None:
    failed, tried = doctest.testmod(cute)
    assert failed == 0 and tried > 0
    assert all(hasattr(cute, name) for name in cute.__all__)


TREES = st.recursive(st.integers(1, 8), lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple), max_leaves=6)


@settings(deadline=None, derandomize=True)
@given(TREES)
def test_tuples(tree: Any) -> None:
    leaves = cute.get_leaves(tree)
    assert cute.unflatten(leaves, tree) == tree and cute.flatten_to_tuple(tree) == tuple(leaves)
    assert cute.get_leaves(cute.repeat_like(7, tree)) == [7] * len(leaves)
    assert cute.front(tree) == leaves[0] and cute.product(tree) == cute.size(tree)
    assert cute.is_int_tuple(tree) and cute.is_congruent(tree, cute.repeat_like(3, tree))
    assert cute.get_leaves(cute.round_up(tree, 4)) == [(leaf + 3) // 4 * 4 for leaf in leaves]
    assert cute.elem_less(tree, cute.transform_leaf(lambda x: x + 1, tree)) and not cute.elem_less(tree, tree)
    assert cute.product(cute.product_each(tree)) == cute.product_like(tree, 1) == cute.product(tree)
    place = cute.find(tree, leaves[-1])
    assert place is not None and cute.get(tree, place) == leaves[-1] and cute.find(tree, 9) is None
    assert tw.eval(f"t = {cute.pretty_str(tree)}", t=tree)


def test_of_tuples_as_of_layouts() -> None:
    t = (4, (2, 3), 5)
    a = cute.make_layout(t)
    calls: list[Callable[[Any], Any]] = [
        lambda x: cute.get(x, [1, 0]),
        lambda x: cute.select(x, mode=[2, 0]),
        lambda x: cute.group_modes(x, 1),
        lambda x: cute.group_modes(x, 0, 2),
        lambda x: cute.flatten(x),
        lambda x: cute.slice_(x, (None, (1, None), 0)),
        lambda x: cute.dice(x, (None, (1, 1), 0)),
    ]
    for call in calls:
        of_tuple, of_layout = call(t), call(a)
        assert cute.shape(of_layout) == of_tuple
    assert cute.append(t, 7) == (4, (2, 3), 5, 7) and cute.prepend(t, 1, up_to_rank=5) == (1, 1, 4, (2, 3), 5)
    assert cute.shape(cute.prepend_ones(a, 5)) == (1, 1, 4, (2, 3), 5)
    assert (cute.size(a, mode=[1]), cute.rank(a, mode=1), cute.cosize(a, mode=[0])) == (6, 2, 4)
    assert cute.shape(a, mode=[1, 1]) == 3 and cute.depth(t) == 2
    assert (cute.wrap(4), cute.unwrap(((4,),)), cute.repeat(4, 1), cute.repeat(4, 2)) == ((4,), 4, 4, (4, 4))
    assert cute.tuple_cat((1, 2), 3, (4,)) == (1, 2, 3, 4) and cute.repeat_as_tuple(0, 1) == (0,)
    assert cute.has_underscore((1, (None,))) and not cute.is_int_tuple((1, None)) and cute.is_integer(3)
    assert cute.find(t, 3) == (1, 1) and cute.find(t, 3, hierarchical=False) == 1 and cute.slice_(t, None) is t
    assert cute.transform_apply((1, 2), (3, 4), f=lambda x, y: x + y, g=max) == 6
    assert cute.transform_apply(1, f=lambda x: x + 1, g=lambda x: (x,)) == (2,)
    assert cute.filter_tuple(t, f=lambda x: () if x == 4 else (x,)) == ((2, 3), 5)
    assert cute.unflatten([1, 2, 3], (0, 0)) == (1, 2) and cute.product_each(()) == 1
    assert cute.product_like(t, (1, (1, 1), 1)) == t and cute.product_like(t, (1, 1, 1)) == (4, 6, 5)
    assert cute.pretty_str((None, (1, 2))) == "(_,(1,2))" and cute.is_static(3) and cute.static(3) == 3


def test_layouts() -> None:
    a = cute.make_layout((4, 8), stride=(8, 1))
    assert cute.leading_dim(a.shape, a.stride) == 1 and cute.is_major(1, a.stride) and not cute.is_major(0, a.stride)
    assert cute.leading_dim((1, 4), (1, 2)) is None
    swizzled = cute.make_composed_layout(cute.make_swizzle(2, 0, 3), 0, a)
    assert cute.get_swizzle_portion(swizzled) == cute.make_swizzle(2, 0, 3)
    assert cute.get_nonswizzle_portion(swizzled) == a == cute.get_nonswizzle_portion(a)
    assert cute.get_swizzle_portion(a)(77) == 77
    tile, tv = cute.make_layout_tv(cute.make_layout((4, 8)), cute.make_layout((2, 2)))
    assert tile == (8, 16) and sorted(tv.offsets()) == [*range(128)]
    assert cute.slice_and_offset((2, None), a) == (cute.make_layout((8,), stride=(1,)), 16)
    assert cute.make_identity_layout((4, 8))(1, 2) == (1, 2) and cute.assume(32, divby=16) == 32
    assert cute.complement(cute.make_layout(4, stride=2), cute.make_layout((4, 6))) == tw.Layout((2, 3), (1, 8))


def test_strict_false() -> None:
    tile = cute.make_layout((4, 2), stride=(1, 6))
    whole = cute.make_layout(24)
    for call in (
        lambda strict: cute.complement(tile, 24, strict=strict),
        lambda strict: cute.logical_divide(whole, tile, strict=strict),
        lambda strict: cute.zipped_divide(whole, (tile,), strict=strict),
        lambda strict: cute.logical_product(tile, 2, strict=strict),
    ):
        with pytest.raises(tw.LayoutError, match="not a multiple"):
            call(True)
        with pytest.warns(compat.InexactWarning):
            assert 2 in cute.flatten_to_tuple(call(False).shape)


@pytest.mark.parametrize(
    "call",
    [
        lambda: cute.get((4, 8), [2]),
        lambda: cute.unflatten([1, 2], (1, (2, 3))),
        lambda: cute.transform_leaf(max, (1, 2), (1, (2, 3))),
        lambda: cute.transform_leaf(max, 1, (1,)),
        lambda: cute.product_like(4, (1, 1)),
        lambda: cute.round_up(4, 0),
        lambda: cute.assume(30, divby=16),
        lambda: cute.make_layout((4, 8), stride=4),
        lambda: cute.composition(cute.make_layout((6, 2), stride=(8, 2)), cute.make_layout(4, stride=2)),
    ],
)
def test_refusals(call: Callable[[], Any]) -> None:
    with pytest.raises(tw.LayoutError):
        call()
