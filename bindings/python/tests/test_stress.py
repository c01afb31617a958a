"""Many threads in one process, and many calls: right results, and nothing that is kept."""

from __future__ import annotations

import gc
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tilework as tw

MATRIX = np.arange(512 * 640, dtype="f4").reshape(512, 640)
SMALL, OUT = np.arange(64), np.zeros(64, int)
A, B = tw.Layout("(6,2):(8,2)"), tw.Layout("(4,3):(3,1)")
REFUSED = tw.Layout("(6,2):(1,7)"), tw.Layout("(3,2):(2,3)")
SWIZZLED: Any = tw.Swizzle(3, 0, 3) @ tw.Layout("(8,8):(8,1)")
LINEAR = tw.LinearLayout({"lane": [(0, 1), (1, 1)], "register": [(2, 0)]}, (4, 2))


def test_threads(stress: bool) -> None:
    """Eight threads move data and ask the algebra at once; all results are right."""
    end = time.monotonic() + (60 if stress else 1)
    expected, wrong, rounds = np.ascontiguousarray(MATRIX.T), list[str](), [0] * 8

    def work(me: int) -> None:
        out = np.empty((640, 512), "f4")
        source, target = tw.Layout.from_array(MATRIX.T), tw.Layout.from_array(out)
        while time.monotonic() < end:
            out[:] = 0
            tw.relayout(MATRIX, source, target, out, threads=None if me % 2 else 1)
            n = 1 + (me + rounds[me]) % 60
            checks = {
                "relayout": bool((out == expected).all()),
                "composition": tw.Layout((n, 4)) @ tw.Layout(n, 4) == tw.Layout(f"({n},4):(1,{n}) o {n}:4"),
                "complement": tw.complement(tw.Layout(n, 2), 2 * n) == tw.Layout(2),
                "offsets": tw.Layout((n, 3), (3, 1)).offsets().sum() == sum(range(3 * n)),
                "language": tw.eval("size(A)", A=tw.Layout((n, 4))) == 4 * n,
                "swizzled": SWIZZLED(n) == tw.eval("A(n)", A=SWIZZLED, n=n),
            }
            wrong.extend(f"thread {me}, round {rounds[me]}: {name}" for name, right in checks.items() if not right)
            with pytest.raises(tw.LayoutError, match="at index 5 it is 8"):
                tw.composition(*REFUSED)
            rounds[me] += 1

    threads = [threading.Thread(target=work, args=(me,)) for me in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"rounds: {rounds}")
    assert not wrong and all(rounds)


def refusal() -> None:
    try:
        A.composition(REFUSED[1])
        REFUSED[0] @ REFUSED[1]
    except tw.LayoutError as error:
        str(error)


def overwriting() -> None:
    try:
        tw.relayout(SMALL, "64", "(8,8):(1,1)", OUT)
    except tw.LayoutError:
        pass


#: One call of each kind, by what it costs: how many of a million there are.
CALLS: list[tuple[Callable[[], Any], int]] = [
    (lambda: A @ B, 200_000),
    (lambda: (A(5), A(1, 1), A((1, 1)), A(None, 1)), 100_000),
    (lambda: (A.shape, A.stride, A.size, hash(A), A == B, A[0], list(A)), 100_000),
    (lambda: (tw.Layout((6, 2), (8, 2)), tw.Layout("(6,2):(8,2)"), str(A), repr(A)), 100_000),
    (lambda: (tw.complement(B, 24), A.coalesce(), tw.zipped_divide((8, 8), (2, 4))), 100_000),
    (lambda: (SWIZZLED(5), SWIZZLED.size, tw.Swizzle(3, 4, 3), tw.Tiler(4, None)), 50_000),
    (lambda: (LINEAR(3, 1), LINEAR.bases, LINEAR.inverse() @ LINEAR), 50_000),
    (refusal, 100_000),
    (lambda: (A.offsets(), SWIZZLED.offsets()), 50_000),
    (lambda: (tw.relayout(SMALL, "(8,8):(8,1)", "64", OUT), tw.view(SMALL, "(8,8):(8,1)")), 50_000),
    (overwriting, 50_000),
    (lambda: tw.eval("coalesce(A o B)", A=A, B=B), 49_000),
    (lambda: tw.bank("(32,32):(32,1)", 32, "column").to_dict(), 1_000),
]


@pytest.mark.parametrize(("call", "times"), CALLS, ids=[str(i) for i in range(len(CALLS))])
def test_nothing_is_kept(call: Callable[[], Any], times: int, stress: bool) -> None:
    """Neither memory that Python knows nor objects, nor references to what is given."""
    times = times if stress else times // 40
    given = (A, B, REFUSED, SMALL, OUT, SWIZZLED, LINEAR, tw.Layout, tw.LayoutError)

    def work() -> None:
        for _ in range(times):
            call()

    def counts() -> tuple[int, int, list[int]]:
        gc.collect()
        return tracemalloc.get_traced_memory()[0], len(gc.get_objects()), [sys.getrefcount(one) for one in given]

    for _ in range(20):
        call()
    tracemalloc.start()
    # The first round fills what is kept on purpose, such as caches of the interpreter.
    work()
    before = counts()
    work()
    after = counts()
    tracemalloc.stop()
    print(f"{times} calls: {after[0] - before[0]} bytes, {after[1] - before[1]} objects")
    # Less than two bytes a call, beside what the interpreter keeps for later.
    assert after[0] - before[0] < max(20_000, times)
    assert abs(after[1] - before[1]) < 50
    assert all(abs(now - then) < 10 for now, then in zip(after[2], before[2], strict=True))
