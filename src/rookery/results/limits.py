"""When solvers stop, and the clock that tells."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from rookery.numbers import integer, real


@dataclass(frozen=True)
class Limits:
    """When to stop although nothing is proved.

    Parameters
    ----------
    seconds
        Of wall time, from the call of `solve`, compilation of kernels included. Infinity means
        until proved, also of a method that would stop by itself otherwise.
    work
        Steps of the method (moves, nodes, units); with one thread and a seed, results repeat.
    gap
        Stop once the proved gap is at most this, as a fraction: 0.01 is one per cent.

    Raises
    ------
    PuzzleError
        When a limit is negative or not a number.

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


class LateError(Exception):
    """The time is over; raised and caught inside a method, never handed to who calls it."""


class Clock:
    """The time since a solver started, and what its limits leave.

    `earlier` are the seconds of runs before, from which this one goes on; limits do not count
    them.
    """

    __slots__ = ("earlier", "limits", "start")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.start = time.perf_counter()
        self.earlier = 0.0

    def seconds(self) -> float:
        """Return the seconds since the start, and those of earlier runs."""
        return time.perf_counter() - self.start + self.earlier

    def left(self) -> float:
        """Return the seconds left, at least 0; infinite without a limit."""
        if self.limits.seconds is None:
            return float("inf")
        return max(0.0, self.limits.seconds + self.earlier - self.seconds())

    def look(self) -> None:
        """Raise a `LateError` when no time is left."""
        if not self.left():
            raise LateError

    def share(self, parts: int) -> Limits:
        """Return the limits with an equal part of the seconds left."""
        if self.limits.seconds is None:
            return self.limits
        return replace(self.limits, seconds=self.left() / parts)

    def allowing(self, seconds: float) -> Clock:
        """Return a clock of the same start that leaves so many seconds from now."""
        return self.until(self.seconds() - self.earlier + seconds)

    def until(self, seconds: float | None) -> Clock:
        """Return a clock of the same start whose limit is so many seconds after it, or none."""
        clock = Clock(replace(self.limits, seconds=seconds))
        clock.start = self.start
        clock.earlier = self.earlier
        return clock
