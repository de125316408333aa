"""Tours by the book: a breadth-first search over (square, visited), one state at a time."""

from __future__ import annotations

import random

from rookery.board import Board
from rookery.tour.puzzle import Tour

QUEEN = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
ROOK = [(0, 1), (0, -1), (1, 0), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]

#: For each mover its directions and how often it may repeat a step, written down by hand.
MOVERS = {
    "Q": [(step, 99) for step in QUEEN],
    "R": [(step, 99) for step in ROOK],
    "B": [(step, 99) for step in BISHOP],
    "N": [(step, 1) for step in KNIGHT],
    "K": [(step, 1) for step in QUEEN],
    "W3": [(step, 3) for step in ROOK],
    "BW": [(step, 99) for step in BISHOP] + [(step, 1) for step in ROOK],
    "NN": [(step, 99) for step in KNIGHT],
    "fRbW": [((-1, 0), 99), ((1, 0), 1)],
    "fRsRbB": [((-1, 0), 99), ((0, 1), 99), ((0, -1), 99), ((1, 1), 99), ((1, -1), 99)],
    "WfF": [(step, 1) for step in [*ROOK, (-1, 1), (-1, -1)]],
}


def destinations(tour, square, steps):
    """All squares one move away, in the order of files, then of ranks."""
    blocked = set(tour.board.walls)
    if tour.visit == "beside":
        blocked |= set(tour.targets) | {tour.goal}
    ends = []
    for (down, right), reach in steps:
        row, column = square
        for _ in range(reach):
            row, column = row + down, column + right
            inside = 0 <= row < tour.board.rows and 0 <= column < tour.board.columns
            if not inside or (row, column) in blocked:
                break
            ends.append((row, column))
    return sorted(ends, key=lambda s: (s[1], -s[0]))


def visits(tour, square, target):
    if tour.visit == "on":
        return square == target
    return max(abs(square[0] - target[0]), abs(square[1] - target[1])) == 1


def first_shortest(tour, steps):
    """The lexicographically first shortest tour, None when there is none.

    States of a depth stand in the order of their first paths, so that each is first found by
    the first of its paths.
    """

    def seen_from(square):
        return frozenset(t for t in tour.targets if visits(tour, square, t))

    state = (tour.start, seen_from(tour.start))
    paths = {state: (tour.start,)}
    queue = [state]
    for square, seen in queue:
        path = paths[square, seen]
        at_goal = tour.goal is None or visits(tour, square, tour.goal)
        if at_goal and len(seen) == len(tour.targets):
            return path
        for end in destinations(tour, square, steps):
            after = (end, seen | seen_from(end))
            if after not in paths:
                paths[after] = (*path, end)
                queue.append(after)
    return None


def random_tour(seed, mover, visit="beside"):
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 6), rng.randint(2, 6)
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    rng.shuffle(squares)
    start, goal, *rest = squares
    targets = rest[: rng.randint(1, min(5, len(rest)))]
    walls = rest[len(targets) :][: rng.randint(0, len(squares) // 3)]
    goal = goal if rng.random() < 0.8 else None
    return Tour(Board(rows, columns, walls), start, targets, goal, mover, visit)
