"""Tours: symmetries, brackets and monotony of the fewest moves, and text that reads back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.properties.symmetry import images
from tests.tour.brute import MOVERS, first_shortest, random_tour

import rookery as rk
from rookery.results.result import Status
from rookery.tour.methods import METHODS

SEEDS = st.integers(0, 10**9)
SYMMETRIC = ("Q", "R", "B", "N", "K", "W3", "BW", "NN", "WDC", "mpR", "gQ", "KmpR")
VISITS = st.sampled_from(("beside", "on"))
EXACT = ("layers", "words")


def moved(tour, image):
    rows, columns, place = image

    def target(given):
        return {place(*s) for s in given} if isinstance(given, frozenset) else place(*given)

    return rk.Tour(
        rk.Board(rows, columns, [place(*wall) for wall in tour.board.walls]),
        place(*tour.start),
        map(target, tour.targets),
        None if tour.goal is None else target(tour.goal),
        tour.mover,
        tour.visit,
        pawns=[place(*pawn) for pawn in tour.pawns],
    )


@cases(20)
@given(SEEDS, st.sampled_from(sorted(MOVERS)), VISITS)
def test_every_method_against_breadth_first_search(seed, mover, visit):
    tour = random_tour(seed, mover, visit, largest=5, most_targets=4)
    expected = first_shortest(tour, MOVERS[mover])
    for method in METHODS:
        if not method.fits(tour):
            continue
        limits = rk.Limits(work=300) if method.name == "search" else None
        found = rk.solve(tour, method=method.name, threads=1, limits=limits)
        if method.name != "search":
            assert found.answer == expected, method.name
        elif expected is None:
            assert found.answer is None
        else:
            least = len(expected) - 1
            assert found.status is not Status.INFEASIBLE
            assert found.bound is None or found.bound <= least
            assert found.value is None or found.value >= least


@cases(20)
@given(SEEDS, st.sampled_from(SYMMETRIC), VISITS, st.integers(1, 7), st.sampled_from(EXACT))
def test_turned_and_mirrored_boards_take_as_many_moves(seed, mover, visit, symmetry, method):
    tour = random_tour(seed, mover, visit)
    image = moved(tour, images(tour.board.rows, tour.board.columns)[symmetry])
    one, other = rk.solve(tour, method=method), rk.solve(image, method=method)
    assert (one.status, one.value) == (other.status, other.value)
    assert rk.count(tour).value == rk.count(image).value
