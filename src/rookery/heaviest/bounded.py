"""The method ``duals``: the search by losses, under its limits."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import or_

from rookery.errors import LimitError
from rookery.heaviest.duals import losses
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.search import Search
from rookery.queens.placements import open_rows
from rookery.queens.puzzle import Queens
from rookery.result import Number, Progress, Reason, Result, Settings, Status

LARGEST_SIDE = 500
NODES_A_LOOK = 256


def run(puzzle: Heaviest, settings: Settings) -> Result:
    """Search depth first by the losses against the linear program's bound.

    Returns
    -------
    Result
        OPTIMAL, or INFEASIBLE, when it ran to its end. Stopped before: FEASIBLE with the best
        placement met and a proved bound, UNKNOWN when none was met. When the greatest weight
        is proved and only further placements, or which of equals comes first, are not, it is
        OPTIMAL with the reason it stopped.

    Raises
    ------
    LimitError
        When the board is larger than 500 x 500.
    """
    if puzzle.n > LARGEST_SIDE:
        side = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
        raise LimitError(f"expected a board of at most {side}, got {puzzle.n}x{puzzle.n}")
    rows = open_rows(Queens(puzzle.n, puzzle.given, puzzle.blocked))
    if not all(rows) or reduce(or_, rows) != (1 << puzzle.n) - 1:
        return Result.impossible(puzzle)
    return _Run(puzzle, settings).result()


class _Stopped(Exception):
    """A limit is reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Run:
    """One search under its limits."""

    def __init__(self, puzzle: Heaviest, settings: Settings) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.search: Search | None = None
        self.nodes = 0
        self.trace: list[Progress] = []

    def result(self) -> Result:
        reason = Reason.PROVED
        try:
            board = losses(self.puzzle, self.settings.clock.left())
            self.search = Search(board, self._tick, self._look)
            for _ in islice(self.search.ranked(), self.puzzle.best):
                pass
        except _Stopped as stopped:
            reason = stopped.reason
        except KeyboardInterrupt:
            reason = Reason.INTERRUPTED
        return self._result(reason)

    def _tick(self) -> None:
        work = self.settings.limits.work
        if work is not None and self.nodes >= work:
            raise _Stopped(Reason.WORK)
        self.nodes += 1
        if not self.nodes % NODES_A_LOOK and not self.settings.clock.left():
            raise _Stopped(Reason.TIME)

    def _look(self, search: Search) -> None:
        """Report a better value or bound; stop when the gap is small enough."""
        value = None if search.best is None else self.puzzle.weight(search.best[1])
        progress = Progress(
            self.settings.clock.seconds(), value, _bound(self.puzzle, search), stage="search"
        )
        self.trace.append(progress)
        self.settings.report(progress)
        wanted = self.settings.limits.gap
        if wanted and progress.gap is not None and 0 < progress.gap <= wanted:
            raise _Stopped(Reason.GAP)

    def _result(self, reason: Reason) -> Result:
        search, trace = self.search, tuple(self.trace)
        if search is None or search.best is None:
            if reason is Reason.PROVED:
                return Result.impossible(self.puzzle)
            bound = None if search is None else _bound(self.puzzle, search)
            return Result(self.puzzle, None, None, bound, Status.UNKNOWN, reason, trace=trace)
        answer, value = self.puzzle.answered(search.found or [search.best[1]])
        bound = _bound(self.puzzle, search)
        status = Status.OPTIMAL if value == bound else Status.FEASIBLE
        return Result(self.puzzle, answer, value, bound, status, reason, trace=trace)


def _bound(puzzle: Heaviest, search: Search) -> Number:
    """Return what is proved of the weight: rounded towards the safe side."""
    if search.best is not None and search.best[0] == search.floor:
        return puzzle.weight(search.best[1])
    board = search.losses
    exact = Fraction(board.bound - search.floor, board.unit * board.parts)
    if all(isinstance(weight, int) for row in puzzle.weights for weight in row):
        return -math.floor(exact) if puzzle.lightest else math.floor(exact)
    above = math.nextafter(float(exact), math.inf)
    return -above if puzzle.lightest else above
