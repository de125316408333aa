"""Closed tours of whole boards that are symmetric under a half or quarter turn.

If the turn shifts the tour along itself, as a quarter turn always does, the tour consists of a path
with one square of each *orbit* and the path's images. So the graph of orbits has a Hamiltonian
cycle. Conversely, such a cycle is lifted to squares. After one round it reaches the k-th image of
its first square, and the tour closes after all squares if k and the turn's order are coprime::

    orbits   A - B - C - A       lifted   a b c  a' b' c'  a" ...

A half turn may also reverse the tour, which then has two fixed moves or squares. G. P. Jelliss,
"Symmetry in knight's tours", Knight's Tour Notes (2019), calls the two kinds Eulerian and
Bergholtian, after L. Euler (1759) and E. Bergholt (1918).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

from rookery.results.limits import Check
from rookery.tour.checking import turned
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import two_colours
from rookery.tour.moves import number, square_of
from rookery.tour.validation import TURNS


@dataclass(frozen=True)
class BoardTurn:
    """The action of a board's turn on the vertices of a graph."""

    graph: MoveGraph  # of a closed tour
    image: Sequence[int]  # image of each vertex
    order: int  # order of the turn, 2 or 4

    @classmethod
    def of(cls, graph: MoveGraph, turn: str) -> BoardTurn | str:
        """Return the turn, or the reason why the board is not symmetric under it."""
        place = {square: vertex for vertex, square in enumerate(graph.squares)}
        board = graph.board
        images = []
        for vertex, square in enumerate(graph.squares):
            end = turned(board, square_of(board, square), turn)
            image = place.get(number(board, end))
            if image is None:
                names = graph.name(vertex), board.name(end)
                return f"a {turn} turn maps {names[0]} to {names[1]}, which is not free"
            images.append(image)
        return cls(graph, images, TURNS[turn])

    def orbit(self, vertex: int) -> list[int]:
        """Return the orbit of a vertex, beginning with it."""
        found = [vertex]
        while self.image[found[-1]] != vertex:
            found.append(self.image[found[-1]])
        return found

    def is_free(self) -> bool:
        """Return whether every orbit has as many squares as the order of the turn."""
        return all(len(self.orbit(vertex)) == self.order for vertex in self.image)

    def turns_along(self) -> bool:
        """Return whether the turn must shift a symmetric tour along itself.

        Otherwise a half turn may reverse it, with two fixed moves or squares.
        """
        staying = sum(image == vertex for vertex, image in enumerate(self.image))
        staying += (
            sum(self.image[vertex] in ends for vertex, ends in enumerate(self.graph.ends)) // 2
        )
        return self.order > 2 or staying < 2

    def why_none(self) -> str | None:
        """Explain why no tour is symmetric, by fixed squares or colours; else return None.

        An n-th of the tour leads from a square to its image. If every move changes the colour, its
        number of moves is odd exactly if the turn changes colours.
        """
        if not self.turns_along():
            return None
        if not self.is_free():
            return "the turn fixes a square, so it cannot shift a tour along itself"
        colours = two_colours(self.graph.neighbours())
        if colours is None:
            return None
        part = len(self.image) // self.order
        changes = colours[0] != colours[self.image[0]]
        if part % 2 == changes:
            return None
        leads = "another colour" if changes else "the same colour"
        return (
            f"one of {self.order} equal parts of the tour has {part} moves and must end on "
            f"{leads}, but every move changes the colour"
        )

    def quotient(self) -> tuple[MoveGraph, list[list[int]]]:
        """Return the graph of orbits, joined by symmetric moves, and the orbits."""
        orbits: list[list[int]] = []
        of = [-1] * len(self.image)
        for vertex in range(len(self.image)):
            if of[vertex] < 0:
                for image in self.orbit(vertex):
                    of[image] = len(orbits)
                orbits.append(self.orbit(vertex))
        ends = [
            tuple(sorted({of[end] for end in self.lifts(orbit[0])} - {at}))
            for at, orbit in enumerate(orbits)
        ]
        squares = [self.graph.squares[orbit[0]] for orbit in orbits]
        return replace(self.graph, squares=squares, ends=ends, start=None, last=None), orbits

    def lifts(self, vertex: int) -> list[int]:
        """Return the ends of the moves whose images are all moves."""
        ends = self.graph.ends
        starts = self.orbit(vertex)
        return [
            end
            for end in ends[vertex]
            if all(to in ends[start] for start, to in zip(starts, self.orbit(end), strict=True))
        ]


def lift(
    turn: BoardTurn, orbits: Sequence[Sequence[int]], cycle: Sequence[int]
) -> list[int] | None:
    """Lift a Hamiltonian cycle of orbits to a symmetric tour; return None if it closes early.

    If moves lead to several squares of an orbit, the first is taken, except by the last move.
    """
    path = [orbits[cycle[0]][0]]
    for at in cycle[1:]:
        path.append(next(end for end in turn.lifts(path[-1]) if end in orbits[at]))
    first = list(orbits[cycle[0]])
    for end in turn.lifts(path[-1]):
        if end in first and gcd(first.index(end), turn.order) == 1:
            whole, part = list(path), path
            for _ in range(turn.order - 1):  # the images, each by these turns of the previous one
                for _ in range(first.index(end)):
                    part = [turn.image[vertex] for vertex in part]
                whole += part
            return whole
    return None


def symmetric(
    turn: BoardTurn, seed: int, tries: int, check_deadline: Check = bool
) -> list[int] | None:
    """Return a tour that the turn shifts along itself, or None if `tries` paths of orbits failed.

    All moves must be reversible. If the turn fixes a square, no such tour exists.
    """
    from rookery.tour.hamiltonian.rotations import find_by_rotations

    if not turn.is_free():
        return None
    graph, orbits = turn.quotient()
    if len(orbits) < 3 or not all(graph.ends):
        return None
    for begun in range(tries):
        cycle = find_by_rotations(graph, seed + begun, 1, check_deadline)
        found = None if cycle is None else lift(turn, orbits, cycle)
        if found is not None:
            at = found.index(turn.graph.start or 0)
            return found[at:] + found[:at]
    return None
