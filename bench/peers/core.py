"""The cases of bench/src/core in a Python peer: `core.py pycute` or `core.py tensor-layouts`."""

import platform
import sys
from importlib.metadata import version

from serve import serve


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

    mode = layout(4, 2)
    yield "complement rank 1", lambda: lib.complement(mode, 24)

    uneven = layout((2, 2), (1, 3))
    yield "complement refused", lambda: lib.complement(uneven, 24)

    d, by = layout((4, 2, 3), (2, 1, 8)), layout(4, 2)
    yield "logical_divide 1-D", lambda: lib.logical_divide(d, by)

    e, tiles = layout((9, (4, 8)), (59, (13, 1))), (layout(3, 3), layout(8, 4))
    yield "logical_divide 2-D rank 1", lambda: lib.logical_divide(e, tiles)

    tiler = (layout(3, 3), layout((2, 4), (1, 8)))
    yield "logical_divide 2-D", lambda: lib.logical_divide(e, tiler)

    times = layout(6, 1)
    yield "logical_product", lambda: lib.logical_product(mode, times)

    if peer == "tensor-layouts":
        block, grid = layout((2, 5), (5, 1)), layout((3, 4), (1, 3))
        yield "blocked_product", lambda: lib.blocked_product(block, grid)

    g = layout((2, (1, 6)), (1, (6, 2)))
    yield "coalesce", lambda: lib.coalesce(g)

    h = layout((2,) * 8, (128, 1, 64, 2, 32, 4, 16, 8))
    yield "right_inverse", lambda: lib.right_inverse(h)

    tiled = layout(((8, 8), (8, 8)), ((8, 512), (1, 64)))
    yield "layout(i)", lambda: tiled(1234)
    yield "layout(i) prepared", lambda: tiled(1234)
    yield "evaluate sum", lambda: sum(tiled(i) for i in range(4096))
    yield "evaluate", lambda: [tiled(i) for i in range(4096)]
    yield "evaluate by index", lambda: [tiled(i) for i in range(4096)]

    if peer == "tensor-layouts":
        cube = layout((100, 100, 100), (1, 101, 10203))
        yield "injective 100^3", lambda: is_injective(cube)


def main(peer):
    package = {"pycute": "nvidia-cutlass"}.get(peer, peer)
    serve(f"{package} {version(package)}, Python {platform.python_version()}", cases(peer))


if __name__ == "__main__":
    main(sys.argv[1])
