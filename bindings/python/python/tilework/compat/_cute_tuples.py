"""The tuple functions of the CuTe DSL: of nested tuples with any leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import lt
from typing import Any

import tilework as tw
from tilework.compat import _tuples
from tilework.compat._error import refused
from tilework.compat._tuples import is_int, is_tuple, product

Position = int | tuple[int, ...]


def is_integer(a: object) -> bool:
    return is_int(a)


def is_int_tuple(a: object) -> bool:
    """Whether all leaves are integers."""
    return all(map(is_int, _tuples.flatten(a)))


def has_underscore(a: Any) -> bool:
    """Whether ``None`` is a leaf."""
    return None in _tuples.flatten(a)


def is_static(x: object) -> bool:
    """Always: there is no compiler for which a number could be unknown."""
    return True


def static(value: Any) -> Any:
    return value


def assume(src: Any, divby: int | None = None, pow2: bool | None = None) -> Any:
    """The number itself, of which everything is known."""
    if divby is not None and src % divby:
        raise refused("assume", f"{src} is not divisible by {divby}")
    return src


def wrap(x: Any) -> tuple[Any, ...]:
    """A tuple as it is, anything else as the tuple of it."""
    return x if is_tuple(x) else (x,)


def unwrap(x: Any) -> Any:
    """Without the parentheses around one element."""
    while is_tuple(x) and len(x) == 1:
        x = x[0]
    return x


def front(input: Any) -> Any:
    """The first leaf."""
    while is_tuple(input):
        input = input[0]
    return input


def flatten_to_tuple(a: Any) -> tuple[Any, ...]:
    return _tuples.flatten(a)


def get_leaves(value: Any) -> list[Any]:
    return list(_tuples.flatten(value))


def tuple_cat(*tuples: Any) -> tuple[Any, ...]:
    """One tuple after the other; anything else counts as the tuple of it."""
    return tuple(item for part in tuples for item in wrap(part))


def repeat_as_tuple(x: Any, n: int) -> tuple[Any, ...]:
    return (x,) * n


def repeat(x: Any, n: int) -> Any:
    """``n`` times in a tuple; itself, once."""
    return x if n == 1 else (x,) * n


def repeat_like(x: Any, target: Any) -> Any:
    """The structure of ``target`` with ``x`` for every leaf."""
    return tuple(repeat_like(x, mode) for mode in target) if is_tuple(target) else x


def transform_leaf(f: Callable[..., Any], *args: Any) -> Any:
    """``f`` of the leaves in the same place."""
    if not any(map(is_tuple, args)):
        return f(*args)
    first, *others = args
    if not is_tuple(first):
        raise refused("transform_leaf", f"{first} is a leaf where others are tuples")
    return tuple(transform_leaf(f, *modes) for modes in _tuples.pairs("transform_leaf", first, *others))


def transform_apply(*args: Any, f: Callable[..., Any], g: Callable[..., Any]) -> Any:
    """``g`` of what ``f`` makes of the modes in the same place."""
    if not any(map(is_tuple, args)):
        return g(f(*args))
    return g(*(f(*modes) for modes in _tuples.pairs("transform_apply", *args)))


def filter_tuple(*args: Any, f: Callable[..., tuple[Any, ...]]) -> tuple[Any, ...]:
    """The tuples that ``f`` makes of the modes in the same place, one after the other."""
    return transform_apply(*args, f=f, g=tuple_cat)  # type: ignore[no-any-return]


def unflatten(sequence: Iterable[Any], profile: Any) -> Any:
    """The first elements of a sequence, in the structure of a profile."""
    items, leaves = list(sequence), _tuples.flatten(profile)
    if len(items) < len(leaves):
        raise refused("unflatten", f"{len(items)} elements are too few for the {len(leaves)} leaves of {profile}")
    left = iter(items)

    def following(_: Any) -> Any:
        return next(left)

    return transform_leaf(following, profile)


def product_each(a: Any) -> Any:
    """The size of each mode."""
    if a == ():
        return 1
    return tuple(map(product, a)) if is_tuple(a) else a


def product_like(a: Any, target_profile: Any) -> Any:
    """The size of what ``a`` has at each leaf of a profile."""
    if not is_tuple(target_profile):
        return product(a)
    return tuple(product_like(x, p) for p, x in _tuples.pairs("product_like", target_profile, a))


def ceil_div(input: Any, tiler: Any) -> Any:
    """How many tiles cover a shape."""
    return tw.ceil_div(input, tiler)


def round_up(a: Any, b: Any) -> Any:
    """The least multiples of ``b`` from ``a`` on, by mode where ``b`` is a tuple."""
    if is_tuple(a):
        return transform_leaf(round_up, a, b if is_tuple(b) else repeat_like(b, a))
    if b < 1:
        raise refused("round_up", f"{b} is not positive")
    return -(-a // b) * b


def elem_less(lhs: Any, rhs: Any) -> bool:
    """Whether each leaf is less than that in its place."""
    return all(_tuples.flatten(transform_leaf(lt, lhs, rhs)))


def find_if(t: Any, pred_fn: Callable[[Any, Position], bool], hierarchical: bool = True) -> Position | None:
    """The place of the first leaf that satisfies a predicate: an index, or a path of them where it is nested.

    Only the first index of the path, where ``hierarchical`` is false.
    """

    def places(x: Any, path: tuple[int, ...]) -> Iterator[tuple[Any, tuple[int, ...]]]:
        if is_tuple(x):
            for i, mode in enumerate(x):
                yield from places(mode, (*path, i))
        else:
            yield x, path or (0,)

    for leaf, path in places(t, ()):
        place = path[0] if len(path) == 1 else path
        if pred_fn(leaf, place):
            return place if hierarchical else path[0]
    return None


def find(t: Any, x: int, hierarchical: bool = True) -> Position | None:
    """The place of the first leaf that is ``x``."""
    return find_if(t, lambda leaf, _: bool(leaf == x), hierarchical)


def pretty_str(arg: object) -> str:
    """In the notation of CuTe."""
    if is_tuple(arg):
        return "(" + ",".join(map(pretty_str, arg)) + ")"
    return "_" if arg is None else str(arg)
