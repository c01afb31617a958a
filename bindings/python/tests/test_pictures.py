"""Pictures: in all formats, saved whole or not at all, and as notebooks ask for them."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import tilework as tw

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(item.itertext()) for item in ET.fromstring(svg).iter(f"{SVG}text")]


def colours(color_by: Any) -> int:
    """How many colours the cells of a picture have."""
    picture = ET.fromstring(tw.draw("(4,(2,2)):(4,(1,2))", color_by=color_by, theme="light").svg)
    return len({item.get("class") for item in picture.iter() if item.tag != f"{SVG}text"})


def test_a_picture_has_every_offset() -> None:
    a = tw.Layout("(3,5):(7,1)")
    picture = tw.draw(a)
    written = texts(picture.svg)
    for i in range(a.size):
        assert str(a(i)) in written
        assert str(a(i)) in picture.text
    assert str(picture) == picture.text and repr(picture) == "<picture of (3,5):(7,1)>"
    assert picture.html.startswith("<!DOCTYPE html>")
    assert "tikzpicture" in picture.tex
    assert picture.png.startswith(b"\x89PNG\r\n")


def test_pictures_beside_each_other() -> None:
    above, left = tw.draw("2:1", title="above"), tw.draw("zipped_divide(8, 2)")
    right = tw.draw("(2,2):(2,1)", slice=(0, None))
    sheet = tw.Picture.beside([[above], [left, right]], title="a \x1b[2Jsheet\n", theme="dark")
    written = texts(sheet.svg)
    assert r"a \u{1b}[2Jsheet " in written and "above" in written and "(2,2):(2,1)" in written
    assert "marked: the slice (0,_)" in sheet.text and sheet.png.startswith(b"\x89PNG") and "tikzpicture" in sheet.tex
    assert tw.Picture.beside([[sheet, above]]).text.count("above") == 2, "a sheet is a picture"
    assert tw.Picture.beside([]).text.strip() == ""
    untyped: Any = tw.Picture.beside
    for bad in ([above], [["2:1"]], 3):
        with pytest.raises(TypeError):
            untyped(bad)


def test_labels_by_offset() -> None:
    picture = tw.draw("(2,3):(3,1)", labels=["a", "<b>", "c\x1b[0m", "d e"])
    written = texts(picture.svg)
    assert {"a", "<b>", r"c\u{1b}[0m", "d e", "4", "5"} <= set(written) and "0" not in written[-6:]
    assert r"c\u{1b}[0m" in picture.text and "&lt;b&gt;" in picture.html
    untyped: Any = tw.draw
    with pytest.raises(TypeError):
        untyped("2:1", labels=[1, 2])
    with pytest.raises(tw.LayoutError, match="labels: there is no `x` to label by"):
        tw.draw("2:1", labels="x")


@pytest.mark.parametrize("extension", ["svg", "html", "tex", "txt", "png"])
def test_pictures_are_saved(tmp_path: Path, extension: str) -> None:
    picture, path = tw.draw("zipped_divide((4,6):(1,4), <2,3>)"), tmp_path / f"x.{extension}"
    path.write_text("old")
    picture.save(path)
    picture.save(str(path))
    expected = picture.text if extension == "txt" else getattr(picture, extension)
    assert path.read_bytes() == (expected if isinstance(expected, bytes) else expected.encode())
    assert os.listdir(tmp_path) == [path.name]


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    picture = tw.draw("(2,3)")
    with pytest.raises(tw.LayoutError, match="there is no format `gif`"):
        picture.save(tmp_path / "x.gif")
    with pytest.raises(FileNotFoundError):
        picture.save(tmp_path / "none" / "x.svg")
    folder = tmp_path / "x.svg"
    folder.mkdir()
    with pytest.raises(OSError):
        picture.save(folder)
    assert os.listdir(tmp_path) == ["x.svg"]


@pytest.mark.parametrize(
    "color_by",
    ["none", "offset", "index", "row", "column", "tile", "mode=0", "mode=1.0", "bank=4", "(4,4):(4,1)",
     "layout=(4,4):(4,1)", tw.Layout("(4,4):(4,1)"), (4, 4)],
)
def test_colours(color_by: Any) -> None:
    assert (colours(color_by) > colours("none")) == (color_by != "none")


def test_views() -> None:
    assert "(1,2)" in texts(tw.draw("(2,3)", labels="coord").svg)
    assert tw.draw("(4,8)", slice=(None, 2)).svg != tw.draw("(4,8)", result=True).svg
    assert tw.draw("(2,3):(1,4)", strip=True).text != tw.draw("(2,3):(1,4)").text
    tv = tw.TvLayout("((3,2),2):((4,2),1) on (4,3)")
    assert "T5" in tw.draw(tv).text
    assert tw.draw("((3,2),2):((4,2),1)", tile=(4, 3)).svg.count("T5") == tw.draw(tv).svg.count("T5")
    assert tw.draw(tv, thread=1).svg != tw.draw(tv).svg
    product = tw.draw("blocked_product(A, B)", names={"A": "(2,2)", "B": (3, 2)})
    assert "blocked_product(A, B)" in product.text
    assert tw.draw("(2,3)", title="a title").text.startswith("a title")


@pytest.mark.parametrize(
    ("options", "text"),
    [({"color_by": "colour"}, "color_by: there is no `colour` to colour by"), ({"color_by": "bank=0"}, "bank=0"),
     ({"color_by": "mode=x"}, "mode=x"), ({"labels": "x"}, "labels: there is no `x` to label by"),
     ({"theme": "blue"}, "light or dark"), ({"tile": (0, 3)}, ""), ({"tile": "4:1"}, "a shape"),
     ({"slice": "4:1"}, "a coordinate")],
)
def test_options_that_are_refused(options: dict[str, Any], text: str) -> None:
    with pytest.raises((tw.LayoutError, TypeError)) as refused:
        tw.draw("(4,8)", **options)
    assert text in str(refused.value)


def test_expressions_that_have_no_picture() -> None:
    for expression in ("composition((6,2):(1,7), (3,2):(2,3))", "(4,", "SM80", "1 < 2"):
        with pytest.raises(tw.LayoutError):
            tw.draw(expression)
    with pytest.raises(TypeError, match="names"):
        tw.draw(tw.Layout(4), names={"A": 4})


def test_neither_import_nor_pictures_need_numpy() -> None:
    program = """
import sys
sys.modules["numpy"] = None
import tilework as tw
assert tw.draw("(2,3)").svg and tw.explain("size((2,3))")._repr_html_() and tw.Layout("(2,3)")._repr_html_()
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_notebooks() -> None:
    for value in (tw.Layout("(4,8)"), tw.Layout(1 << 40), tw.ComposedLayout("Sw<1,0,1> o 0 o (2,2)"),
                  tw.CoordLayout((2, 3)), tw.TvLayout("(2,2) on (2,2)"), tw.Part("4", 8), tw.draw("(2,3)")):
        shown: Any = value
        assert ET.fromstring(shown._repr_svg_()).tag == f"{SVG}svg"
        page = shown._repr_html_()
        assert ET.fromstring(page).get("srcdoc", "").startswith("<!DOCTYPE html>")
    explained = tw.explain("A o 4:2", A="(4,2):(1,8)")
    html = explained._repr_html_()
    assert html.startswith("<pre>A o 4:2") and "<iframe" in html
    assert "<iframe" not in tw.explain("(6,2):(1,7) o (3,2):(2,3)")._repr_html_()
    assert "&lt;" in tw.explain("zipped_divide((4,4), <2,2>)")._repr_html_()
