"""Plain models of the puzzle for general solvers: HiGHS's branch and cut, and CP-SAT.

Every open square has a binary variable. Every row and column sums to 1, every diagonal to at
most 1. The models serve as a comparison: both are far slower than `branching`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from itertools import product
from typing import Any

from rookery.boards.board import Square
from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import POLL_SECONDS, Run, Steps
from rookery.heaviest.bounded import bound_on, found_by, immediate_bound, impossible, relaxed
from rookery.heaviest.duals import BoardLine, lines_of
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.search import LossSearch, Ranked, SearchSlices
from rookery.queens.puzzle import Placement
from rookery.results.result import Number
from rookery.running.solvers import CP_SAT, LONGEST_SECONDS, MATH_OPT, watched

NEARLY = 1e-6  # relative error allowed for in HiGHS's bound
BELOW_ONE = 0.999  # absolute gap; with integer weights a gap below 1 is a proof

# Finds the heaviest placement on open rows, or None if none weighs `least` or more.
SolveModel = Callable[["ModelSearch", Sequence[int], int | None], SearchSlices[Placement | None]]


def by_mip(puzzle: Heaviest, run: Run) -> Steps:
    """Search with HiGHS's branch and cut."""
    return (yield from _by_model(solve_by_mip, puzzle, run))


def by_cp_sat(puzzle: Heaviest, run: Run) -> Steps:
    """Search with CP-SAT."""
    return (yield from _by_model(solve_by_cp_sat, puzzle, run))


def _by_model(solve: SolveModel, puzzle: Heaviest, run: Run) -> Steps:
    if hopeless := impossible(puzzle):
        return hopeless
    yield immediate_bound(puzzle)
    return (yield from found_by(ModelSearch(solve, puzzle, run), puzzle))


class ModelSearch(LossSearch):
    """`LossSearch` that leaves each subproblem of integer weights to a general solver.

    The solver gets the deadline and the seed of the run.
    """

    def __init__(self, solve: SolveModel, puzzle: Heaviest, run: Run) -> None:
        super().__init__(relaxed(puzzle, run).losses, puzzle.best)
        self.run = run
        self._solve = solve
        self._puzzle = puzzle
        self._weights = puzzle.reduced().columns

    def squares(self, rows: Sequence[int]) -> list[Square]:
        """Return the open squares by column, then row."""
        every = product(range(len(rows)), repeat=2)
        return [(row, column) for column, row in every if rows[column] >> row & 1]

    def lines(self, rows: Sequence[int]) -> Iterator[BoardLine]:
        """Yield the rows and columns, and the diagonals of two or more open squares."""
        for line in lines_of(rows, self.run.check_deadline):
            self.run.check_deadline()
            if line.exact or len(line.squares) > 1:
                yield line

    def weight(self, queens: dict[Square, Any]) -> Iterable[Any]:
        """Yield the terms of the weight of the chosen squares."""
        return (self._weights[column][row] * queen for (row, column), queen in queens.items())

    def keep(self, placement: Placement) -> None:
        """Keep a placement if it is the best so far."""
        self._keep((self.losses.of(placement), placement))

    def prove(self, bound: float) -> Number:
        """Keep an upper bound on the model's weight; return the bound on the puzzle's weight.

        The bound must come from a model of all placements, without a least weight.
        """
        if math.isfinite(bound):
            self._raise_bound(self.losses.bound - self.losses.unit * math.floor(bound))
        return bound_on(self._puzzle, self)

    def _dive(self, rows: list[int]) -> SearchSlices[None]:
        """Do nothing: the solvers have their own heuristics."""
        yield 0

    def _optimum(
        self, rows: list[int], best: Ranked | None, lower_bound: int
    ) -> SearchSlices[Ranked | None]:
        placement = yield from self._solve(self, rows, None)
        return None if placement is None else (self.losses.of(placement), placement)

    def _find_within(self, rows: list[int], limit: int) -> SearchSlices[Placement | None]:
        least = -((limit - self.losses.bound) // self.losses.unit)
        return (yield from self._solve(self, rows, least))


def solve_by_mip(
    search: ModelSearch, rows: Sequence[int], least: int | None
) -> SearchSlices[Placement | None]:
    """Solve by HiGHS's branch and cut through OR-Tools, to a gap below 1."""
    while not MATH_OPT.wait(POLL_SECONDS):
        yield 0
    from ortools.math_opt.python import mathopt

    model = mathopt.Model()
    queens = {square: model.add_binary_variable() for square in search.squares(rows)}
    for line in search.lines(rows):
        number = mathopt.fast_sum(queens[square] for square in line.squares)
        model.add_linear_constraint(number == 1 if line.exact else number <= 1)
    weight = mathopt.fast_sum(search.weight(queens))
    if least is not None:
        model.add_linear_constraint(weight >= least)
    model.maximize(weight)
    parameters = mathopt.SolveParameters(
        time_limit=timedelta(seconds=min(search.run.seconds_left(), LONGEST_SECONDS)),
        relative_gap_tolerance=0.0,
        absolute_gap_tolerance=BELOW_ONE,
    )
    solved = watched(
        lambda: mathopt.solve(model, mathopt.SolverType.HIGHS, params=parameters), stop=None
    )
    placement = None
    if solved.has_primal_feasible_solution():
        values = solved.variable_values()
        placement = _placement(
            square for square, queen in queens.items() if values[queen] > BELOW_ONE / 2
        )
        search.keep(placement)
        if least is None:
            bound = solved.dual_bound()
            search.prove(bound + NEARLY * max(1.0, abs(bound)))
    yield 1
    reasons = mathopt.TerminationReason
    if solved.termination.reason not in (reasons.OPTIMAL, reasons.INFEASIBLE):
        while placement is None or least is None:  # the time limit precedes the deadline
            search.run.check_deadline()
    return placement


def solve_by_cp_sat(
    search: ModelSearch, rows: Sequence[int], least: int | None
) -> SearchSlices[Placement | None]:
    """Solve by CP-SAT on one worker."""
    while not CP_SAT.wait(POLL_SECONDS):
        yield 0
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    queens = {square: model.new_bool_var("") for square in search.squares(rows)}
    for line in search.lines(rows):
        add = model.add_exactly_one if line.exact else model.add_at_most_one
        add(queens[square] for square in line.squares)
    weight = sum(search.weight(queens))
    if least is not None:
        model.add(weight >= least)
    model.maximize(weight)
    improving: list[Placement] = []

    def read(value: Callable[[Any], int]) -> Partial:
        improving.append(_placement(square for square, queen in queens.items() if value(queen)))
        search.keep(improving[-1])
        return Partial()

    bound = None if least is not None else lambda value: search.prove(round(value))
    solving = cpsat.solve(model, read, search.run, bound, num_workers=1)
    with closing(solving):
        for partial in solving:
            yield partial.steps
    yield 1
    return improving[-1] if improving else None


def _placement(chosen: Iterable[Square]) -> Placement:
    return tuple(row for row, _ in sorted(chosen, key=lambda square: square[1]))
