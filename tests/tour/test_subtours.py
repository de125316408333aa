"""The linear program with subtour cuts gives a valid and strong bound."""

from __future__ import annotations

import random

import pytest
from tests.marks import few

from rookery.boards.board import Board
from rookery.tour.layers import BitsetLayers
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.subtours import SubtourProgram


def some_tour(seed: int) -> Tour:
    rng = random.Random(seed)
    rows, columns = rng.randint(3, 7), rng.randint(3, 7)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    rng.shuffle(squares)
    walls, pawns, (start, goal), rest = squares[:2], squares[2:4], squares[4:6], squares[6:]
    mover, visit = rng.choice(["Q", "N", "K", "R", "WfF"]), rng.choice(["on", "beside"])
    closed = rng.random() < 0.3
    end = None if closed or rng.random() < 0.5 else goal
    count = rng.randint(1, min(7, len(rest)))
    board = Board(rows, columns, walls)
    return Tour(board, start, rest[:count], end, mover, visit, pawns=pawns, closed=closed)


@pytest.mark.parametrize("seed", few(range(40), 5))
def test_no_tour_has_fewer_moves(seed: int) -> None:
    plan = TourPlan.of(some_tour(seed)).essential()
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


def test_a_subtour_is_cut_off() -> None:
    """Two distant pairs of targets: without cuts, moves back and forth within each pair suffice."""
    plan = TourPlan.of(Tour(Board(1, 12), "a1", ["b1", "k1", "l1"], mover="K", visit="on"))
    subtours = SubtourProgram(plan)
    first = subtours.solve(60.0)
    while not subtours.done:
        last = subtours.solve(60.0)
    assert first is not None
    assert last is not None
    assert first < last == 11
