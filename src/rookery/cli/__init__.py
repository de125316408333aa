"""The command line: parse, call the library, print.

Each command is a module of this package, loaded when it is asked for. Answers go to standard
output, everything else to standard error; for the exit status see `rookery.cli.status`.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import suppress
from typing import NoReturn

from rookery.cli.signals import heed_signals
from rookery.cli.status import INTERRUPTED, guarded
from rookery.statements import NAMES

NATIVE = frozenset({"llvmlite", "ortools"})  # whose threads and unloading the exit avoids
OBJECTS_A_COLLECTION = 50_000  # while judging, which leaves few cycles; Python collects every 700


def main() -> None:
    """Run the command line of this process and exit with its status.

    ``judge PUZZLE [FILE]`` without options is answered without the parser, whose import takes
    half as long again as all else that a small input needs. SIGTERM and SIGHUP end it as
    Ctrl-C does: with the best answer so far.
    """
    try:
        heed_signals()
        _leave(_run(sys.argv[1:]))
    except KeyboardInterrupt:
        _leave(INTERRUPTED)


def _leave(status: int) -> NoReturn:
    """Exit, at once where native libraries are loaded.

    Unloading the compiler takes a third of a second, and a thread of OR-tools that is still at work
    when Python has ended aborts the process.
    """
    if NATIVE.intersection(sys.modules):
        with suppress(OSError, AttributeError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    is_judge = arguments[:1] == ["judge"] and 2 <= len(arguments) <= 3 and arguments[1] in NAMES
    if not is_judge or (arguments[2:] and arguments[2] != "-" and arguments[2].startswith("-")):
        from rookery.cli.commands import run

        return run()
    gc.set_threshold(OBJECTS_A_COLLECTION)
    from rookery.cli.judging import judge_file
    from rookery.cli.streams import STDIN, process_age

    started = time.perf_counter() - process_age()
    _, puzzle, file = (*arguments, STDIN)[:3]
    return guarded(lambda: judge_file(puzzle, file, started))
