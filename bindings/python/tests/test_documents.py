"""The examples in the documentation run, and print what they say."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
import tilework as tw

HERE = Path(__file__).parents[1]
WITHOUT_EXAMPLE = {"__version__", "Explanation"}
DOCUMENTS = [HERE / "README.md", HERE.parents[1] / "docs" / "python.md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents(path: Path) -> None:
    failed, tried = doctest.testfile(str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0 and tried > 0


@pytest.mark.parametrize("name", [None, *tw.__all__])
def test_docstrings(name: str | None) -> None:
    item = tw if name is None else getattr(tw, name)
    text = item.__doc__ or ""
    test = doctest.DocTestParser().get_doctest(text, {}, name or "tilework", None, None)
    assert test.examples or name in WITHOUT_EXAMPLE
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("path", sorted((HERE / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    assert subprocess.run([sys.executable, path], capture_output=True, check=True).stdout
