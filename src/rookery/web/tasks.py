"""What a worker does: solve or count a puzzle, or list the next placements."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rookery import api
from rookery.document import answer_data, placement_data, placement_of, puzzle_of, result_data
from rookery.errors import PuzzleError, RookeryError
from rookery.queens.listing.blocks import blocks
from rookery.queens.puzzle import Placement, Queens, contradiction, placement_faults
from rookery.results.limits import Clock, Limits
from rookery.results.progress import OnProgress, Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.web.bounds import PLACEMENTS

if TYPE_CHECKING:
    from rookery.queens.listing.blocks import Block

Data = dict[str, Any]
Tell = Callable[[Data], None]

LISTED_TO_THE_END = 18
"""On larger boards one placement is found first, for listing may not come to any."""

LISTING = "listing"
FIRST_SECONDS = 2.0
REPORT_SECONDS = 0.05


def solve(task: Data, tell: Tell) -> Data:
    """Solve a puzzle, or count its answers, and return the result as plain data.

    Parameters
    ----------
    task
        The document ``puzzle`` and ``seconds``, ``method``, ``seed``, ``gap``, ``count`` and
        ``threads``.
    tell
        Called with each progress as plain data.
    """
    puzzle: Any = puzzle_of(task["puzzle"])
    progress = _Told(puzzle, tell)
    keywords = {
        "method": task["method"],
        "limits": Limits(seconds=task["seconds"], gap=task["gap"]),
        "seed": task["seed"],
        "threads": task["threads"],
        "on_progress": progress.report,
    }
    if task["count"]:
        result = api.count(puzzle, **keywords)
    elif isinstance(puzzle, Queens) and task["method"] in ("auto", LISTING):
        result = list_placements(puzzle, keywords["limits"], progress.report)
    else:
        result = api.solve(puzzle, **keywords)
    return finished(result)


def finished(result: Result) -> Data:
    """Return a result as plain data, with its answer."""
    if isinstance(result.puzzle, Queens) and result.answer is not None:
        result = replace(result, answer=result.answer[:PLACEMENTS])
    return result_data(result)


def list_placements(puzzle: Queens, limits: Limits, report: OnProgress) -> Result:
    """Count the placements while listing them, and keep the first thousand.

    Returns
    -------
    Result
        Its value is the number listed, its answer the first of them. When listing came to none
        in time, both are of one placement that was found by other means.
    """
    settings = Settings(limits, on_progress=report, clock=Clock(limits))
    first = _first(puzzle, settings) if puzzle.n > LISTED_TO_THE_END else None
    if first is not None and first.status is Status.INFEASIBLE:
        return replace(Result.proved(puzzle, (), 0), note=first.note).signed(LISTING, settings)
    listing = _Listing(puzzle)
    reason = Reason.PROVED
    try:
        for block in blocks(puzzle):
            listing.add(block, settings)
            if not settings.clock.left():
                reason = Reason.TIME
                break
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    listed = listing.result(reason)
    if not listed.value and first is not None and first.answer is not None:
        listed = replace(listed, answer=(first.answer,), value=1, status=Status.FEASIBLE)
    return listed.signed(LISTING, settings)


def placements(task: Data, tell: Tell) -> Data:
    """Return the placements after a given one, in lexicographic order, and whether more follow.

    Raises
    ------
    PuzzleError
        When the puzzle is none of queens, or no placement was found in time.
    """
    puzzle = puzzle_of(task["puzzle"])
    if not isinstance(puzzle, Queens):
        raise PuzzleError(expected="a puzzle of queens", found=f"one of {puzzle.family}")
    after, limit = task["after"], task["limit"]
    start = None if after is None else placement_of(puzzle.n, after)
    clock = Clock(Limits(seconds=task["seconds"]))
    found: list[Placement] = []
    ended = True
    for block in blocks(puzzle, start):
        found += [placement for placement in _rows(block) if placement != start]
        if len(found) > limit or not clock.left():
            ended = False
            break
    if not (found or ended):
        raise PuzzleError(f"no placement was found within {task['seconds']:g} seconds")
    names = [placement_data(placement) for placement in found[:limit]]
    return {"placements": names, "more": not ended}


TASKS: dict[str, Callable[[Data, Tell], Data]] = {"solve": solve, "placements": placements}


class _Told:
    """Tells progress as plain data: every new answer, and all else from time to time."""

    def __init__(self, puzzle: Any, tell: Tell) -> None:
        self._puzzle = puzzle
        self._tell = tell
        self._last = -math.inf

    def report(self, progress: Progress) -> None:
        if progress.answer is None and progress.seconds - self._last < REPORT_SECONDS:
            return
        self._last = progress.seconds
        data = {
            "seconds": round(progress.seconds, 3),
            "value": _finite(progress.value),
            "bound": _finite(progress.bound),
            "gap": _finite(progress.gap),
            "done": progress.done,
            "total": progress.total,
            "stage": progress.stage,
        }
        if progress.answer is not None:
            _expect_right(self._puzzle, progress.answer)
            data["answer"] = answer_data(self._puzzle, progress.answer)
        self._tell(data)


def _expect_right(puzzle: Any, answer: Any) -> None:
    """Raise when an answer breaks the rules; of queens, that none is missing is not checked."""
    if isinstance(puzzle, Queens):
        given, blocked = puzzle.given, puzzle.blocked
        found = (placement_faults(puzzle.n, given, blocked, placement) for placement in answer)
        faults = next(filter(None, found), [])
    else:
        faults = puzzle.check(answer)
    if faults:
        raise RookeryError(f"the search gave a wrong answer: {faults[0]}")


def _finite(value: Any) -> Any:
    """Return a value; None for a number that JSON cannot have."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


class _Listing:
    """The placements listed so far: how many, and the first of them."""

    def __init__(self, puzzle: Queens) -> None:
        self.puzzle = puzzle
        self.found = 0
        self.kept: list[Placement] = []

    def add(self, block: Block, settings: Settings) -> None:
        """Take what a slice of work found, and report it."""
        fresh = _rows(block[: PLACEMENTS - len(self.kept)])
        self.found += len(block)
        self.kept += fresh
        answer = tuple(self.kept) if fresh else None
        seconds = settings.clock.seconds()
        settings.report(Progress(seconds, self.found or None, stage=LISTING, answer=answer))

    def result(self, reason: Reason) -> Result:
        """Return the result, its placements checked by the rules."""
        puzzle, kept = self.puzzle, tuple(self.kept)
        _expect_right(puzzle, kept)
        if reason is Reason.PROVED:
            note = contradiction(puzzle) or ""
            return replace(Result.proved(puzzle, kept, self.found), note=note)
        status = Status.FEASIBLE if self.found else Status.UNKNOWN
        return Result(puzzle, kept or None, self.found or None, None, status, reason)


def _first(puzzle: Queens, settings: Settings) -> Result:
    """Find one placement of a large board, and report it."""
    seconds = min(FIRST_SECONDS, settings.clock.left())
    first = api.placement(puzzle, limits=Limits(seconds=seconds))
    if first.answer is not None:
        settings.report(Progress(settings.clock.seconds(), 1, answer=(first.answer,)))
    return first


def _rows(block: Block) -> list[Placement]:
    return block if isinstance(block, list) else [tuple(row) for row in block.tolist()]
