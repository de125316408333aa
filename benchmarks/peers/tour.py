"""Shortest tours of all boards of a file, in the statement's text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from itertools import product

import rookery as rk
from rookery.statements.traveling_queen import write
from rookery.tour.plan import TourPlan

SEED = 26
Square = tuple[int, int]
State = tuple[Square, frozenset[Square]]
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def rookery(method: str, boards: str) -> Callable[[], str]:
    """Solve by a method and write the answers."""
    tours = rk.read(boards, "traveling-queen")
    return lambda: "".join(write([rk.solve(tour, method=method) for tour in tours]))


def rookery_moves(boards: str) -> Callable[[], list[int | None]]:
    """Solve by the default method; return only the numbers of moves."""
    tours = rk.read(boards, "traveling-queen")
    return lambda: [rk.solve(tour).value for tour in tours]


def rookery_size(
    side: str, targets: str, pawns: str, mover: str, visit: str
) -> Callable[[], int | None]:
    """Solve a random board by ``words``; return only the number of moves."""
    tour = random_tour(int(side), int(targets), int(pawns), mover, visit)
    return lambda: rk.solve(tour, method="words").value


def random_tour(side: int, targets: int, pawns: int, mover: str, visit: str) -> rk.Tour:
    """Return the first possible tour among random boards of a fixed seed."""
    rng = random.Random(SEED)
    while True:
        squares = list(product(range(side), repeat=2))
        rng.shuffle(squares)
        start, goal, *rest = squares
        wanted, pawned = rest[:targets], rest[targets:][:pawns]
        tour = rk.Tour(rk.Board(side), start, wanted, goal, mover, visit, pawns=pawned)
        if TourPlan.of(tour).possible:
            return tour


def networkx(boards: str) -> Callable[[], list[int | None]]:
    """Find a shortest path in the graph of all (square, visited knights) by networkx."""
    with open(boards) as file:
        rows = file.read().split()[1:]
    scenarios = [rows[at : at + 8] for at in range(0, len(rows), 8)]
    return lambda: [_moves(scenario) for scenario in scenarios]


def networkx_size(
    side: str, targets: str, pawns: str, mover: str, visit: str
) -> Callable[[], int | None]:
    """Solve the board of `rookery_size` for a queen that stands on the targets."""
    tour = random_tour(int(side), int(targets), int(pawns), mover, visit)
    free = frozenset(product(range(int(side)), repeat=2)) - frozenset(tour.pawns)
    graph = _Graph(free, frozenset(tour.targets), frozenset([tour.goal]), lambda square: {square})
    return lambda: graph.moves(tour.start)


def _moves(rows: list[str]) -> int | None:
    """Solve a scenario of the statement, whose queen visits by standing beside."""
    at: dict[str, set[Square]] = {piece: set() for piece in ".QBNP"}
    for row, column in product(range(8), repeat=2):
        at[rows[row][column]].add((row, column))

    def beside(square: Square) -> Set[Square]:
        return {(square[0] + down, square[1] + right) for down, right in STEPS}

    graph = _Graph(at["."] | at["Q"], frozenset(at["N"]), frozenset(at["B"]), beside)
    return graph.moves(min(at["Q"]))


@dataclass(frozen=True)
class _Graph:
    """The graph of all (square, visited targets).

    Attributes
    ----------
    free
        The squares that a queen may pass.
    targets, goal
        The squares to visit, and those of which one is the goal.
    visited
        Returns the squares that a square visits.
    """

    free: Set[Square]
    targets: frozenset[Square]
    goal: frozenset[Square]
    visited: Callable[[Square], Set[Square]]

    def moves(self, start: Square) -> int | None:
        """Return the length of a shortest path; None when there is none."""
        import networkx as nx

        first: State = (start, self.targets & self.visited(start))
        graph = nx.DiGraph()
        graph.add_node(first)
        waiting = [first]
        while waiting:
            state = waiting.pop()
            for square in self._queen_moves(state[0]):
                after = (square, state[1] | self.targets & self.visited(square))
                if after not in graph:
                    waiting.append(after)
                graph.add_edge(state, after)
        lengths = nx.single_source_shortest_path_length(graph, first)
        ends = [
            length
            for (square, visited), length in lengths.items()
            if visited == self.targets and self.goal & self.visited(square)
        ]
        return min(ends, default=None)

    def _queen_moves(self, square: Square) -> Iterator[Square]:
        for down, right in STEPS:
            row, column = square[0] + down, square[1] + right
            while (row, column) in self.free:
                yield row, column
                row, column = row + down, column + right
