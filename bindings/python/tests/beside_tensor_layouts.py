"""Compares the compat module with the library itself on random layouts, where that is installed.

    python bindings/python/tests/beside_tensor_layouts.py [LAYOUTS] [SEED]

Prints, for each operation, how often the two say what. Whose answer is right is decided by brute force over all
indices. Fails if ours is wrong anywhere, or refuses where theirs is right.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import definitions
import tilework.compat.tensor_layouts as ours
from definitions import leaves
from tilework.compat.tensor_layouts import analysis

EXTENTS = [1, 2, 2, 3, 4, 4, 6, 8]
STRIDES = [0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24]
OUR_FAULT = "FAULT"
# What has one answer.
SAME = "size cosize rank depth coalesce flatten sort nullspace".split()
SAME_OF_TWO = "append prepend concat".split()
SAME_ANALYSIS = """
    image is_injective is_surjective is_bijective offset_table aliasing_profile footprint gap_profile cycles
    fixed_points order permutation_parity contiguity mode_contiguity thread_stride_profile
""".split()
SAME_MEMORY = "coalescing_efficiency segment_analysis per_group_coalescing".split()
SHAPES = "compute_col_major_strides compute_row_major_strides product_each tuple_max prefix_product".split()


class Given:
    """A layout that both can make."""

    def __init__(self, shape: Any, stride: Any) -> None:
        self.shape, self.stride = shape, stride

    def __repr__(self) -> str:
        return f"{self.shape}:{self.stride}"


def given(random: Random) -> Given:
    def shape(depth: int) -> Any:
        if depth > 1 or random.random() < (0.25, 0.7)[depth]:
            return random.choice(EXTENTS)
        return tuple(shape(depth + 1) for _ in range(random.choice([1, 2, 2, 3])))

    while True:
        drawn = shape(0)
        if len(leaves(drawn)) <= 5 and ours.size(drawn) <= 256:
            return Given(drawn, filled(drawn, strides(random, leaves(drawn))))


def strides(random: Random, extents: list[int]) -> Iterator[int]:
    """Nearly compact in some order, or anything."""
    if random.random() < 0.45:
        return iter([random.choice(STRIDES) for _ in extents])
    out, step = [0] * len(extents), random.choice([1, 1, 1, 2])
    for i in random.sample(range(len(extents)), len(extents)):
        out[i] = 0 if random.random() < 0.08 else step
        step = step * extents[i] * random.choice([1] * 9 + [2]) + (random.random() < 0.05)
    return iter(out)


def filled(shape: Any, items: Iterator[int]) -> Any:
    return tuple(filled(mode, items) for mode in shape) if isinstance(shape, tuple) else next(items)


def made(module: Any, argument: Any) -> Any:
    if isinstance(argument, Given):
        return module.Layout(argument.shape, argument.stride)
    return tuple(made(module, part) for part in argument) if isinstance(argument, tuple) else argument


def plain(x: Any) -> Any:
    """An answer but for the strides of modes of extent 1, which never matter."""

    def idle(shape: Any, stride: Any) -> Any:
        return tuple(map(idle, shape, stride)) if isinstance(shape, tuple) else (shape != 1) * stride

    if hasattr(x, "stride"):
        return "layout", x.shape, idle(x.shape, x.stride)
    if isinstance(x, (list, tuple)):
        return tuple(map(plain, x))
    return {key: plain(value) for key, value in x.items()} if isinstance(x, dict) else x


def table(layout: Any) -> list[int]:
    count = 1
    for extent in leaves(layout.shape):
        count *= extent
    return [layout(i) for i in range(count)]


def inverts_from_the_left(a: Any, answer: Any) -> bool:
    """Gives indices back; where offsets are repeated, one that has the same offset."""
    offsets, inverse = table(a), definitions.Table(answer, "colex")
    back = [inverse(offset) for offset in offsets]
    if len(set(offsets)) == len(offsets):
        return back == [*range(len(offsets))]
    return all(0 <= x < len(offsets) and offsets[x] == y for x, y in zip(back, offsets))


def complements(a: Any, answer: Any, bound: int) -> bool:
    return definitions.complements("colex", a, bound, answer)


def divides(a: Any, b: Any, answer: Any) -> bool:
    """Whether this is A o (B, rest), with a rest that complements B in A."""
    try:
        rest = ours.complement(b, ours.size(a))
    except ours.LayoutError:
        return False
    parts = [type(answer)(answer.shape[i], answer.stride[i]) for i in range(2)]
    within, inside = definitions.Table(a, "colex"), ours.size(a)
    pairs = [(table(part), table(by)) for part, by in zip(parts, (b, rest))]
    return complements(b, rest, inside) and all(
        len(found) == len(asked) and all(x == within(y) for x, y in zip(found, asked) if y < inside)
        for found, asked in pairs
    )


def multiplies(a: Any, b: Any, answer: Any) -> bool:
    """Whether this is (A, rest o B), with a rest that complements A in the room of the copies."""
    first, second = [type(answer)(answer.shape[i], answer.stride[i]) for i in range(2)]
    if max(table(b)) == 0:
        return table(first) == table(a) and table(second) == table(b)
    try:
        rest = ours.complement(a, ours.size(a) * (max(table(b)) + 1))
    except ours.LayoutError:
        return False
    return table(first) == table(a) and definitions.composes("colex", rest, b, second)


def mode(layout: Any, i: int) -> Any:
    return ours.Layout(layout.shape[i], layout.stride[i])


def by_mode(law: Callable[..., bool]) -> Callable[..., bool]:
    """What holds for two layouts, for each mode that a tuple names."""

    def holds(a: Any, b: Any, answer: Any) -> bool:
        if not isinstance(b, tuple):
            return law(a, b, answer)
        by = [ours.Layout(part) if isinstance(part, int) else part for part in b]
        if ours.rank(a) == 1:
            # The only mode of what is divided has no parentheses of its own.
            return law(ours.mode(a, 0), by[0], answer if law is divides else mode(answer, 0))
        return all(law(mode(a, i), part, mode(answer, i)) for i, part in enumerate(by))

    return holds


LAWS: dict[str, Callable[..., bool]] = {
    "compose": by_mode(lambda a, b, answer: definitions.composes("colex", a, b, answer)),
    "complement": lambda a, bound, answer: complements(a, answer, bound),
    "right_inverse": lambda a, answer: definitions.inverts_from_the_right("colex", a, answer),
    "left_inverse": inverts_from_the_left,
    "logical_divide": by_mode(divides),
    "logical_product": by_mode(multiplies),
}


def verdict(law: Callable[..., bool] | None, arguments: list[Any], theirs: Any, answer: Any) -> str:
    """How two answers stand beside each other; either may be an exception."""
    refuses = isinstance(answer, Exception)
    if isinstance(theirs, Exception):
        if not refuses and law and not law(*arguments, answer):
            return f"{OUR_FAULT}: wrong"
        return "both refuse" if refuses else "they refuse"
    if not refuses and plain(theirs) == plain(answer):
        return "equal"
    if law is None:
        if not refuses and hasattr(answer, "stride") and table(theirs) == table(answer):
            return "the same function"
        return "we refuse" if refuses else "another answer"
    right = law(*arguments, theirs)
    if refuses:
        return f"{OUR_FAULT}: refused" if right else "they are wrong"
    if not law(*arguments, answer):
        return f"{OUR_FAULT}: wrong"
    return "both are right" if right else "they are wrong"


class Comparison:
    """The verdicts, by operation."""

    def __init__(self, theirs: Any) -> None:
        self.theirs, self.counts, self.faults = theirs, defaultdict[str, Counter[str]](Counter), list[str]()

    def of(self, name: str, arguments: list[Any], call: Callable[..., Any], same: bool = False) -> None:
        """``call`` gets the module and the arguments. Where both have to say the same, all else is a fault."""
        answers = [self.asked(module, call, arguments) for module in (self.theirs, ours)]
        found = verdict(LAWS.get(name), [made(ours, part) for part in arguments], *answers)
        if same and found not in ("equal", "both refuse"):
            found = f"{OUR_FAULT}: {found}"
        self.counts[name][found] += 1
        if OUR_FAULT in found:
            self.faults.append(f"{name}{tuple(arguments)}: they say {answers[0]}, we say {answers[1]}")

    def asked(self, module: Any, call: Callable[..., Any], arguments: list[Any]) -> Any:
        try:
            return call(module, *(made(module, part) for part in arguments))
        except (ValueError, TypeError, IndexError, NotImplementedError) as error:
            return error

    def named(self, names: list[str], *arguments: Any, same: bool = False) -> None:
        for name in names:
            self.of(name, list(arguments), lambda module, *args, name=name: getattr(module, name)(*args), same)


def compare(comparison: Comparison, their_analysis: Any, random: Random) -> None:
    a, b = given(random), given(random)
    modes = a.shape if isinstance(a.shape, tuple) else (a.shape,)
    by_mode = tuple(random.choice([*EXTENTS, given(random)]) for _ in modes[: random.randint(1, len(modes))])
    tilers: list[Any] = [b, random.choice(EXTENTS), by_mode]
    comparison.named(SAME, a, same=True)
    comparison.named(SAME_OF_TWO, a, b, same=True)
    comparison.named(SHAPES, a.shape, same=True)
    comparison.named(["congruent", "weakly_congruent"], a.shape, b.shape, same=True)
    comparison.named(["right_inverse", "left_inverse"], a)
    comparison.named(["complement"], a, random.randint(1, 96))
    comparison.named(["compose", "max_common_layout", "blocked_product", "raked_product"], a, b)
    comparison.named(["compose"], a, by_mode)
    for tiler in tilers:
        divides = [f"{kind}_divide" for kind in ("logical", "zipped", "tiled", "flat")]
        products = [f"{kind}_product" for kind in ("logical", "zipped", "tiled", "flat")]
        if isinstance(tiler, int):
            # An integer may divide the first mode only.
            tiler = (tiler,)
        comparison.named(divides + products, a, tiler)
    comparison.of("call", [a], lambda _, x: [x(i) for i in range(2 * len(x))], same=True)
    comparison.of("iter", [a], lambda _, x: [repr(x), str(x), *x], same=True)
    coord = tuple(random.choice([None, 0, ours.size(mode) - 1]) for mode in modes)
    if isinstance(a.shape, tuple):
        comparison.named(["slice_and_offset", "dice_modes"], coord, a, same=True)
    for name in SAME_ANALYSIS:
        comparison.of(name, [a], lambda m, x: getattr(within(m, their_analysis), name)(x), same=True)
    bytes_ = random.choice([1, 2, 4])
    for name in [*SAME_MEMORY, "bank_conflicts", "per_group_bank_conflicts"]:
        asked = {"element_bytes": bytes_}
        comparison.of(name, [a], lambda m, x: getattr(within(m, their_analysis), name)(x, **asked), same=True)
    comparison.of("to_F2_matrix", [a], lambda m, x: within(m, their_analysis).to_F2_matrix(x))
    swizzled(comparison, a, random)


def within(module: Any, their_analysis: Any) -> Any:
    return analysis if module is ours else their_analysis


def swizzled(comparison: Comparison, a: Given, random: Random) -> None:
    """What a swizzle makes of a layout, as a function."""
    bits = random.choice([1, 1, 2])
    swizzle = (bits, random.randint(0, 2), random.choice([-1, 1]) * random.randint(bits, 3))
    offset = random.choice([0, 0, 4, 5])
    modes = a.shape if isinstance(a.shape, tuple) else (a.shape,)
    coord = tuple(random.choice([None, 0, ours.size(mode) - 1]) for mode in modes)

    def composed(module: Any, x: Any) -> Any:
        return module.ComposedLayout(module.Swizzle(*swizzle), x, offset=offset)

    comparison.of("Swizzle", [a], lambda m, x: table(composed(m, x)), same=True)
    comparison.of("cosize of ComposedLayout", [a], lambda m, x: m.cosize(composed(m, x)), same=True)
    comparison.of("compose(Swizzle, A)", [a], lambda m, x: table(m.compose(m.Swizzle(*swizzle), x)), same=True)
    comparison.of("divide of ComposedLayout", [a], lambda m, x: table(m.logical_divide(composed(m, x), (2,))))

    def moved(x: Any) -> list[int]:
        return [x(ours.Swizzle(*swizzle)(i)) for i in range(len(x))]

    function("compose(A, Swizzle)", comparison, a, lambda m, x: table(m.compose(x, m.Swizzle(*swizzle))), moved)

    def kept(x: Any) -> list[int]:
        def is_kept(cell: Any) -> bool:
            return all(c is None or ours.crd2flat(i, s) == c for c, i, s in zip(coord, cell, modes))

        return [3 + composed(ours, x)(cell) for cell in x if is_kept(cell)]

    if isinstance(a.shape, tuple) and None in coord:
        function("slice of Tensor", comparison, a, lambda m, x: m.Tensor(composed(m, x), 3)[coord].to_list(), kept)


def function(
    name: str, comparison: Comparison, a: Given, call: Callable[..., Any], wanted: Callable[[Any], list[int]]
) -> None:
    """Whose answer has the offsets that it should have."""
    theirs, answer = (comparison.asked(module, call, [a]) for module in (comparison.theirs, ours))
    right = wanted(made(ours, a))
    if answer != right:
        comparison.faults.append(f"{name}({a}): we say {answer}, not {right}")
    found = OUR_FAULT if answer != right else "equal" if theirs == right else "they are wrong"
    comparison.counts[name][found] += 1


def main() -> int:
    try:
        import tensor_layouts as theirs  # type: ignore[import-not-found, unused-ignore]
        from tensor_layouts import analysis as their_analysis  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("skipped: tensor-layouts is not installed (pip install tensor-layouts==0.3.2)")
        return 0
    layouts, seed = [*map(int, sys.argv[1:]), *[1000, 1][len(sys.argv) - 1 :]]
    comparison, random = Comparison(theirs), Random(seed)
    for _ in range(layouts):
        compare(comparison, their_analysis, random)
    total: Counter[str] = Counter()
    for name, counts in comparison.counts.items():
        total += counts
        print(f"{name}: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    print("in all: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(total.items())))
    print("\n".join(comparison.faults[:20]))
    return bool(comparison.faults)


if __name__ == "__main__":
    sys.exit(main())
