"""The first cover: greedy choice on the true rules, then redundant pieces removed.

V. Chvatal, "A greedy heuristic for the set-covering problem", Mathematics of Operations
Research 4, 1979; here pieces also block each other, so gains are looked up on the board
whenever a choice is made.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

import numpy as np

from rookery.board import Square
from rookery.cover.attacks import Candidates
from rookery.cover.position import Position
from rookery.cover.puzzle import Cover


def greedy(
    puzzle: Cover, table: Candidates, go_on: Callable[[], bool] = lambda: True
) -> Position | None:
    """Return a position with every king in check, cheapest pieces per new king first.

    Returns
    -------
    Position or None
        None when pieces placed earlier leave a king that nothing can reach any more, or
        when `go_on` said stop.
    """
    position = Position(puzzle)
    choice = _Choice(puzzle, table)
    while position.unchecked:
        if not go_on():
            return None
        best = choice.best(position)
        if best is None and not _make_room(position, choice):
            return None
        if best is not None:
            before = set(position.unchecked)
            position.place(*best)
            choice.reopen(position.unchecked - before)
    if not position.kind:
        position.place(*min(choice.anywhere()))
    return position


def filled(puzzle: Cover) -> Position | None:
    """Return every empty square filled with one kind that checks every king so, the cheapest.

    With a king's leaps in the set, as the horse has, there is always one when every king
    has an empty neighbour. None when no kind will do.
    """
    kings = set(puzzle.kings)
    empty = [square for square in puzzle.board.squares() if square not in kings]
    for kind in sorted(range(len(puzzle.pieces)), key=lambda k: puzzle.prices[k]):
        position = Position(puzzle, [(kind, *square) for square in empty])
        if not position.unchecked:
            return position
    return None


def without_redundant(position: Position) -> Position:
    """Remove pieces, dearest first, as long as every king stays in check; return the position."""
    prices = position.puzzle.prices
    removed = True
    while removed:
        removed = False
        for square in sorted(position.kind, key=lambda s: (-prices[position.kind[s]], s)):
            if len(position.kind) == 1:
                break
            kind = position.remove(square)
            if position.unchecked:
                position.place(kind, square)
            else:
                removed = True
    return position


class _Choice:
    """Candidates in a heap by price per king; stale entries are looked up when they come up."""

    def __init__(self, puzzle: Cover, table: Candidates) -> None:
        self.puzzle = puzzle
        columns = puzzle.board.columns
        self.man = [
            (kind, divmod(square, columns))
            for kind, square in zip(table.kind.tolist(), table.square.tolist(), strict=True)
        ]
        self.price = table.price.tolist()
        owner, king = table.pairs()
        attacks = np.bincount(owner, minlength=len(table)).tolist()
        self.of_king: dict[Square, list[int]] = {square: [] for square in puzzle.kings}
        for candidate, number in zip(owner.tolist(), king.tolist(), strict=True):
            self.of_king[puzzle.kings[number]].append(candidate)
        self.heap = [(self.price[c] / attacks[c], c) for c in range(len(table))]
        heapq.heapify(self.heap)

    def best(self, position: Position) -> tuple[int, Square] | None:
        """Return the candidate of least price per unchecked king it would attack now."""
        while self.heap:
            ratio, candidate = heapq.heappop(self.heap)
            kind, square = self.man[candidate]
            if square in position.kind:
                continue
            gain = position.gain(kind, square)
            if gain == 0:
                continue
            true_ratio = self.price[candidate] / gain
            if not self.heap or true_ratio <= max(ratio, self.heap[0][0]):
                return kind, square
            heapq.heappush(self.heap, (true_ratio, candidate))
        return None

    def reopen(self, kings: set[Square]) -> None:
        """Put the candidates of kings that lost their check back into the heap."""
        again = {candidate for king in kings for candidate in self.of_king[king]}
        for candidate in sorted(again):
            heapq.heappush(self.heap, (0.0, candidate))

    def anywhere(self) -> list[tuple[int, Square]]:
        """Return the cheapest piece on the first empty square, for a board without kings."""
        board, kings = self.puzzle.board, set(self.puzzle.kings)
        square = next(s for s in board.squares() if s not in kings)
        return [(self.puzzle.prices.index(min(self.puzzle.prices)), square)]


def _make_room(position: Position, choice: _Choice) -> bool:
    """Exchange one piece for another on its square that leaves fewer kings unchecked."""
    king = min(position.unchecked)
    before = len(position.unchecked)
    for candidate in sorted(choice.of_king[king], key=lambda c: choice.price[c]):
        kind, square = choice.man[candidate]
        if square not in position.kind or position.kind[square] == kind:
            continue
        old = position.remove(square)
        position.place(kind, square)
        if len(position.unchecked) < before:
            return True
        position.remove(square)
        position.place(old, square)
    return False
