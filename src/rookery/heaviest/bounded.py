"""The methods ``branch`` and ``duals``: searches by losses, under their limits."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING

from rookery.compiled.sets import LOADING_SECONDS
from rookery.errors import LimitError
from rookery.heaviest.duals import losses, relaxed
from rookery.heaviest.kernel_sets import HEAVIEST
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.search import Search
from rookery.queens.listing.plain import open_rows
from rookery.queens.placing.construction import constructed
from rookery.queens.puzzle import Placement, Queens
from rookery.results.incumbent import Incumbent
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.results.values import Number

if TYPE_CHECKING:
    from rookery.heaviest.models import Solver

Answer = Placement | tuple[Placement, ...]

LARGEST_SIDE = 500  # of a board for which a linear program is made
RELAXING = 0.6  # of the time left, for the linear program
NODES_A_SLICE = 1 << 30  # more than any has: a slice ends by its effort


def run_branch(puzzle: Heaviest, settings: Settings) -> Result:
    """Branch and bound by linear programs re-optimised at every node (see `branching`).

    Beyond 100 x 100 the tableaus are too large: what `run_duals` does follows an annealing.

    Returns as `run_duals`, and raises what that raises.
    """
    return _ended(_BranchRun(puzzle, settings))


def run_duals(puzzle: Heaviest, settings: Settings) -> Result:
    """Search depth first by the losses against the linear program's bound, in plain Python.

    Returns
    -------
    Result
        OPTIMAL, or INFEASIBLE, when it ran to its end. Stopped before: FEASIBLE with the best
        placement found and a proved bound, UNKNOWN when none was found. When the greatest
        weight is proved, but not the further placements or which of several equals comes
        first, it is OPTIMAL with the reason why it stopped.

    Raises
    ------
    LimitError
        When the board is larger than 500 x 500.
    """
    return _ended(_Run(puzzle, settings))


def open_question(result: Result, many: int) -> str:
    """Return in words what a stopped search does not say of the so many placements it found."""
    is_best, wanted = result.status is Status.OPTIMAL, result.puzzle.best
    if wanted > 1:
        return f"{'the best ' if is_best else ''}{many:,} of {wanted:,} placements wanted"
    return "none weighs more; whether an equal one comes before it is open" if is_best else ""


def run_model(puzzle: Heaviest, settings: Settings, solver: Solver) -> Result:
    """Search by a general solver (see `models`)."""
    return _ended(_ModelRun(puzzle, settings, solver))


def _ended(run: _Run) -> Result:
    """Return the result of a search, unless the board is too large or clearly impossible."""
    puzzle = run.puzzle
    if puzzle.n > LARGEST_SIDE:
        side = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
        raise LimitError(f"expected a board of at most {side}, got {puzzle.n}x{puzzle.n}")
    if _hopeless(puzzle):
        return Result.impossible(puzzle, puzzle.why_none())
    return run.result()


def _hopeless(puzzle: Heaviest) -> bool:
    """Return whether some row or column has no open square."""
    rows = open_rows(Queens(puzzle.n, puzzle.given, puzzle.blocked))
    return not all(rows) or reduce(or_, rows) != (1 << puzzle.n) - 1


class _Stopped(Exception):
    """A limit is reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Ready(Exception):
    """The kernels are there."""


class _Run:
    """One search under its limits."""

    def __init__(self, puzzle: Heaviest, settings: Settings) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.search: Search | None = None
        self.nodes = 0
        self.incumbent: Incumbent[Answer] = Incumbent(
            puzzle, settings, greatest=not puzzle.lightest
        )

    def result(self) -> Result:
        reason = Reason.PROVED
        try:
            self._go_through(self._search())
        except _Stopped as stopped:
            reason = stopped.reason
        except KeyboardInterrupt:
            reason = Reason.INTERRUPTED
        return self._result(reason)

    def _go_through(self, search: Search) -> None:
        """Take the placements wanted from a search."""
        self.search = search
        for _ in islice(search.ranked(), self.puzzle.best):
            pass

    def _search(self) -> Search:
        board = losses(self.puzzle, RELAXING * self.settings.clock.left(), self._in_time)
        return Search(board, self._tick, self._look)

    def _tick(self) -> None:
        work = self.settings.limits.work
        if work is not None and self.nodes >= work:
            raise _Stopped(Reason.WORK)
        self.nodes += 1
        self._in_time()

    def _in_time(self) -> None:
        if not self.settings.clock.left():
            raise _Stopped(Reason.TIME)

    def _look(self, search: Search) -> None:
        """Take a better value or bound; stop when the gap is small enough."""
        self._take(search)
        reason = self.incumbent.stop()
        # Once the value is proved, further placements or the first of equals are left to find.
        if reason is not None and reason is not Reason.PROVED:
            raise _Stopped(reason)

    def _take(self, search: Search) -> None:
        best = None if search.best is None else self.puzzle.answered([search.best[1]])[0]
        self.incumbent.take(best, _bound(self.puzzle, search), "search")

    def _result(self, reason: Reason) -> Result:
        puzzle, search, incumbent = self.puzzle, self.search, self.incumbent
        if search is not None:
            self._take(search)
        if search is None or search.best is None:
            if reason is Reason.PROVED:
                incumbent.impossible = True
                incumbent.why_none = puzzle.why_none()
            else:
                self._take_any()
            answer = incumbent.answer
        else:
            answer, _ = puzzle.answered(search.found or [search.best[1]])
        result = incumbent.result(reason)
        note = result.note if reason is Reason.PROVED else open_question(result, len(answer or ()))
        return replace(result, answer=answer, reason=reason, note=note)

    def _take_any(self) -> None:
        """Take what is known without a search: on an open board some placement."""
        puzzle, some = self.puzzle, None
        if not (puzzle.given or puzzle.blocked or puzzle.n in (2, 3)):
            some, _ = puzzle.answered([constructed(puzzle.n)])
        with suppress(KeyboardInterrupt):  # of whoever is told: it is over anyway
            self.incumbent.take(some, bound_by_columns(puzzle), "construction")


