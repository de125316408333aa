"""Beams and the lines bound for tours that visit the squares they pass over."""

from typing import Any

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, fewest, random_tour

import rookery as rk
from rookery.boards.board import WRAPS, Board
from rookery.engine.drive import run_to_limit
from rookery.engine.run import Run
from rookery.results.settings import Settings
from rookery.tour.beam import TourBeam
from rookery.tour.over import backwards, prove_by_lines
from rookery.tour.plan import TourPlan

WIDE = 1 << 14
GENEROUS = rk.Limits(seconds=600)


def bound_by_lines(tour: rk.Tour, plan: TourPlan) -> int:
    """Return the lines bound."""
    run = Run(tour, Settings(GENEROUS))
    assert run_to_limit(prove_by_lines(tour, plan, run), run) is None
    assert run.bound is not None
    return int(run.bound)


def whole(rows: int, columns: int, start: str = "a1", **settings: Any) -> rk.Tour:
    return rk.Tour(Board(rows, columns), start, "all", visit="over", **settings)


@pytest.mark.parametrize("seed", few(range(60), 15))
@pytest.mark.parametrize("once", [False, True])
def test_a_beam_that_leaves_nothing_out_finds_the_fewest_moves(seed, once):
    mover, wrap = list(MOVERS)[seed % len(MOVERS)], WRAPS[seed // 2 % 3]
    tour = random_tour(seed, mover, "over", 3 if once else 5, 6, wrap, once)
    plan = TourPlan.of(tour)
    beam = TourBeam(tour, plan, seed)
    path, best = beam.run(WIDE, most=20), fewest(tour, MOVERS[mover])
    assert (path is None) == (best is None)
    if path is not None:
        assert tour.check(path) == []
        assert len(path) - 1 == best or not beam.is_whole
        assert beam.run(WIDE, most=best - 1) is None
        assert 0 <= bound_by_lines(tour, plan) <= best
        found = rk.solve(tour, method="beam", limits=rk.Limits(work=300))
        assert found.bound <= best <= found.value
        assert tour.check(found.answer) == []


@pytest.mark.parametrize(
    "start", few(["a1", "c1", "d2", "d4", "b1", "d1", "b2", "c2", "c3", "d3"], 4)
)
def test_fourteen_moves_of_a_queen_from_every_kind_of_square(start):
    """H. E. Dudeney, Amusements in Mathematics, 1917, no. 328: a path from any square."""
    found = rk.solve(whole(8, 8, start), limits=GENEROUS)
    assert (found.value, found.bound, found.status) == (14, 14, rk.Status.OPTIMAL)


@pytest.mark.parametrize("start", few(["a1", "b2", "c3", "b1", "c1", "c2", "d2"], 3))
def test_loyds_queen_returns_in_fourteen_moves(start):
    """Dudeney: from seven of the ten kinds of squares; none is known from d1, d3 and d4."""
    found = rk.solve(whole(8, 8, start, closed=True), limits=GENEROUS)
    assert (found.value, found.status) == (14, rk.Status.OPTIMAL)


@pytest.mark.parametrize(
    ("rows", "columns", "mover", "closed", "moves"),
    [
        (5, 5, "Q", False, 8),
        (6, 6, "Q", False, 10),
        (7, 7, "Q", True, 12),
        (10, 10, "Q", True, 18),
        (16, 16, "Q", False, 30),
        (8, 8, "R", False, 15),
        (8, 8, "R", True, 16),
        (6, 9, "R", True, 12),
    ],
)
def test_the_fewest_moves_past_all_squares(rows, columns, mover, closed, moves):
    """2 n - 2 moves for queens (Klamkin 1955), and the lines bound for rooks."""
    found = rk.solve(
        whole(rows, columns, mover=mover, closed=closed), method="beam", limits=GENEROUS
    )
    assert (found.value, found.status) == (moves, rk.Status.OPTIMAL)


def test_a_tour_that_is_easier_in_reverse():
    tour = rk.Tour(Board(8), "c5", "all", "d4", visit="over")
    result = rk.solve(tour, method="beam", limits=rk.Limits(work=400_000), threads=1)
    assert (result.value, result.bound, tour.check(result.answer)) == (14, 14, [])


def test_tours_that_can_be_reversed():
    there = rk.Tour(Board(4), "a1", ["b2", "c4"], "d4", mover="R", visit="over", pawns=["a4"])
    back = backwards(there)
    assert (back.start, back.goal, back.pawns) == (there.goal, there.start, there.pawns)
    for mover, goal in (
        ("fR", "d4"),
        ("nN", "d4"),
        ("R", None),
        ("R", ["d4", "d3"]),
        ("fRbR2", "d4"),
    ):
        assert backwards(rk.Tour(Board(4), "a1", ["b2"], goal, mover=mover, visit="over")) is None


def test_a_queen_that_stands_on_no_square_twice():
    found = rk.solve(whole(8, 8, closed=True, once=True), limits=GENEROUS)
    assert (found.value, found.status) == (14, rk.Status.OPTIMAL)
    free = rk.Tour(Board(8), None, "all", visit="over", once=True)
    assert rk.solve(free, limits=GENEROUS).value == 14
