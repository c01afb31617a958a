"""The operations of the language's table: each is a function, with its documentation and its example."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import tilework as tw
from tilework import _tilework as native

TABLE = native.table()


@pytest.mark.parametrize(("name", "function"), [row[:2] for row in TABLE], ids=[row[0] for row in TABLE])
def test_every_operation_has_a_function_with_its_example(name: str, function: Any) -> None:
    main, _, example, result = function.entry()
    public = getattr(tw, name)
    if isinstance(public, type):
        return
    assert str(tw.eval(example)) == str(tw.eval(f"x = {example}")) and result
    assert public.__name__ == name and callable(public)
    if name not in ("solve", "recover", "offsets"):
        assert f"{example} = {result}" in public.__doc__
        assert inspect.signature(public)
    assert main in dir(tw)


def test_methods_are_the_functions_of_their_object() -> None:
    a: Any = tw.Layout("(8,8):(8,1)")
    assert a.coalesce((1, 1)) == tw.coalesce(a, (1, 1))
    assert a.slice((None, 1)) == tw.slice((None, 1), a)
    assert a.take(0, 1) == tw.take(a, 0, 1)
    assert tw.Swizzle(3, 4, 3).apply(5) == tw.apply(tw.Swizzle(3, 4, 3), 5)
    assert tw.Layout.coalesce(a) == a.coalesce()
    with pytest.raises(TypeError):
        a.coalesce(1, 2, 3)


def test_hardware_from_python() -> None:
    mma = tw.make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2, 2, 1), tw.Tiler(32, 32, 16))
    assert mma.threads == 128
    assert mma == tw.eval("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)")
    found = tw.solve_swizzle("(64,64):(64,1)", 16, "store:row:16B", "ldmatrix.x4")
    assert str(found).startswith("Sw<3,3,3>")
    assert tw.bank_report(tw.Swizzle(3, 3, 3) @ tw.Layout("(64,64):(64,1)"), "half", "ldmatrix.x4").ways == 1
