"""Limits of solvers, and the clock that enforces them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from rookery.numbers import integer, real

Check = Callable[[], object]  # called about every millisecond; raises to end the work


@dataclass(frozen=True)
class Limits:
    """Limits at which a solver stops without a proof.

    Parameters
    ----------
    seconds
        Wall time since the call of `solve`, including the compilation of kernels. Infinity lifts
        the default limit of methods that would stop on their own.
    work
        Steps of the method: moves, nodes or units. With one thread and a seed, results repeat.
    gap
        The proved gap at which to stop, as a fraction: 0.01 is one per cent.

    Raises
    ------
    PuzzleError
        If a limit is negative or not a number.

    Examples
    --------
    >>> Limits(seconds=10, gap=0.01)
    Limits(seconds=10, work=None, gap=0.01)
    """

    seconds: float | None = None
    work: int | None = None
    gap: float | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "gap"):
            value = getattr(self, name)
            if value is not None and type(value) not in (int, float):
                object.__setattr__(self, name, real(value, f"limits.{name} of 0 or more"))
            elif value is not None:
                real(value, f"limits.{name} of 0 or more")
        if self.work is not None:
            work = integer(self.work, "limits.work of 0 or more", 0)
            object.__setattr__(self, "work", work)


class DeadlineExceeded(Exception):
    """The deadline has passed. The exception is raised and caught inside a method."""


class Clock:
    """The time since a solver started, and the time left.

    `earlier` is the time of previous runs that this one resumes. Limits do not count it.
    """

    __slots__ = ("earlier", "limits", "start")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.start = time.perf_counter()
        self.earlier = 0.0

    def seconds(self) -> float:
        """Return the seconds since the start plus those of earlier runs."""
        return time.perf_counter() - self.start + self.earlier

    def seconds_left(self) -> float:
        """Return the seconds until the deadline, at least 0, or infinity without a limit."""
        if self.limits.seconds is None:
            return float("inf")
        return max(0.0, self.limits.seconds + self.earlier - self.seconds())

    def check_deadline(self) -> None:
        """Raise `DeadlineExceeded` if the deadline has passed."""
        if not self.seconds_left():
            raise DeadlineExceeded

    def share(self, parts: int) -> Limits:
        """Return the limits with an equal part of the seconds left."""
        if self.limits.seconds is None:
            return self.limits
        return replace(self.limits, seconds=self.seconds_left() / parts)

    def allowing(self, seconds: float) -> Clock:
        """Return a clock with the same start and a deadline `seconds` from now."""
        return self.until(self.seconds() - self.earlier + seconds)

    def until(self, seconds: float | None) -> Clock:
        """Return a clock with the same start and a deadline `seconds` after it, or none."""
        clock = Clock(replace(self.limits, seconds=seconds))
        clock.start = self.start
        clock.earlier = self.earlier
        return clock
