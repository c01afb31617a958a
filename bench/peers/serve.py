"""The protocol of the peers in Python: cases by their names, run on request.

First one line of JSON, {"version": ..., "answers": {case: result}}; a case that is refused has the
result "error: ...". Then each line of the input is a number of calls and a case, and each line of the
output the nanoseconds that one of these calls took. A refusal takes its time too.
"""

import json
import sys
import time


def quiet(f):
    """f without its exceptions, to time a refusal."""

    def g():
        try:
            f()
        except Exception:
            pass

    return g


def serve(version, cases):
    """Runs what the pairs (name, function) say until the input ends."""
    functions, answers = {}, {}
    for name, f in cases:
        functions[name] = f
        try:
            answers[name] = str(f())
        except Exception as error:
            answers[name] = f"error: {type(error).__name__} {error}".strip()
            functions[name] = quiet(f)
    print(json.dumps({"version": version, "answers": answers}), flush=True)
    for line in sys.stdin:
        calls, name = line.rstrip("\n").split(" ", 1)
        calls, f = int(calls), functions[name]
        start = time.perf_counter_ns()
        for _ in range(calls):
            f()
        print((time.perf_counter_ns() - start) / calls, flush=True)
