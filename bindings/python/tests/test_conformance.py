"""The cases that any implementation can run, through Python."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
import tilework as tw
from corpus import CONFORMANCE, argument, lines

# Tables of composed functions, which are no operations.
TABLES = {"swizzle_composition_eval", "swizzle_logical_divide_eval", "swizzle_then_composition_eval"}
# These lines have the offset, too.
RENAMED = {"slice": "slice_and_offset"}
FILES = sorted(path.stem for path in (CONFORMANCE / "cute").glob("*.jsonl") if path.stem not in TABLES)


def asked(operation: str, args: list[Any]) -> Any:
    """The answer of a function, or the kind of its refusal."""
    try:
        return getattr(tw, operation)(*map(argument, args))
    except tw.LayoutError as error:
        return f"refused: {error.kind}"


def evaluated(operation: str, args: list[Any]) -> Any:
    """What the language answers to the same as a text."""
    written = ", ".join(arg if isinstance(arg, str) else json.dumps(arg) for arg in args)
    try:
        return tw.eval(f"{operation}({written})")
    except tw.LayoutError as error:
        return f"refused: {error.kind}"


def same(answer: Any, expected: Any) -> bool:
    """Equal but for strides of modes of extent 1, which never matter."""
    if isinstance(expected, (list, tuple)) and not isinstance(answer, tw.Layout):
        return isinstance(answer, (list, tuple, tw.Part)) and [*map(str, answer)] == [*map(str, expected)]
    if isinstance(expected, (bool, int)) or expected is None:
        return type(answer) is type(expected) and bool(answer == expected)
    return str(answer) == expected or bool(tw.eval("found = expected", found=answer, expected=expected))


@pytest.mark.parametrize("name", FILES)
def test_functions_answer_like_the_language(name: str) -> None:
    for line in lines(f"cute/{name}.jsonl"):
        args = line["args"]
        assert asked(name, args) == evaluated(name, args), line


def right(line: dict[str, Any], name: str) -> bool:
    static = line["static"]
    if isinstance(static, dict):
        return False
    answer = asked(name, line["args"])
    return not (isinstance(answer, str) and answer.startswith("refused")) and same(answer, static)


def test_the_answers_are_those_of_cute_wherever_these_are_right() -> None:
    """conformance/COUNTS.md has how many lines are equal, file by file. Where the two define an operation
    differently, single answers may agree, so there can be more."""
    counts = {}
    for row in (CONFORMANCE / "COUNTS.md").read_text().splitlines():
        cells = [cell.strip(" `*") for cell in row.split("|")]
        if len(cells) > 3 and cells[1] in FILES:
            counts[cells[1]] = int(cells[3])
    found = {name: sum(right(line, name) for line in lines(f"cute/{name}.jsonl")) for name in counts}
    assert {name for name in counts if found[name] < counts[name]} == set()
    assert sum(counts.values()) > 6000


@pytest.mark.parametrize("name", ["exact.jsonl", "wild.jsonl"])
def test_exact_answers_and_witnesses(name: str) -> None:
    for line in lines(name):
        operation, args = line["op"], line["args"]
        if operation == "slice":
            args = args[::-1]
        call = getattr(tw, RENAMED.get(operation, operation))
        if "error" in line:
            with pytest.raises(tw.LayoutError) as caught:
                call(*map(argument, args))
            error, expected = caught.value, line["error"]
            assert error.kind == expected["kind"], line
            numbers = {"index": error.witness, "expected": error.expected, "found": error.found}
            for field, value in numbers.items():
                if field in expected:
                    assert value == expected[field], line
        else:
            assert same(call(*map(argument, args)), line["answer"]), line


def viewed(a: Any, start: int, step: list[Any]) -> tuple[Any, int] | None:
    """One step of a chain of views; None where the data have to be copied."""
    match step:
        case ["reshape", shape, order, *_]:
            try:
                return tw.can_view(a, tuple(shape), "row_major" if order == "C" else "col_major"), start
            except tw.LayoutError as error:
                assert error.witness is not None
                return None
        case ["permute", axes, *_]:
            return (tw.permute(a, tuple(axes)) if axes else a), start
        case ["slice", axis, first, count, by, *_]:
            stride = a[axis].stride
            return tw.replace(a, axis, tw.Layout(count, by * stride)), start + first * stride
        case ["flip", axis, *_]:
            flipped = tw.flip(a, axis)
            layout, offset = flipped if isinstance(flipped, tw.Part) else (flipped, 0)
            return layout, start + offset
        case ["broadcast_to", shape, *_]:
            return tw.broadcast_to(a, tuple(shape)), start
        case ["squeeze", *_]:
            return tw.squeeze(a), start
        case ["expand_dims", axis, *_]:
            return tw.unsqueeze(a, axis), start
        case _:
            raise AssertionError(step)


def test_chains_of_views_are_those_of_numpy() -> None:
    copies = 0
    for line in lines("numpy/views.jsonl"):
        a, start = tw.Layout(tuple(line["shape"]), order="row"), 0
        for step in line["steps"]:
            found = viewed(a, start, step)
            if found is None:
                assert step[-1] is None, (step, line)
                extents = [n if n != -1 else a.size // -math.prod(step[1]) for n in step[1]]
                a, start = tw.Layout(tuple(extents), order="row" if step[2] == "C" else "col"), 0
                copies += 1
                continue
            a, start = found
            strides = [stride if extent > 1 else 0 for extent, stride in zip(a.shape, a.stride, strict=True)]
            assert [strides, start] == step[-2:], (step, line)
    assert copies > 1500
