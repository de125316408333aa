"""The best answer and the best bound so far, shared by all who work on a puzzle."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any, Generic, TypeVar

from rookery.results.limits import Clock
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.results.values import Value, gap

Answer = TypeVar("Answer")


class Incumbent(Generic[Answer]):
    """The best answer and bound of one puzzle; every change goes to the trace and is reported.

    Threads may offer answers and bounds at any time.

    Parameters
    ----------
    puzzle
        What is solved.
    settings
        Its limits and clock are those of `stop`, until `allow` sets others.
    bound
        What is known of the best value before any work.
    greatest
        Whether the best value is the greatest, and the bound is from above; else the least.

    Attributes
    ----------
    answer, value
        The best so far; None before there is one.
    bound
        What is proved of the best value; None before anything is.
    interrupted
        Set by whoever meets Ctrl-C.
    impossible, why_none
        Set by whoever proves that there is no answer, and the reason in words.
    compile_seconds
        Set by whoever waits for kernels.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> incumbent = Incumbent(Tour.parse(["Q..", "...", "N.B"]), Settings(), bound=0)
    >>> incumbent.offer(((0, 0), (0, 2), (2, 2)), "first"), incumbent.offer(((0, 0), (2, 0)), "")
    (True, True)
    >>> incumbent.prove(1, "bound")
    >>> incumbent.stop()
    <Reason.PROVED: 'proved'>
    """

    def __init__(
        self, puzzle: Any, settings: Settings, bound: Value | None = None, greatest: bool = False
    ) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.clock: Clock = settings.clock
        self.limits = settings.limits
        self.answer: Answer | None = None
        self.value: Value | None = None
        self.bound = bound
        self.compile_seconds = 0.0
        self.interrupted = False
        self.impossible = False
        self.why_none = ""
        self._greatest = greatest
        self._trace: list[Progress] = []
        self._lock = threading.Lock()

    def offer(self, answer: Answer, stage: str) -> bool:
        """Take a right answer when it is the best so far; return whether it is.

        `stage` is the part of the method that found it.
        """
        return self.take(answer, None, stage)

    def prove(self, bound: Value | None, stage: str) -> None:
        """Take a bound when it is the best so far."""
        self.take(None, bound, stage)

    def take(self, answer: Answer | None, bound: Value | None, stage: str) -> bool:
        """Take an answer and a bound, each when it is the best so far, and report them together.

        Returns
        -------
        bool
            Whether the answer is the best so far.
        """
        value = None if answer is None else self.puzzle.value(answer)
        with self._lock:
            better = value is not None and self._is_better(value, self.value)
            sharper = bound is not None and (
                self.bound is None or self._is_better(self.bound, bound)
            )
            if better:
                self.answer, self.value = answer, value
            if sharper:
                self.bound = bound
            if better or sharper:
                self._note(stage, answer if better else None)
        return better

    def allow(self, seconds: float) -> None:
        """Set the time limit anew: so many seconds from now."""
        self.clock = self.clock.allowing(seconds)
        self.limits = self.clock.limits

    def tell(self, stage: str) -> None:
        """Report what is known, without a change."""
        self.settings.report(self._progress(stage))

    @property
    def proved(self) -> bool:
        """Whether the answer is proved to be the best, or that there is none."""
        if self.value is None or self.bound is None:
            return self.impossible
        return self.impossible or not self._is_better(self.bound, self.value)

    def stop(self) -> Reason | None:
        """Return why to stop at once, or None to go on."""
        if self.interrupted:
            return Reason.INTERRUPTED
        if self.proved:
            return Reason.PROVED
        distance = gap(self.value, self.bound)
        if self.limits.gap is not None and distance is not None and distance <= self.limits.gap:
            return Reason.GAP
        return Reason.TIME if self.clock.left() <= 0 else None

    def result(self, reason: Reason) -> Result[Answer]:
        """Return what is known, when nothing is proved with the reason for stopping."""
        if self.impossible and self.value is None:
            return replace(
                Result.impossible(self.puzzle, self.why_none), compile_seconds=self.compile_seconds
            )
        status = Status.OPTIMAL if self.proved else Status.FEASIBLE
        return Result(
            puzzle=self.puzzle,
            answer=self.answer,
            value=self.value,
            bound=self.bound,
            status=Status.UNKNOWN if self.value is None else status,
            reason=Reason.PROVED if self.proved else reason,
            compile_seconds=self.compile_seconds,
            trace=tuple(self._trace),
        )

    def _is_better(self, value: Value, than: Value | None) -> bool:
        if than is None:
            return True
        return value > than if self._greatest else value < than

    def _progress(self, stage: str) -> Progress:
        return Progress(self.clock.seconds(), self.value, self.bound, stage=stage)

    def _note(self, stage: str, better: Answer | None = None) -> None:
        progress = self._progress(stage)
        self._trace.append(progress)
        self.settings.report(replace(progress, answer=better))
