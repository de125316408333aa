"""Lower bounds for tours with many targets, against exhaustive search."""

from itertools import permutations

import numpy as np
import pytest

from rookery.boards.board import Board
from rookery.tour.bounds import farthest, one_tree, target_distances
from rookery.tour.improving import Distances
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour


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


def test_steps_raise_the_bound_to_the_shortest_path():
    """A star has a cheap spanning tree, but a path passes its centre only once."""
    between = np.full((6, 6), 2.0)
    between[1, :] = between[:, 1] = 1.0
    np.fill_diagonal(between, 0)
    to_goal = np.array([9.0, 9.0, *[0.0] * 4])
    assert next(one_tree(between, to_goal, 8.0)) == 5
    assert max(one_tree(between, to_goal, 8.0), default=0) == shortest_path(between, to_goal) == 8


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
