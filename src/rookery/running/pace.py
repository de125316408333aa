"""How fast units of work end, and when all will have."""

from __future__ import annotations

import time
from typing import Any

from rookery.running.units import Done

MOST_CHANGE = 2.0


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
    left; it is kept within a factor of `MOST_CHANGE` of their mean. The seconds of work done
    in each second of this run show how many workers there really are.

    Examples
    --------
    >>> pace = Pace(4)
    >>> pace.learn(Done(0, None, 3.0))
    >>> pace.add(Done(1, None, 2.5), now=pace.begun + 2.5)
    >>> pace.seconds_left()
    3.5
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.begun = time.monotonic()
        self._now = self.begun
        self._worked = 0.0
        self._ended = 0
        self._places = self._squares = self._seconds = self._products = 0.0
        self.known = 0

    def learn(self, done: Done[Any]) -> None:
        """Take in a unit of an earlier run."""
        self.known += 1
        self._places += done.number
        self._squares += done.number**2
        self._seconds += done.seconds
        self._products += done.number * done.seconds

    def add(self, done: Done[Any], now: float | None = None) -> None:
        """Take in a unit that ended, at a time of `time.monotonic`."""
        self.learn(done)
        self._now = time.monotonic() if now is None else now
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
        spread = self._squares - self.known * middle**2
        slope = (self._products - self._seconds * middle) / spread if spread > 0 else 0.0
        middle_left = (self.total * (self.total - 1) / 2 - self._places) / left
        each = mean + slope * (middle_left - middle)
        return left * min(max(each, mean / MOST_CHANGE), mean * MOST_CHANGE)
