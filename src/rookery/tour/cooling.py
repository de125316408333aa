"""What is annealed in parts: so many steps at a time, from hot to cold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar


class Annealed(ABC):
    """What steps change at random, the less often for the worse the colder it is.

    Attributes
    ----------
    hot, cold
        The temperatures where a cooling begins and ends.
    """

    hot: ClassVar[float]
    cold: ClassVar[float]

    def anneal(self, steps: int, begin: float, end: float) -> None:
        """Try so many changes, from the beginning to the end of a part of a cooling.

        Parameters
        ----------
        steps
            Changes to try.
        begin, end
            How far the cooling is: 0.0 is hot, 1.0 is cold.
        """
        fall = self.cold - self.hot
        self._steps(steps, self.hot + begin * fall, self.hot + end * fall)

    @abstractmethod
    def _steps(self, steps: int, hot: float, cold: float) -> None:
        """Try so many changes while the temperature falls evenly."""
