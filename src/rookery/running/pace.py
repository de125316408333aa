"""Rate of finished work units and estimate of the time left."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from rookery.running.units import Done

MOST_CHANGE = 2.0  # factor between the predicted and the mean seconds of a unit
USUAL_CHANGE = 0.3  # prior standard deviation of that change, as a share of the mean
LEAST_FOR_SLOPE = 3  # units; a line through two has no residuals


class Pace:
    """The rate of finished units and the time left.

    Parameters
    ----------
    total
        The number of units.
    costs
        The expected length of each unit as a share of all, if known; it replaces the fitted line.

    Notes
    -----
    Units are sorted by length, so the remaining units differ from the finished ones. A line fitted
    to the seconds of finished units, by place in the list, predicts the seconds of the remaining
    units, within a factor of `MOST_CHANGE` of the mean. The difference between line and mean is
    shrunk by its standard error (it is a posterior mean, with a prior standard deviation of
    `USUAL_CHANGE` times the mean). With few units, whose seconds differ by chance, the mean
    dominates. The seconds of work done per second since the first unit began are the effective
    number of workers.

    Examples
    --------
    >>> pace = Pace(4)
    >>> pace.learn(Done(0, None, 3.0))
    >>> pace.add(Done(1, None, 2.5), now=pace.begun + 2.5)
    >>> pace.seconds_left()
    5.5
    """

    def __init__(self, total: int, costs: Sequence[float] | None = None) -> None:
        self.total = total
        self.share = 0.0  # of the work, done
        self._costs = costs
        self.begun = time.monotonic()
        self._now = self.begun
        self._worked = 0.0
        self._ended = 0
        self._places = self._squares = self._seconds = self._products = 0.0
        self._seconds_squared = 0.0
        self.known = 0

    def cost(self, number: int) -> float:
        """Return the expected length of a unit as a share of all."""
        return 1 / self.total if self._costs is None else self._costs[number]

    def learn(self, done: Done[Any]) -> None:
        """Record a unit of an earlier run."""
        self.known += 1
        self.share += self.cost(done.number)
        self._places += done.number
        self._squares += done.number**2
        self._seconds += done.seconds
        self._products += done.number * done.seconds
        self._seconds_squared += done.seconds**2

    def add(self, done: Done[Any], now: float | None = None) -> None:
        """Record a unit that ended at a time of `time.monotonic`."""
        self.learn(done)
        self._now = time.monotonic() if now is None else now
        if not self._ended:  # earlier seconds, such as those of compilation, are no work
            self.begun = max(self.begun, self._now - done.seconds)
        self._worked += done.seconds
        self._ended += 1

    def rate(self) -> float | None:
        """Return the number of units that end per second, or None before the first."""
        elapsed = self._now - self.begun
        return self._ended / elapsed if elapsed > 0 and self._ended else None

    def seconds_left(self) -> float | None:
        """Return the seconds until all units are done, or None before the first is."""
        elapsed = self._now - self.begun
        if elapsed <= 0 or self._worked <= 0:
            return None
        return self._work_left() / (self._worked / elapsed)

    def _work_left(self) -> float:
        """Return the predicted total seconds of the units left."""
        left = self.total - self.known
        if not left:
            return 0.0
        if self._costs is not None:
            return self._seconds * max(0.0, 1 - self.share) / self.share
        mean = self._seconds / self.known
        middle = self._places / self.known
        middle_left = (self.total * (self.total - 1) / 2 - self._places) / left
        each = mean + self._change(mean, middle, middle_left - middle)
        return left * min(max(each, mean / MOST_CHANGE), mean * MOST_CHANGE)

    def _change(self, mean: float, middle: float, distance: float) -> float:
        """Return the shrunken change of a unit's seconds at a distance from the mean place."""
        spread = self._squares - self.known * middle**2
        if self.known < LEAST_FOR_SLOPE or spread <= 0:
            return 0.0
        slope = (self._products - self._seconds * middle) / spread
        squares_off = self._seconds_squared - self.known * mean**2 - slope**2 * spread
        variance = max(squares_off, 0.0) / (self.known - 2) / spread * distance**2
        expected = (mean * USUAL_CHANGE) ** 2
        return slope * distance * expected / (expected + variance) if expected else 0.0
