"""The cases of bench/src/core.rs in a Python peer: `core.py pycute` or `core.py tensor-layouts`.

One JSON object per line: first {"peer", "version"}, then {"case", "peer", "ns", "result"} for each
case the peer has. A case it refuses has the time of the refusal and the result "error: ...".
"""

import json
import platform
import statistics
import sys
import time
from importlib.metadata import version

SAMPLES = 15
SAMPLE_SECONDS = 0.01


def measure(f):
    """Median time of one call in ns. Slow calls get fewer samples: they vary less."""

    def sample(n):
        start = time.perf_counter_ns()
        for _ in range(n):
            f()
        return (time.perf_counter_ns() - start) / n

    once = sample(1)
    if once > 1e9:
        return once
    batch = max(1, int(SAMPLE_SECONDS * 1e9 / min(once, sample(1))))
    return statistics.median(sample(batch) for _ in range(SAMPLES))


def quiet(f):
    """f without its exceptions, to time a refusal."""

    def g():
        try:
            f()
        except Exception:
            pass

    return g


def run(f):
    """The median time of f in ns, and its result as text."""
    try:
        result = str(f())
    except Exception as error:
        return measure(quiet(f)), f"error: {type(error).__name__} {error}".strip()
    return measure(f), result


def cases(peer):
    """The operations of the peer, by the names of the cases."""
    if peer == "pycute":
        import pycute as lib

        compose = lib.composition
    else:
        import tensor_layouts as lib
        from tensor_layouts.analysis import is_injective

        compose = lib.compose
    layout = lib.Layout

    a, b = layout((6, 2), (8, 2)), layout((4, 3), (3, 1))
    yield "composition", lambda: compose(a, b)

    huge, far = layout((5, 2, 2, 2, 9), (1, 4, 9, 17, 35)), layout(1099511627776, 8)
    yield "composition huge", lambda: compose(huge, far)

    bent, across = layout((6, 2), (1, 7)), layout((3, 2), (2, 3))
    yield "composition refused", lambda: compose(bent, across)

    c = layout((2, 2), (1, 6))
    yield "complement", lambda: lib.complement(c, 24)

    d, by = layout((4, 2, 3), (2, 1, 8)), layout(4, 2)
    yield "logical_divide 1-D", lambda: lib.logical_divide(d, by)

    e, tiler = layout((9, (4, 8)), (59, (13, 1))), (layout(3, 3), layout((2, 4), (1, 8)))
    yield "logical_divide 2-D", lambda: lib.logical_divide(e, tiler)

    if peer == "tensor-layouts":
        block, tiles = layout((2, 5), (5, 1)), layout((3, 4), (1, 3))
        yield "blocked_product", lambda: lib.blocked_product(block, tiles)

    g = layout((2, (1, 6)), (1, (6, 2)))
    yield "coalesce", lambda: lib.coalesce(g)

    h = layout((2,) * 8, (128, 1, 64, 2, 32, 4, 16, 8))
    yield "right_inverse", lambda: lib.right_inverse(h)

    tiled = layout(((8, 8), (8, 8)), ((8, 512), (1, 64)))
    yield "evaluate sum", lambda: sum(tiled(i) for i in range(4096))
    yield "evaluate", lambda: [tiled(i) for i in range(4096)]

    if peer == "tensor-layouts":
        cube = layout((100, 100, 100), (1, 101, 10203))
        yield "injective 100^3", lambda: is_injective(cube)


def main(peer):
    package = {"pycute": "nvidia-cutlass"}.get(peer, peer)
    text = f"{package} {version(package)}, Python {platform.python_version()}"
    print(json.dumps({"peer": peer, "version": text}), flush=True)
    for case, f in cases(peer):
        ns, result = run(f)
        print(json.dumps({"case": case, "peer": peer, "ns": ns, "result": result}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
