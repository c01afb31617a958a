"""The names of tensor-layouts: against the definitions, by brute force over all indices."""

from __future__ import annotations

import doctest
import importlib
import itertools
import pickle
import pkgutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tilework as tw
import tilework.compat.tensor_layouts as tl
from beside_tensor_layouts import LAWS, given, made, table
from definitions import leaves
from tilework import compat
from tilework.compat.tensor_layouts import (
    ComposedLayout,
    Layout,
    Swizzle,
    Tensor,
    analysis,
    atoms,
    atoms_amd,
    atoms_amx,
    atoms_nv,
    atoms_xe,
    layout_utils,
    viz,
)

ROOT = """
    ComposedLayout CopyAtom IntOrIntTuple Layout LayoutError LayoutExpr MMAAtom Swizzle Tensor TensorStorageError Tile
    UnsupportedComposedLayoutError append as_affine_layout as_layout as_layout_expr as_list as_shape as_tuple
    blocked_product coalesce compatible complement compose compute_col_major_strides compute_row_major_strides concat
    congruent coords_all_none cosize crd2crd crd2flat crd2idx crd2offset depth dice_modes downcast elem_scale
    flat_divide flat_product flatten fold fold_accumulate group has_none hier_unzip idx2crd inner_product is_affine
    is_empty is_int is_iterable is_layout is_pure_shape is_scalar is_tuple iter_layout left_inverse logical_divide
    logical_product make_swizzle max_common_layout max_common_vector mode normalize nullspace prefix_product prepend
    product_each raked_product rank replace right_inverse safe_div shape_div shape_mod size slice_and_offset
    slice_modes sort split_outer_swizzle suffix_product tiled_divide tiled_product transform_tuple tuple_max unflatten
    unwrap upcast weakly_congruent zip_transform zipped_divide zipped_product
""".split()
ANALYSIS = """
    aliasing_profile atom_summary bank_conflicts coalescing_efficiency contiguity cycles explain fixed_points footprint
    from_F2_matrix functionally_equal gap_profile image is_bijective is_contiguous is_even_permutation is_injective
    is_surjective mode_contiguity offset_table operand_analysis order per_group_bank_conflicts per_group_coalescing
    permutation_parity segment_analysis slice_contiguity thread_stride_profile to_F2_matrix
""".split()
VIZ = """
    draw_combined_mma_grid draw_composite draw_copy_atom draw_copy_layout draw_gemm draw_layout draw_mma_layout
    draw_slice draw_swizzle draw_tiled_grid draw_tv_layout
""".split()
UTILS = "make_layout_like make_ordered_layout round_up tile_mma_grid tile_to_shape".split()
SWIZZLES = [(1, 0, 1), (2, 0, 2), (1, 1, -1), (2, 1, 3), (2, 0, -2)]
ATOM, VOLTA = atoms_nv.SM80_16x8x16_F16F16F16F16_TN, atoms_nv.SM70_8x8x4_F32F16F16F32_NT
LOAD = atoms_nv.SM75_U32x4_LDSM_N


def drawn(count: int, seed: int = 0) -> list[Layout]:
    random = Random(seed)
    return [made(tl, given(random)) for _ in range(count)]


@pytest.mark.parametrize(("module", "names"), [(tl, ROOT), (analysis, ANALYSIS), (viz, VIZ), (layout_utils, UTILS)])
def test_names(module: Any, names: list[str]) -> None:
    assert set(names) <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def test_examples() -> None:
    tried = 0
    for found in pkgutil.walk_packages(tl.__path__, f"{tl.__name__}."):
        failed, attempted = doctest.testmod(importlib.import_module(found.name))
        assert failed == 0, found.name
        tried += attempted
    assert doctest.testmod(tl).failed == 0 and tried > 30


def test_an_import_by_the_other_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensor_layouts", tl)
    there: Any = importlib.import_module("tensor_layouts.analysis")
    utilities: Any = importlib.import_module("tensor_layouts.layout_utils")
    try:
        assert there.contiguity(utilities.make_ordered_layout((4, 8))) == 32
    finally:
        for name in [name for name in sys.modules if name.startswith("tensor_layouts.")]:
            del sys.modules[name]


@pytest.mark.parametrize("name", LAWS)
def test_answers_are_right_by_definition(name: str) -> None:
    """Or refused, with a reason."""
    answered = 0
    for a, b in zip(drawn(200), drawn(200, seed=1)):
        others: dict[str, list[Any]] = {"complement": [a, 48], "right_inverse": [a], "left_inverse": [a]}
        operands = others.get(name, [a, b])
        try:
            answer = getattr(tl, name)(*operands)
        except tl.LayoutError as error:
            assert error.kind and str(error)
        else:
            assert LAWS[name](*operands, answer), (name, operands, answer)
            answered += 1
    assert answered > 100


