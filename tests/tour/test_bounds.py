"""Lower bounds for tours with many targets, against exhaustive search."""

from itertools import permutations

import numpy as np
import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, random_tour

from rookery import Board, Tour
from rookery.tour.bounds import SubtourProgram, farthest, one_tree, target_distances
from rookery.tour.improving import Distances
from rookery.tour.layers import BitsetLayers
from rookery.tour.plan import TourPlan


def costs(seed, nodes):
    """Return symmetric distances between nodes, and distances to the goal."""
    draw = np.random.default_rng(seed)
    between = draw.integers(1, 9, (nodes, nodes))
    between = np.minimum(between, between.T).astype(float)
    np.fill_diagonal(between, 0)
    return between, draw.integers(0, 9, nodes).astype(float)


def shortest_path(between, to_goal):
    """Return the least cost of a path from node 0 through all nodes to the goal."""
    rest = range(1, len(between))
    return min(
        sum(between[a, b] for a, b in zip((0, *order), order, strict=False)) + to_goal[order[-1]]
        for order in permutations(rest)
    )


@pytest.mark.parametrize("nodes", [4, 6])
def test_on_few_targets_the_bound_is_the_shortest_path(nodes):
    """The bound is tight on these puzzles; a gap would reveal wrong node penalties."""
    for seed in range(30):
        between, to_goal = costs(seed, nodes)
        shortest = shortest_path(between, to_goal)
        first, *later = one_tree(between, to_goal, shortest)
        assert first <= max(first, *later, 0) == shortest


def test_distances_between_targets_by_hand():
    """A king on one row: from a1, c1 and the pair e1 or g1, to h1."""
    tour = Tour(Board(1, 8), "a1", ["c1", ["e1", "g1"]], "h1", "K", "on")
    plan = TourPlan.of(tour)
    between, to_goal = target_distances(plan, Distances(plan))
    assert between.tolist() == [[0, 2, 4], [2, 0, 2], [4, 2, 0]]
    assert to_goal.tolist() == [7, 5, 1]
    assert farthest(between, to_goal) == 7
    assert list(one_tree(between, to_goal, 5)) == [5]  # the tree is the path, and none is better


@pytest.mark.parametrize("seed", few(range(80), 10))
def test_no_tour_has_fewer_moves_than_by_subtour_cuts(seed):
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
    assert first < last == 11
