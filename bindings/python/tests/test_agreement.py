"""Every function answers what the command answers to the same as a text, in JSON: its result, or its refusal."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tilework as tw
from hypothesis import given, settings
from hypothesis import strategies as st
from tilework import _tilework as native

from test_properties import layouts

COMMAND = Path(sys.executable).with_name("tilework")
pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason="the package is not installed as a wheel")


class Command:
    """One process that is asked line by line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([COMMAND, "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, text: str) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def command() -> Iterator[Command]:
    running = Command()
    yield running
    assert running.process.stdin and running.process.stdout
    running.process.stdin.close()
    running.process.wait(60)
    running.process.stdout.close()


def arguments(text: str) -> list[str]:
    """What stands between the parentheses of a call, at its commas."""
    out, depth, start = list[str](), 0, 0
    for i, c in enumerate(text):
        depth += (c in "([<") - (c in ")]>")
        if c == "," and depth == 0:
            out.append(text[start:i].strip())
            start = i + 1
    return [*out, text[start:].strip()]


def written(answer: Any) -> str:
    """An answer as the language writes it."""
    match answer:
        case None:
            return "none"
        case bool():
            return str(answer).lower()
        case tuple() if any(isinstance(one, (tw.Layout, tw.Value)) for one in answer):
            return " and ".join(map(str, answer))
        case tuple():
            return f"({','.join('_' if one is None else written(one) for one in answer)})"
        case list():
            return f"[{','.join(map(written, answer))}]"
        case _:
            return written(answer.tolist()) if hasattr(answer, "tolist") else str(answer)


def value(text: str) -> Any:
    """An argument as an object, where it is one by itself: the notation of an access or of an order is not."""
    try:
        return tw.eval(text)
    except tw.LayoutError:
        return text


def check(command: Command, function: Any, name: str, args: list[Any]) -> None:
    text = f"{name}({', '.join(map(written, args))})"
    told = command.ask(text)
    try:
        answer = function(*args)
    except tw.LayoutError as error:
        refused = told["error"]
        assert error.kind == refused["kind"], text
        numbers = {"index": error.witness, "expected": error.expected, "found": error.found}
        assert {name: refused[name] for name in numbers if name in refused} == {
            name: number for name, number in numbers.items() if number is not None and name in refused
        }, text
        return
    assert written(answer) == told.get("result"), (text, told)


def calls() -> list[tuple[str, Any, list[str]]]:
    """The operations that are called with arguments in their example, and that are functions here."""
    out = list[tuple[str, Any, list[str]]]()
    for name, function, _ in native.table():
        main, _, example, _ = function.entry()
        if name == main and example.startswith(f"{name}(") and not isinstance(getattr(tw, name), type):
            out.append((name, getattr(tw, name), arguments(example[len(name) + 1 : -1])))
    return out


CALLS = calls()


def test_most_operations_are_asked() -> None:
    names = {function.entry()[0] for _, function, _ in native.table()}
    assert len(names) - len(CALLS) < 12, names - {name for name, _, _ in CALLS}


@pytest.mark.parametrize(("name", "function", "texts"), CALLS, ids=[name for name, _, _ in CALLS])
def test_the_example_of_every_function(command: Command, name: str, function: Any, texts: list[str]) -> None:
    check(command, function, name, [value(text) for text in texts])


@given(st.data())
@settings(max_examples=1000)
def test_every_function_on_random_arguments(command: Command, data: st.DataObject) -> None:
    """Layouts, numbers and shapes of an example are replaced by others, so that many are refused, too."""
    name, function, texts = data.draw(st.sampled_from(CALLS))
    args = [value(text) for text in texts]
    for i, arg in enumerate(args):
        if isinstance(arg, tw.Layout) and data.draw(st.booleans()):
            args[i] = data.draw(layouts)
        elif type(arg) is int and data.draw(st.booleans()):
            args[i] = data.draw(st.integers(-2, 40))
        elif isinstance(arg, tuple) and all(type(one) is int for one in arg) and data.draw(st.booleans()):
            args[i] = tuple(data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=4)))
    check(command, function, name, args)