def refuses(call: Callable[[], Any]) -> bool:
    try:
        call()
    except tl.LayoutError:
        return True
    return False


@pytest.mark.parametrize("kind", ["divide", "product"])
def test_forms_of_divides_and_products_have_the_same_elements(kind: str) -> None:
    logical = getattr(tl, f"logical_{kind}")
    seen = 0
    for a in drawn(300):
        modes = tl.rank(a)
        for tiler in (Layout(2, 1), (2,), (2, 3)[:modes]):
            if refuses(lambda: logical(a, tiler)):
                continue
            elements = sorted(table(logical(a, tiler)))
            zipped = getattr(tl, f"zipped_{kind}")(a, tiler)
            assert tl.rank(zipped) == 2 and sorted(table(zipped)) == elements
            for form in ("tiled", "flat"):
                assert table(getattr(tl, f"{form}_{kind}")(a, tiler)) == table(zipped)
            seen += 1
    assert seen > 300


def test_blocked_and_raked_products_are_logical_ones() -> None:
    seen = 0
    for a, b in zip(drawn(300), drawn(300, seed=2)):
        if refuses(lambda: tl.logical_product(a, b)):
            continue
        elements = sorted(table(tl.logical_product(a, b)))
        for product in (tl.blocked_product, tl.raked_product):
            answer = product(a, b)
            assert sorted(table(answer)) == elements
            assert tl.rank(answer) == max(tl.rank(a), tl.rank(b))
        seen += 1
    assert seen > 100
    morton = Layout((2, 2))
    assert tl.blocked_product(morton, morton) == Layout(((2, 2), (2, 2)), ((1, 4), (2, 8)))
    assert tl.raked_product(morton, morton) == Layout(((2, 2), (2, 2)), ((4, 1), (8, 2)))


def test_layouts_are_their_tables() -> None:
    for a in drawn(200):
        size = len(a)
        assert size == tl.size(a) and [*a] == [tl.idx2crd(i, a.shape) for i in range(size)]
        offsets = [sum(c * d for c, d in zip(leaves(cell), leaves(a.stride))) for cell in a]
        assert table(a) == offsets == [a(cell) for cell in a] == [offset for _, offset in tl.iter_layout(a)]
        assert [tl.crd2flat(cell, a.shape) for cell in a] == [*range(size)]
        assert tl.cosize(a) == max(offsets) - min(offsets) + 1
        for same in (tl.coalesce(a), tl.flatten(a), Layout(a), tl.coalesce(a, (None,) * tl.rank(a))):
            assert table(same) == offsets
        assert pickle.loads(pickle.dumps(a)) == a == eval(repr(a)) and hash(a) == hash(eval(repr(a)))
        for i in range(tl.rank(a)):
            coord = tuple(None if i == j else 0 for j in range(tl.rank(a)))
            if tl.is_tuple(a.shape):
                part, offset = tl.slice_and_offset(coord, a)
                assert offset == 0 and table(part) == table(tl.mode(a, i)) == table(a(coord))


def test_shapes() -> None:
    assert tl.compute_col_major_strides((1, 2, (3, 4))) == (0, 1, (2, 6))
    assert tl.compute_row_major_strides((2, (3, 4))) == (12, (4, 1))
    assert tl.fold_accumulate((2, (3, 4)), 1, lambda _, state: state, lambda e, state: state * tl.size(e)) == (
        1,
        (2, 6),
    )
    assert tl.zip_transform(((1, 2), 3), ((4, 5), 6), lambda x, y: x * y) == ((4, 10), 18)
    assert tl.normalize([[2, 4], 8]) == ((2, 4), 8) and tl.as_list(8) == [8] and tl.as_shape([(2, 4)]) == (2, 4)
    assert tl.shape_mod((4, 6), 8) == (4, 2) and tl.shape_mod(4, 6) == 4 and tl.shape_div((4, 6), 8) == (1, 3)
    assert not tl.compatible((2, 2, 3), (4, 3)), "no coordinate of three modes is one of two"
    assert tl.crd2crd(((0, 1), 0), (6, 2), ((2, 3), 2)) == (2, 0) and tl.crd2crd((1, 0), 8, (2, 4)) == 1
    assert tl.slice_modes(((None, 1), None), ((2, 3), 4)) == (2, 4) and tl.dice_modes((0, None), (3, 4)) == (3,)
    with pytest.raises(tl.LayoutError, match="not divisible"):
        tl.safe_div(12, 5)
    with pytest.raises(tl.LayoutError):
        tl.shape_mod((6, 2), 4)


