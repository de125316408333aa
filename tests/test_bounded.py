"""What cannot fit is refused before it is built, and large boards keep the limits."""

import resource
from functools import partial

import pytest
from tests.children import python
from tests.cover.runs import run_of
from tests.limited import FakeClock

import rookery as rk
from rookery.cover.schedule import begin
from rookery.document import answer_of, document_of, puzzle_of
from rookery.errors import LimitError
from rookery.results.limits import DeadlineExceeded
from rookery.tour.plan import TourPlan

LONG = 2500

PRICES = [3, 5, 3, 2, 2, 4, 3, 4]


def test_a_cover_that_cannot_fit_is_refused_with_the_bytes_it_would_need():
    told = "a cover of 5,000 x 5,000 squares needs about 5.8 GiB of memory, expected at most 2.0"
    document = dict(document_of(rk.Cover.parse(["#_"], PRICES)))
    document["board"] = {**document["board"], "rows": 5000, "columns": 5000}
    with pytest.raises(LimitError, match=told):
        puzzle_of(document)
    with pytest.raises(LimitError, match=told):
        rk.Cover.parse(["#" * 5000] * 5000, PRICES)
    with pytest.raises(LimitError, match=told):
        rk.Cover(rk.Board(5000), ["a1"], PRICES)


def test_an_answer_is_held_against_its_board_at_no_cost_of_its_side():
    program = """
import rookery as rk
from rookery.document import answer_of
for answer in ([["a1"]], [[]]):
    try:
        answer_of(rk.Queens(10**9), answer)
    except rk.RookeryError as error:
        print(error)
"""
    told = "expected 1000000000 squares, one of each file from the left"
    within_six_gib = partial(resource.setrlimit, resource.RLIMIT_AS, (6 << 30, 6 << 30))
    assert python("-c", program, preexec_fn=within_six_gib).stdout.count(told) == 2
    assert answer_of(rk.Queens(4), [["a3", "b1", "c4", "d2"]]) == ((1, 3, 0, 2),)


def test_a_tour_that_cannot_fit_is_refused_before_it_is_built():
    tour = rk.Tour(rk.Board(3000), "a1", ["b3"], mover="queen")
    with pytest.raises(LimitError, match="GiB of memory, expected at most 2"):
        TourPlan.of(tour)


def test_a_large_cover_looks_at_the_clock_before_it_has_an_answer():
    side = int(LONG**0.5)
    puzzle = rk.Cover.parse(["#" + "_" * (side - 1)] * side, PRICES)
    clock = FakeClock(100.0, tick=0.01)
    run = run_of(puzzle, clock)
    clock.now = 200.0
    with pytest.raises(DeadlineExceeded):
        begin.prepare(run)
    result = rk.solve(puzzle, limits=0)
    assert (result.status, result.reason) == (rk.Status.UNKNOWN, rk.Reason.TIME)


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.Cover.domination(9, total=True, at_least=2),
        pytest.param(rk.Cover.domination(50, total=True, at_least=2), marks=pytest.mark.slow),
        pytest.param(rk.Cover.domination(55), marks=pytest.mark.slow),
    ],
    ids=["small", "total", "plane"],
)
def test_a_first_cover_needs_no_tables_where_they_take_long(puzzle, kernels):
    kernels.stall()
    run = run_of(puzzle, FakeClock(100.0, tick=0.01))
    begin.prepare(run)
    assert puzzle.check(run.answer) == []
    assert len(run.answer) <= 2 * puzzle.board.rows


def test_a_large_cover_without_time_has_the_bound_of_a_theorem():
    side = 100
    assert side * side >= LONG
    found = rk.solve(rk.Cover.domination(side), limits=0, threads=1)
    assert (found.bound, found.status) == ((side - 1) // 2 + 1, rk.Status.UNKNOWN)
