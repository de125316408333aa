"""The best tour of a search, and the best bound, under its limits."""

from __future__ import annotations

import threading
from dataclasses import replace

from rookery.boards.board import Square
from rookery.results.incumbent import Incumbent
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour


class TourIncumbent(Incumbent[tuple[Square, ...]]):
    """The shortest tour and the best bound so far, and when to stop.

    Attributes
    ----------
    path : list of int or None
        The shortest tour, as squares of the plan.
    """

    bound: int

    def __init__(self, tour: Tour, plan: Plan, settings: Settings) -> None:
        super().__init__(tour, settings, bound=0)
        self.path: list[int] | None = None
        self._plan = plan
        self._paths = threading.Lock()

    @property
    def moves(self) -> int | None:
        """The moves of the shortest tour."""
        return None if self.path is None else len(self.path) - 1

    def left(self) -> float:
        """Return the seconds left."""
        return self.clock.left()

    def in_time(self) -> bool:
        """Return whether there is time left."""
        return self.clock.left() > 0

    def offer_path(self, path: list[int], stage: str) -> None:
        """Take a path when it is the shortest so far."""
        with self._paths:
            if self.offer(tuple(square_of(self._plan.board, square) for square in path), stage):
                self.path = path

    def result(self, reason: Reason = Reason.WORK) -> Result:
        """Return what was found and proved; the reason is why it stopped without a limit."""
        found = super().result(self.stop() or reason)
        return found if self.path is None else replace(found, note=_NOTE)


_NOTE = "not necessarily the first of its length"
