"""Tours without repeated squares, with or without a start: every method against brute force."""

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, fewest, random_once

import rookery as rk
from rookery.tour.methods import METHODS

STATES = 200  # of a beam: enough for boards of twelve squares
SOME, OTHERS = range(12), range(12, 60)


@pytest.mark.parametrize(
    ("visit", "seeds"),
    few([("on", SOME), ("over", SOME), ("beside", range(60)), ("on", OTHERS), ("over", OTHERS)], 3),
)
def test_every_method_against_brute_force(visit, seeds):
    found = set()
    for seed in seeds:
        mover = list(MOVERS)[seed % len(MOVERS)]
        tour = random_once(seed, mover, visit)
        least = fewest(tour, MOVERS[mover])
        for method in METHODS:
            if not method.fits(tour):
                continue
            limits = rk.Limits(work=STATES) if method.name == "beam" else None
            result = rk.solve(tour, method=method.name, limits=limits)
            said = (seed, method.name, least, result)
            if method.name != "beam":
                assert result.reason is rk.Reason.PROVED, said
            if result.status is rk.Status.INFEASIBLE:
                assert least is None, said
            if result.value is not None:
                assert least is not None, said
                assert result.bound <= least <= result.value, said
            found.add((result.status, min(2, result.value or 0)))
    assert len(found) >= 4  # impossible, and tours of no moves, one, and more


@pytest.mark.parametrize("method", ["auto", "circuit"])
@pytest.mark.parametrize("visit", ["on", "over"])
def test_the_first_square_that_visits_all_is_a_tour(method, visit):
    knight = rk.Tour(3, None, ["b2"], mover="N", visit=visit, once=True)
    queen = rk.Tour(rk.Board(2, 3), None, ["a2"], visit=visit, once=True)
    either = rk.Tour(2, None, [["a2", "b1"]], ["a2", "b1"], visit=visit, once=True)
    for tour, square in ((knight, (1, 1)), (queen, (0, 0)), (either, (0, 0))):
        result = rk.solve(tour, method=method)
        assert (result.answer, result.value, result.status) == ((square,), 0, rk.Status.OPTIMAL)


def test_without_a_free_square_there_is_no_tour():
    result = rk.solve(rk.Tour(rk.Board(1, 2), None, ["a1"], pawns=["b1"], once=True))
    assert result.status is rk.Status.INFEASIBLE
    assert result.note == "no square is free to start from"
