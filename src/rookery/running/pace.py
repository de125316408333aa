"""How fast units of work end, and when all will have."""

from __future__ import annotations

import time
from typing import Any

from rookery.running.units import Done

MOST_CHANGE = 2.0
USUAL_CHANGE = 0.3
LEAST_FOR_SLOPE = 3
"""Units through which a line says more than that it goes through two of them."""


class Pace:
    """How fast units end, and when all will have.

    Parameters
    ----------
    total
        The number of units.

    Notes
    -----
    The list is sorted by length, so that the units left are unlike those done. A line fitted to
    the seconds of the finished units, by their place in the list, predicts those of the units
    left; it is kept within a factor of `MOST_CHANGE` of their mean. What the line adds to the mean
    is shrunk by its own standard error (the posterior mean, when such changes have a standard
    deviation of `USUAL_CHANGE` times the mean): as long as few units are known, whose seconds
    differ by chance, the mean counts. The seconds of work done in each second since the first
    unit began show how many workers there really are.

    Examples
    --------
    >>> pace = Pace(4)
    >>> pace.learn(Done(0, None, 3.0))
    >>> pace.add(Done(1, None, 2.5), now=pace.begun + 2.5)
    >>> pace.seconds_left()
    5.5
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.begun = time.monotonic()
        self._now = self.begun
        self._worked = 0.0
        self._ended = 0
        self._places = self._squares = self._seconds = self._products = 0.0
        self._seconds_squared = 0.0
        self.known = 0

    def learn(self, done: Done[Any]) -> None:
        """Take in a unit of an earlier run."""
        self.known += 1
        self._places += done.number
        self._squares += done.number**2
        self._seconds += done.seconds
        self._products += done.number * done.seconds
        self._seconds_squared += done.seconds**2

    def add(self, done: Done[Any], now: float | None = None) -> None:
        """Take in a unit that ended, at a time of `time.monotonic`."""
        self.learn(done)
        self._now = time.monotonic() if now is None else now
        if not self._ended:  # what came before, such as compiling, tells nothing of the units
            self.begun = max(self.begun, self._now - done.seconds)
        self._worked += done.seconds
        self._ended += 1

    def rate(self) -> float | None:
        """Return how many units end in a second."""
        elapsed = self._now - self.begun
        return self._ended / elapsed if elapsed > 0 and self._ended else None

    def seconds_left(self) -> float | None:
        """Return the seconds until all units are done; None before the first is."""
        elapsed = self._now - self.begun
        if elapsed <= 0 or self._worked <= 0:
            return None
        return self._work_left() / (self._worked / elapsed)

    def _work_left(self) -> float:
        """Return the seconds that the units left will take, added up."""
        left = self.total - self.known
        if not left:
            return 0.0
        mean = self._seconds / self.known
        middle = self._places / self.known
        middle_left = (self.total * (self.total - 1) / 2 - self._places) / left
        each = mean + self._change(mean, middle, middle_left - middle)
        return left * min(max(each, mean / MOST_CHANGE), mean * MOST_CHANGE)

    def _change(self, mean: float, middle: float, distance: float) -> float:
        """Return by how much units take longer at a distance from the middle of those known."""
        spread = self._squares - self.known * middle**2
        if self.known < LEAST_FOR_SLOPE or spread <= 0:
            return 0.0
        slope = (self._products - self._seconds * middle) / spread
        squares_off = self._seconds_squared - self.known * mean**2 - slope**2 * spread
        variance = max(squares_off, 0.0) / (self.known - 2) / spread * distance**2
        expected = (mean * USUAL_CHANGE) ** 2
        return slope * distance * expected / (expected + variance) if expected else 0.0
