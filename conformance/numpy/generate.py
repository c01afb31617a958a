"""Records what numpy answers to random chains of views: view or copy, strides, offset.

    pip install numpy==2.3.4
    python conformance/numpy/generate.py > conformance/numpy/views.jsonl

README.md, one folder up, describes the lines. Nothing here knows how a view is decided: numpy is asked
with copy=False, which raises where it would have to copy.
"""

import json
import random

import numpy as np

VERSION = "2.3.4"
CHAINS = 10_000


def divisors(size):
    return [n for n in range(1, size + 1) if size % n == 0]


def shape_of(size, rng):
    """A random shape of that size, with some extents of 1, often with one left out."""
    out = []
    while size > 1 and len(out) < 4:
        extent = rng.choice(divisors(size)[1:])
        out.append(extent)
        size //= extent
    if size > 1:
        out.append(size)
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        out.insert(rng.randrange(len(out) + 1), 1)
    rng.shuffle(out)
    return out


def near(shape, rng):
    """A shape that merges or splits neighbours of another: these are often views."""
    out = list(shape)
    for _ in range(rng.choice([1, 1, 2])):
        if len(out) > 1 and rng.random() < 0.5:
            i = rng.randrange(len(out) - 1)
            out[i : i + 2] = [out[i] * out[i + 1]]
        elif 0 < len(out) < 7:
            i = rng.randrange(len(out))
            part = rng.choice(divisors(out[i]))
            out[i : i + 1] = [part, out[i] // part]
    return out


def step(a, rng):
    """One operation, and its arguments."""
    kind = rng.choices(
        ["reshape", "permute", "slice", "flip", "broadcast_to", "squeeze", "expand_dims"],
        [9, 6, 3, 2, 2, 1, 2],
    )[0]
    rank = a.ndim
    if kind == "reshape":
        shape = near(a.shape, rng) if rng.random() < 0.5 else shape_of(a.size, rng)
        if shape and rng.random() < 0.3:
            shape[rng.randrange(len(shape))] = -1
        return ["reshape", shape, rng.choice("CCCF")]
    if kind == "permute":
        axes = list(range(rank))
        rng.shuffle(axes)
        return ["permute", axes]
    if kind == "slice" and rank:
        axis = rng.randrange(rank)
        by = rng.choice([1, 2, 3])
        start = rng.randrange(a.shape[axis])
        count = rng.randint(1, (a.shape[axis] - start + by - 1) // by)
        return ["slice", axis, start, count, by]
    if kind == "flip" and rank:
        return ["flip", rng.randrange(rank)]
    if kind == "broadcast_to" and a.size <= 48:
        shape = [rng.choice([2, 3]) if n == 1 and rng.random() < 0.7 else n for n in a.shape]
        shape = [rng.choice([1, 2])] * rng.choice([0, 0, 1]) + shape
        return ["broadcast_to", shape]
    if kind == "squeeze":
        return ["squeeze"]
    if kind == "expand_dims" and rank < 6:
        return ["expand_dims", rng.randrange(rank + 1)]
    return ["permute", list(reversed(range(rank)))]


def apply(a, operation):
    """The view; None where numpy has to copy."""
    match operation:
        case ["reshape", shape, order]:
            try:
                return np.reshape(a, shape, order=order, copy=False)
            except ValueError:
                # Not because of the shape: with a copy there is an answer.
                np.reshape(a, shape, order=order)
                return None
        case ["permute", axes]:
            return np.transpose(a, axes)
        case ["slice", axis, start, count, by]:
            cut = slice(start, start + (count - 1) * by + 1, by)
            return a[(slice(None),) * axis + (cut,)]
        case ["flip", axis]:
            return np.flip(a, axis)
        case ["broadcast_to", shape]:
            return np.broadcast_to(a, shape)
        case ["squeeze"]:
            return np.squeeze(a)
        case ["expand_dims", axis]:
            return np.expand_dims(a, axis)


def recorded(a, base):
    """Strides in elements, 0 along axes of one element, where they never matter; and the offset."""
    strides = [s // a.itemsize if n > 1 else 0 for n, s in zip(a.shape, a.strides)]
    address = a.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return [strides, address // a.itemsize]


def chain(rng):
    shape = [rng.choice([1, 2, 2, 3, 4, 4, 6]) for _ in range(rng.randint(1, 4))]
    base = a = np.zeros(shape, np.int16)
    steps = []
    for _ in range(rng.randint(2, 4)):
        operation = step(a, rng)
        view = apply(a, operation)
        if view is None:
            # What numpy would go on with: a new array, in the order that was asked for.
            _, to, order = operation
            base = a = np.array(np.reshape(a, to, order=order), order=order)
            steps.append(operation + [None])
        else:
            a = view
            steps.append(operation + recorded(a, base))
    return {"shape": shape, "steps": steps}


def main():
    assert np.__version__ == VERSION, f"numpy {np.__version__}, not {VERSION}"
    rng = random.Random(20261118)
    for _ in range(CHAINS):
        print(json.dumps(chain(rng), separators=(",", ":")))


main()
