"""Closed tours of whole boards that a half or quarter turn takes to themselves.

A turn of order n takes a symmetric tour to itself as one of two kinds. Either it moves all squares
on along the tour by an n-th of it (a quarter turn always does): then the tour is a path that
stands on one square of each *orbit*, and goes on to an image of its first square; the path and
its images make up the tour. So the orbits, joined where moves join their squares, have a
Hamiltonian cycle, and each such cycle of them is lifted: its square after one round is an image
of the first, by k turns, and the tour closes after all its squares when k and n have no
common factor::

    orbits   A - B - C - A       lifted   a b c  a' b' c'  a" ...

Or a half turn runs through the tour backwards, which has then two moves, or squares, that stay
where they are. G. P. Jelliss, "Symmetry in knight's tours", Knight's Tour Notes (2019), calls the
two kinds Eulerian and Bergholtian, after L. Euler (1759) and E. Bergholt (1918).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import gcd

from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.impossible import two_colours
from rookery.tour.moves import number, square_of
from rookery.tour.symmetry import TURNS, turned


@dataclass(frozen=True)
class Turn:
    """A turn of a board as it acts on the vertices of a graph.

    Attributes
    ----------
    graph
        Of a closed tour.
    image
        For each vertex where the turn takes it.
    order
        How many times it is made until all is as before.
    """

    graph: Graph
    image: Sequence[int]
    order: int

    @classmethod
    def of(cls, graph: Graph, turn: str) -> Turn | str:
        """Return a turn, or why it does not take the board to itself."""
        place = {square: vertex for vertex, square in enumerate(graph.squares)}
        board = graph.board
        images = []
        for vertex, square in enumerate(graph.squares):
            end = turned(board, square_of(board, square), turn)
            image = place.get(number(board, end))
            if image is None:
                return f"a {turn} turn takes {graph.name(vertex)} to {board.name(end)}: not free"
            images.append(image)
        return cls(graph, images, TURNS[turn])

    def orbit(self, vertex: int) -> list[int]:
        """Return a vertex and its images."""
        found = [vertex]
        while self.image[found[-1]] != vertex:
            found.append(self.image[found[-1]])
        return found

    def turns_along(self) -> bool:
        """Return whether a symmetric tour can only be turned along itself.

        Else a half turn may run through it backwards, and leave two moves or squares in place.
        """
        staying = sum(image == vertex for vertex, image in enumerate(self.image))
        staying += (
            sum(self.image[vertex] in ends for vertex, ends in enumerate(self.graph.ends)) // 2
        )
        return self.order > 2 or staying < 2

    def why_none(self) -> str | None:
        """Return in words why no tour is symmetric, where colours say so.

        A part of the tour leads from a square to its image. When every move changes the colour, its
        moves are odd exactly if the turn changes colours.
        """
        if not self.turns_along():
            return None
        if any(len(self.orbit(vertex)) < self.order for vertex in range(len(self.image))):
            return "the turn leaves a square where it is, and a tour turned along itself cannot"
        colours = two_colours(self.graph.joined())
        if colours is None:
            return None
        part = len(self.image) // self.order
        changes = colours[0] != colours[self.image[0]]
        if part % 2 == changes:
            return None
        leads = "another colour" if changes else "the same colour"
        return (
            f"{part} moves, one of {self.order} equal parts of the tour, would lead to a square "
            f"of {leads}, and every move changes the colour"
        )

    def quotient(self) -> tuple[Graph, list[list[int]]]:
        """Return the graph of the orbits, with edges whose images are moves, and the orbits."""
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
        """Return where moves lead that all images of, and their reverses, are moves too."""
        return [end for end in self.graph.ends[vertex] if self._is_symmetric(vertex, end)]

    def _is_symmetric(self, start: int, end: int) -> bool:
        for _ in range(self.order):
            if end not in self.graph.ends[start] or start not in self.graph.ends[end]:
                return False
            start, end = self.image[start], self.image[end]
        return True


def lifted(turn: Turn, orbits: Sequence[Sequence[int]], cycle: Sequence[int]) -> list[int] | None:
    """Return the symmetric tour over a Hamiltonian cycle of the orbits, None if it closes early.

    Where moves lead to several squares of an orbit, the first is taken, but for the last move.
    """
    path = [orbits[cycle[0]][0]]
    for at in cycle[1:]:
        path.append(next(end for end in turn.lifts(path[-1]) if end in orbits[at]))
    first = list(orbits[cycle[0]])
    for end in turn.lifts(path[-1]):
        if end in first and gcd(first.index(end), turn.order) == 1:
            return _images(turn, path, first.index(end))
    return None


def _images(turn: Turn, path: Sequence[int], turns: int) -> list[int]:
    """Return a path and its images, each by so many turns from the one before."""
    whole = list(path)
    part = whole
    for _ in range(turn.order - 1):
        for _ in range(turns):
            part = [turn.image[vertex] for vertex in part]
        whole += part
    return whole


def symmetric(
    turn: Turn, seed: int, tries: int, look: Callable[[], object] = bool
) -> list[int] | None:
    """Return a tour turned along itself, of moves that can be taken back; None when none was found.

    Parameters
    ----------
    turn
        Whose orbits all have as many squares as its order.
    seed
        Of the random choices.
    tries
        Paths of orbits to begin.
    look
        Called now and then; may raise.
    """
    from rookery.tour.hamiltonian.rotations import rotated

    graph, orbits = turn.quotient()
    if len(orbits) < 3 or not all(graph.ends):
        return None
    for begun in range(tries):
        cycle = rotated(graph, seed + begun, 1, look)
        found = None if cycle is None else lifted(turn, orbits, cycle)
        if found is not None:
            at = found.index(turn.graph.start or 0)
            return found[at:] + found[:at]
    return None
