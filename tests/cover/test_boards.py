"""Several boards within one limit."""

from __future__ import annotations

import pytest
from tests.cover.boards import random_cover

import rookery as rk
from rookery.api import solve_each
from rookery.errors import InputError, Place
from rookery.results.result import Reason


def test_one_result_a_board_in_order():
    puzzles = [random_cover(seed, 5 + seed, 6, 0.3) for seed in range(5)]
    results = list(solve_each(puzzles, limits=rk.Limits(seconds=1.0)))
    assert [result.puzzle for result in results] == puzzles
    for result in results:
        assert result.puzzle.check(result.answer) == []
        assert result.reason in (Reason.PROVED, Reason.TIME)


def test_no_time_at_all_still_answers_every_board():
    puzzles = [random_cover(seed, 12, 12, 0.4) for seed in range(3)]
    results = list(solve_each(puzzles, limits=rk.Limits(seconds=0)))
    assert all(result.puzzle.check(result.answer) == [] for result in results)


def test_boards_before_a_fault_are_answered():
    def reading():
        yield random_cover(1, 6, 6)
        raise InputError(Place("stdin", 9, 1), "a board", "nothing")

    results = solve_each(reading(), limits=rk.Limits(seconds=0.2))
    assert next(results).answer
    with pytest.raises(InputError):
        next(results)


def test_nothing_to_solve():
    assert list(solve_each([], limits=rk.Limits(seconds=1))) == []
