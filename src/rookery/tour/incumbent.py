"""The best tour of a search, and the best bound, under its limits."""

from __future__ import annotations

from dataclasses import replace

from rookery.boards.board import Square
from rookery.results.progress import Progress, gap
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour


class Incumbent:
    """The best tour and the best bound so far, and when to stop."""

    def __init__(self, tour: Tour, plan: Plan, settings: Settings) -> None:
        self.settings = settings
        self.path: list[int] | None = None
        self.bound = 0
        self.interrupted = False
        self._tour = tour
        self._plan = plan
        self._trace: list[Progress] = []

    @property
    def moves(self) -> int | None:
        """The moves of the best tour."""
        return None if self.path is None else len(self.path) - 1

    def left(self) -> float:
        """Return the seconds left."""
        return self.settings.clock.left()

    def in_time(self) -> bool:
        """Return whether there is time left."""
        return self.left() > 0

    def offer(self, path: list[int], stage: str) -> None:
        """Take a path when it is the shortest so far."""
        if self.path is None or len(path) < len(self.path):
            self.path = path
            self._note(stage, self._squares(path))

    def prove(self, bound: int | None, stage: str) -> None:
        """Take a bound when it is the highest so far."""
        if bound is not None and bound > self.bound:
            self.bound = bound
            self._note(stage)

    def stop(self) -> Reason | None:
        """Return why to stop, or None."""
        if self.interrupted:
            return Reason.INTERRUPTED
        if self.moves is not None and self.moves <= self.bound:
            return Reason.PROVED
        wanted, reached = self.settings.limits.gap, gap(self.moves, self.bound)
        if wanted is not None and reached is not None and reached <= wanted:
            return Reason.GAP
        return None if self.in_time() else Reason.TIME

    def result(self) -> Result:
        """Return what was found and proved."""
        reason = self.stop() or Reason.WORK
        if self.path is None:
            return Result(self._tour, None, None, self.bound, Status.UNKNOWN, reason)
        status = Status.OPTIMAL if reason is Reason.PROVED else Status.FEASIBLE
        answer = self._squares(self.path)
        trace = tuple(self._trace)
        return Result(
            self._tour, answer, self.moves, self.bound, status, reason, trace=trace, note=_NOTE
        )

    def _squares(self, path: list[int]) -> tuple[Square, ...]:
        return tuple(square_of(self._plan.board, square) for square in path)

    def _note(self, stage: str, better: tuple[Square, ...] | None = None) -> None:
        progress = Progress(self.settings.clock.seconds(), self.moves, self.bound, stage=stage)
        self._trace.append(progress)
        self.settings.report(replace(progress, answer=better))


_NOTE = "not necessarily the first of its length"