def test_what_is_made() -> None:
    a = Layout(3, 1)
    assert (
        Layout(a, Layout(a)) == Layout((3, (3,)), (1, (1,)))
        and Layout() == Layout((), ())
        and Layout([4, 2]) == Layout((4, 2))
    )
    for bad, words in (("abc", "shape.*str"), (3.14, "shape.*float"), (None, "shape.*NoneType")):
        with pytest.raises(TypeError, match=words):
            Layout(bad)
    with pytest.raises(TypeError, match="stride.*str"):
        Layout((4, 2), "row")
    refused: list[tuple[Any, ...]] = [(-1,), (0,), ((2, 3), (1, (2, 3)))]
    for arguments in refused:
        with pytest.raises(tl.LayoutError):
            Layout(*arguments)
    assert str(Layout(((4, 2),), ((1, 4),))) == "((4, 2)) : ((1, 4))" and Layout(8, 2) != (8, 2)


def test_by_mode() -> None:
    a = Layout((12, (4, 8)), (59, (13, 1)))
    assert (
        tl.compose(a, (3, 8))
        == tl.compose(a, tl.Tile(Layout(3, 1), Layout(8, 1)))
        == Layout((3, (4, 2)), (59, (13, 1)))
    )
    assert tl.compose(a, (None, 8)) == tl.compose(a, (12, 8)), "None leaves a mode"
    assert tl.logical_divide(Layout((8, 6)), 2).shape == ((2, 4), 6), "an integer divides the first mode"
    assert tl.logical_divide(Layout((4, 3)), 6).shape == (6, 2), "or all, where it cannot"
    nested = tl.zipped_divide(Layout(((2, 3), 8)), ((2, 3), 4))
    assert nested == Layout((((2, 3), 4), ((1, 1), 2)), (((1, 2), 6), ((0, 0), 24)))
    for name in ("compose", "logical_divide", "logical_product"):
        with pytest.raises(tl.LayoutError, match="more modes"):
            getattr(tl, name)(Layout(8), (2, 4))


def test_refusals() -> None:
    with pytest.raises(tl.LayoutError, match="divisible") as caught:
        tl.compose(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 1))
    assert (caught.value.kind, caught.value.witness) == ("not-a-layout", 4)
    with pytest.raises(ValueError, match="divisible"):
        tl.logical_product(Layout(4, 2), Layout(3, 1))
    with pytest.raises(tl.LayoutError, match="negative"):
        tl.compose(Layout((2, 3), (2, 1)), Layout(6, -1))
    with pytest.raises(tl.LayoutError, match="leaves"):
        tl.coalesce(Layout((2, 4)), (1, 1))


def test_left_inverses_that_need_no_complement() -> None:
    assert tl.left_inverse(Layout((4, 2, 2), (0, 33, 2))) == Layout((2, 16, 2), (0, 8, 4))
    for layout in (Layout((3, 6), (3, 1)), Layout((4, 2), (4, 12)), Layout((1 << 21, 2), (4, 6))):
        with pytest.raises(tl.LayoutError):
            tl.left_inverse(layout)


def test_strict_false() -> None:
    a = Layout((4, 6), (1, 6))
    with pytest.raises(tl.LayoutError, match="stride 6 is not a multiple"):
        tl.complement(a, 72)
    with pytest.warns(compat.InexactWarning, match="this is what CuTe answers"):
        assert tl.complement(a, 72, strict=False) == Layout(2, 36)
    with pytest.warns(compat.InexactWarning):
        assert tl.logical_divide(Layout(24), Layout((4, 2), (1, 6)), strict=False) == Layout(((4, 2), 2), ((1, 6), 12))
    with pytest.warns(compat.InexactWarning):
        assert tl.flat_product(Layout((4, 2), (1, 6)), 2, strict=False) == Layout((4, 2, 2), (1, 6, 12))


