"""The graph of a piece's moves between the free squares of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.boards.board import Board, Square
from rookery.results.limits import Check
from rookery.tour.moves import ends_of_moves, number, square_of
from rookery.tour.puzzle import Tour


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
