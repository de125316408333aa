"""The best answer and the best bound so far, shared by all who work on a puzzle."""

from __future__ import annotations

import threading
from dataclasses import replace

from rookery.cover.bound import round_up
from rookery.cover.puzzle import Cover, Man
from rookery.results.progress import Progress, gap
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings


class Incumbent:
    """The best answer and bound of one puzzle; every change goes to the trace.

    Threads may offer answers and bounds at any time.
    """

    def __init__(self, puzzle: Cover, settings: Settings) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.men: tuple[Man, ...] = ()
        self.cost: int | None = None
        self.bound = min(puzzle.prices)
        self.compile_seconds = 0.0
        self.interrupted = False
        self.impossible = False
        self.why_none = "no choice of pieces and squares covers every target"
        self._trace: list[Progress] = []
        self._lock = threading.Lock()

    def offer(self, men: tuple[Man, ...], stage: str) -> None:
        """Take an answer when it is the cheapest so far."""
        cost = self.puzzle.value(men)
        with self._lock:
            if men and (self.cost is None or cost < self.cost):
                self.men, self.cost = tuple(sorted(men, key=lambda man: man[1:])), cost
                self._report(stage, self.men)

    def prove(self, bound: float, stage: str) -> None:
        """Take a bound, rounded up to what a cost can be, when it is the best so far."""
        rounded = round_up(bound, self.puzzle.prices)
        with self._lock:
            if rounded > self.bound:
                self.bound = rounded
                self._report(stage)

    def allow(self, seconds: float) -> None:
        """Set the time limit anew: so many seconds from now."""
        clock = self.settings.clock.allowing(seconds)
        self.settings = replace(self.settings, limits=clock.limits, clock=clock)

    def tell(self, stage: str) -> None:
        """Report what is known, without a change."""
        seconds = self.settings.clock.seconds()
        self.settings.report(Progress(seconds, self.cost, self.bound, stage=stage))

    @property
    def proved(self) -> bool:
        """Whether the answer is proved to be the cheapest, or that there is none."""
        return self.impossible or (self.cost is not None and self.bound >= self.cost)

    def stop(self) -> Reason | None:
        """Return why to stop now, or None to go on."""
        limits, clock = self.settings.limits, self.settings.clock
        if self.interrupted:
            return Reason.INTERRUPTED
        if self.proved:
            return Reason.PROVED
        distance = gap(self.cost, self.bound)
        if limits.gap is not None and distance is not None and distance <= limits.gap:
            return Reason.GAP
        return Reason.TIME if clock.left() <= 0 else None

    def result(self, reason: Reason) -> Result:
        """Return what is known now."""
        if self.impossible and self.cost is None:
            return Result.impossible(self.puzzle, self.why_none)
        status = Status.OPTIMAL if self.proved else Status.FEASIBLE
        return Result(
            puzzle=self.puzzle,
            answer=self.men if self.cost is not None else None,
            value=self.cost,
            bound=self.bound,
            status=Status.UNKNOWN if self.cost is None else status,
            reason=Reason.PROVED if self.proved else reason,
            compile_seconds=self.compile_seconds,
            trace=tuple(self._trace),
        )

    def _report(self, stage: str, better: tuple[Man, ...] | None = None) -> None:
        progress = Progress(self.settings.clock.seconds(), self.cost, self.bound, stage=stage)
        self._trace.append(progress)
        self.settings.report(replace(progress, answer=better))
