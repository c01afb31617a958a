"""What the operations of pycute are by definition, by brute force: for layouts as pairs of tuples, in either order."""

from __future__ import annotations

from typing import Any


def leaves(t: Any) -> list[int]:
    return [leaf for mode in t for leaf in leaves(mode)] if isinstance(t, tuple) else [t]


class Table:
    """A layout as the list of its offsets, and as a function that goes on past them."""

    def __init__(self, layout: Any, order: str) -> None:
        self.modes = list(zip(leaves(layout.shape), leaves(layout.stride)))
        if order == "lex":
            self.modes.reverse()
        size = 1
        for extent, _ in self.modes:
            size *= extent
        self.values = [self(i) for i in range(size)]

    def __call__(self, index: int) -> int:
        offset = 0
        for extent, stride in self.modes[:-1]:
            offset += index % extent * stride
            index //= extent
        return offset + (index * self.modes[-1][1] if self.modes else 0)

    def __len__(self) -> int:
        return len(self.values)


def composes(order: str, a: Any, b: Any, answer: Any) -> bool:
    outer = Table(a, order)
    return Table(answer, order).values == [outer(y) for y in Table(b, order).values]


def complements(order: str, a: Any, bound: int, answer: Any) -> bool:
    image, starts = set(Table(a, order).values), Table(answer, order).values
    covered = sorted(start + offset for start in starts for offset in image)
    return starts == sorted(starts) and covered == list(range(max(len(covered), bound)))


def inverts_from_the_right(order: str, a: Any, answer: Any) -> bool:
    outer = Table(a, order)
    places = Table(answer, order).values
    return all(0 <= x < len(outer) and outer.values[x] == y for y, x in enumerate(places))


def inverts_from_the_left(order: str, a: Any, answer: Any) -> bool:
    inverse, table = Table(answer, order), Table(a, order)
    if len(set(table.values)) == len(table):
        return all(inverse(y) == x for x, y in enumerate(table.values))
    return all(table(inverse(y)) == y for y in table.values)


def divides(order: str, a: Any, b: Any, rest: Any, answer: Any) -> bool:
    """Whether the answer is A o (B, rest), where the rest complements B in A. Tiles may overhang the end of A."""
    inside, outer = len(Table(a, order)), Table(a, order)
    if len(answer) != 2 or not complements(order, b, inside, rest):
        return False
    for part, of in zip(answer, (b, rest)):
        found, asked = Table(part, order).values, Table(of, order).values
        if len(found) != len(asked) or any(y < inside and x != outer(y) for x, y in zip(found, asked)):
            return False
    return True


def multiplies(order: str, a: Any, b: Any, rest: Any, answer: Any) -> bool:
    """Whether the answer is (A, rest o B), where the rest complements A in the room that B needs."""
    room = len(Table(a, order)) * (max(Table(b, order).values) + 1)
    apart = len(answer) == 2 and complements(order, a, room, rest)
    return apart and Table(answer[0], order).values == Table(a, order).values and composes(order, rest, b, answer[1])
