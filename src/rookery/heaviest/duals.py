"""What each square loses against a bound, from the duals of a linear program.

The relaxation has a variable from 0 for every open square; every row and column sums to 1,
every diagonal to at most 1. Dual values of these lines give a bound on every placement and,
square by square, how much a queen there falls short of it. GLOP's duals are rounded to
integers; any such duals, however wrong, give a valid bound, so nothing rests on tolerances.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rookery.boards.board import Square
from rookery.engine.lp import solve_once
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.plain import open_rows
from rookery.queens.puzzle import Placement, Queens

RESOLUTION = 1 << 22  # units in the largest weight, as duals are rounded to integers
BASIC = "BASIC"  # the status of what is in the basis


@dataclass(frozen=True, slots=True)
class Losses:
    """A board of losses against a bound.

    For every placement on open squares it holds exactly that `unit` times its reduced weight is
    `bound` less the losses of its squares and the duals of the diagonals without a queen.

    Attributes
    ----------
    open_rows
        For every column the rows where a queen may stand, as bits.
    squares
        The loss of each square, at least 0 where it is open; by column, then row.
    rising, falling
        The dual of each diagonal, at least 0, by row + column and by row - column + n - 1.
    bound
        What no placement's reduced weight times `unit` exceeds.
    unit
        The losses that make 1 of the puzzle's reduced weights: any two placements' losses
        differ by a multiple of it.
    base, step
        See `Reduced`.
    """

    open_rows: tuple[int, ...]
    squares: tuple[tuple[int, ...], ...]
    rising: tuple[int, ...]
    falling: tuple[int, ...]
    bound: int
    unit: int
    base: Fraction
    step: Fraction

    def of(self, placement: Placement) -> int:
        """Return what a placement loses."""
        top = len(placement) - 1
        lost = sum(self.rising) + sum(self.falling)
        for column, row in enumerate(placement):
            lost += self.squares[column][row]
            lost -= self.rising[row + column] + self.falling[row - column + top]
        return lost

    def weight(self, loss: int) -> Fraction:
        """Return what a placement of this loss weighs, negated when the lightest is wanted."""
        return self.base + self.step * Fraction(self.bound - loss, self.unit)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row, column or diagonal of the board: its open squares and how many queens it has."""

    squares: tuple[Square, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class Relaxation:
    """The linear program of a whole board, solved.

    Attributes
    ----------
    losses
        From its dual values.
    basic_squares, basic_lines
        An optimal basis: the squares, and the lines whose slack is in it; lines are numbered
        columns first, then rows, rising and falling diagonals. Both are empty when the
        program was not solved.
    """

    losses: Losses
    basic_squares: tuple[Square, ...]
    basic_lines: tuple[int, ...]


def losses(
    puzzle: Heaviest, seconds: float = float("inf"), look: Callable[[], object] = bool
) -> Losses:
    """Return the losses alone of `relaxed`."""
    return relaxed(puzzle, seconds, look).losses


def relaxed(
    puzzle: Heaviest, seconds: float = float("inf"), look: Callable[[], object] = bool
) -> Relaxation:
    """Return the solved relaxation of a puzzle whose every column has an open square.

    Parameters
    ----------
    puzzle
        Weights are taken as `Heaviest.reduced` gives them.
    seconds
        For the linear program, its making included; when it is not solved within them, or has
        no solution, the losses are those against the best square of each column.
    look
        Called now and then; may raise.
    """
    n = puzzle.n
    rows = tuple(open_rows(Queens(n, puzzle.given, puzzle.blocked)))
    reduced = puzzle.reduced()
    weights = reduced.columns
    largest = max(1, *map(max, weights))
    unit = max(1, RESOLUTION // largest)
    lines = _lines(rows, look)
    shares = [[weight / largest for weight in column] for column in weights]
    values, basic_squares, basic_lines = _solved(lines, shares, seconds, look)
    duals = [
        round(Fraction(dual) * largest * unit)
        if line.exact
        else max(0, round(Fraction(dual) * largest * unit))
        for line, dual in zip(lines, values, strict=True)
    ]
    table = [[-unit * weight for weight in column] for column in weights]
    for line, dual in zip(lines, duals, strict=True):
        look()
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
    return Relaxation(against, basic_squares, basic_lines)


def _lines(rows: Sequence[int], look: Callable[[], object] = bool) -> list[_Line]:
    """Return the columns, rows, rising and falling diagonals, in this order."""
    n = len(rows)
    lists: list[list[Square]] = [[] for _ in range(6 * n - 2)]
    for column, row in product(range(n), repeat=2):
        if row == 0:
            look()
        if rows[column] >> row & 1:
            for line in (column, n + row, 2 * n + row + column, 5 * n - 2 + row - column):
                lists[line].append((row, column))
    return [_Line(tuple(squares), number < 2 * n) for number, squares in enumerate(lists)]


def _solved(
    lines: Sequence[_Line],
    weights: Sequence[Sequence[float]],
    seconds: float,
    look: Callable[[], object],
) -> tuple[list[float], tuple[Square, ...], tuple[int, ...]]:
    """Return the dual value of every line and the basis; all 0 and none when not solved."""
    variables: dict[Square, Any] = {}
    constraints: list[Any] = []

    def program(check: Callable[[], object]) -> Any:
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

    solved = solve_once(program, seconds, look)
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
