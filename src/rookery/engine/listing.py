"""Answers listed one block after the other, until a number, a limit or Ctrl-C ends them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

from rookery.engine.run import Partial, Run, Steps, driven
from rookery.errors import LimitError
from rookery.results.limits import Limits
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

STAGE = "listing"


class Listing:
    """Answers in order, in blocks, each as soon as it is found; iterate over it once.

    Parameters
    ----------
    method
        Yields partials with blocks of answers, perhaps empty ones; a `LimitError` when the time is
        over ends it.
    settings
        Their limits of time hold, and who listens is told after each block.
    conclude
        Makes the result of a listing that has ended.
    first
        So many answers are enough, if not None.
    select
        Returns the answers of a block that come out.

    Attributes
    ----------
    found : int
        How many answers came out.
    last
        The last of them, None before there is one.
    reason : Reason
        Why it ended: PROVED when these are all, DONE when there were enough of them.
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
                for told in driving:
                    yield told.block
        except LimitError:
            if self._settings.clock.left():
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
                    told = self._counted(next(steps))
                except StopIteration as end:
                    return end.value and self._counted(end.value)
                if self.reason is Reason.DONE:
                    return told
                yield told

    def _counted(self, told: Partial) -> Partial:
        """Return what comes out of a partial."""
        block = self._select(told.block)
        if self._first is not None:
            block = block[: self._first - self.found]
        if len(block):
            self.found += len(block)
            self.last = block[-1]
        if self.found == self._first:
            self.reason = Reason.DONE
        return told._replace(block=block, value=self.found or None, stage=STAGE)

    @property
    def is_complete(self) -> bool:
        """Whether these are all answers there are."""
        return self.reason is Reason.PROVED

    @property
    def result(self) -> Result[Any]:
        """What is known when the listing has ended; the answers themselves are not in it."""
        return self._conclude(self).signed(STAGE, self._settings)


def of_blocks(blocks: Iterator[Any]) -> Callable[[Run], Steps]:
    """Return the method of a `Listing` whose blocks come from an iterator."""
    return lambda run: (Partial(block=block) for block in blocks)


def by_number(puzzle: Any, why_none: Callable[[], str] | None) -> Callable[[Listing], Result[Any]]:
    """Return what concludes a listing whose value is how many answers came out.

    Parameters
    ----------
    puzzle
        Of the results.
    why_none
        Tells why there is no answer; None when the listing did not begin at the first, and one
        without answers proves nothing about the puzzle.

    Returns
    -------
    function
        Its result is OPTIMAL when all answers came out, INFEASIBLE with a note when there are
        none, FEASIBLE when something ended it after the first, and else UNKNOWN.
    """
    return partial(_concluded, puzzle, why_none)


def _concluded(puzzle: Any, why_none: Callable[[], str] | None, listed: Listing) -> Result[Any]:
    found, reason = listed.found, listed.reason
    if reason is not Reason.PROVED:
        status = Status.FEASIBLE if found else Status.UNKNOWN
        return Result(puzzle, None, found or None, None, status, reason)
    if not found and why_none is not None:
        return Result.impossible(puzzle, why_none())
    return Result.proved(puzzle, None, found)
