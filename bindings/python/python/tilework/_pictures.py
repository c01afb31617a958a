"""Pictures of layouts and operations, and how values show themselves in notebooks."""

from __future__ import annotations

from tilework import _tilework as native
from tilework._error import LayoutError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

Picture = native.Picture


class Explanation(str):
    """A derivation, line by line; in a notebook it shows itself, with a picture of what was asked."""

    __slots__ = ("_asked",)
    __module__ = "tilework"
    _asked: tuple[str, dict[str, Any]]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from html import escape

        text, names = getattr(self, "_asked", ("", {}))
        shown = f"<pre>{escape(self)}</pre>"
        try:
            return shown + frame(draw(text, names=names))
        except LayoutError:
            # What is refused, or is a number, has no picture.
            return shown


def explain(text: str, /, **names: Any) -> Explanation:
    """How the value of an expression is derived, or why it has none.

    >>> import tilework as tw
    >>> tw.explain("coalesce((2,(1,6)):(1,(6,2)))").splitlines()[0]
    'coalesce((2,(1,6)):(1,(6,2)))'
    """
    explanation = Explanation(native.explain(text, **names))
    explanation._asked = (text, names)
    return explanation


def draw(
    what: Any,
    /,
    *,
    names: dict[str, Any] | None = None,
    color_by: Any = None,
    labels: str | Sequence[str] = "offset",
    slice: Any = None,
    tile: Any = None,
    thread: int | None = None,
    value: int | None = None,
    both: bool = False,
    strip: bool = False,
    bits: bool = False,
    flat: bool = False,
    result: bool = False,
    title: str | None = None,
    theme: str | None = None,
) -> Picture:
    """A picture of a layout, or of an expression with the values of its ``names``: an operation with its operands.

    ``color_by`` is "none", "offset", "index", "row", "column", "tile", "mode=0.1", "bank=2" (for elements of 2 bytes),
    "thread", "value", or a layout. ``labels`` is "offset", "index", "coord", "bank=2" or "none", or texts, one for each
    offset. ``slice`` marks cells: ``(None, 2)``. ``tile`` is the shape that a layout of threads and values is drawn over,
    ``thread`` and ``value`` stand out in it, and ``both`` draws the map back as well. ``strip`` draws the offsets that
    are reached; ``bits`` draws which bits of the index make which bit of the offset; ``flat`` draws nested modes as if
    they were not; ``result`` draws an operation's result alone. ``theme`` is "light" or "dark"; by default the viewer's
    setting.

    >>> import tilework as tw
    >>> print(tw.draw("(2,3):(3,1)", color_by="row").text.rstrip())
    (2,3):(3,1)
        0  1  2
      ┌─────────┐
    0 │ 0  1  2 │
    1 │ 3  4  5 │
      └─────────┘
    """
    if isinstance(what, str):
        text, bound = what, dict(names or {})
    elif names:
        raise TypeError("draw: names are for an expression, which is a text")
    else:
        text, bound = "it", {"it": what}
        title = str(what) if title is None else title
    return Picture(
        text, bound, title=title, color_by=color_by, labels=labels, slice=slice, tile=tile, thread=thread,
        value=value, both=both, strip=strip, bits=bits, flat=flat, result=result, theme=theme,
    )


def frame(self: Picture) -> str:
    """A page inside another, as high as its contents: its rules of style are its own."""
    from html import escape

    grow = "this.style.height=this.contentDocument.documentElement.scrollHeight+'px'"
    page = escape(self.html, quote=True)
    return f'<iframe srcdoc="{page}" onload="{grow}" style="width:100%;height:24em;border:0"></iframe>'


def _svg(self: Any) -> str | None:
    try:
        return draw(self).svg
    except LayoutError:
        return None


def _html(self: Any) -> str | None:
    try:
        return frame(draw(self))
    except LayoutError:
        return None


def install() -> None:
    """Lets values show themselves in notebooks."""
    setattr(Picture, "_repr_html_", frame)
    for owner in (native.Layout, native.ComposedLayout, native.CoordLayout, native.TvLayout, native.Part):
        setattr(owner, "_repr_svg_", _svg)
        setattr(owner, "_repr_html_", _html)
