"""Redundant pieces taken off a large board, in a pass or a few over those that may be."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.attackers import Occupation, attackers, sliced
from rookery.boards.board import Square
from rookery.cover.first.scan_board import NO_PIECE, ScanBoard
from rookery.cover.puzzle import PlacedPiece

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Position = NDArray[np.int16]

PIECES_A_LOOK = 256  # between two looks at the clock


def thinned(board: ScanBoard, position: Position, is_over: Callable[[], bool]) -> Position:
    """Return a cover without pieces that it can do without, the dearest taken off first.

    Parameters
    ----------
    board
        Of the puzzle.
    position
        A cover; it stays as it is.
    is_over
        Asked now and then; when it says so no more are taken off.
    """
    while True:
        found = _pass(board, position, is_over)
        if is_over() or np.array_equal(found, position):
            return found
        position = found


def _pass(board: ScanBoard, position: Position, is_over: Callable[[], bool]) -> Position:
    """Return a cover without some redundant pieces.

    A piece that goes opens lines, and so leaves others all that they cover, unless they hop over
    it; what each covers is therefore looked up once, with all pieces on the board.
    """
    puzzle, columns = board.puzzle, position.shape[1]
    occupied = puzzle.obstacles.union((row, column) for _, row, column in board.answer(position))
    slack = board.slack(position, _attacks(board, position, occupied))
    idle = (position >= 0) & ~board.at_work(position, slack == 0)
    if puzzle.hops:
        idle &= ~board.hurdles(position)
    found, spare = position.copy(), slack.ravel()
    occupation = Occupation(puzzle.board, occupied)
    for number, (kind, row, column) in enumerate(_dearest_first(board, position, idle)):
        if number % PIECES_A_LOOK == 0 and is_over():
            break
        parts = occupation.attacked((row, column), puzzle.pieces[kind])
        if not puzzle.total:
            parts.append(range(row * columns + column, row * columns + column + 1))
        covered = _indices(parts, bool(puzzle.board.wrap))
        if all(spare[index].min() > 0 for index in covered):
            for index in covered:
                spare[index] -= 1
            found[row, column] = NO_PIECE
    is_cover = not board.lacking(found, board.attacks(found)).any()
    return found if is_cover and (found >= 0).any() else position


def _attacks(board: ScanBoard, position: Position, occupied: Collection[Square]) -> Position:
    """Return how many of our pieces attack each square, each of them once."""
    puzzle = board.puzzle
    if not puzzle.board.wrap:
        return board.attacks(position)
    placed = (((row, column), puzzle.pieces[kind]) for kind, row, column in board.answer(position))
    standing = ((square, piece) for piece, square in puzzle.standing)
    found = attackers(puzzle.board, chain(placed, standing), occupied)
    return np.array(found, dtype=np.int16).reshape(position.shape)


def _indices(parts: list[range], overlap: bool) -> list[Any]:
    """Return what takes the squares of parts out of an array, each once where they overlap."""
    if overlap:
        return [np.array(sorted(set().union(*parts)), dtype=np.int64)]
    return [sliced(part) for part in parts]


def _dearest_first(board: ScanBoard, position: Position, marked: Bools) -> list[PlacedPiece]:
    """Return the pieces that are marked, the dearest first."""
    pieces = board.answer(np.where(marked, position, NO_PIECE))
    return sorted(pieces, key=lambda placed: -board.puzzle.price_at(placed[0], placed[1:]))
