"""Searches for heaviest placements under limits."""

from __future__ import annotations

from functools import cache

import pytest
from tests.heaviest.runs import board, run_branch, run_duals
from tests.limited import settings_of
from tests.marks import few

from rookery.errors import PuzzleError
from rookery.heaviest import duals
from rookery.heaviest.puzzle import Heaviest
from rookery.results.result import Reason, Status
from rookery.results.settings import Settings


@cache
def best_of(puzzle: Heaviest) -> object:
    """Return the best value, computed once for all tests without a limit."""
    best = run_branch(puzzle, Settings()).value
    assert best is not None
    return best


@pytest.mark.parametrize("lightest", [False, True])
@pytest.mark.parametrize("run", [run_branch, run_duals])
@pytest.mark.parametrize("looks", few([0, 40, 5, 400], 2))
def test_a_deadline_leaves_a_placement_and_a_bound(run, looks: int, lightest: bool) -> None:  # type: ignore[no-untyped-def]
    puzzle = Heaviest(board(20, 1), lightest)
    best = best_of(puzzle)
    found = run(puzzle, settings_of(looks))
    assert puzzle.check(found.answer) == []
    assert puzzle.value(found.answer) == found.value
    low, high = sorted((found.value, found.bound))
    assert low <= best <= high
    assert found.reason in (Reason.TIME, Reason.PROVED)


def test_given_queens_may_leave_no_placement_at_the_deadline() -> None:
    puzzle = Heaviest(board(30, 1), given=["a2"])
    found = run_branch(puzzle, settings_of(0))
    assert (found.answer, found.status, found.reason) == (None, Status.UNKNOWN, Reason.TIME)
    assert found.bound is not None


def test_the_linear_program_stops_at_the_deadline() -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks > 100:
            raise PuzzleError("late")

    with pytest.raises(PuzzleError, match="late"):
        duals.solve_relaxation(Heaviest(board(60, 1)), check_deadline=look)
    assert looks == 101
