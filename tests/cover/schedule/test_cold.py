"""Kernels that are compiled for ever: nobody waits for them while there is something else to do."""

import random

import pytest
from tests.cover.boards import random_cover
from tests.kernels import Kernels
from tests.marks import few

import rookery as rk
from rookery.api.solving import solve_each
from rookery.cover.schedule.policy import COVERS, PROOFS
from rookery.cover.schedule.workers import WorkerSlice, take
from rookery.engine.partial import Partial

STILL_COMPILING = "kernels were still being compiled; 'rookery warm' does so beforehand"

ENOUGH = 120.0  # seconds; none of these takes more than a few
HARD = random_cover(1, 20, 20, 0.3, dearest=1000)


@pytest.fixture(autouse=True)
def stalled(kernels: Kernels) -> None:
    kernels.stall()


@pytest.mark.parametrize("seed", few(range(6)))
def test_what_exact_proves_auto_proves(seed):
    choose = random.Random(seed)
    puzzle = random_cover(seed, choose.randint(4, 7), choose.randint(4, 7), 0.35)
    exact = rk.solve(puzzle, method="exact", limits=ENOUGH)
    result = rk.solve(puzzle, limits=ENOUGH)
    assert exact.status is result.status is rk.Status.OPTIMAL
    assert result.value == exact.value


@pytest.mark.slow
def test_easy_ones_of_several_boards_are_proved():
    puzzles = [rk.Cover.domination(8), random_cover(2, 6, 6, 0.35), HARD]
    *easy, hard = solve_each(puzzles, limits=20)
    assert [result.status for result in easy] == [rk.Status.OPTIMAL] * 2
    assert hard.status is rk.Status.FEASIBLE
    assert hard.note == STILL_COMPILING


@pytest.mark.slow
def test_parts_of_a_board_say_so_too():
    rows = str(HARD).split()
    two = rk.Cover.parse([row + "X" * 9 + row for row in rows], HARD.prices, HARD.pieces)
    assert rk.solve(two, limits=1.0).note == STILL_COMPILING


@pytest.mark.slow
@pytest.mark.parametrize("steps", [COVERS, PROOFS])
def test_a_worker_does_not_wait(steps):
    """Pieces are exchanged until there are kernels; a search takes the place of boxes."""
    puzzle = rk.Cover.domination(8)
    known = Partial(answer=tuple((0, row, 0) for row in range(8)), bound=1)
    found = take(
        puzzle, WorkerSlice(steps, 0, rk.Limits(5.0 if steps == COVERS else ENOUGH), known)
    )
    assert puzzle.check(found.answer) == []
    assert len(found.answer) < 8
    if steps == PROOFS:
        assert found.bound == len(found.answer) == 5
