"""A board with pieces on it, kept up to date in plain Python by the true rules.

Every piece on the board watches the squares its motions pass; when one of them changes,
the piece looks anew. Slow and plainly right for every piece of Betza notation: greedy
choice runs on it, and the fast kernels are held against it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery.board import Square
from rookery.cover.puzzle import Cover, Man
from rookery.pieces import Piece


class Position:
    """Pieces on the board of a puzzle, and how often each target is covered.

    Attributes
    ----------
    kind
        The piece's index for each square that holds one; standing pieces are left out.
    cost
        The price of all these.
    covers
        For each target how many attacks on it there are, and for a guarded square one more
        when it is occupied.
    uncovered
        The targets without any.

    Examples
    --------
    >>> position = Position(Cover.parse(["#__", "___", "__#"], [3] * 8))
    >>> position.place(0, (1, 1))
    >>> position.uncovered, position.cost
    (set(), 3)
    """

    def __init__(self, puzzle: Cover, men: Iterable[Man] = ()) -> None:
        self.puzzle = puzzle
        self.cost = 0
        self.kind: dict[Square, int] = {}
        self.covers = dict.fromkeys(puzzle.targets, 0)
        self.uncovered = set(puzzle.targets)
        self._number = [0] * len(puzzle.pieces)
        self._piece = {square: piece for piece, square in puzzle.standing}
        self._occupied = set(puzzle.obstacles)
        self._watchers: dict[Square, set[Square]] = {}
        self._seen: dict[Square, tuple[set[Square], list[Square]]] = {}
        for kind, row, column in men:
            self._stand(kind, (row, column))
        for square in self._piece:
            self._look(square)

    def men(self) -> tuple[Man, ...]:
        """Return the pieces as an answer, sorted by square."""
        return tuple((self.kind[square], *square) for square in sorted(self.kind))

    def in_stock(self, kind: int) -> bool:
        """Return whether one more piece of a kind may be placed."""
        stock = self.puzzle.stock[kind]
        return stock is None or self._number[kind] < stock

    def place(self, kind: int, square: Square) -> None:
        """Put a piece on a square where one may be placed."""
        self._stand(kind, square)
        self._look_again(square)
        self._look(square)

    def _stand(self, kind: int, square: Square) -> None:
        self.kind[square] = kind
        self.cost += self.puzzle.prices[kind]
        self._number[kind] += 1
        self._piece[square] = self.puzzle.pieces[kind]
        self._occupied.add(square)

    def remove(self, square: Square) -> int:
        """Take the piece off a square; return its index."""
        kind = self.kind.pop(square)
        self.cost -= self.puzzle.prices[kind]
        self._number[kind] -= 1
        self._occupied.remove(square)
        self._forget(square)
        del self._piece[square]
        self._look_again(square)
        return kind

    def exchange(self, kind: int, square: Square) -> int:
        """Put a piece in place of another; return the index of that one."""
        old = self.remove(square)
        self.place(kind, square)
        return old

    def gain(self, kind: int, square: Square) -> int:
        """Return how many uncovered targets a piece would cover from an empty square."""
        _, covered = self._sight(self.puzzle.pieces[kind], square)
        return sum(target in self.uncovered for target in set(covered))

    def _look_again(self, changed: Square) -> None:
        for watcher in tuple(self._watchers.get(changed, ())):
            self._forget(watcher)
            self._look(watcher)

    def _look(self, square: Square) -> None:
        watched, covered = self._sight(self._piece[square], square)
        self._seen[square] = watched, covered
        for other in watched:
            self._watchers.setdefault(other, set()).add(square)
        for target in covered:
            self.covers[target] += 1
            self.uncovered.discard(target)

    def _forget(self, square: Square) -> None:
        watched, covered = self._seen.pop(square)
        for other in watched:
            self._watchers[other].discard(square)
        for target in covered:
            self.covers[target] -= 1
            if not self.covers[target]:
                self.uncovered.add(target)

    def _sight(self, piece: Piece, square: Square) -> tuple[set[Square], list[Square]]:
        """Return the squares on which a piece's attacks depend, and the targets it covers."""
        board = self.puzzle.board
        watched: set[Square] = set()
        covered = [square] if square in self.covers else []
        for motion in piece.motions:
            if not motion.captures:
                continue
            ends = list(motion.squares(board, square, self._occupied))
            covered += [end for end in ends if end in self.covers]
            if motion.hop:
                watched.update(board.ray(square, motion.step))
                continue
            watched |= motion.passed(board, square)
            if motion.reach != 1:
                watched.update(ends)
        return watched, covered
