"""Records what PyTorch's lexicographic pycute answers: one JSON object a line, on standard output.

    python3 conformance/record_torch.py > conformance/torch.jsonl

needs a PyTorch with torch.distributed._pycute (2.10 or newer). The cases are the same in every run.
"""

import json
import random

from torch.distributed import _pycute as cute

rng = random.Random(20261118)


def text(value):
    """A layout, tuple or integer in the notation of the cases."""
    if isinstance(value, cute.Layout):
        return f"{text(value.shape)}:{text(value.stride)}"
    if isinstance(value, tuple):
        return "(" + ",".join(text(item) for item in value) + ")"
    return "_" if value is None else str(value)


def tiler(value):
    """A tuple of layouts as a tiler by mode."""
    return "<" + ",".join(tiler(v) if isinstance(v, tuple) else text(v) for v in value) + ">"


def record(op, function, *args):
    shown = [tiler(a) if isinstance(a, tuple) and any_layout(a) else text(a) for a in args]
    if op == "slice_and_offset":
        shown = [text(a) for a in args]
    try:
        answer = text(function(*args)) if not op.startswith("slice_and") else pair(function(*args))
    except (AssertionError, ZeroDivisionError, TypeError, IndexError) as error:
        answer = {"error": type(error).__name__}
    print(json.dumps({"op": op, "args": shown, "torch": answer}, separators=(",", ":")))


def pair(answer):
    return f"{text(answer[0])} at {answer[1]}"


def any_layout(value):
    if isinstance(value, cute.Layout) or value is None:
        return True
    return isinstance(value, tuple) and any(any_layout(item) for item in value)


def shape(rank, most=4):
    extents = [rng.choice([1, 2, 2, 3, 4, 4, 5, 6, 8][: most + 5]) for _ in range(rank)]
    if rank == 1 and rng.random() < 0.7:
        return extents[0]
    if rank >= 3 and rng.random() < 0.5:
        cut = rng.randrange(1, rank - 1)
        return tuple(extents[:cut]) + (tuple(extents[cut:]),)
    return tuple(extents)


def like(tree, numbers):
    if isinstance(tree, tuple):
        return tuple(like(item, numbers) for item in tree)
    return next(numbers)


def strides(tree):
    extents = cute.flatten(tree)
    kind = rng.randrange(4)
    if kind < 2:  # compact, in some order of the modes
        order = list(range(len(extents)))
        if kind == 1:
            rng.shuffle(order)
        out, place = [0] * len(extents), 1
        for i in reversed(order):
            out[i], place = place, place * extents[i]
    elif kind == 2:
        out = [rng.choice([0, 1, 1, 2, 4, 8, 16]) for _ in extents]
    else:
        out = [rng.randrange(0, 14) for _ in extents]
    return like(tree, iter(out))


def layout(most=3):
    tree = shape(rng.randrange(1, most + 1))
    return cute.Layout(tree, strides(tree))


def tile(size):
    divisors = [d for d in range(1, size + 1) if size % d == 0]
    extent = rng.choice(divisors) if rng.random() < 0.9 else rng.randrange(1, size + 1)
    rest = [d for d in divisors if (size // extent) % d == 0] or [1]
    return cute.Layout(extent, rng.choice(rest) if rng.random() < 0.4 else 1)


def tiles(a):
    count = rng.randrange(1, len(a) + 1)
    return tuple(None if rng.random() < 0.1 else tile(a[i].size()) for i in range(count))


def coordinate(tree):
    if isinstance(tree, tuple) and rng.random() < 0.7:
        return tuple(coordinate(item) for item in tree)
    return rng.randrange(cute.product(tree))


def slicer(tree):
    items = tree if isinstance(tree, tuple) else (tree,)
    return tuple(None if rng.random() < 0.5 else coordinate(item) for item in items)


for _ in range(150):
    a, b = layout(), layout(2)
    record("make_layout", cute.Layout, a.shape)
    record("eval_coord", lambda a, c: a(c), a, coordinate(a.shape))
    record("eval_coord", lambda a, c: a(c), a, rng.randrange(a.size() + 8))
    record("crd2idx", cute.crd2idx, coordinate(a.shape), a.shape)
    record("idx2crd", cute.idx2crd, rng.randrange(a.size()), a.shape)
    record("coalesce", cute.coalesce, a)
    if isinstance(a.shape, tuple):
        record("coalesce", cute.coalesce, a, tuple(1 for _ in range(rng.randrange(1, len(a) + 1))))
        record("slice_and_offset", cute.slice_and_offset, slicer(a.shape), a)
        by_mode = tiles(a)
        if len(by_mode) == len(a):  # torch keeps the modes that are not named, CuTe drops them
            record("composition", cute.composition, a, by_mode)
        record("logical_divide", cute.logical_divide, a, by_mode)
        record("zipped_divide", cute.zipped_divide, a, by_mode)
        record("tiled_divide", cute.tiled_divide, a, by_mode)
        record("logical_product", cute.logical_product, a, by_mode)
        record("zipped_product", cute.zipped_product, a, by_mode)
    record("filter", cute.filter, a)
    record("composition", cute.composition, a, b)
    record("composition", cute.composition, a, tile(a.size()))
    record("complement", cute.complement, a, rng.choice([a.size(), 2 * a.cosize(), 24, 100]))
    record("right_inverse", cute.right_inverse, a)
    record("left_inverse", cute.left_inverse, a)
    t = tile(a.size())
    for name in ["logical_divide", "zipped_divide", "tiled_divide"]:
        record(name, getattr(cute, name), a, t)
    for name in ["logical_product", "zipped_product", "tiled_product"]:
        record(name, getattr(cute, name), a, b)
