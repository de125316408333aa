"""Losses from duals: an identity that holds for every placement and any duals."""

import random

import pytest
from tests.heaviest.runs import board
from tests.queens.brute import placements

from rookery.heaviest import duals
from rookery.heaviest.duals import Losses, solve_relaxation
from rookery.heaviest.puzzle import Heaviest


def check_losses(puzzle: Heaviest, found: Losses) -> None:
    """Check the loss of every placement against its weight."""
    sign = -1 if puzzle.lightest else 1
    every = placements(puzzle.n, puzzle.given, puzzle.blocked)
    assert every
    for rows in every:
        assert found.weight(found.of(rows)) == sign * puzzle.weight(rows)
        assert found.of(rows) >= 0


@pytest.mark.parametrize("n", range(4, 8))
@pytest.mark.parametrize("lightest", [False, True])
def test_losses_add_up_to_the_bound(n, lightest):
    puzzle = Heaviest(board(n, n, -9), lightest=lightest)
    found = solve_relaxation(puzzle).losses
    check_losses(puzzle, found)
    for column, rows in enumerate(found.open_rows):
        assert rows == (1 << n) - 1
        assert min(found.squares[column]) == 0
    assert min(found.rising + found.falling) >= 0


def test_given_and_blocked_squares_are_left_out():
    puzzle = Heaviest(board(7, 3, -9), given=["a1"], blocked=["b3", "d5"])
    found = solve_relaxation(puzzle).losses
    check_losses(puzzle, found)
    assert found.open_rows[0] == 1 << 6
    assert not found.open_rows[1] >> 4 & 1


@pytest.mark.parametrize("seed", range(4))
def test_any_duals_give_a_bound(seed, monkeypatch):
    """The bound does not depend on the solver: random duals are valid, only weaker."""
    draw = random.Random(seed)

    def wrong(lines, shares, seconds, look):
        return [draw.uniform(-2, 2) for _ in lines], (), ()

    puzzle = Heaviest(board(6, seed, -9))
    best = solve_relaxation(puzzle).losses
    monkeypatch.setattr(duals, "_solved", wrong)
    found = solve_relaxation(puzzle).losses
    check_losses(puzzle, found)
    assert found.bound * best.unit > best.bound * found.unit


def test_no_time_leaves_the_best_of_each_column():
    puzzle = Heaviest(board(6, 1, -9))
    found = solve_relaxation(puzzle, seconds=0.0)
    assert (found.basic_squares, found.basic_lines) == ((), ())
    assert found.losses.bound == found.losses.unit * sum(map(max, puzzle.reduced().columns))
    check_losses(puzzle, found.losses)
