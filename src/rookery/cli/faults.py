"""Errors of a command, as one line and an exit status."""

from __future__ import annotations

from collections.abc import Callable

from rookery.cli import status
from rookery.cli.streams import abandon_output, say
from rookery.errors import InputError, LimitError, RookeryError


def guarded(run: Callable[[], int | None]) -> int:
    """Run a command and return its exit status; an error is told on standard error."""
    try:
        return run() or status.DONE
    except LimitError as error:
        say(f"rookery: {error}")
        return status.NO_ANSWER
    except RookeryError as error:
        say(str(error) if isinstance(error, InputError) else f"rookery: {error}")
        return status.BAD
    except KeyboardInterrupt:
        return status.INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return status.BROKEN_PIPE
    except MemoryError:
        say("rookery: not enough memory")
        return status.NO_ANSWER
    except OSError as error:
        abandon_output()
        where = "the output" if error.filename is None else repr(error.filename)
        say(f"rookery: cannot write {where}: {error.strerror or error}")
        return status.BAD
