"""Listings of answers, block by block, until a number, a limit or Ctrl-C ends them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

from rookery.engine.drive import driven
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import LimitError
from rookery.results.limits import Limits
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

STAGE = "listing"


class Listing:
    """An iterator over answers in order, in blocks, each as soon as it is found; iterate once.

    Parameters
    ----------
    method
        Yields partials with blocks of answers, perhaps empty; a `LimitError` at the deadline ends
        it.
    settings
        Time limits, and the callback that receives progress after each block.
    conclude
        Makes the result of a listing that has ended.
    first
        The number of answers after which to stop; None for all.
    select
        Filters a block of answers.

    Attributes
    ----------
    found : int
        The number of answers listed.
    last
        The last answer listed; None before the first.
    reason : Reason
        The reason of the end: PROVED when all answers were listed, DONE when `first` were.
    """

    def __init__(
        self,
        method: Callable[[Run], Steps],
        settings: Settings,
        conclude: Callable[[Listing], Result[Any]],
        first: int | None = None,
        select: Callable[[Any], Any] = lambda block: block,
    ) -> None:
        self.found = 0
        self.last: Any = None
        self.reason = Reason.PROVED
        self._run = Run(None, replace(settings, limits=Limits(seconds=settings.limits.seconds)))
        self._method = method
        self._settings = settings
        self._conclude = conclude
        self._first = first
        self._select = select

    def __iter__(self) -> Iterator[Any]:
        try:
            with closing(self._driven()) as driving:
                for partial in driving:
                    yield partial.block
        except LimitError:
            if self._settings.clock.seconds_left():
                raise
            self.reason = Reason.TIME
        except KeyboardInterrupt:
            self.reason = Reason.INTERRUPTED

    def _driven(self) -> Generator[Partial, None, None]:
        stopped = yield from driven(self._until_enough(), self._run)
        self.reason = stopped or self.reason

    def _until_enough(self) -> Steps:
        self._run.check_deadline()
        with closing(self._method(self._run)) as steps:
            while True:
                try:
                    partial = self._counted(next(steps))
                except StopIteration as end:
                    return end.value and self._counted(end.value)
                if self.reason is Reason.DONE:
                    return partial
                yield partial

    def _counted(self, partial: Partial) -> Partial:
        """Return a partial with the selected answers, and count these."""
        block = self._select(partial.block)
        if self._first is not None:
            block = block[: self._first - self.found]
        if len(block):
            self.found += len(block)
            self.last = block[-1]
        if self.found == self._first:
            self.reason = Reason.DONE
        return partial._replace(block=block, value=self.found or None, stage=STAGE)

    @property
    def is_complete(self) -> bool:
        """Whether all answers were listed."""
        return self.reason is Reason.PROVED

    @property
    def result(self) -> Result[Any]:
        """The result of a listing that has ended, without the answers."""
        return self._conclude(self).signed(STAGE, self._settings)


def of_blocks(blocks: Iterator[Any]) -> Callable[[Run], Steps]:
    """Return a method for a `Listing` that takes its blocks from an iterator."""
    return lambda run: (Partial(block=block) for block in blocks)


def by_number(puzzle: Any, why_none: Callable[[], str] | None) -> Callable[[Listing], Result[Any]]:
    """Return the `conclude` function of a listing whose value is the number of answers.

    Parameters
    ----------
    puzzle
        The puzzle of the results.
    why_none
        Gives the reason if the puzzle has no answer. None if the listing began later than the first
        answer: if empty, it proves nothing.

    Returns
    -------
    function
        Its result is OPTIMAL when all answers were listed, INFEASIBLE with a note when the puzzle
        has none, FEASIBLE when the listing was stopped after the first, and else UNKNOWN.
    """

    def conclude(listed: Listing) -> Result[Any]:
        found, reason = listed.found, listed.reason
        if reason is not Reason.PROVED:
            status = Status.FEASIBLE if found else Status.UNKNOWN
            return Result(puzzle, None, found or None, None, status, reason)
        if not found and why_none is not None:
            return Result.impossible(puzzle, why_none())
        return Result.proved(puzzle, None, found)

    return conclude
