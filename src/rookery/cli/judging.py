"""Answers to a statement's input; apart from the command, so as to run without its parser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rookery.api.solving import solve_each
from rookery.cli import status
from rookery.cli.streams import answering, reading, say
from rookery.reading.tokens import Tokens
from rookery.results.limits import Limits
from rookery.results.result import Reason, Result
from rookery.statements import load

SECONDS = {"showdown": 9.0}  # default limits
FINISH_SECONDS = 0.2  # reserved to check and write the last answers, and to exit


def judge_file(puzzle: str, file: str, started: float, quiet: bool = False, **keywords: Any) -> int:
    """Write the output for a statement's input; return the exit status.

    The seconds of the limits count from `started`, a value of `time.perf_counter`. The keywords are
    those of `rookery.solve`.
    """
    limits = keywords.pop("limits", Limits())
    seconds = SECONDS.get(puzzle) if limits.seconds is None else limits.seconds
    if seconds is not None:
        seconds = max(0.0, seconds - (time.perf_counter() - started) - FINISH_SECONDS)
    limits = replace(limits, seconds=seconds)
    statement = load(puzzle)
    is_interrupted = False
    with answering() as answers, reading(file, answers.flush) as (stream, name):
        tokens = Tokens(stream, name, None if quiet else say)

        def results() -> Iterator[Result]:
            nonlocal is_interrupted
            for result in solve_each(statement.read(tokens), limits=limits, **keywords):
                if result.reason is Reason.INTERRUPTED:
                    if result.answer is None:
                        raise KeyboardInterrupt
                    is_interrupted = True
                yield result

        for chunk in statement.write(results()):
            answers.write(chunk)
    return status.INTERRUPTED if is_interrupted else status.DONE
