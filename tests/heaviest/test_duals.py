"""Losses from duals: an identity that holds for every placement and any duals."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from rookery.heaviest import duals
from rookery.heaviest.duals import Losses, solve_relaxation
from rookery.heaviest.puzzle import Heaviest

SIDES = range(4, 8)


def weights(n, seed, low=-9, high=99):
    random_ = random.Random(seed)
    return [[random_.randint(low, high) for _ in range(n)] for _ in range(n)]


def placements(puzzle):
    """Return all non-attacking placements on open squares, as the row of each column."""
    n = puzzle.n
    for rows in permutations(range(n)):
        squares = {(row, column) for column, row in enumerate(rows)}
        if (
            len({row + column for row, column in squares}) == n
            and len({row - column for row, column in squares}) == n
            and puzzle.given <= squares
            and not puzzle.blocked & squares
        ):
            yield rows


def adds_up(puzzle: Heaviest, found: Losses) -> int:
    """Check the loss of every placement against its weight; return their number."""
    sign = -1 if puzzle.lightest else 1
    found_rows = list(placements(puzzle))
    for rows in found_rows:
        assert found.weight(found.of(rows)) == sign * puzzle.weight(rows)
        assert found.of(rows) >= 0
    return len(found_rows)


@pytest.mark.parametrize("n", SIDES)
@pytest.mark.parametrize("lightest", [False, True])
def test_losses_add_up_to_the_bound(n, lightest):
    puzzle = Heaviest(weights(n, n), lightest=lightest)
    found = solve_relaxation(puzzle).losses
    assert adds_up(puzzle, found) == {4: 2, 5: 10, 6: 4, 7: 40}[n]
    for column, rows in enumerate(found.open_rows):
        assert rows == (1 << n) - 1
        assert min(found.squares[column]) == 0
    assert min(found.rising + found.falling) >= 0


def test_given_and_blocked_squares_are_left_out():
    puzzle = Heaviest(weights(7, 3), given=["a1"], blocked=["b3", "d5"])
    found = solve_relaxation(puzzle).losses
    assert adds_up(puzzle, found) == len(list(placements(puzzle))) > 0
    assert found.open_rows[0] == 1 << 6
    assert not found.open_rows[1] >> 4 & 1


@pytest.mark.parametrize("seed", range(4))
def test_any_duals_give_a_bound(seed, monkeypatch):
    """The bound does not depend on the solver: random duals are valid, only weaker."""
    draw = random.Random(seed)

    def wrong(lines, shares, seconds, look):
        return [draw.uniform(-2, 2) for _ in lines], (), ()

    puzzle = Heaviest(weights(6, seed))
    best = solve_relaxation(puzzle).losses
    monkeypatch.setattr(duals, "_solved", wrong)
    found = solve_relaxation(puzzle).losses
    assert adds_up(puzzle, found) == 4
    assert found.bound * best.unit > best.bound * found.unit


def test_no_time_leaves_the_best_of_each_column():
    puzzle = Heaviest(weights(6, 1))
    found = solve_relaxation(puzzle, seconds=0.0)
    assert (found.basic_squares, found.basic_lines) == ((), ())
    assert found.losses.bound == found.losses.unit * sum(map(max, puzzle.reduced().columns))
    assert adds_up(puzzle, found.losses) == 4


def test_the_basis_has_a_member_for_every_line():
    found = solve_relaxation(Heaviest(weights(6, 2)))
    assert len(found.basic_squares) + len(found.basic_lines) == 6 * 6 - 2
    assert len(set(found.basic_squares)) == len(found.basic_squares)


def test_constant_weights_lose_nothing():
    found = solve_relaxation(Heaviest([[5] * 5] * 5)).losses
    assert found.weight(0) == 25
    assert {found.of(rows) for rows in placements(Heaviest([[5] * 5] * 5))} == {0}
