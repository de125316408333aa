"""Answers listed one block after the other, until a number, a limit or Ctrl-C ends them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rookery.errors import LimitError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

STAGE = "listing"


class Listing:
    """Answers in order, in blocks, each as soon as it is found; iterate over it once.

    Parameters
    ----------
    blocks
        Yields blocks of answers, perhaps empty ones; a `LimitError` when the time is over ends it.
    settings
        Their limits of time hold, and who listens is told after each block.
    conclude
        Makes the result of a listing that has ended.
    first
        So many answers are enough, if not None.

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
        blocks: Iterator[Any],
        settings: Settings,
        conclude: Callable[[Listing], Result[Any]],
        first: int | None = None,
    ) -> None:
        self.found = 0
        self.last: Any = None
        self.reason = Reason.PROVED
        self._blocks = blocks
        self._settings = settings
        self._conclude = conclude
        self._first = first

    def __iter__(self) -> Iterator[Any]:
        try:
            yield from self._listed()
        except LimitError:
            if self._settings.clock.left():
                raise
            self.reason = Reason.TIME
        except KeyboardInterrupt:
            self.reason = Reason.INTERRUPTED

    def _listed(self) -> Iterator[Any]:
        settings = self._settings
        while settings.clock.left():
            found = next(self._blocks, None)
            if found is None:
                return
            block = found if self._first is None else found[: self._first - self.found]
            if len(block):
                self.found += len(block)
                self.last = block[-1]
            yield block
            settings.report(Progress(settings.clock.seconds(), self.found or None, stage=STAGE))
            if self.found == self._first:
                self.reason = Reason.DONE
                return
        self.reason = Reason.TIME

    @property
    def result(self) -> Result[Any]:
        """What is known when the listing has ended; the answers themselves are not in it."""
        return self._conclude(self).signed(STAGE, self._settings)


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
