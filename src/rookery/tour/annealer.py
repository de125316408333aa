"""The base class of simulated annealing in slices, from hot to cold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar


class TourAnnealer(ABC):
    """A solution under simulated annealing.

    Attributes
    ----------
    hot, cold
        The first and the last temperature of a cooling.
    """

    hot: ClassVar[float]
    cold: ClassVar[float]

    def anneal(self, steps: int, begin: float, end: float) -> None:
        """Run a slice of a cooling.

        Parameters
        ----------
        steps
            The number of changes to try.
        begin, end
            The fractions of the cooling, from 0.0 (hot) to 1.0 (cold), between which it runs.
        """
        fall = self.cold - self.hot
        self._steps(steps, self.hot + begin * fall, self.hot + end * fall)

    @abstractmethod
    def _steps(self, steps: int, hot: float, cold: float) -> None:
        """Try `steps` changes while the temperature falls linearly."""
