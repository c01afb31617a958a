"""Refusals and bad input: an exception of the right class that says what was expected, and never a panic."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
import tilework as tw

A: Any = tw.Layout("(4,8):(1,4)")
# The type checkers would find most of what is wrong below.
untyped: Any = tw


def test_a_refusal_has_its_witness() -> None:
    with pytest.raises(tw.LayoutError) as caught:
        tw.Layout("(6,2):(1,7)") @ tw.Layout("(3,2):(2,3)")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.kind, error.operation) == ("not-a-layout", "composition")
    assert (error.witness, error.expected, error.found) == (5, 7, 8)
    assert str(error).startswith("composition: (6,2):(1,7) o (3,2):(2,3) is not a layout: at index 5 it is 8")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.witness, again.kind) == (str(error), 5, error.kind)


def test_a_refusal_reads_the_same_on_every_way() -> None:
    def text(call: Callable[[], Any]) -> str:
        with pytest.raises(tw.LayoutError) as caught:
            call()
        return str(caught.value)

    a, b = tw.Layout("(6,2):(1,7)"), tw.Layout("(3,2):(2,3)")
    texts = {
        text(lambda: a @ b),
        text(lambda: a.composition(b)),
        text(lambda: tw.composition(str(a), str(b))),
        text(lambda: tw.eval(f"composition({a}, {b})")).replace("the carry crosses this extent", ""),
    }
    assert len({text.splitlines()[0] for text in texts}) == 1


def test_advice() -> None:
    with pytest.raises(tw.LayoutError) as caught:
        tw.get(A, 5)
    assert caught.value.advice == "the modes are 0 to 1"
    assert "^ mode 5" in str(caught.value)


def test_an_error_of_a_text_carries_the_caret() -> None:
    with pytest.raises(tw.LayoutError) as caught:
        tw.Layout("(4,8:(1,4)")
    assert caught.value.kind == "syntax"
    message, text, caret, *_ = str(caught.value).splitlines()
    assert text == "  (4,8:(1,4)" and set(caret.split()[0]) == {"^"}


def test_an_exception_that_others_raise() -> None:
    error = tw.LayoutError("by hand")
    assert (str(error), error.kind, error.witness, error.advice) == ("by hand", None, None, None)


class Liar:
    shape = (4, 8)
    stride = "no"


class Raises:
    @property
    def shape(self) -> Any:
        raise RuntimeError("not today")

    stride = shape


class Index:
    def __index__(self) -> int:
        raise RuntimeError("not today")


deep: Any = 4
for _ in range(10_000):
    deep = (deep,)

BAD: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: untyped.Layout(1.5), TypeError, "not a value of type float"),
    (lambda: untyped.Layout({4: 8}), TypeError, "not a value of type dict"),
    (lambda: untyped.Layout(b"4:1"), TypeError, "not a value of type bytes"),
    (lambda: untyped.Layout(), TypeError, "missing 1 required positional argument"),
    (lambda: untyped.Layout((4, "8"), (1, 4)), TypeError, "a shape is an integer or a nested tuple"),
    (lambda: untyped.Layout((4, 8), "1"), TypeError, "a stride is an integer or a nested tuple"),
    (lambda: untyped.Layout((4, 8), (1, 4), order="row"), TypeError, "not both"),
    (lambda: untyped.Layout((4, 8), order="diagonal"), tw.LayoutError, 'it is "col" or "row"'),
    (lambda: untyped.Layout((4, 8), (1,)), tw.LayoutError, "2 leaves on one side and 1 on the other"),
    (lambda: untyped.Layout((4, 0), (1, 4)), tw.LayoutError, "extent 0"),
    (lambda: untyped.Layout(2**63), tw.LayoutError, "64 bits"),
    (lambda: untyped.Layout((2**40, 2**40)), tw.LayoutError, "fit"),
    (lambda: untyped.Layout(10**1000), tw.LayoutError, "64 bits"),
    (lambda: untyped.Layout((1,) * 33), tw.LayoutError, "32"),
    (lambda: untyped.Layout(deep), tw.LayoutError, "nested too deeply"),
    (lambda: untyped.Layout("Sw<3,3,3>"), tw.LayoutError, "is a swizzle, not a layout"),
    (lambda: untyped.Layout("4:1\0"), tw.LayoutError, ""),
    (lambda: untyped.Layout("𝟜:1"), tw.LayoutError, ""),
    (lambda: untyped.Layout(Liar()), TypeError, "the stride of a value of type Liar is not made of integers"),
    (lambda: untyped.Layout(Raises()), RuntimeError, "not today"),
    (lambda: A(Index()), RuntimeError, "not today"),
    (lambda: A(2**63), tw.LayoutError, "64 bits"),
    (lambda: A(2**62, 2**62), tw.LayoutError, ""),
    (lambda: A(-1), tw.LayoutError, "negative"),
    (lambda: A(1.0), TypeError, "not a value of type float"),
    (lambda: A(1, 2, 3), tw.LayoutError, "3 modes"),
    (lambda: A[2], tw.LayoutError, "there is no mode 2; the rank is 2"),
    (lambda: A[-3], tw.LayoutError, "there is no mode -3"),
    (lambda: A["0"], TypeError, "a mode is an integer"),
    (lambda: A[0, 0, 1], tw.LayoutError, "there is no mode 1; the rank is 1"),
    (lambda: A @ object(), TypeError, "not a value of type object"),
    (lambda: object() @ A, TypeError, "not a value of type object"),
    (lambda: untyped.composition(A), TypeError, "`composition` takes 2 arguments, not 1"),
    (lambda: untyped.composition(A, A, A), TypeError, "takes 2 arguments, not 3"),
    (lambda: untyped.composition(A, B=A), TypeError, "keyword"),
    (lambda: untyped.complement(A, 2**64), tw.LayoutError, "64 bits"),
    (lambda: untyped.size(None), tw.LayoutError, "`size` needs a layout or a tuple here, not a slicer"),
    (lambda: untyped.eval("4:1 o"), tw.LayoutError, ""),
    (lambda: untyped.eval("A", A=object()), TypeError, "not a value of type object"),
    (lambda: untyped.eval(4), TypeError, ""),
    (lambda: untyped.solve(A), TypeError, "an equation is a text"),
    (lambda: untyped.solve("4:2 o 3 = 2"), tw.LayoutError, "no `\\?`"),
    (lambda: untyped.solve("A", "B", A=A), TypeError, "names are for an equation"),
    (lambda: untyped.recover([0, 1, 5, 9]), tw.LayoutError, "at index 3"),
    (lambda: untyped.recover(5), TypeError, ""),
    (lambda: untyped.recover([1.5]), TypeError, ""),
    (lambda: untyped.compare("(4", A), tw.LayoutError, "not closed"),
    (lambda: untyped.Swizzle(3), TypeError, "takes 2 or 3 arguments"),
    (lambda: untyped.Swizzle("4:1"), tw.LayoutError, "4:1 is a layout, not a swizzle"),
    (lambda: untyped.Swizzle(-1, 0, 3), tw.LayoutError, ""),
    (lambda: untyped.Tiler(1.5), TypeError, "float"),
    (lambda: untyped.Report(), tw.LayoutError, "is not made"),
    (lambda: untyped.Swizzle(3, 3, 3).nothing, AttributeError, "nothing"),
    (lambda: untyped.bank_report(A, 32, "nonsense"), tw.LayoutError, ""),
]


@pytest.mark.parametrize(("call", "kind", "message"), BAD, ids=[str(i) for i in range(len(BAD))])
def test_bad_input(call: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message or None) as caught:
        call()
    assert type(caught.value) is kind, "and no subclass, which a panic would be"
    assert str(caught.value)
