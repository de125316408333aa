"""A board with pieces on it, kept up to date in plain Python by the true rules.

Every piece on the board watches the squares its motions pass; when one of them changes,
the piece looks anew. Slow and plainly right for every piece of Betza notation: greedy
choice runs on it, and the fast kernels are held against it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery.board import Square
from rookery.cover.puzzle import Cover, Man


class Position:
    """Pieces on the board of a puzzle, and how often each king is in check.

    Examples
    --------
    >>> position = Position(Cover.parse(["#__", "___", "__#"], [3] * 8))
    >>> position.place(0, (1, 1))
    >>> position.unchecked, position.cost
    (set(), 3)
    """

    def __init__(self, puzzle: Cover, men: Iterable[Man] = ()) -> None:
        self.puzzle = puzzle
        self.cost = 0
        self.kind: dict[Square, int] = {}
        self.checks = dict.fromkeys(puzzle.kings, 0)
        self.unchecked = set(puzzle.kings)
        self._occupied = set(puzzle.kings)
        self._watchers: dict[Square, set[Square]] = {}
        self._seen: dict[Square, tuple[set[Square], list[Square]]] = {}
        for kind, row, column in men:
            self.place(kind, (row, column))

    def men(self) -> tuple[Man, ...]:
        """Return the pieces as an answer, sorted by square."""
        return tuple((self.kind[square], *square) for square in sorted(self.kind))

    def place(self, kind: int, square: Square) -> None:
        """Put a piece on an empty square."""
        self.kind[square] = kind
        self.cost += self.puzzle.prices[kind]
        self._occupied.add(square)
        self._look_again(square)
        self._look(square)

    def remove(self, square: Square) -> int:
        """Take the piece off a square; return its index."""
        kind = self.kind.pop(square)
        self.cost -= self.puzzle.prices[kind]
        self._occupied.remove(square)
        self._forget(square)
        self._look_again(square)
        return kind

    def gain(self, kind: int, square: Square) -> int:
        """Return how many unchecked kings a piece would attack from an empty square."""
        _, kings = self._sight(kind, square)
        return sum(king in self.unchecked for king in set(kings))

    def _look_again(self, changed: Square) -> None:
        for watcher in tuple(self._watchers.get(changed, ())):
            self._forget(watcher)
            self._look(watcher)

    def _look(self, square: Square) -> None:
        watched, kings = self._sight(self.kind[square], square)
        self._seen[square] = watched, kings
        for other in watched:
            self._watchers.setdefault(other, set()).add(square)
        for king in kings:
            self.checks[king] += 1
            self.unchecked.discard(king)

    def _forget(self, square: Square) -> None:
        watched, kings = self._seen.pop(square)
        for other in watched:
            self._watchers[other].discard(square)
        for king in kings:
            self.checks[king] -= 1
            if not self.checks[king]:
                self.unchecked.add(king)

    def _sight(self, kind: int, square: Square) -> tuple[set[Square], list[Square]]:
        """Return the squares on which a piece's attacks depend, and the kings it attacks."""
        board = self.puzzle.board
        watched: set[Square] = set()
        kings = []
        for motion in self.puzzle.pieces[kind].motions:
            if not motion.captures:
                continue
            ends = list(motion.squares(board, square, self._occupied))
            kings += [end for end in ends if end in self.checks]
            if motion.hop:
                watched.update(board.ray(square, motion.step))
            elif motion.path:
                watched |= motion.passed(board, square)
            elif motion.reach != 1:
                watched.update(ends)
        return watched, kings