def test_swizzles_after_layouts() -> None:
    for a, bits in itertools.product(drawn(60), SWIZZLES):
        swizzle = Swizzle(*bits)
        offsets = table(a)
        for offset in (0, 5):
            composed = ComposedLayout(swizzle, a, offset=offset)
            assert table(composed) == [swizzle(offset + y) for y in offsets] == tw.eval1d(composed.exact, len(a))
            assert len(composed) == len(a) and [*composed] == [*a] and tl.cosize(composed) == max(table(composed)) + 1
            nested = ComposedLayout(ComposedLayout(swizzle, Layout((4, 4), (8, 1))), a, offset=offset)
            assert tw.eval1d(nested.exact, len(a)) == table(nested)
        before = tl.compose(a, swizzle)
        assert table(before) == [a(swizzle(i)) for i in range(len(a))]
        twice = tl.compose(Layout((4, 4), (8, 1)), tl.compose(swizzle, a))
        assert table(twice) == [Layout((4, 4), (8, 1))(swizzle(y)) for y in offsets]
        if not refuses(lambda: tl.logical_divide(a, (2,))):
            divided = tl.logical_divide(tl.compose(swizzle, a), (2,))
            assert table(divided) == [swizzle(y) for y in table(tl.logical_divide(a, (2,)))]


def test_slices_of_swizzled_layouts() -> None:
    plain = 0
    for a, bits in itertools.product(drawn(60, seed=3), SWIZZLES):
        if not tl.is_tuple(a.shape) or tl.rank(a) < 2:
            continue
        composed = ComposedLayout(Swizzle(*bits), a, offset=5)
        for coord in ((None, *[tl.size(m) - 1 for m in a.shape[1:]]), (0, *[None] * (len(a.shape) - 1))):
            part, offset = tl.slice_and_offset(coord, composed)
            places = itertools.product(*[range(tl.size(m)) if c is None else [c] for c, m in zip(coord, a.shape)][::-1])
            wanted = [composed(place[::-1]) for place in places]
            assert [offset + x for x in table(part)] == wanted == table(composed(coord))
            assert Tensor(composed)[coord].to_list() == wanted
            plain += isinstance(part, Layout)
    assert plain > 100, "some are layouts by themselves"


def test_inverses_of_swizzled_layouts() -> None:
    for bits, offset in itertools.product(SWIZZLES, (0, 4)):
        composed = ComposedLayout(Swizzle(*bits), Layout((8, 4)), offset=offset)
        back = tl.left_inverse(composed)
        assert [back(y) for y in table(composed)] == [*range(32)]
        if offset == 0:
            inverse = tl.right_inverse(composed)
            assert [composed(inverse(y)) for y in range(tl.size(inverse))] == [*range(32)]
        else:
            with pytest.raises(tl.LayoutError):
                tl.right_inverse(composed)
            assert (back.shape, tl.size(back), tl.rank(back)) == (32, 32, 1) and tl.flatten(back) is back
            assert table(back) == [back(i) for i in range(32)] and tl.compose(back, composed)(7) == 7
            for refused in (tl.complement, lambda x: tl.logical_divide(x, 2), analysis.to_F2_matrix):
                with pytest.raises(NotImplementedError):
                    refused(back)
    assert tl.left_inverse(None) is None and tl.right_inverse(Swizzle(2, 0, 2)) == Swizzle(2, 0, 2)


def test_products_in_a_swizzled_order() -> None:
    block, order = Layout(4), ComposedLayout(Swizzle(1, 0, 1), Layout(4))
    answer = tl.logical_product(block, order)
    assert table(answer) == [4 * start + x for start in table(order) for x in range(4)]
    with pytest.raises(tl.LayoutError):
        tl.logical_product(Layout(2, 2), ComposedLayout(Swizzle(2, 0, 2), Layout(16)))


def test_swizzles() -> None:
    for bits in SWIZZLES:
        swizzle = Swizzle(*bits)
        assert tl.make_swizzle(swizzle.yyy_msk, swizzle.zzz_msk) == swizzle == eval(repr(swizzle))
        assert [swizzle(i) for i in range(64)] == [swizzle.exact.apply(i) for i in range(64)]
    assert tl.make_swizzle(0, 0) is None and tl.compose(Swizzle(0, 0, 0), Layout(4)) == Layout(4)
    for masks in ((0b1100, 0b1001), (0b0110, 0b0011), (1, 0)):
        with pytest.raises(ValueError, match="make_swizzle"):
            tl.make_swizzle(*masks)
    with pytest.raises(TypeError):
        ComposedLayout(Swizzle(2, 0, 2), 4)
    with pytest.raises(TypeError, match="ComposedLayout|affine"):
        tl.as_layout(tl.compose(Swizzle(2, 0, 2), Layout(16)))
    assert tl.as_layout(tw.Layout("4:2")) == Layout(4, 2) and tl.is_affine(Tensor(Layout(4)))


