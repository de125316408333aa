"""The first cover: greedy choice on the true rules, then redundant pieces removed.

V. Chvatal, "A greedy heuristic for the set-covering problem", Mathematics of Operations
Research 4, 1979; here pieces also block each other, so gains are looked up on the board
whenever a choice is made.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

import numpy as np

from rookery.board import Square
from rookery.cover.attacks import Candidates
from rookery.cover.position import Position
from rookery.cover.puzzle import Cover, Man


def greedy(
    puzzle: Cover,
    table: Candidates,
    go_on: Callable[[], bool] = lambda: True,
    men: Iterable[Man] = (),
) -> Position | None:
    """Return a position with every target covered, cheapest pieces per new target first.

    Parameters
    ----------
    puzzle, table
        The puzzle and its candidates.
    go_on
        Asked before each choice.
    men
        Pieces to begin with.

    Returns
    -------
    Position or None
        None when pieces placed earlier leave a target that nothing can reach any more, or
        when `go_on` said stop.
    """
    position = Position(puzzle, men)
    choice = _Choice(puzzle, table)
    given_up: set[Square] = set()
    while position.uncovered:
        if not go_on():
            return None
        best = choice.best(position)
        if best is None and not _make_room(position, choice, given_up):
            return None
        if best is not None:
            before = set(position.uncovered)
            position.place(*best)
            choice.reopen(position.uncovered - before)
    if not position.kind:
        position.place(_cheapest_in_stock(position), puzzle.places[0])
    return position


def filled(puzzle: Cover) -> Position | None:
    """Return every place filled with one kind that covers every target so, the cheapest.

    With a king's leaps in the set, as the horse has, there is always one when every king
    has a place beside it. None when no kind will do.
    """
    places = puzzle.places
    for kind in sorted(range(len(puzzle.pieces)), key=lambda k: puzzle.prices[k]):
        stock = puzzle.stock[kind]
        if stock is not None and stock < len(places):
            continue
        position = Position(puzzle, [(kind, *square) for square in places])
        if not position.uncovered:
            return position
    return None


def without_redundant(position: Position, go_on: Callable[[], bool] = lambda: True) -> Position:
    """Remove pieces, dearest first, as long as every target stays covered; return the position.

    `go_on` is asked before each piece.
    """
    prices = position.puzzle.prices
    removed = True
    while removed:
        removed = False
        for square in sorted(position.kind, key=lambda s: (-prices[position.kind[s]], s)):
            if len(position.kind) == 1 or not go_on():
                return position
            kind = position.remove(square)
            if position.uncovered:
                position.place(kind, square)
            else:
                removed = True
    return position


class _Choice:
    """Candidates in a heap by price per target; stale entries are looked up when they come up."""

    def __init__(self, puzzle: Cover, table: Candidates) -> None:
        self.puzzle = puzzle
        columns = puzzle.board.columns
        self.man = [
            (kind, divmod(square, columns))
            for kind, square in zip(table.kind.tolist(), table.square.tolist(), strict=True)
        ]
        self.price = table.price.tolist()
        owner, target = table.pairs()
        attacks = np.bincount(owner, minlength=len(table)).tolist()
        self.of_target: dict[Square, list[int]] = {square: [] for square in puzzle.targets}
        for candidate, number in zip(owner.tolist(), target.tolist(), strict=True):
            self.of_target[puzzle.targets[number]].append(candidate)
        self.heap = [(self.price[c] / attacks[c], c) for c in range(len(table))]
        heapq.heapify(self.heap)

    def best(self, position: Position) -> tuple[int, Square] | None:
        """Return the candidate of least price per uncovered target it would cover now."""
        while self.heap:
            ratio, candidate = heapq.heappop(self.heap)
            kind, square = self.man[candidate]
            if square in position.kind or not position.in_stock(kind):
                continue
            gain = position.gain(kind, square)
            if gain == 0:
                continue
            true_ratio = self.price[candidate] / gain
            if not self.heap or true_ratio <= max(ratio, self.heap[0][0]):
                return kind, square
            heapq.heappush(self.heap, (true_ratio, candidate))
        return None

    def reopen(self, targets: set[Square]) -> None:
        """Put the candidates of targets that lost their cover back into the heap."""
        again = {candidate for target in targets for candidate in self.of_target[target]}
        for candidate in sorted(again):
            heapq.heappush(self.heap, (0.0, candidate))


def _make_room(position: Position, choice: _Choice, given_up: set[Square]) -> bool:
    """Exchange a piece for another on its square that covers an uncovered target.

    The cheapest exchange that leaves fewer targets uncovered, else the cheapest that covers
    this one; then the square is given up, so that exchanges come to an end.
    """
    target = min(position.uncovered)
    before = set(position.uncovered)
    second: tuple[int, Square] | None = None
    for candidate in sorted(choice.of_target[target], key=lambda c: choice.price[c]):
        kind, square = choice.man[candidate]
        if position.kind.get(square, kind) == kind or not position.in_stock(kind):
            continue
        old = position.exchange(kind, square)
        if len(position.uncovered) < len(before):
            choice.reopen(position.uncovered - before)
            return True
        if second is None and square not in given_up and target not in position.uncovered:
            second = kind, square
        position.exchange(old, square)
    if second is None:
        return False
    position.exchange(*second)
    given_up.add(second[1])
    choice.reopen(position.uncovered - before)
    return True


def _cheapest_in_stock(position: Position) -> int:
    prices = position.puzzle.prices
    return min(filter(position.in_stock, range(len(prices))), key=lambda kind: prices[kind])
