"""Swizzles and composed layouts of pycute."""

from __future__ import annotations

from typing import Any

from tilework.compat._error import refused
from tilework.compat._layout import LayoutBase


def shiftr(a: int, s: int) -> int:
    """``a`` shifted to the right; to the left where ``s`` is negative."""
    return a >> s if s >= 0 else a << -s


def shiftl(a: int, s: int) -> int:
    """``a`` shifted to the left; to the right where ``s`` is negative."""
    return shiftr(a, -s)


class Swizzle:
    """Xors ``bits`` bits of an offset, above the lowest ``base``, with those ``shift`` places further up.

    >>> from tilework.compat.pycute import Swizzle
    >>> [Swizzle(1, 0, 1)(i) for i in range(4)]
    [0, 1, 3, 2]
    """

    __slots__ = ("base", "bits", "shift", "yyy_msk", "zzz_msk")

    def __init__(self, bits: int, base: int, shift: int) -> None:
        if bits < 0 or base < 0 or abs(shift) < bits:
            raise refused("Swizzle", f"({bits},{base},{shift}): bits and base are from 0 on, and |shift| from bits on")
        mask = (1 << bits) - 1
        self.bits, self.base, self.shift = bits, base, shift
        self.yyy_msk = mask << (base + max(0, shift))
        self.zzz_msk = mask << (base - min(0, shift))

    def __call__(self, offset: int) -> int:
        return offset ^ shiftr(offset & self.yyy_msk, self.shift)

    def size(self) -> int:
        """How many offsets it permutes before it repeats."""
        return 1 << (self.bits + self.base + abs(self.shift))

    def cosize(self) -> int:
        return self.size()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Swizzle):
            return NotImplemented
        return (self.bits, self.base, self.shift) == (other.bits, other.base, other.shift)

    def __hash__(self) -> int:
        return hash((self.bits, self.base, self.shift))

    def __str__(self) -> str:
        return f"SW_{self.bits}_{self.base}_{self.shift}"

    def __repr__(self) -> str:
        return f"Swizzle({self.bits},{self.base},{self.shift})"


class ComposedLayout(LayoutBase):
    """B(offset + A(coordinate)).

    >>> from tilework.compat.pycute import ComposedLayout, Layout, Swizzle
    >>> ComposedLayout(Swizzle(2, 0, 2), 0, Layout((4, 4)))(1, 1)
    4
    """

    __slots__ = ("layoutA", "layoutB", "offset")

    def __init__(self, layoutB: Any, offset: int, layoutA: Any) -> None:
        self.layoutB, self.offset, self.layoutA = layoutB, offset, layoutA

    def __call__(self, *args: Any) -> Any:
        return self.layoutB(self.offset + self.layoutA(*args))

    def __getitem__(self, i: int) -> ComposedLayout:
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def __len__(self) -> int:
        return len(self.layoutA)

    def size(self) -> int:
        """How many coordinates there are."""
        return self.layoutA.size()  # type: ignore[no-any-return]

    def cosize(self) -> int:
        return self.layoutB.cosize()  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ComposedLayout):
            return NotImplemented
        parts = (self.layoutB, self.offset, self.layoutA)
        return parts == (other.layoutB, other.offset, other.layoutA)

    def __hash__(self) -> int:
        return hash((self.layoutB, self.offset, self.layoutA))

    def __str__(self) -> str:
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"

    def __repr__(self) -> str:
        return f"ComposedLayout({self.layoutB!r},{self.offset!r},{self.layoutA!r})"