def test_tensors() -> None:
    data = [*range(100, 132)]
    tensor = Tensor(Layout((4, 8), (8, 1)), data=data)
    assert tensor[2, 3] == 119 == tensor[2, :][3] and tensor[5] == data[tensor(5)] and tensor[:] == tensor
    tensor[2, :][3] = 7
    assert tensor[2, 3] == 7 == data[19]
    assert tensor.view(Layout((8, 4))).to_list() == data and tensor[:, 5].offset == 5
    other = Tensor(Layout((4, 8)), data=[0] * 32).copy_from(tensor)
    assert other.to_list() == tensor.to_list() and other != tensor and hash(tensor) == hash(Tensor(tensor.layout))
    assert repr(Tensor(Layout(4), 3)) == "Tensor(4 : 1, offset=3)"
    assert Tensor(Layout(4, -1), offset=3, data="abcd").to_list() == ["d", "c", "b", "a"]
    for layout, offset, size in ((Layout(4, -1), 0, 8), (Layout(4, 2), 0, 6), (Layout(4), 1, 4)):
        with pytest.raises(tl.TensorStorageError):
            Tensor(layout, offset, [0] * size)
    for call in (lambda: Tensor(Layout(4)).view(Layout(4)), lambda: Tensor(Layout(4)).__setitem__(0, 1)):
        with pytest.raises(ValueError, match="data"):
            call()
    with pytest.raises(IndexError):
        tensor[1, 2, 3]
    for key in ("x", (1, slice(1, 2)), (1, "x")):
        with pytest.raises(TypeError):
            tensor[key]
    with pytest.raises(TypeError, match="one element"):
        tensor[1, :] = 3


def test_tensors_of_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.arange(32)
    tensor = Tensor(Layout((4, 8), (8, 1)), data=array)
    tensor[3, 7] = -1
    assert array[31] == -1
    with pytest.raises(TypeError, match="one dimension"):
        Tensor(Layout(4), data=numpy.zeros((2, 2)))


def test_offsets_of_layouts() -> None:
    for a in drawn(200, seed=4):
        offsets = table(a)
        unique = sorted(set(offsets))
        assert analysis.image(a) == unique and analysis.is_injective(a) == (len(unique) == len(offsets))
        dense = len(unique) == unique[-1] - unique[0] + 1
        assert analysis.is_surjective(a) == dense
        assert analysis.is_bijective(a) == analysis.is_contiguous(a) == (dense and len(unique) == len(offsets))
        places = analysis.offset_table(a)
        assert {y: [a(c) for c in cells] for y, cells in places.items()} == {y: [y] * offsets.count(y) for y in unique}
        footprint, gaps, aliases = analysis.footprint(a), analysis.gap_profile(a), analysis.aliasing_profile(a)
        assert footprint["holes"] == sum(gaps["gap_sizes"]) == footprint["span"] - len(unique)
        assert [x for first, last in gaps["runs"] for x in range(first, last + 1)] == unique
        assert aliases["max_alias_ways"] == max(map(offsets.count, unique))
        assert analysis.functionally_equal(a, tl.flatten(a))
        run = next((i for i, y in enumerate(offsets) if i != y), len(offsets))
        assert analysis.contiguity(a) == max(run, 1)
        assert analysis.fixed_points(a) == [i for i, y in enumerate(offsets) if i == y]


def test_permutations() -> None:
    seen = 0
    for a in drawn(300, seed=5):
        offsets = table(a)
        if sorted(offsets) != [*range(len(offsets))]:
            with pytest.raises(tl.LayoutError):
                analysis.cycles(a) if len(set(offsets)) < len(offsets) or min(offsets) == 0 else analysis.order("x")
            continue
        turned, power = list(offsets), 1
        while turned != [*range(len(turned))]:
            turned, power = [offsets[x] for x in turned], power + 1
        assert analysis.order(a) == power
        swaps = sum(offsets[i] > offsets[j] for j in range(len(offsets)) for i in range(j))
        assert analysis.permutation_parity(a) == (-1) ** (swaps % 2) and analysis.is_even_permutation(a) == (
            swaps % 2 == 0
        )
        assert sorted(x for cycle in analysis.cycles(a) for x in cycle) == [*range(len(offsets))]
        seen += 1
    assert seen > 50


