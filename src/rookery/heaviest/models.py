"""The puzzle as a plain model for a general solver: HiGHS's branch and cut, and CP-SAT.

A variable of 0 or 1 for every open square; every row and column sums to 1, every diagonal to
at most 1. For comparison: both are far slower than `branching`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from typing import Any

from rookery.boards.board import Square
from rookery.heaviest.duals import Losses
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.search import Ranked, Search, Slices
from rookery.queens.puzzle import Placement
from rookery.running.solvers import LONGEST_SECONDS, cp_sat, watched

NEARLY = 1e-6  # relative: so much HiGHS's bound may be too low
BELOW_ONE = 0.999  # where weights are integers, a gap below 1 is none


@dataclass(frozen=True, slots=True)
class Task:
    """What a solver is asked for: the heaviest placement on open squares.

    Attributes
    ----------
    weights
        Integers by column, then row.
    rows
        For every column the open rows, as bits.
    least
        The placement must weigh at least this; None for no such demand.
    left
        Returns the seconds left; raises when there are none.
    """

    weights: Sequence[Sequence[int]]
    rows: Sequence[int]
    least: int | None
    left: Callable[[], float]

    def squares(self) -> list[Square]:
        """Return the open squares by column, then row."""
        n = len(self.rows)
        every = product(range(n), repeat=2)
        return [(row, column) for column, row in every if self.rows[column] >> row & 1]

    def lines(self) -> tuple[list[list[Square]], list[list[Square]]]:
        """Return the lines with one queen, rows and columns, and those with at most one."""
        n = len(self.rows)
        lines: list[list[Square]] = [[] for _ in range(6 * n - 2)]
        for row, column in self.squares():
            if row == 0:
                self.left()
            for line in (column, n + row, 2 * n + row + column, 5 * n - 2 + row - column):
                lines[line].append((row, column))
        return lines[: 2 * n], [line for line in lines[2 * n :] if len(line) > 1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a solver says.

    Attributes
    ----------
    placement
        The best it found, or None.
    bound
        What no placement weighs more than, or None.
    ended
        Whether it has proved that there is no better one.
    interrupted
        Whether Ctrl-C stopped it.
    """

    placement: Placement | None
    bound: int | None
    ended: bool
    interrupted: bool


Solver = Callable[[Task], Outcome]


def solve_mip(task: Task) -> Outcome:
    """Solve by HiGHS's branch and cut, through OR-tools; to a gap below 1."""
    mathopt, _ = watched(_math_opt, None, task.left)
    model = mathopt.Model()
    queens = {square: model.add_binary_variable() for square in task.squares()}
    exact, rest = task.lines()
    for line in exact:
        task.left()
        model.add_linear_constraint(mathopt.fast_sum(queens[square] for square in line) == 1)
    for line in rest:
        task.left()
        model.add_linear_constraint(mathopt.fast_sum(queens[square] for square in line) <= 1)
    weight = mathopt.fast_sum(task.weights[c][r] * queens[r, c] for r, c in queens)
    if task.least is not None:
        model.add_linear_constraint(weight >= task.least)
    model.maximize(weight)
    parameters = mathopt.SolveParameters(
        time_limit=timedelta(seconds=min(task.left(), LONGEST_SECONDS)),
        relative_gap_tolerance=0.0,
        absolute_gap_tolerance=BELOW_ONE,
    )
    solved, interrupted = watched(
        lambda: mathopt.solve(model, mathopt.SolverType.HIGHS, params=parameters), stop=None
    )
    reasons = mathopt.TerminationReason
    ended = solved.termination.reason in (reasons.OPTIMAL, reasons.INFEASIBLE)
    if not solved.has_primal_feasible_solution():
        return Outcome(None, None, ended, interrupted)
    values = solved.variable_values()
    chosen = [square for square, variable in queens.items() if values[variable] > BELOW_ONE / 2]
    bound = solved.dual_bound()
    safe = math.floor(bound + NEARLY * max(1.0, abs(bound))) if math.isfinite(bound) else None
    return Outcome(_placement(chosen), safe, ended, interrupted)


def _math_opt() -> Any:
    from ortools.math_opt.python import mathopt

    return mathopt


def _cp_model() -> Any:
    from ortools.sat.python import cp_model

    return cp_model


def solve_cp_sat(task: Task) -> Outcome:
    """Solve by CP-SAT with one worker."""
    cp_model, _ = watched(_cp_model, None, task.left)
    model = cp_model.CpModel()
    queens = {square: model.new_bool_var("") for square in task.squares()}
    exact, rest = task.lines()
    for line in exact:
        task.left()
        model.add_exactly_one(queens[square] for square in line)
    for line in rest:
        task.left()
        model.add_at_most_one(queens[square] for square in line)
    weight = sum(task.weights[c][r] * queen for (r, c), queen in queens.items())
    if task.least is not None:
        model.add(weight >= task.least)
    model.maximize(weight)
    solver = cp_sat(task.left())
    status, interrupted = watched(lambda: solver.solve(model), solver.stop_search)
    ended = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Outcome(None, None, ended, interrupted)
    chosen = [square for square, queen in queens.items() if solver.boolean_value(queen)]
    bound = round(solver.best_objective_bound)
    return Outcome(_placement(chosen), bound, ended, interrupted)


def _placement(chosen: Sequence[Square]) -> Placement:
    return tuple(row for row, _ in sorted(chosen, key=lambda square: square[1]))


class ModelSearch(Search):
    """`Search`, with a general solver at its bottom.

    Parameters
    ----------
    losses
        Of the board.
    puzzle
        Its reduced weights are those that the losses are of.
    solver
        `solve_mip` or `solve_cp_sat`.
    seconds_left
        Returns the seconds left; raises when there are none.
    """

    def __init__(
        self,
        losses: Losses,
        puzzle: Heaviest,
        solver: Solver,
        seconds_left: Callable[[], float],
    ) -> None:
        super().__init__(losses, puzzle.best)
        self._weights = puzzle.reduced().columns
        self._solver = solver
        self._seconds_left = seconds_left

    def _dive(self, rows: list[int]) -> Slices[None]:
        """Do nothing: the solvers have heuristics of their own."""
        yield 0

    def _least(self, rows: list[int], best: Ranked | None, floor: int) -> Slices[Ranked | None]:
        outcome = self._solver(Task(self._weights, rows, None, self._seconds_left))
        if outcome.bound is not None:
            self._raise_floor(self.losses.bound - self.losses.unit * outcome.bound)
        found = outcome.placement
        ranked = None if found is None else (self.losses.of(found), found)
        if ranked:
            self._keep(ranked)
        yield 1
        self._wait(outcome)
        return ranked

    def _any(self, rows: list[int], limit: int) -> Slices[Placement | None]:
        least = -((limit - self.losses.bound) // self.losses.unit)
        outcome = self._solver(Task(self._weights, rows, least, self._seconds_left))
        if outcome.placement is None:
            self._wait(outcome)
        yield 1
        return outcome.placement

    def _wait(self, outcome: Outcome) -> None:
        """Let Ctrl-C, or the deadline, stop a search whose solver did not end."""
        if outcome.interrupted:
            raise KeyboardInterrupt
        while not outcome.ended:
            self._seconds_left()
