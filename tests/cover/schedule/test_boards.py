"""Several boards within one limit."""

from __future__ import annotations

import math

import pytest
from tests.cover.boards import random_cover

import rookery as rk
from rookery.api.solving import solve_each
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.schedule import boards
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import Trial
from rookery.cover.schedule.runner import Runner
from rookery.errors import InputError, Place
from rookery.results.limits import Clock, Limits
from rookery.results.progress import Progress
from rookery.results.result import Reason
from rookery.results.settings import Settings


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


@pytest.mark.parametrize("method", ["auto", "exact", "greedy"])
def test_without_any_limit_every_board_is_solved_to_the_end(method):
    puzzles = [random_cover(seed, 5, 5, 0.35) for seed in range(3)]
    results = list(solve_each(puzzles, method=method, limits=math.inf))
    ended = (Reason.PROVED, Reason.DONE) if method == "greedy" else (Reason.PROVED,)
    assert all(result.reason in ended for result in results)


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


def test_the_progress_of_each_board_has_its_number():
    puzzles = [random_cover(seed, 9, 9, 0.3, dearest=1000) for seed in range(3)]
    told: list[tuple[int, Progress]] = []
    results = list(
        solve_each(
            puzzles,
            limits=rk.Limits(seconds=0.5),
            on_each=lambda number, progress: told.append((number, progress)),
        )
    )
    assert {number for number, _ in told} == {0, 1, 2}
    for number, result in enumerate(results):
        last = [progress for which, progress in told if which == number][-1]
        assert (last.value, last.bound) == (result.value, result.bound)


class Kernels:
    """Kernels that are ready after so many looks."""

    fault = None

    def __init__(self, looks: int) -> None:
        self.looks = looks

    @property
    def is_ready(self) -> bool:
        self.looks -= 1
        return self.looks < 0


class Board(Runner):
    """A board whose slices gain so much, one after the other."""

    def __init__(self, start, gains):
        super().__init__(start)
        self.gains = iter(gains)
        self.taken = 0

    def take(self, choice):
        assert choice.step == "exchange"
        gain = next(self.gains)
        self.taken += 1
        self.record.append(Trial("exchange", 1.0, 1.0, gain / 1000))
        self.incumbent.value -= gain


def stepping(monkeypatch, gains, looks):
    """Return how many slices boards take, when each has so much gain left a slice."""
    limits = Limits(seconds=100.0)
    settings = Settings(limits, clock=Clock(limits))
    boards_at_work = [
        Board(
            prepare(CoverIncumbent(random_cover(1, 12, 12, 0.4), settings), tries=0), gains_of_one
        )
        for gains_of_one in gains
    ]
    for board in boards_at_work:
        board.incumbent.value, board.incumbent.bound = 10**6, 10**6 - 1000
    monkeypatch.setattr(boards, "COVER", Kernels(looks))
    boards._Exchanges(boards_at_work).take()
    return [board.taken for board in boards_at_work]


def test_every_board_takes_a_slice_then_those_that_gain(monkeypatch):
    assert stepping(monkeypatch, [[0] * 99, [50] * 19, [0] * 99], looks=12) == [1, 10, 1]


def test_no_slices_once_there_are_kernels(monkeypatch):
    assert stepping(monkeypatch, [[1]], looks=0) == [0]


def test_a_proved_board_takes_no_more_slices(monkeypatch):
    assert stepping(monkeypatch, [[1000, 0, 0], [1] * 30], looks=8) == [1, 7]


def test_boards_are_cut_into_independent_parts():
    """Bishops of either colour, and both boards within one limit of time."""
    puzzles = [rk.Cover.domination(6, piece="bishop"), random_cover(2, 6, 6)]
    told: list[tuple[int, Progress]] = []
    results = list(
        solve_each(
            puzzles, limits=60, on_each=lambda number, progress: told.append((number, progress))
        )
    )
    assert [result.puzzle for result in results] == puzzles
    assert [result.status for result in results] == [rk.Status.OPTIMAL] * 2
    assert results[0].value == results[0].bound == 6
    assert {number for number, _ in told} == {0, 1}
    bounds = [progress.bound for number, progress in told if number == 0]
    assert bounds == sorted(bounds) and bounds[0] < bounds[-1] == 6


def test_a_part_that_cannot_be_covered_says_so_for_its_board():
    """A wazir in a corner of light squares attacks dark ones; one of these has no neighbour."""
    puzzle = rk.Cover.parse(["+..X+", "...XX"], [1], ["W"], total=True)
    (result,) = solve_each([puzzle], limits=60)
    assert result.status is rk.Status.INFEASIBLE and result.puzzle == puzzle


def test_without_time_parts_are_covered_or_nothing_is_known():
    puzzles = [rk.Cover.domination(8, piece="bishop")] * 2
    for result in solve_each(puzzles, limits=rk.Limits(seconds=0)):
        assert result.bound <= 8
        assert result.answer is None or result.puzzle.check(result.answer) == []
