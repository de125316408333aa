"""Tours of cylinders and tori, against searches with wrapped edges by modular arithmetic."""

from dataclasses import replace

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, destinations, random_tour, whole_tours

import rookery as rk

WRAPS = ("cylinder", "torus")


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("mover", ["Q", "N", "KmpR", "NN"])
def test_the_rules_know_each_move(mover, wrap):
    """A move is legal exactly when a walk around the edges makes it."""
    tour = random_tour(3, mover, "on", wrap=wrap)
    free = tour.free_squares()
    for start in free:
        there = replace(tour, start=start, targets=[free], goal=None)
        legal = {end for end in free if not there.move_faults([start, end])}
        assert legal == set(destinations(tour, start, MOVERS[mover]))


def test_no_two_ways_at_once():
    """A move takes one route around the cylinder, not both."""
    tour = rk.Tour(rk.Board(1, 5, wrap="cylinder"), "a1", ["b1", "e1"], "c1", "R", "over")
    assert tour.check(["a1", "c1"]) == ["target e1 is not visited"]
    assert tour.check(["a1", "e1", "c1"]) == []
    assert tour.check(["a1", "b1", "c1"]) == []  # the second by a1, e1 and d1


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize(("rows", "columns"), few([(3, 3), (2, 5), (3, 4), (4, 3), (4, 4)], 2))
def test_knights_tours_are_counted(rows, columns, wrap, closed):
    tour = rk.Tour.hamiltonian(rk.Board(rows, columns, wrap=wrap), "knight", "a1", closed)
    every = list(whole_tours(tour))
    assert rk.count(tour, method="sweep").value == len(every)
    assert rk.solve(tour).answer in (every or [None])


@pytest.mark.parametrize("rows", range(3, 8))
def test_every_torus_has_a_closed_knights_tour(rows):
    """J. J. Watkins and R. L. Hoenigman, "Knight's tours on a torus", Math. Magazine 70 (1997).

    Most of these boards have none without wrapped edges.
    """
    for columns in range(3, 8):
        tour = rk.Tour.hamiltonian(rk.Board(rows, columns, wrap="torus"), "knight", closed=True)
        found = rk.solve(tour)
        assert found.status is rk.Status.OPTIMAL
        assert tour.check(found.answer) == []