@pytest.mark.parametrize("element_bytes", [1, 2, 4, 8, 12, 16])
def test_memory(element_bytes: int) -> None:
    for a in drawn(40, seed=6):
        threads = tl.size(tl.mode(a, 0))
        accesses = [(t, a(t + v * threads)) for t in range(min(threads, 32)) for v in range(len(a) // threads)]
        touched = [(t, b) for t, x in accesses for b in range(x * element_bytes, (x + 1) * element_bytes)]
        words = {b // 4 for _, b in touched}
        banks = analysis.bank_conflicts(a, element_bytes=element_bytes)
        assert banks["max_ways"] == max(sum(w % 32 == bank for w in words) for bank in range(32))
        assert {bank: set(held) for bank, held in banks["bank_to_threads"].items()} == {
            bank: {t for t, b in touched if b // 4 % 32 == bank} for bank in {w % 32 for w in words}
        }
        origin = min(x for _, x in accesses) * element_bytes
        lines, segments = ({(b - origin) // unit for _, b in touched} for unit in (128, 32))
        coalescing = analysis.coalescing_efficiency(a, element_bytes=element_bytes)
        assert coalescing["cache_lines"] == sorted(lines)
        found = analysis.segment_analysis(a, element_bytes=element_bytes)
        assert (found["segments"], found["cache_lines"]) == (len(segments), len(lines))
        assert coalescing["efficiency"] * len(lines) * 128 == found["unique_bytes"] == len({b for _, b in touched})
        groups = analysis.per_group_bank_conflicts(a, element_bytes=element_bytes, group_size=8)
        assert len(groups["groups"]) == -(-threads // 8)
        assert analysis.per_group_coalescing(a, element_bytes=element_bytes)["groups"][0] == coalescing


def test_banks_beside_the_hardware() -> None:
    """One word for each of 32 threads is one wavefront for each way of the conflict."""
    for stride in (0, 1, 2, 3, 4, 8, 32, 33):
        ways = analysis.bank_conflicts(Layout(32, stride), element_bytes=4)["max_ways"]
        report = tw.bank_report(tw.Layout((32, 1), (stride, 0)), 32, "column:4B")
        assert report.wavefronts == ways, stride


def test_matrices() -> None:
    seen = 0
    swizzled = [tl.compose(Swizzle(*bits), Layout((8, 8), (8, 1))) for bits in SWIZZLES]
    for a in [*drawn(300, seed=7), *swizzled]:
        if any(extent & (extent - 1) for extent in leaves(a.shape)):
            continue
        try:
            matrix = analysis.to_F2_matrix(a)
        except tl.LayoutError:
            bits = [a(1 << j) for j in range(len(a).bit_length() - 1)]
            assert any(a(i) != xor(bits, i) for i in range(len(a)))
            continue
        columns = [sum(row[j] << i for i, row in enumerate(matrix)) for j in range(len(matrix[0]))]
        assert table(a) == [xor(columns, i) for i in range(len(a))]
        assert table(analysis.from_F2_matrix(matrix, a.shape)) == table(a)
        seen += 1
    assert seen > 50
    for matrix, shape in (([], 2), ([[1, 0]], 2), ([[2]], 2), ([[1, 1]], 3)):
        with pytest.raises(ValueError):
            analysis.from_F2_matrix(matrix, shape)
    with pytest.raises(NotImplementedError):
        analysis.from_F2_matrix([[1, 1, 1], [0, 1, 1], [0, 0, 1]], 8)


def xor(columns: list[int], index: int) -> int:
    out = 0
    for bit, column in enumerate(columns):
        out ^= column * (index >> bit & 1)
    return out


def test_explanations(capsys: pytest.CaptureFixture[str]) -> None:
    text = analysis.explain(tl.compose, Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))
    assert capsys.readouterr().out == text + "\n" and "((2,2),3):((24,2),8)" in text
    assert "is not a layout" in analysis.explain(tl.compose, Layout((6, 2), (1, 7)), Layout((3, 2), (2, 3)))
    assert "logical_divide" in analysis.explain(tl.logical_divide, Layout((8, 8)), (2, 4))
    assert "does not support" in analysis.explain(tl.iter_layout, Layout(4))


def test_atoms(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(ATOM, tl.MMAAtom) and isinstance(VOLTA, tl.MMAAtom) and isinstance(LOAD, tl.CopyAtom)
    assert (ATOM.shape_mnk, ATOM.thr_id, VOLTA.thr_id) == ((16, 8, 16), None, Layout((4, 2), (1, 16)))
    assert ATOM.ptx == "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"
    assert (
        LOAD.dst_layout_bits == Layout((32, (32, 4)), (32, (1, 1024))) and str(LOAD) == "CopyAtom('SM75_U32x4_LDSM_N')"
    )
    others = [
        atoms_nv.SM90_64x64x8_F32TF32TF32_SS,
        atoms_nv.SM61_1x1x4_S32S8S8S32,
        atoms_amd.CDNA_32x32x8_F32F16F16_MFMA,
        atoms_amd.CDNA3_16x16x16_F32BF16BF16_MFMA,
        atoms_amd.CDNA3_32x32x16_F32F8BF8_MFMA,
        atoms_amd.RDNA3_16x16x16_I32I4I4_WMMA,
        atoms_amd.CDNA3P_16x16x32_F32F16F16_MFMA,
        atoms_amx.AMX_16x16x64_S32S8S8S32,
        atoms_xe.XeHPC_8x8x8_F32TF32TF32_DPAS,
    ]
    for atom in others:
        assert isinstance(atom, tl.MMAAtom)
        assert all(found["coverage_ok"] for found in analysis.operand_analysis(atom).values()), atom.name
    assert analysis.atom_summary(ATOM)["c_coverage_ok"] and ATOM.name in capsys.readouterr().out
    with pytest.raises(AttributeError, match="no atom has this name"):
        atoms_nv.SM80_16x8x17_F16F16F16F16_TN
    assert not hasattr(atoms_nv, "__wrapped__") and atoms.__all__ == ["CopyAtom", "MMAAtom"]


def test_grids_of_atoms() -> None:
    """Cells are held as make_tiled_mma says."""
    for atom, layout in ((ATOM, Layout((2, 2))), (VOLTA, Layout((2, 2), (2, 1)))):
        assert isinstance(atom, tl.MMAAtom)
        tiled: Any = tw.make_tiled_mma(atom.name, tw.Layout((2, 2, 1), (*layout.stride, 0)))
        for matrix, held in (("A", tiled.A_TV), ("B", tiled.B_TV), ("C", tiled.C_TV)):
            grid, tile = layout_utils.tile_mma_grid(atom, layout, matrix)
            assert tile == tiled.tile
            rows = max(row for row, _ in grid) + 1
            owners = {(lane, row + column * rows) for (row, column), (lane, _, _) in grid.items()}
            values = held.values
            wanted = {(t, held.layout(t, v)) for t in range(held.threads) for v in range(values)}
            # A and B are in the threads of every atom along the other mode.
            assert owners <= wanted and {cell for _, cell in owners} == {cell for _, cell in wanted}
    grid, _ = layout_utils.tile_mma_grid(VOLTA, Layout((5, 1)))
    assert len({(lane, v) for lane, v, _ in grid.values()}) == len(grid) == 5 * 64, "each cell is another value"
    with pytest.raises(ValueError, match="exact multiple"):
        layout_utils.tile_mma_grid(ATOM, Layout(1), tile_mnk=(17, 8, 16))
    grid, _ = layout_utils.tile_mma_grid(ATOM, Layout(1), "A", (16, 8, 32))
    assert len(grid) == 16 * 32 and len({(t, v) for t, v, _ in grid.values()}) == 512


def test_utilities() -> None:
    assert layout_utils.make_ordered_layout((2, (3, 4)), (1, 0)) == Layout((2, (3, 4)), (12, (1, 3)))
    assert layout_utils.tile_to_shape(Layout((8, 8), (8, 1)), (16, 24), (1, 0)) == tl.blocked_product(
        Layout((8, 8), (8, 1)), Layout((2, 3), (3, 1))
    )
    assert layout_utils.make_layout_like(Layout((2, 3, 5)), (4, 4)) == Layout((4, 4), (1, 2))
    assert layout_utils.round_up(10, 8) == 16
    for call in (
        lambda: layout_utils.make_ordered_layout((4, 8), (0, 0)),
        lambda: layout_utils.tile_to_shape(Layout((2, 3)), 12),
        lambda: layout_utils.make_layout_like(Layout(4), (2, 2)),
    ):
        with pytest.raises(tl.LayoutError):
            call()


GRID = {(row, column): (row * 2 + column, 0, 0) for row in range(2) for column in range(3)}
PICTURES: dict[str, tuple[Callable[..., tw.Picture], list[Any], dict[str, Any], list[str]]] = {
    "draw_layout": (viz.draw_layout, [Layout((2, 3), (3, 1))], {"colorize": True}, ["5"]),
    "draw_slice": (viz.draw_slice, [Layout((4, 8), (8, 1)), (2, slice(None))], {}, ["[16]", "[23]"]),
    "draw_swizzle": (viz.draw_swizzle, [Layout((4, 4)), Swizzle(2, 0, 2)], {"arrangement": "vertical"}, ["Sw<2,0,2>"]),
    "draw_tv_layout": (viz.draw_tv_layout, [VOLTA.c_layout], {"thr_id_layout": VOLTA.thr_id}, ["T19 V7"]),
    "draw_mma_layout": (viz.draw_mma_layout, [ATOM.a_layout, ATOM.b_layout, ATOM.c_layout], {}, ["T31 V3", "T24 V6"]),
    "draw_tiled_grid": (viz.draw_tiled_grid, [GRID, 2, 3], {"title": "grid"}, ["grid", "T4 V0"]),
    "draw_combined_mma_grid": (
        viz.draw_combined_mma_grid,
        [GRID, {}, {}, 2, 2, 3],
        {"title": "grids"},
        ["grids", "T4 V0"],
    ),
    "draw_copy_layout": (
        viz.draw_copy_layout,
        [Layout((4, 2), (2, 1)), Layout((4, 2))],
        {"col_major": False},
        ["source"],
    ),
    "draw_copy_atom": (viz.draw_copy_atom, [LOAD], {}, ["SM75_U32x4_LDSM_N (ldmatrix"]),
    "draw_composite": (
        viz.draw_composite,
        [[Layout(4), (ATOM.c_layout, {"tv_mode": True})]],
        {"titles": ["x", "y"]},
        ["x", "T31 V3"],
    ),
    "draw_gemm": (
        viz.draw_gemm,
        [Layout((4, 2)), Tensor(Layout((3, 2)), data="abcdef"), Layout((4, 3))],
        {},
        ["f", "11"],
    ),
}


@pytest.mark.parametrize("name", VIZ)
def test_pictures(name: str, tmp_path: Path) -> None:
    draw, arguments, options, texts = PICTURES[name]
    for extension in ("svg", "png"):
        path = tmp_path / f"x.{extension}"
        picture = draw(*arguments, filename=path, **options)
        assert isinstance(picture, tw.Picture) and path.stat().st_size > 100
    assert all(text in picture.text for text in texts), picture.text
    assert draw(*arguments, **options).text == picture.text


def test_cells_of_pictures() -> None:
    def labels(picture: tw.Picture) -> list[list[str]]:
        lines = [line.split("│")[1] for line in picture.text.splitlines() if "│" in line]
        return [line.split() for line in lines]

    assert labels(viz.draw_layout(Tensor(Layout((2, 2), (2, 1)), offset=16))) == [["16", "17"], ["18", "19"]]
    data = Tensor(Layout((2, 2), (2, 1)), data=[0.123, 1.5, 2, 3])
    assert labels(viz.draw_layout(data, precision=2)) == [["0.12", "1.5"], ["2", "3"]]
    assert labels(viz.draw_layout(Layout(3, -1), cell_labels=["a", "b"])) == [["a", "-1", "-2"]]
    assert labels(viz.draw_layout(Layout(2), transpose=True)) == [["0"], ["1"]]
    assert labels(viz.draw_tv_layout(Layout((2, 2), (2, 1)), grid_shape=(2, 2), col_major=False)) == [
        ["T0", "V0", "T0", "V1"],
        ["T1", "V0", "T1", "V1"],
    ]
    assert "0" not in labels(viz.draw_layout(Layout(4), cell_labels=False))[0]


def test_pictures_that_are_refused() -> None:
    with pytest.raises(ValueError, match="mutually exclusive"):
        viz.draw_layout(Layout(4), color_by="row", color_layout=Layout(4))
    with pytest.raises(ValueError, match="color_by"):
        viz.draw_layout(Layout(4), color_by="hue")
    with pytest.raises(ValueError, match=r"A .*out of bounds.*panel shape"):
        viz.draw_mma_layout(Layout((2, 2)), Layout((2, 1), (1, 0)), Layout((2, 2)), tile_mnk=(2, 2, 1))
    with pytest.raises(ValueError, match="out of bounds"):
        viz.draw_tiled_grid({(2, 0): (0, 0, 0)}, 2, 2)
    with pytest.raises(ValueError, match="arrangement"):
        viz.draw_composite([Layout(4)], arrangement="diagonal")
    with pytest.warns(UserWarning, match="5 panels.*4 cells"):
        viz.draw_composite([Layout(2)] * 5, arrangement="grid:2x2")
