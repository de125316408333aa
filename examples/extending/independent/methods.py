"""The methods for `Independent`."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

from rookery.engine import cpsat
from rookery.engine.drive import solved_by
from rookery.engine.run import Partial, Run, Steps
from rookery.independent.puzzle import Independent
from rookery.results.methods import Method

FEW_SQUARES = 12  # at most, for trying all sets
SETS_A_SLICE = 1000  # sets between two yields
SLACK = 1e-6  # floating-point error of an integer bound


def search(puzzle: Independent, run: Run) -> Steps:
    """Try every set of squares, the larger ones first."""
    squares = list(puzzle.board.squares())
    for size in range(len(squares), 0, -1):
        for number, chosen in enumerate(combinations(squares, size), 1):
            if not puzzle.check(chosen):
                return Partial(chosen, bound=size)
            if number % SETS_A_SLICE == 0:
                yield Partial(bound=size, steps=SETS_A_SLICE, stage="search")
    return Partial(why_none="the board has no square")


def solve_by_cp_sat(puzzle: Independent, run: Run) -> Steps:
    """Let CP-SAT choose squares such that no two attack each other on the empty board.

    Pieces in between do not matter: if two pieces stand on a rider's line, one attacks the
    other or a piece between them.
    """
    cp_model = yield from cpsat.loaded(run)
    model = cp_model.CpModel()
    chosen = {square: model.new_bool_var("") for square in puzzle.board.squares()}
    for square, stands in chosen.items():
        run.check_deadline()
        for other in puzzle.piece.attacks(puzzle.board, square):
            model.add_at_most_one(stands, chosen[other])
    model.maximize(sum(chosen.values()))

    def read(value: Callable[[Any], int]) -> Partial:
        return Partial(tuple(square for square, stands in chosen.items() if value(stands)))

    def bound(found: float) -> int:
        return math.floor(found + SLACK)

    solved = yield from cpsat.solve(model, read, run, bound)
    return solved.found


def _is_small(puzzle: Independent) -> bool:
    return sum(1 for _ in puzzle.board.squares()) <= FEW_SQUARES


def _needs_no_hurdle(puzzle: Independent) -> bool:
    """Return whether no capture hops over a piece or can be blocked by one beside its line."""
    captures = [motion for motion in puzzle.piece.motions if motion.captures]
    return not any(motion.hop or motion.path for motion in captures)


def _most(puzzle: Independent) -> bool:
    return True


METHODS = (
    Method(
        "search", solved_by(search, _most), "the greatest number, by trying all sets", _is_small
    ),
    Method(
        "cp-sat",
        solved_by(solve_by_cp_sat, _most),
        "the greatest number, by CP-SAT",
        _needs_no_hurdle,
    ),
)
