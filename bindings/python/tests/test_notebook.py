"""The tutorial runs from its first cell to its last, and shows what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

TUTORIAL = Path(__file__).parents[1] / "examples" / "tutorial.ipynb"


@pytest.mark.filterwarnings("ignore")
def test_the_tutorial_runs() -> None:
    notebook: Any = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(notebook)
    # Outputs are made here and in the reader's notebook, and not kept.
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code")
    nbclient.NotebookClient(notebook, timeout=60).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [output.data for output in outputs if output.output_type == "execute_result"]
    pictures = [data for data in shown if "image/svg+xml" in data]
    assert len(pictures) >= 6
    assert all("<iframe" in data["text/html"] for data in pictures)
    assert any(data.get("text/html", "").startswith("<pre>") for data in shown)
    assert "at index 5 it is 8" in "".join(output.get("text", "") for output in outputs)
