"""The protocol of the peers in Python: cases by their names, run on request.

First one line of JSON, {"version": ..., "answers": {case: result}}; a case that is refused has the
result "error: ...". Then each line of the input is a number of calls and a case, and each line of the
output the nanoseconds that one of these calls took. A refusal takes its time too.
"""

import json
import sys
import time
import timeit


def quiet(f):
    """f without its exceptions, to time a refusal."""

    def g():
        try:
            f()
        except Exception:
            pass

    return g


def serve(version, cases):
    """Runs what the pairs (name, function) say until the input ends. A function may be a statement, a
    `Timer`, which is then run without a call; a third part is a function that has the result."""
    functions, answers = {}, {}
    for name, f, *answer in cases:
        functions[name] = f
        try:
            answers[name] = str((answer or [f])[0]())
        except Exception as error:
            answers[name] = f"error: {type(error).__name__} {error}".strip()
            # A statement catches what it raises.
            functions[name] = f if isinstance(f, timeit.Timer) else quiet(f)
    print(json.dumps({"version": version, "answers": answers}), flush=True)
    for line in sys.stdin:
        calls, name = line.rstrip("\n").split(" ", 1)
        print(nanoseconds(functions[name], int(calls)), flush=True)


def nanoseconds(f, calls):
    """Of one of so many calls of a function, or of so many runs of a statement."""
    if isinstance(f, timeit.Timer):
        return 1e9 * f.timeit(calls) / calls
    start = time.perf_counter_ns()
    for _ in range(calls):
        f()
    return (time.perf_counter_ns() - start) / calls
