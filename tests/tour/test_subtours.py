"""The linear program with subtour cuts gives a valid and strong bound."""

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, random_tour

from rookery.boards.board import Board
from rookery.tour.bounds import SubtourProgram
from rookery.tour.layers import BitsetLayers
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour


@pytest.mark.parametrize("seed", few(range(80), 10))
def test_no_tour_has_fewer_moves(seed):
    mover, visit = list(MOVERS)[seed % 5], ("on", "beside")[seed // 5 % 2]
    plan = TourPlan.of(random_tour(seed, mover, visit, largest=7, most_targets=7)).essential()
    if not plan.possible or not plan.targets:
        return
    layers = BitsetLayers(plan)
    while not layers.done:
        if not layers.grow():
            return
    assert SubtourProgram.fits(plan)
    subtours, bounds = SubtourProgram(plan), []
    while not subtours.done and len(bounds) < 30:
        bounds.append(subtours.solve(60.0))
    known = [bound for bound in bounds if bound is not None]
    assert known == sorted(known)
    assert 0 <= known[-1] <= layers.least_moves


def test_a_subtour_is_cut_off():
    """Two distant pairs of targets: without cuts, moves back and forth within each pair suffice."""
    plan = TourPlan.of(Tour(Board(1, 12), "a1", ["b1", "k1", "l1"], mover="K", visit="on"))
    subtours = SubtourProgram(plan)
    first = subtours.solve(60.0)
    while not subtours.done:
        last = subtours.solve(60.0)
    assert first is not None
    assert last is not None
    assert first < last == 11
