"""The covering relaxation of a puzzle: its linear program, and the values of a cover in it."""

import numpy as np
from tests.tour.brute import around

from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import Duals, lagrangian
from rookery.cover.bounds.program import Relaxation
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover


def values_of(puzzle, relaxation, placed_pieces):
    """Return 1 for what a cover takes: its candidates, shares of hops, idle pieces."""
    table, columns = relaxation.table, puzzle.board.columns
    kind_on = {row * columns + column: kind for kind, row, column in placed_pieces}
    values = np.zeros(len(relaxation.cost))
    candidates = {}
    for number, (square, kind) in enumerate(zip(table.square, table.kind, strict=True)):
        candidates[int(square), int(kind)] = number
    for square, kind in kind_on.items():
        if (square, kind) in candidates:
            values[candidates[square, kind]] = 1
    hops = np.flatnonzero(table.hop_near >= 0)
    for hop, near, far in zip(hops, relaxation.near, relaxation.far, strict=True):
        owner = int(table.hop_owner[hop])
        row, column = divmod(int(table.square[owner]), columns)
        down, right = table.steps[table.hop_way[hop]]
        taken = range(1, int(table.hop_between[hop]) + 1)
        passed = [around(puzzle.board, row + n * down, column + n * right) for n in taken]
        hurdles = sum(at * columns + aside in kind_on for at, aside in passed)
        if values[owner] and hurdles == 1:
            values[near] = 1
        if values[owner] and hurdles == 0 and far >= 0:
            values[far] = 1
    for variable in range(len(table), len(values)):
        square = int(relaxation.square[variable])
        if square in kind_on and (square, kind_on[square]) not in candidates:
            values[variable] = 1
    return values


def relaxed(puzzle: Cover) -> Relaxation:
    return Relaxation(candidates(puzzle).for_bounds(), min(puzzle.unit_prices))


def cut_rounds(puzzle: Cover, target: float, start: Duals | None = None) -> CutRounds:
    """Return rounds of cuts, begun with the duals of a short ascent or with others."""
    rows = relaxed(puzzle)
    return CutRounds(rows, target, start or lagrangian(rows.table, target, 60))


def last_of(cuts: CutRounds, rounds: int) -> Duals:
    """Return the last proof of some rounds; without any, the linear program's."""
    (*_, found) = cuts.go_on(lambda: 60.0, rounds=rounds)
    return found


def linear_value(puzzle: Cover) -> float:
    """Return the value of the linear program, without cuts."""
    dear = float(max(puzzle.unit_prices) * len(puzzle.targets))
    return last_of(cut_rounds(puzzle, dear), 0).bound
