"""The console script: the command itself, from the wheel."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import tilework as tw

COMMAND = Path(sys.executable).with_name("tilework")
pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason="the package is not installed as a wheel")


def run(*args: str | bytes, **options: Any) -> tuple[int, str, str]:
    ran = subprocess.run([COMMAND, *args], capture_output=True, text=True, timeout=60, **options)
    return ran.returncode, ran.stdout, ran.stderr


def test_answers_and_exit_codes() -> None:
    assert run("(6,2):(8,2) o (4,3):(3,1)") == (0, "((2,2),3):((24,2),8)\n", "")
    assert run("size((4,8)) = 33")[:2] == (1, "false\n")
    code, out, err = run("(6,2):(1,7) o (3,2):(2,3)")
    assert (code, out) == (1, "") and "at index 5 it is 8" in err
    assert run("(4,8:(1,4)")[0] == 2 and run("--nonsense")[0] == 2
    assert run("--version")[1].split()[-1] == tw.__version__
    assert "Usage: tilework" in run("--help")[1]


def test_questions_from_standard_input_and_arguments_of_any_bytes() -> None:
    code, out, _ = run("--json", "-", input="coalesce((2,(1,6)):(1,(6,2)))\nsize((4,8))\n")
    assert code == 0 and [json.loads(line)["result"] for line in out.splitlines()] == ["12:1", "32"]
    code, _, err = run(b"\xff")
    assert code == 2 and "not UTF-8" in err


def test_files_are_written() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.svg"
        assert run("draw", "(4,8):(1,4)", "-o", str(path))[0] == 0
        assert path.read_text().startswith("<svg")


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")
def test_pipes_that_close_and_interrupts() -> None:
    with subprocess.Popen([COMMAND, "offsets((1000,1000))"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as closed:
        assert closed.stdout and closed.stderr
        assert closed.stdout.read(4) == b"[0,1"
        closed.stdout.close()
        assert (closed.wait(60), closed.stderr.read()) == (0, b"")
    with subprocess.Popen([COMMAND, "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as waiting:
        assert waiting.stdin and waiting.stdout and waiting.stderr
        waiting.stdin.write(b"size((4,8))\n")
        waiting.stdin.flush()
        assert json.loads(waiting.stdout.readline())["result"] == "32"
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(60) == -signal.SIGINT and b"Traceback" not in waiting.stderr.read()
