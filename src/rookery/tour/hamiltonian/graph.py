"""The graph of a piece's moves between the free squares of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rookery.boards.board import Board, Square
from rookery.tour.moves import ends_of_moves, number, square_of
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.engine.lanes import Check


@dataclass(frozen=True)
class MoveGraph:
    """A whole-board tour as a graph; its vertices are the free squares in order, from 0.

    Attributes
    ----------
    board
        The board, to turn vertices into squares.
    squares
        The number of each vertex's square; see `rookery.tour.moves`.
    ends
        The sorted ends of the moves from each vertex.
    start
        The first vertex; None for any.
    last
        The possible last vertices of an open tour; None for any.
    closed
        Whether one more move leads back to the start.
    """

    board: Board
    squares: Sequence[int]
    ends: Sequence[Sequence[int]]
    start: int | None
    last: frozenset[int] | None
    closed: bool

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

    def may_end(self, path: Sequence[int]) -> bool:
        """Return whether a path of all vertices has a valid end."""
        if self.closed:
            return len(path) == 1 or path[0] in self.ends[path[-1]]
        return self.last is None or path[-1] in self.last
