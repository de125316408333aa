"""Integer reduced costs ("losses") of the squares, from the duals of a linear program.

The relaxation has a nonnegative variable for every open square. Every row and column sums to 1,
every diagonal to at most 1. The dual values of these lines give a bound on every placement and,
for every square, its loss: the amount by which a queen there falls short of the bound. GLOP's
duals are rounded to integers. Any duals, however inexact, give a valid bound, so no result
depends on tolerances.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rookery.boards.board import Square
from rookery.engine.lp import solve_once
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.plain import open_rows
from rookery.queens.puzzle import Placement, Queens
from rookery.results.limits import Check

RESOLUTION = 1 << 22  # integer units in the largest weight
BASIC = "BASIC"  # MathOpt's status of basic variables and constraints


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of a board's squares against a bound.

    For every placement on open squares, `unit` times its reduced weight equals `bound` minus the
    losses of its squares and the duals of its idle diagonals, those without a queen.
    """

    open_rows: tuple[int, ...]  # open rows of every column, as bits
    # The loss of each square by column, then row; nonnegative on open squares.
    squares: tuple[tuple[int, ...], ...]
    # The nonnegative dual of each diagonal, by row + column and by row - column + n - 1.
    rising: tuple[int, ...]
    falling: tuple[int, ...]
    bound: int  # upper bound on `unit` times the reduced weight of any placement
    # The loss that equals 1 of the puzzle's reduced weights. The losses of any two placements
    # differ by a multiple of it.
    unit: int
    base: Fraction  # see `Reduced`
    step: Fraction

    def of(self, placement: Placement) -> int:
        """Return the loss of a placement, idle diagonals included."""
        top = len(placement) - 1
        lost = sum(self.rising) + sum(self.falling)
        for column, row in enumerate(placement):
            lost += self.squares[column][row]
            lost -= self.rising[row + column] + self.falling[row - column + top]
        return lost

    def weight(self, loss: int) -> Fraction:
        """Return the weight of a placement with this loss, negated if the lightest is wanted."""
        return self.base + self.step * Fraction(self.bound - loss, self.unit)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A row, column or diagonal: its open squares, and whether it holds exactly one queen."""

    squares: tuple[Square, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class SolvedRelaxation:
    """The solved linear program of a board."""

    losses: Losses  # from its dual values
    # An optimal basis: its squares, and the lines with a basic slack. Lines are numbered columns
    # first, then rows, rising and falling diagonals. Both are empty if the program was not solved.
    basic_squares: tuple[Square, ...]
    basic_lines: tuple[int, ...]


def solve_relaxation(
    puzzle: Heaviest, seconds: float = float("inf"), check_deadline: Check = bool
) -> SolvedRelaxation:
    """Solve the relaxation of a puzzle with an open square in every column.

    Weights are reduced by `Heaviest.reduced`. If the program is not solved within the seconds, or
    has no solution, losses are measured against the best square of each column.
    """
    n = puzzle.n
    rows = tuple(open_rows(Queens(n, puzzle.given, puzzle.blocked)))
    reduced = puzzle.reduced()
    weights = reduced.columns
    largest = max(1, *map(max, weights))
    unit = max(1, RESOLUTION // largest)
    lines = lines_of(rows, check_deadline)
    shares = [[weight / largest for weight in column] for column in weights]
    values, basic_squares, basic_lines = _solved(lines, shares, seconds, check_deadline)
    duals = [
        round(Fraction(dual) * largest * unit)
        if line.exact
        else max(0, round(Fraction(dual) * largest * unit))
        for line, dual in zip(lines, values, strict=True)
    ]
    table = [[-unit * weight for weight in column] for column in weights]
    for line, dual in zip(lines, duals, strict=True):
        check_deadline()
        for row, column in line.squares:
            table[column][row] += dual
    bound = sum(duals)
    for column, entries in enumerate(table):
        least = min(loss for row, loss in enumerate(entries) if rows[column] >> row & 1)
        table[column] = [loss - least for loss in entries]
        bound -= least
    first_diagonal = 2 * n
    rising = tuple(duals[first_diagonal : first_diagonal + 2 * n - 1])
    falling = tuple(duals[first_diagonal + 2 * n - 1 :])
    against = Losses(
        rows, tuple(map(tuple, table)), rising, falling, bound, unit, reduced.base, reduced.step
    )
    return SolvedRelaxation(against, basic_squares, basic_lines)


def lines_through(square: Square, n: int) -> tuple[int, int, int, int]:
    """Return the numbers of a square's column, row, rising and falling diagonal."""
    row, column = square
    return column, n + row, 2 * n + row + column, 5 * n - 2 + row - column


def lines_of(rows: Sequence[int], check_deadline: Check) -> list[BoardLine]:
    """Return the columns, rows, rising and falling diagonals in this order.

    `rows` are the open rows of every column, as bits.
    """
    n = len(rows)
    lists: list[list[Square]] = [[] for _ in range(6 * n - 2)]
    for column, row in product(range(n), repeat=2):
        if row == 0:
            check_deadline()
        if rows[column] >> row & 1:
            for line in lines_through((row, column), n):
                lists[line].append((row, column))
    return [BoardLine(tuple(squares), number < 2 * n) for number, squares in enumerate(lists)]


def _solved(
    lines: Sequence[BoardLine],
    weights: Sequence[Sequence[float]],
    seconds: float,
    check_deadline: Check,
) -> tuple[list[float], tuple[Square, ...], tuple[int, ...]]:
    """Return the dual of every line and an optimal basis; zeros and no basis if unsolved."""
    variables: dict[Square, Any] = {}
    constraints: list[Any] = []

    def program(check: Check) -> Any:
        from ortools.math_opt.python import mathopt

        model = mathopt.Model()
        model.objective.is_maximize = True
        for line in lines[: len(weights)]:
            check()
            for row, column in line.squares:
                variable = variables[row, column] = model.add_variable(lb=0.0)
                model.objective.set_linear_coefficient(variable, weights[column][row])
        for line in lines:
            check()
            constraint = model.add_linear_constraint(lb=1.0 if line.exact else -math.inf, ub=1.0)
            for square in line.squares:
                constraint.set_coefficient(variables[square], 1.0)
            constraints.append(constraint)
        return model

    solved = solve_once(program, seconds, check_deadline)
    if solved is None:
        return [0.0] * len(lines), (), ()
    values: list[float] = solved.dual_values(constraints)
    basis = solved.solutions[0].basis
    squares = (
        square
        for square, variable in variables.items()
        if basis.variable_status[variable].name == BASIC
    )
    slack = (
        number
        for number, line in enumerate(constraints)
        if basis.constraint_status[line].name == BASIC
    )
    return values, tuple(squares), tuple(slack)
