"""The exit status of a command, and its errors in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.cli.streams import abandon_output, say
from rookery.errors import LimitError, RookeryError

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
    """Return the exit status for a result: `DONE` if the method ran to its end, proved or not."""
    from rookery.results.result import Reason

    if result.reason is Reason.INTERRUPTED:
        return INTERRUPTED
    if result.reason in (Reason.PROVED, Reason.DONE):
        return DONE
    return NO_ANSWER if result.value is None else LIMIT


def guarded(run: Callable[[], int | None]) -> int:
    """Run a command and return its exit status; print an error as one line to standard error."""
    try:
        return run() or DONE
    except LimitError as error:
        say(f"rookery: {error}")
        return NO_ANSWER
    except RookeryError as error:
        is_in_text = str(getattr(error, "place", "")).rpartition(":")[2].isdigit()
        say(f"{error}" if is_in_text else f"rookery: {error}")  # FILE:LINE:COLUMN comes first
        return BAD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return BROKEN_PIPE
    except MemoryError:
        say("rookery: not enough memory")
        return NO_ANSWER
    except OSError as error:
        abandon_output()
        where = "the output" if error.filename is None else repr(error.filename)
        say(f"rookery: cannot write {where}: {error.strerror or error}")
        return BAD
