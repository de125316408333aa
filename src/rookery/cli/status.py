"""The exit status of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.results.result import Result

DONE = 0
REJECTED = 1
BAD = 2
LIMIT = 3
NO_ANSWER = 4
INTERRUPTED = 130
BROKEN_PIPE = 141


def of_result(result: Result) -> int:
    """Return the exit status for a result.

    It is `DONE` when the method ran to its end, proved or not, and for a puzzle proved to
    have no answer.
    """
    from rookery.results.result import Reason

    if result.reason is Reason.INTERRUPTED:
        return INTERRUPTED
    if result.reason in (Reason.PROVED, Reason.DONE):
        return DONE
    return NO_ANSWER if result.value is None else LIMIT
