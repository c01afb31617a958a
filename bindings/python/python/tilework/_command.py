"""The console script ``tilework``: the command itself, in this process."""

from __future__ import annotations

import signal
import sys

from tilework._tilework import command


def main() -> int:
    # Python's handler only sets a flag, which nothing would look at: an interrupt ends the command, as elsewhere.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(sys.argv)