class _BranchRun(_Run):
    """One search by the kernel under its limits."""

    def _go_through(self, search: Search) -> None:
        """Search in plain Python until the kernels are there, then go on with them."""
        if not HEAVIEST.is_ready:
            try:
                super()._go_through(search)
            except _Ready:
                pass
            else:
                return
        kernels = self._with_kernels()
        kernels.best, kernels.floor = search.best, search.floor
        super()._go_through(kernels)

    def _search(self) -> Search:
        """Return the search in plain Python; the kernels are loaded where they are kept."""
        began, clock = self.settings.clock.seconds(), self.settings.clock
        HEAVIEST.load(min(LOADING_SECONDS, clock.left() / 4))
        if self.settings.limits.work is not None and not self.settings.wait_for(HEAVIEST):
            raise _Stopped(Reason.TIME)
        self.incumbent.compile_seconds = clock.seconds() - began
        self._relaxation = relaxed(self.puzzle, RELAXING * clock.left(), self._in_time)
        return Search(self._relaxation.losses, self._tick_until_ready, self._look)

    def _tick_until_ready(self) -> None:
        self._tick()
        if HEAVIEST.is_ready:
            raise _Ready

    def _with_kernels(self) -> Search:
        from rookery.heaviest.branching.search import LARGEST_TABLEAU, AnnealedSearch, Branching

        relaxation, seed = self._relaxation, self.settings.seed
        if self.puzzle.n > LARGEST_TABLEAU:
            return AnnealedSearch(relaxation.losses, seed, self._tick, self._look)
        return Branching(relaxation, self.puzzle.best, seed, self._spend, self._look)

    def _spend(self, nodes: int) -> int:
        """Count nodes searched; return how many are left, or stop the search."""
        self.nodes += nodes
        work = self.settings.limits.work
        if not self.settings.clock.left():
            raise _Stopped(Reason.TIME)
        if work is None:
            return NODES_A_SLICE
        if self.nodes >= work:
            raise _Stopped(Reason.WORK)
        return min(NODES_A_SLICE, work - self.nodes)


class _ModelRun(_Run):
    """One search by a general solver under its limits."""

    def __init__(self, puzzle: Heaviest, settings: Settings, solver: Solver) -> None:
        super().__init__(puzzle, settings)
        self.solver = solver

    def _search(self) -> Search:
        from rookery.heaviest.models import ModelSearch

        board = losses(self.puzzle, RELAXING * self.settings.clock.left(), self._in_time)
        weights = self.puzzle.reduced().columns
        return ModelSearch(board, weights, self.solver, self._left, self._look)

    def _left(self) -> float:
        seconds = self.settings.clock.left()
        if not seconds:
            raise _Stopped(Reason.TIME)
        return seconds


def _bound(puzzle: Heaviest, search: Search) -> Number:
    """Return what is proved of the weight: rounded towards the safe side."""
    if search.best is not None and search.best[0] == search.floor:
        return puzzle.weight(search.best[1])
    return _rounded(puzzle, search.losses.weight(search.floor))


def bound_by_columns(puzzle: Heaviest) -> Number:
    """Return what is proved at once: no queen has more than the best square of her column."""
    columns, parts = puzzle.scaled()
    return _rounded(puzzle, Fraction(sum(map(max, columns)), parts))


def _rounded(puzzle: Heaviest, exact: Fraction) -> Number:
    if all(isinstance(weight, int) for row in puzzle.weights for weight in row):
        return -math.floor(exact) if puzzle.lightest else math.floor(exact)
    above = math.nextafter(float(exact), math.inf)
    return -above if puzzle.lightest else above
