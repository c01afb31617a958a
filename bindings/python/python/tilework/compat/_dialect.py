"""The operations of pycute over one class of layouts, in one order."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar, Union

import tilework as tw
from tilework.compat import _tuples
from tilework.compat._error import CompatError, InexactWarning, refused
from tilework.compat._layout import StridedLayout, is_layout
from tilework.compat._tuples import Coord, IntTuple, Order, fastest_first, flatten, is_int, is_tuple, product, slice_

L = TypeVar("L", bound=StridedLayout)
#: A layout, an integer as a compact one, a tuple of these by mode, and ``None`` where a mode stays as it is.
Tiler: TypeAlias = Union[StridedLayout, int, None, tuple["Tiler", ...]]

# Why a layout has no complement.
_NO_COMPLEMENT = frozenset({"gap-not-divisible", "stride-not-multiple", "overlap"})
# Why a layout is not inverted from the left: it takes a value twice.
_REPEATS = frozenset({"not-injective", "overlap"})


class Dialect(Generic[L]):
    """The functions of a module.

    Each asks Tilework; by mode where the second operand is a tuple, as pycute does: what the tuple does not name stays.
    """

    def __init__(self, layout: type[L]) -> None:
        self._layout = layout
        self._order: Order = layout.order

    def _ask(self, operation: str, *args: Any, otherwise: Callable[[], L] | None = None) -> L:
        """The answer of Tilework; CuTe's, with a warning, where only a complement is missing and that is asked for."""
        operands = [arg.exact if isinstance(arg, StridedLayout) else arg for arg in args]
        try:
            if self._order == "colex":
                return self._layout.of(getattr(tw, operation)(*operands))
            names = dict(zip("abc", operands))
            return self._layout.of(tw.eval(f"{operation}({', '.join(names)})", order="lex", **names))
        except tw.LayoutError as error:
            if otherwise is None or error.kind not in _NO_COMPLEMENT:
                raise CompatError(*error.args) from None
            reason = str(error).splitlines()[0]
        answer = otherwise()
        warnings.warn(f"{reason}; this is what CuTe answers", InexactWarning, stacklevel=3)
        return answer

    def _leaf(self, x: Any, operation: str) -> L:
        if is_int(x):
            return self._layout(x)
        if isinstance(x, self._layout):
            return x
        raise refused(operation, f"{x!r} is neither a layout nor an integer")

    def _by_mode(self, operation: Callable[[L, Any], L], layout: L, tiler: tuple[Any, ...]) -> L:
        if len(tiler) > len(layout):
            raise refused("by mode", f"{layout} has {len(layout)} modes, and {tiler} has {len(tiler)}")
        modes = [operation(layout[i], by) for i, by in enumerate(tiler)]
        return self.make_layout([*modes, *(layout[i] for i in range(len(tiler), len(layout)))])

    def make_layout(self, *layouts: L | Iterable[L]) -> L:
        """The layout whose modes these are."""
        modes: Any = layouts[0] if len(layouts) == 1 and not is_layout(layouts[0]) else layouts
        modes = tuple(modes)
        return self._layout(tuple(mode.shape for mode in modes), tuple(mode.stride for mode in modes))

    def size(self, layout: Any) -> int:
        """How many coordinates a layout or a shape has."""
        return layout.size() if is_layout(layout) else product(layout)

    def cosize(self, layout: Any) -> int:
        """How many offsets there are from the least to the greatest."""
        return layout.cosize()  # type: ignore[no-any-return]

    def coalesce(self, layout: L, profile: Any = None) -> L:
        """The same function of an index with as few modes as possible; by mode where there is a profile."""
        if is_tuple(profile):
            return self._by_mode(self.coalesce, layout, profile)
        return self._ask("coalesce", layout)

    def filter(self, layout: L, profile: Any = None) -> L:
        """Coalesced, without the modes that have stride 0 or extent 1."""
        if is_tuple(profile):
            return self._by_mode(self.filter, layout, profile)
        return self._ask("filter", layout)

    def composition(self, layoutA: L, layoutB: Tiler) -> L:
        """A(B(x)) as one layout."""
        if layoutB is None:
            return layoutA
        if isinstance(layoutB, tuple):
            return self._by_mode(self.composition, layoutA, layoutB)
        return self._ask("composition", layoutA, self._leaf(layoutB, "composition"))

    def complement(self, layout: L | int, max_idx: int = 1, *, strict: bool = True) -> L:
        """The starts of the copies of a layout that cover everything up to ``max_idx``, each offset once."""
        whole = self._leaf(layout, "complement")
        loose = None if strict else lambda: self._gaps(whole, max_idx)
        return self._ask("complement", whole, max_idx, otherwise=loose)

    def _gaps(self, layout: L, bound: int) -> L:
        """CuTe's complement: below each mode as many copies as fit there, whether they fill it or not."""
        reached = 1
        shape: list[int] = []
        stride: list[int] = []
        for step, extent in sorted(zip(flatten(layout.stride), flatten(layout.shape))):
            if step != 0 and extent != 1:
                shape.append(step // reached)
                stride.append(reached)
                reached = step * extent
        shape.append(-(-bound // reached))
        stride.append(reached)
        if min(shape) < 1:
            raise refused("complement", f"modes of {layout} overlap, and CuTe has no answer either")
        copies = self._layout(
            tuple(fastest_first(shape, self._order)), tuple(fastest_first(stride, self._order))
        )
        return self.coalesce(copies)

    def right_inverse(self, layout: L | int | None) -> L | None:
        """R with A(R(y)) = y, as long as possible."""
        return None if layout is None else self._ask("right_inverse", self._leaf(layout, "right_inverse"))

    def left_inverse(self, layout: L | int | None, *, strict: bool = True) -> L | None:
        """R with R(A(x)) = x; where A repeats offsets, A(R(A(x))) = A(x)."""
        if layout is None:
            return None
        whole = self._leaf(layout, "left_inverse")
        try:
            return self._ask("left_inverse", whole)
        except CompatError as error:
            if error.kind in _REPEATS:
                return self._ask("generalized_inverse", whole)
            if strict:
                raise
        with_gaps = self._beside(whole, self.complement(whole, strict=False))
        return self.right_inverse(with_gaps)

    def _beside(self, fast: L, slow: L) -> L:
        return self.make_layout(fastest_first([fast, slow], self._order))

    def logical_divide(self, layoutA: L, layoutB: Tiler, *, strict: bool = True) -> L:
        """(tile, tiles): A in the order of B, and of the copies of B that cover A."""
        if layoutB is None:
            return layoutA
        if isinstance(layoutB, tuple):
            return self._by_mode(lambda a, b: self.logical_divide(a, b, strict=strict), layoutA, layoutB)
        tile = self._leaf(layoutB, "logical_divide")

        def loose() -> L:
            return self.composition(layoutA, self.make_layout(tile, self._gaps(tile, layoutA.size())))

        return self._ask("logical_divide", layoutA, tile, otherwise=None if strict else loose)

    def logical_product(self, layoutA: L, layoutB: Tiler, *, strict: bool = True) -> L:
        """(A, copies): copies of A in the order of B, none of which overlap."""
        if layoutB is None:
            return layoutA
        if isinstance(layoutB, tuple):
            return self._by_mode(lambda a, b: self.logical_product(a, b, strict=strict), layoutA, layoutB)
        copies = self._leaf(layoutB, "logical_product")

        def loose() -> L:
            room = layoutA.size() * copies.cosize()
            return self.make_layout(layoutA, self.composition(self._gaps(layoutA, room), copies))

        return self._ask("logical_product", layoutA, copies, otherwise=None if strict else loose)

    def hier_unzip(self, splitter: Callable[[L, Any], L], layoutA: L, layoutB: Tiler) -> L:
        """What a divide or a product makes by mode, with the first parts in one mode and the second in another."""
        if layoutB is None:
            return self.make_layout(self._layout(1, 0), layoutA)
        if not isinstance(layoutB, tuple):
            return splitter(layoutA, layoutB)
        if len(layoutB) > len(layoutA):
            raise refused("by mode", f"{layoutA} has {len(layoutA)} modes, and {layoutB} has {len(layoutB)}")
        split = [self.hier_unzip(splitter, layoutA[i], by) for i, by in enumerate(layoutB)]
        rest = [layoutA[i] for i in range(len(layoutB), len(layoutA))]
        return self.make_layout(
            self.make_layout([mode[0] for mode in split]), self.make_layout([*(mode[1] for mode in split), *rest])
        )

    def _tiled(self, zipped: L) -> L:
        return self.make_layout([zipped[0], *zipped[1]])

    def zipped_divide(self, layoutA: L, layoutB: Tiler, *, strict: bool = True) -> L:
        """((tile, ...), (rest, ...))"""
        return self.hier_unzip(lambda a, b: self.logical_divide(a, b, strict=strict), layoutA, layoutB)

    def tiled_divide(self, layoutA: L, layoutB: Tiler, *, strict: bool = True) -> L:
        """((tile, ...), rest, ...)"""
        return self._tiled(self.zipped_divide(layoutA, layoutB, strict=strict))

    def zipped_product(self, layoutA: L, layoutB: Tiler, *, strict: bool = True) -> L:
        """((A, ...), (copies, ...))"""
        return self.hier_unzip(lambda a, b: self.logical_product(a, b, strict=strict), layoutA, layoutB)

    def tiled_product(self, layoutA: L, layoutB: Tiler, *, strict: bool = True) -> L:
        """((A, ...), copies, ...)"""
        return self._tiled(self.zipped_product(layoutA, layoutB, strict=strict))

    def slice_and_offset(self, crd: tuple[Any, ...], layout: L) -> tuple[L, int]:
        """The modes at ``None``, and the offset at which they begin."""
        part = self._layout(slice_(crd, layout.shape), slice_(crd, layout.stride))
        return part, self.crd2idx(crd, layout.shape, layout.stride)

    def exclusive_product(self, a: IntTuple, init: IntTuple = 1) -> IntTuple:
        """The strides of the compact layout of a shape; the fastest mode gets ``init``."""
        return _tuples.exclusive_product(a, init, self._order)

    def crd2idx(self, crd: Coord, shape: IntTuple, stride: IntTuple | None = None) -> int:
        """The offset of a coordinate; its index, where there are no strides."""
        return _tuples.crd2idx(crd, shape, self.exclusive_product(shape) if stride is None else stride, self._order)

    def idx2crd(self, idx: IntTuple, shape: IntTuple, stride: IntTuple | None = None) -> IntTuple:
        """The coordinate of an index in a shape."""
        return _tuples.idx2crd(idx, shape, self.exclusive_product(shape) if stride is None else stride)

    def crd2crd(self, crd: IntTuple, dst_shape: IntTuple, src_shape: IntTuple | None = None) -> IntTuple:
        """A coordinate in another shape."""
        if not isinstance(crd, tuple):
            if not isinstance(dst_shape, tuple) and crd >= dst_shape:
                raise refused("crd2crd", f"coordinate {crd} is not below extent {dst_shape}")
            return self.idx2crd(crd, dst_shape) if isinstance(dst_shape, tuple) else crd
        if isinstance(dst_shape, tuple):
            return tuple(self.crd2crd(c, s) for c, s in _tuples.pairs("crd2crd", crd, dst_shape))
        if src_shape is None:
            raise refused("crd2crd", f"the index of {crd} needs the shape in which it is a coordinate")
        return self.crd2idx(crd, src_shape)
