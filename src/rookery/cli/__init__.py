"""The command line: parse, call the library, print.

Each command is a module of this package, imported when it is called. Answers go to standard
output, everything else to standard error; for the exit status see `rookery.cli.status`.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import suppress
from typing import NoReturn

from rookery.cli.status import INTERRUPTED, guarded, heed_signals
from rookery.statements import NAMES, own_name

NATIVE = frozenset({"llvmlite", "ortools"})  # libraries that the exit must not tear down
# Allocations between two garbage collections while judging, which leaves few cycles.
# Python's default is 700.
OBJECTS_A_COLLECTION = 50_000


def main() -> None:
    """Run the command line of this process and exit with its status.

    ``judge PUZZLE [FILE]`` without options skips the option parser, whose import takes longer than
    the rest of a small run. SIGTERM and SIGHUP act like Ctrl-C: the best answer so far is written.
    """
    try:
        heed_signals()
        arguments = sys.argv[1:]
        is_judge = arguments[:1] == ["judge"] and 2 <= len(arguments) <= 3
        is_judge = is_judge and own_name(arguments[1]) in NAMES
        if not is_judge or (arguments[2:] and arguments[2] != "-" and arguments[2].startswith("-")):
            from rookery.cli.commands import run

            _leave(run())
        gc.set_threshold(OBJECTS_A_COLLECTION)
        from rookery.cli.judging import judge_file
        from rookery.cli.streams import STDIN, process_age

        started = time.perf_counter() - process_age()
        _, puzzle, file = (*arguments, STDIN)[:3]
        _leave(guarded(lambda: judge_file(own_name(puzzle), file, started)))
    except KeyboardInterrupt:
        _leave(INTERRUPTED)


def _leave(status: int) -> NoReturn:
    # Tearing down the compiler takes a third of a second, and an OR-tools thread that is still at
    # work when Python has ended aborts the process.
    if NATIVE.intersection(sys.modules):
        with suppress(OSError, AttributeError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
