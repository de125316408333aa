"""Several boards within one limit."""

import math
from typing import Any

import pytest
from tests.cover.boards import random_cover
from tests.cover.runs import run_of

import rookery as rk
from rookery.api.solving import solve_each
from rookery.cover.kernel_sets import COVER
from rookery.cover.schedule import portfolio
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.boards import _exchanges
from rookery.cover.schedule.policy import TakenStep, choose
from rookery.cover.schedule.portfolio import CoverPortfolio


def test_each_board_has_its_result_and_its_progress():
    """Bishops of either colour are independent components, within one limit for all boards."""
    bishops = rk.Cover.domination(6, piece="bishop")
    puzzles = [bishops, *(random_cover(seed, 4 + seed, 5, 0.3, dearest=1000) for seed in range(3))]
    told: dict[int, list[rk.Progress]] = {number: [] for number in range(4)}
    assert COVER.wait(math.inf)  # loading may take most of two seconds
    results = list(
        solve_each(
            puzzles, limits=2.0, on_each=lambda number, progress: told[number].append(progress)
        )
    )
    assert [result.puzzle for result in results] == puzzles
    for number, result in enumerate(results):
        last = told[number][-1]
        assert (last.value, last.bound) == (result.value, result.bound)
        assert result.puzzle.check(result.answer) == []
        assert result.reason in (rk.Reason.PROVED, rk.Reason.TIME)
    assert results[0].value == results[0].bound == 6
    bounds = [progress.bound for progress in told[0]]
    assert bounds == sorted(bounds) and bounds[0] < bounds[-1] == 6


def stepping(gains: list[list[int]], most: int) -> list[int]:
    """Return the number of slices that boards take, each of which gains as is said."""
    at_work: list[Any] = []
    for _ in gains:
        run = run_of(random_cover(1, 8, 8, 0.4))
        board = CoverPortfolio(prepare(run, tries=0), run)
        board.run.value, board.run.bound = 10**6, 10**6 - 1000
        at_work.append(board)
    taken = [0] * len(gains)
    for _ in range(most):
        work = _exchanges(at_work)
        if work is None:
            break
        number = next(n for n, board in enumerate(at_work) if board.run is work[1])
        gain = gains[number][taken[number]]
        taken[number] += 1
        at_work[number].record.append(TakenStep("exchange", 1.0, 1.0, gain / 1000))
        at_work[number].run.value -= gain
        at_work[number].busy.clear()
    return taken


def test_boards_take_slices_by_turns(kernels):
    kernels.stall()
    assert stepping([[0] * 99, [50] * 19, [0] * 99], 12) == [4, 4, 4]


def test_no_slices_once_there_are_kernels():
    assert COVER.wait(math.inf)
    assert stepping([[1]], 9) == [0]


def test_a_proved_board_takes_no_more_slices(kernels):
    kernels.stall()
    assert stepping([[1000, 0, 0], [1] * 30], 8) == [1, 7]


@pytest.mark.parametrize(("boards", "each"), [(1, 3), (2, 1)])
def test_few_boards_are_searched_by_several_threads_each(boards, each, monkeypatch):
    threads = set()

    def heard(record, outlook):
        threads.add(outlook.threads)
        return choose(record, outlook)

    assert COVER.wait(math.inf)
    monkeypatch.setattr(portfolio, "choose", heard)
    puzzles = [random_cover(seed, 16, 16, 0.4, dearest=1000) for seed in range(boards)]
    for result in solve_each(puzzles, threads=3, limits=0.5):
        assert result.puzzle.check(result.answer) == []
    assert threads == {each}


def test_a_board_that_cannot_be_covered_says_so():
    """A wazir in a corner of light squares attacks dark ones; one of these has no neighbour."""
    puzzle = rk.Cover.parse(["+..X+", "...XX"], [1], ["W"], total=True)
    (result,) = solve_each([puzzle], limits=60)
    assert result.status is rk.Status.INFEASIBLE and result.puzzle == puzzle


def test_no_time_at_all_still_answers_every_board():
    puzzles = [random_cover(seed, 12, 12, 0.4) for seed in range(3)]
    results = list(solve_each(puzzles, limits=rk.Limits(seconds=0)))
    assert all(result.puzzle.check(result.answer) == [] for result in results)
