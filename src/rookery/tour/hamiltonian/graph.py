"""The graph of a piece's moves between the free squares of a board, and all tours on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.boards.board import Board, Square
from rookery.results.limits import Check
from rookery.tour.moves import ends_of_moves, number, square_of
from rookery.tour.puzzle import Tour

STEPS_PER_CHECK = 256  # steps between two deadline checks
ANY, NO_TOUR = -1, -2  # instead of the last vertex of a tour


@dataclass(frozen=True)
class MoveGraph:
    """A whole-board tour as a graph; its vertices are the free squares in order, from 0."""

    board: Board  # turns vertices into squares
    squares: Sequence[int]  # number of each vertex's square; see `rookery.tour.moves`
    ends: Sequence[Sequence[int]]  # sorted ends of the moves from each vertex
    start: int | None  # first vertex; None for any
    last: frozenset[int] | None  # possible last vertices of an open tour; None for any
    closed: bool  # whether one more move leads back to the start

    @classmethod
    def of(cls, tour: Tour, check_deadline: Check = bool) -> MoveGraph:
        """Return the graph of a tour of a whole board."""
        board = tour.board
        moves = ends_of_moves(board, tour.mover, tour.obstacles, check_deadline)
        index = {square: vertex for vertex, square in enumerate(moves)}
        last = None
        if tour.goal is not None and not tour.closed:
            squares = [tour.goal] if isinstance(tour.goal, tuple) else tour.goal
            last = frozenset(index[number(board, square)] for square in squares)
        return cls(
            board,
            tuple(moves),
            tuple(tuple(index[end] for end in ends) for ends in moves.values()),
            None if tour.start is None else index[number(board, tour.start)],
            last,
            tour.closed,
        )

    def __len__(self) -> int:
        return len(self.squares)

    @cached_property
    def is_reversible(self) -> bool:
        """Whether every move is reversible."""
        return [set(ends) for ends in self.ends] == self.neighbours()

    def neighbours(self) -> list[set[int]]:
        """Return the vertices joined to each vertex by a move in either direction."""
        found = [set(ends) for ends in self.ends]
        for vertex, ends in enumerate(self.ends):
            for end in ends:
                found[end].add(vertex)
        return found

    def answer(self, path: Sequence[int]) -> tuple[Square, ...]:
        """Return the squares of a path of vertices; a closed tour repeats its start."""
        whole = [*path, path[0]] if self.closed and len(path) > 1 else path
        return tuple(square_of(self.board, self.squares[vertex]) for vertex in whole)

    def name(self, vertex: int) -> str:
        """Return the name of a vertex's square."""
        return self.board.name(square_of(self.board, self.squares[vertex]))

    def may_end(self, first: int, last: int) -> bool:
        """Return whether a path of all vertices with these ends is a tour."""
        if self.closed:
            return first == last or first in self.ends[last]
        return self.last is None or last in self.last


class _Walk:
    """A walk over the vertices of a graph, none twice."""

    def __init__(self, graph: MoveGraph) -> None:
        self.path: list[int] = []
        self.is_free = [True] * len(graph)  # whether each vertex is not on the path
        self._graph = graph
        self._joined = graph.neighbours()
        self._starts: list[list[int]] = [[] for _ in graph.ends]  # of the moves to each vertex
        for vertex, ends in enumerate(graph.ends):
            for end in ends:
                self._starts[end].append(vertex)

    def last_beyond(self, vertex: int, last: int) -> int:
        """Return the last vertex of every tour that goes on to a free vertex.

        That is `last` if it is known. Else a free vertex without an entry and another exit is the
        last; if none is, the last is `ANY`. Where nothing can be entered, or two are the last, the
        walk leads to `NO_TOUR`.
        """
        is_free, path = self.is_free, self.path
        if vertex == last and len(path) + 1 < len(is_free):
            return NO_TOUR
        first, before = (path[0], path[-1]) if path else (vertex, vertex)
        for other in self._joined[vertex] | self._joined[before]:
            if not is_free[other] or other == vertex:
                continue
            entries = [start for start in self._starts[other] if is_free[start]]
            if not entries:
                return NO_TOUR
            exits = [end for end in self._graph.ends[other] if is_free[end] and end != vertex]
            if not exits or (len(exits) == 1 and exits == entries):
                if last not in (ANY, other) or not self._graph.may_end(first, other):
                    return NO_TOUR
                last = other
        return last


def walks(graph: MoveGraph, check_deadline: Check = bool) -> Iterator[tuple[int, ...]]:
    """Yield the tours as tuples of vertices, in lexicographic order."""
    size, steps = len(graph), 0
    walk = _Walk(graph)
    lasts = [ANY]  # after each vertex of the path, and before the first
    onward = [iter(range(size) if graph.start is None else [graph.start])]
    while onward:
        steps += 1
        if steps % STEPS_PER_CHECK == 0:
            check_deadline()
        vertex = next(onward[-1], None)
        if vertex is None:
            onward.pop()
            lasts.pop()
            if walk.path:
                walk.is_free[walk.path.pop()] = True
        elif walk.is_free[vertex] and (last := walk.last_beyond(vertex, lasts[-1])) != NO_TOUR:
            walk.path.append(vertex)
            walk.is_free[vertex] = False
            is_whole = len(walk.path) == size
            if is_whole and graph.may_end(walk.path[0], vertex):
                yield tuple(walk.path)
            lasts.append(last)
            onward.append(iter(() if is_whole else graph.ends[vertex]))
