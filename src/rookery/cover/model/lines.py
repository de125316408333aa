"""The squares of a puzzle as numbers, and the sights along the motions of its pieces.

A *sight* goes from a piece on a square to a target. It is open if the right number of pieces stand
in between: none for leaps and rides, one for hops. For a hop that must land just beyond its hurdle,
a piece on the last square counts 1 and any other piece 2. Kings and standing pieces are counted
here; the number that placed pieces must add is what the sight *lacks*. Candidates and
the leaps of the annealing kernels are built from sights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.boards.board import TORUS, Board, Square, Step
from rookery.boards.motions import Motion
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

NONE = -1


def distinct(numbers: Ints) -> Ints:
    """Return the distinct numbers, sorted; for millions, three times as fast as `numpy.unique`.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(numbers)
    found: Ints = ordered[changes(ordered)]
    return found


def changes(ordered: Ints) -> Bools:
    """Mark the sorted numbers that differ from their predecessor.

    >>> changes(np.array([1, 3, 3])).tolist()
    [True, True, False]
    """
    differs: Bools = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
    return differs


def moved(board: Board, squares: Ints, down: Ints | int, right: Ints | int) -> Ints:
    """Return squares moved down and right, around wrapped edges; off the board, the board's size.

    >>> moved(Board(2, 3, wrap="cylinder"), np.array([2, 2]), np.array([0, -1]), 1).tolist()
    [0, 6]
    """
    row, column = np.divmod(squares, board.columns)
    row, column = row + down, column + right
    if board.wrap:
        column %= board.columns
    if board.wrap == TORUS:
        row %= board.rows
    inside = (row >= 0) & (row < board.rows) & (column >= 0) & (column < board.columns)
    return np.where(inside, row * board.columns + column, board.rows * board.columns)


def moved_inside(board: Board, squares: Ints, down: Ints | int, right: Ints | int) -> Ints:
    """Return the same as `moved`, faster, for squares that stay on the board."""
    if board.wrap:
        return moved(board, squares, down, right)
    return squares + (down * board.columns + right)


class Layout:
    """The squares of a puzzle, numbered row * columns + column, and one outside the board.

    Attributes
    ----------
    size, columns
        The number of squares, and the number of columns.
    target_at : int64 array of shape (size + 1,)
        The index of the target on each square, -1 for none.
    obstacle, solid, place : bool array of shape (size + 1,)
        Squares with a king or standing piece, walls, and squares where a piece may be placed.
    """

    def __init__(self, puzzle: Cover) -> None:
        board = puzzle.board
        self.puzzle = puzzle
        self.columns = board.columns
        self.size = board.rows * board.columns
        self.target_at = np.full(self.size + 1, NONE)
        self.target_at[self._numbers(puzzle.targets)] = np.arange(len(puzzle.targets))
        self.obstacle = self.marked(puzzle.obstacles)
        self.solid = self.marked(board.walls)
        self.place = ~(self.obstacle | self.solid | self.marked(puzzle.blocked | puzzle.spared))
        self.place[-1] = False

    @cached_property
    def places(self) -> dict[int, Bools]:
        """The squares where a piece may be placed, marked for each kind in stock."""
        allowed = zip(self.puzzle.allowed, self.puzzle.stock, strict=True)
        return {
            kind: (self.place if squares is None else self.place & self.marked(squares))[:-1]
            for kind, (squares, number) in enumerate(allowed)
            if number != 0
        }

    def prices(self, square: Ints, kind: Ints) -> Ints:
        """Return the integer price of each kind on the square paired with it."""
        own = np.array(self.puzzle.prices, dtype=np.int64)[kind]
        rows = self.puzzle.square_prices
        return own if rows is None else own * np.array(rows, dtype=np.int64).ravel()[square]

    def marked(self, squares: Iterable[Square]) -> Bools:
        """Return these squares as an array of marks."""
        marked = np.zeros(self.size + 1, dtype=bool)
        marked[self._numbers(squares)] = True
        return marked

    def next(self, step: Step) -> Ints:
        """Return the square one step from each; beyond edges and walls, the one outside."""
        after = moved(self.puzzle.board, np.arange(self.size), *step)
        after[self.solid[after]] = self.size
        return np.append(after, self.size)

    def _numbers(self, squares: Iterable[Square]) -> list[int]:
        return [row * self.columns + column for row, column in squares]


class Lines(NamedTuple):
    """Sights along one motion that can be open, sorted by length, then by square.

    Attributes
    ----------
    square, target, length, lacking : int64 array of shape (sights,)
        The source, the target, the number of steps, and the number of placed pieces that must still
        stand in between: 0 or, for some hops, 1.
    """

    square: Ints
    target: Ints
    length: Ints
    lacking: Ints

    def only(self, kept: Bools) -> Lines:
        """Return the marked sights."""
        return Lines(*(column[kept] for column in self))


def lines(
    layout: Layout,
    motion: Motion,
    squares: Ints,
    check_deadline: Callable[[], object] = bool,
    most: int | None = None,
) -> Lines:
    """Return the sights along a motion from sorted squares.

    `check_deadline` is called for every step along all lines; it may raise. Once the sights pass
    more than `most` squares in total, longer ones are left out. A line around wrapped edges ends
    before its first square. Cost: squares times the longer side, in array steps.
    """
    size, wrapped, after = layout.size, bool(layout.puzzle.board.wrap), layout.next(motion.step)
    blocks = layout.obstacle | layout.solid
    at = squares
    lacking = np.full(len(squares), 1 if motion.hop else 0)
    last, room = np.zeros(
        (2, len(squares)), dtype=bool
    )  # an obstacle passed last; a hurdle's place
    places, targets, lacks = [], [], []
    between = 0
    for length in range(1, (motion.reach or size) + 1):
        check_deadline()
        for aside in motion.path:
            at = np.where(blocks[moved(layout.puzzle.board, at, *aside)], size, at)
        at = after[at]
        if wrapped:
            at[at == squares] = size
        if at.min(initial=size) == size or (most is not None and between > most):
            break
        target = layout.target_at[at]
        seen = target >= 0
        if motion.hop:
            seen &= (lacking == 0) | room
        (own,) = seen.nonzero()
        between += len(own) * (length - 1)
        places.append(own)
        targets.append(target[own])
        lacks.append(lacking[own])
        ended = layout.obstacle[at]
        if motion.hop:
            lacking = lacking - ended - (last & (motion.hop == "g"))
            last, room = ended, layout.place[at] | (room & (motion.hop == "p"))
            ended = lacking < 0
        at = np.where(ended, size, at)
    lengths = np.repeat(np.arange(len(places)) + 1, [len(own) for own in places])
    if not places:
        return Lines(lengths, lengths, lengths, lengths)
    square = squares[np.concatenate(places)]
    return Lines(square, np.concatenate(targets), lengths, np.concatenate(lacks))
