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


PATHS, RETURNS = "a1 c1 d2 d4 b1 d1 b2 c2 c3 d3", "a1 b2 c3 b1 c1 c2 d2"
#: Of a queen from any square of 8x8, and back to seven of the ten kinds (H. E. Dudeney, Amusements
#: in Mathematics, 1917, no. 328; none is known from d1, d3 and d4); 2 n - 2 of queens on n x n
#: (Klamkin 1955); the lines bound for rooks.
PUBLISHED = [
    *few([(whole(8, 8, start), 14, "auto") for start in PATHS.split()], 4),
    *few([(whole(8, 8, start, closed=True), 14, "auto") for start in RETURNS.split()], 3),
    *((whole(side, side), 2 * side - 2, "beam") for side in (5, 6, 16)),
    *((whole(side, side, closed=True), 2 * side - 2, "beam") for side in (7, 10)),
    (whole(8, 8, mover="R"), 15, "beam"),
    (whole(8, 8, mover="R", closed=True), 16, "beam"),
    (whole(6, 9, mover="R", closed=True), 12, "beam"),
    (whole(8, 8, closed=True, once=True), 14, "auto"),
    (rk.Tour(8, None, "all", visit="over", once=True), 14, "auto"),
]


@pytest.mark.parametrize(("tour", "moves", "method"), PUBLISHED)
def test_the_fewest_moves_past_all_squares(tour, moves, method):
    found = rk.solve(tour, method=method, limits=GENEROUS)
    assert (found.value, found.bound, found.status) == (moves, moves, rk.Status.OPTIMAL)


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
