"""tensor-layouts' drawings, for `cargo xtask bench draw`."""

import os
import platform
import tempfile
from importlib.metadata import version

import matplotlib

matplotlib.use("Agg")
from serve import serve
from tensor_layouts import Layout
from tensor_layouts.viz import draw_layout

PEER = f"tensor-layouts {version('tensor-layouts')}, matplotlib {version('matplotlib')}"


def cases(folder):
    """The pictures, by the ends of their files."""
    layout = Layout((64, 64), (64, 1))
    for extension in ["svg", "png"]:
        path = os.path.join(folder, f"layout.{extension}")
        yield extension, lambda path=path: draw_layout(layout, path, colorize=True)


with tempfile.TemporaryDirectory() as folder:
    serve(f"{PEER}, Python {platform.python_version()}", cases(folder))
