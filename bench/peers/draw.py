"""tensor-layouts' drawings, for `cargo xtask bench draw`: one JSON object a line."""

import json
import os
import platform
import tempfile
import time
from importlib.metadata import version

import matplotlib

matplotlib.use("Agg")
from tensor_layouts import Layout
from tensor_layouts.viz import draw_layout

peer = f"tensor-layouts {version('tensor-layouts')}, matplotlib {version('matplotlib')}"
print(json.dumps({"peer": "tensor-layouts", "version": f"{peer}, Python {platform.python_version()}"}))

layout = Layout((64, 64), (64, 1))
with tempfile.TemporaryDirectory() as folder:
    for extension in ["svg", "png"]:
        path = os.path.join(folder, f"layout.{extension}")
        times = []
        for _ in range(3):
            start = time.perf_counter_ns()
            draw_layout(layout, path, colorize=True)
            times.append(time.perf_counter_ns() - start)
        print(json.dumps({"case": extension, "ns": sorted(times)[1], "result": ""}))
