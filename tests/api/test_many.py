"""Many puzzles side by side: of mixed families, each apart from what becomes of the others."""

import os
import signal

import pytest

import rookery as rk

TOUR = rk.Tour.parse(["Q...", "N.PB"])
HEAVIEST = rk.Heaviest([[row * column % 7 for column in range(6)] for row in range(6)])
COVER = rk.Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4])


class Fatal(rk.Queens):
    """A puzzle that kills the process that looks at its side."""

    def __init__(self) -> None:
        """Set nothing: what is asked for is told by properties."""

    def __repr__(self) -> str:
        return "Fatal()"

    @property
    def n(self) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


class Faulty(Fatal):
    """A puzzle that fails wherever it is looked at."""

    @property
    def n(self) -> int:
        raise ZeroDivisionError("no side")


def test_mixed_families_in_processes():
    puzzles = [rk.Queens(6), TOUR, HEAVIEST, COVER, rk.Queens(3)]
    limits = rk.Limits(seconds=600)
    outcomes = sorted(rk.solve_many(puzzles, limits=limits, workers=2), key=lambda o: o.number)
    expected = [rk.solve(puzzle, limits=limits) for puzzle in puzzles]
    assert [outcome.number for outcome in outcomes] == list(range(5))
    assert [outcome.result.value for outcome in outcomes] == [r.value for r in expected]
    assert [outcome.result.answer for outcome in outcomes][:3] == [r.answer for r in expected][:3]
    assert [outcome.result.puzzle for outcome in outcomes] == puzzles
    assert all(not outcome.error and outcome.worker for outcome in outcomes)


@pytest.mark.slow
def test_a_puzzle_that_crashes_or_fails_does_not_stop_the_others():
    puzzles = [rk.Queens(6), Fatal(), TOUR, Faulty(), "no puzzle", *[rk.Queens(5)] * 5]
    outcomes = {outcome.number: outcome for outcome in rk.solve_many(puzzles, workers=2)}
    assert sorted(outcomes) == list(range(10))
    failed = {number: outcome.error for number, outcome in outcomes.items() if outcome.error}
    assert sorted(failed) == [1, 3, 4]
    assert "its worker died" in failed[1]
    assert "no side" in failed[3]
    assert "expected a puzzle, got 'no puzzle'" in failed[4]
    assert [outcomes[number].result.value for number in (0, 2, 9)] == [4, 1, 10]
