"""Solving from outside: what each family's answer is, and what is refused in words."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.cover.boards import planted, random_cover

import rookery as rk
from rookery import families
from rookery.api.solving import solve_each
from rookery.families import family_named
from rookery.results.limits import Limits
from rookery.results.methods import Method
from rookery.results.result import Reason, Result, Status

TOUR = rk.Tour.parse(["Q..", "...", "N.B"])
COVER = rk.Cover.parse(["#__", "___", "__#"], [5, 3, 4, 2, 2, 4, 3, 9])


def test_an_answer_to_start_from_must_be_right_and_of_a_cover():
    board = planted(lambda seed: random_cover(seed, 6, 6), 1, 6)
    limits = Limits(work=1)
    started = rk.solve(board.puzzle, method="greedy", limits=limits, start=board.placed_pieces)
    assert started.value <= board.cost
    with pytest.raises(rk.PuzzleError, match="a right answer to start from, got one with: "):
        rk.solve(board.puzzle, start=board.placed_pieces[:0])
    with pytest.raises(rk.PuzzleError, match="expected no start for a puzzle of tour"):
        rk.solve(TOUR, start=((0, 0), (1, 1)))


@pytest.mark.parametrize(("puzzle", "method"), [(TOUR, "auto"), (COVER, "greedy")])
def test_an_executor_needs_units_of_work(puzzle, method):
    with ThreadPoolExecutor(1) as pool, pytest.raises(rk.PuzzleError, match="no work units"):
        rk.solve(puzzle, method=method, executor=pool)


@pytest.mark.parametrize(
    ("answer", "value", "fault"),
    [
        (((0, 0), (0, 1)), 1, "target a1 is not visited"),
        (((0, 0), (1, 1)), 2, "its value is 1, not 2"),
        (((0, 0), (2, 1)), 1, "move 1, a3 to b1, is no move of Q"),
    ],
)
def test_a_method_that_lies_is_found_out(answer, value, fault, monkeypatch):
    def lie(puzzle, settings):
        return Result(puzzle, answer, value, value, Status.OPTIMAL, Reason.PROVED)

    lying = family_named("tour")._replace(methods=(Method("lie", lie, "nothing"),))
    monkeypatch.setattr(families, "_own_family", lambda name: lying)
    with pytest.raises(rk.RookeryError, match=f"method 'lie' gave a wrong answer: {fault}"):
        rk.solve(TOUR)


def test_equal_queens_are_solved_once():
    one, again = solve_each([rk.Queens(6), rk.Queens(6)])
    assert one is again
    assert next(solve_each([rk.Queens(6)])) is not one
