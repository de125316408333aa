"""Tours: symmetries of the fewest moves, and of the number of shortest tours."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.properties.symmetry import images
from tests.tour.brute import random_tour

import rookery as rk

SEEDS = st.integers(0, 10**9)
SYMMETRIC = ("Q", "R", "B", "N", "K", "W3", "BW", "NN", "WDC", "mpR", "gQ", "KmpR")
VISITS = st.sampled_from(("beside", "on"))
EXACT = ("layers", "words")


def moved(tour, image):
    rows, columns, place = image

    def target(given):
        return {place(*s) for s in given} if isinstance(given, frozenset) else place(*given)

    return replace(
        tour,
        board=rk.Board(rows, columns, [place(*wall) for wall in tour.board.walls]),
        start=place(*tour.start),
        targets=map(target, tour.targets),
        goal=None if tour.goal is None else target(tour.goal),
        pawns=[place(*pawn) for pawn in tour.pawns],
    )


@cases(20)
@given(SEEDS, st.sampled_from(SYMMETRIC), VISITS, st.integers(1, 7), st.sampled_from(EXACT))
def test_turned_and_mirrored_boards_take_as_many_moves(seed, mover, visit, symmetry, method):
    tour = random_tour(seed, mover, visit)
    image = moved(tour, images(tour.board.rows, tour.board.columns)[symmetry])
    one, other = rk.solve(tour, method=method), rk.solve(image, method=method)
    assert (one.status, one.value) == (other.status, other.value)
    assert rk.count(tour).value == rk.count(image).value
