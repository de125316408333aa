"""What a method knows whose time is over before it has begun."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.limits import LateError
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

Run = Callable[[NonAttacking, Settings], Result]
"""A method that solves or counts."""


def within_limits(run: Run) -> Run:
    """Return a method that knows nothing when its time is over before it has begun."""

    @wraps(run)
    def started(puzzle: NonAttacking, settings: Settings) -> Result:
        try:
            return run(puzzle, settings)
        except LateError:
            return Result(puzzle, None, None, None, Status.UNKNOWN, Reason.TIME)
        except KeyboardInterrupt:
            return Result(puzzle, None, None, None, Status.UNKNOWN, Reason.INTERRUPTED)

    return started
