"""The cases of bench/src/hardware.rs in tensor-layouts: `hardware.py tensor-layouts`."""

import platform
import sys
from importlib.metadata import version

import tensor_layouts as lib
from serve import serve
from tensor_layouts import layout_utils
from tensor_layouts.analysis import (
    bank_conflicts,
    coalescing_efficiency,
    per_group_bank_conflicts,
)
from tensor_layouts.atoms_nv import SM80_16x8x16_F32F16F16F32_TN as ATOM


def cases():
    """What is asked, by the names of the cases."""
    column = lib.Layout(32, 32)
    yield "bank 32 scalars", lambda: bank_conflicts(column, element_bytes=4)["max_ways"]

    rows = lib.Layout((32, 8), (64, 1))
    yield "bank 32x8 fp16", lambda: bank_conflicts(rows, element_bytes=2)["max_ways"]

    swizzled = lib.compose(lib.Swizzle(3, 3, 3), rows)
    yield "bank 32x8 fp16 swizzled", lambda: bank_conflicts(swizzled, element_bytes=2)["max_ways"]

    block = lib.Layout((256, 8), (8, 1))
    yield (
        "bank 256x8 fp16",
        lambda: max(
            group["max_ways"]
            for group in per_group_bank_conflicts(block, element_bytes=2)["groups"]
        ),
    )

    vectors = lib.Layout((32, 8), (8, 1))
    yield (
        "global 32x8 fp16",
        lambda: coalescing_efficiency(vectors, element_bytes=2)["transactions"],
    )

    atoms = lib.Layout((2, 2), (1, 2))
    yield "tiled mma", lambda: len(layout_utils.tile_mma_grid(ATOM, atoms)[0])


if __name__ == "__main__":
    peer = sys.argv[1]
    serve(f"{peer} {version(peer)}, Python {platform.python_version()}", cases())
