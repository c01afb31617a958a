"""Arrays of all kinds through `tilework relayout`, compared with what numpy makes of them."""

import itertools
import subprocess
import sys

import numpy as np


def relayout(*args):
    subprocess.run([sys.argv[1], "relayout", *args, "a.npy", "b.npy"], check=True)
    return np.load("b.npy")


def same(found, expected):
    assert found.dtype == expected.dtype and found.shape == expected.shape, (found, expected)
    assert found.tobytes() == expected.tobytes(), (found, expected)


record = np.dtype([("a", "<i4"), ("b", "<f8", (2,)), ("Größe", "|i1")])
for dtype in ["<f4", ">i2", "|b1", "<c16", "<U3", "<M8[ns]", "|S5", record]:
    dtype = np.dtype(dtype)
    for shape in [(), (1,), (6,), (2, 3), (3, 1, 4), (2, 3, 4, 5), (0, 3)]:
        size = int(np.prod(shape, dtype=int))
        flat = np.frombuffer(bytes(i % 2 for i in range(size * dtype.itemsize)), dtype)
        for version, order in itertools.product([(1, 0), (2, 0), (3, 0)], "CF"):
            # Every version once; the others as numpy chooses, which needs 3.0 for names like these.
            if shape != (2, 3) or dtype == record:
                if version != (1, 0):
                    continue
                version = None
            a = np.array(flat.reshape(shape), order=order)
            with open("a.npy", "wb") as file:
                np.lib.format.write_array(file, a, version)
            rows, columns = relayout("--to", "row-major"), relayout("--to", "column-major")
            same(rows, a)
            same(columns, a)
            assert rows.flags.c_contiguous and columns.flags.f_contiguous
            if len(shape) > 1:
                axes = [*range(1, len(shape)), 0]
                permuted = relayout("--permute", ",".join(map(str, axes)))
                same(permuted, a.transpose(axes))
                assert permuted.flags.c_contiguous
