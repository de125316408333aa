"""The symmetries of a cover: the board symmetries under which the puzzle is invariant.

A board symmetry maps covers to covers of the same price if it maps each piece's motions to motions
of the same piece, kings to kings, walls to walls, and so on. Queens on an empty square board have
all eight. Gold and silver generals distinguish forward from backward, which leaves the left-right
reflection. On a torus every shift is a symmetry too, on a cylinder every sideways shift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rookery.boards.board import Square
from rookery.boards.motions import Motion
from rookery.boards.symmetry import IDENTITY, Symmetry, board_symmetries
from rookery.cover.model.traits import captures
from rookery.cover.puzzle import Cover, PlacedPiece


def symmetries(puzzle: Cover) -> tuple[Symmetry, ...]:
    """Return the symmetries of a puzzle, the identity first.

    >>> len(symmetries(Cover.domination(5))), len(symmetries(Cover.domination(4, 5)))
    (8, 4)
    >>> symmetries(Cover.domination(5, piece="gold"))[1:]
    (Symmetry(swap=False, down=False, right=True, shift=(0, 0)),)
    >>> [len(symmetries(Cover.domination(5, wrap=wrap))) for wrap in ("cylinder", "torus")]
    [20, 200]
    """
    return tuple(one for one in board_symmetries(puzzle.board) if keeps(puzzle, one))


def keeps(puzzle: Cover, symmetry: Symmetry) -> bool:
    """Return whether a puzzle is invariant under a symmetry of the board."""
    move = mover(puzzle, symmetry)
    for piece in (*puzzle.pieces, *(piece for piece, _ in puzzle.standing)):
        own = captures(piece)
        if {_plain(motion, symmetry) for motion in own} != {_plain(m, IDENTITY) for m in own}:
            return False
    limited = [squares for squares in puzzle.allowed if squares is not None]
    for squares in (puzzle.board.walls, puzzle.blocked, puzzle.spared, *limited):
        if {move(square) for square in squares} != set(squares):
            return False
    if {(piece, move(square)) for piece, square in puzzle.standing} != set(puzzle.standing):
        return False
    asked = {
        target: (number < len(puzzle.kings), puzzle.at_least[number], puzzle.at_most[number])
        for number, target in enumerate(puzzle.targets)
    }
    if any(asked.get(move(target)) != what for target, what in asked.items()):
        return False
    rows = puzzle.square_prices or ()
    moved = ((square, move(square)) for square in puzzle.places if rows)
    return all(rows[row][column] == rows[to][at] for (row, column), (to, at) in moved)


def mover(puzzle: Cover, symmetry: Symmetry) -> Callable[[Square], Square]:
    """Return a symmetry as a function of squares of a puzzle's board."""
    rows, columns = puzzle.board.rows, puzzle.board.columns
    return lambda square: symmetry.square(square, rows, columns)


def images(
    puzzle: Cover, group: Iterable[Symmetry], answer: Sequence[PlacedPiece]
) -> set[tuple[PlacedPiece, ...]]:
    """Return the images of a cover under a group of symmetries, each with its pieces sorted."""
    found = set()
    for symmetry in group:
        move = mover(puzzle, symmetry)
        moved = ((kind, *move((row, column))) for kind, row, column in answer)
        found.add(in_order(moved))
    return found


def in_order(answer: Iterable[PlacedPiece]) -> tuple[PlacedPiece, ...]:
    """Return the pieces of an answer by square, row by row."""
    return tuple(sorted(answer, key=lambda piece: (piece[1], piece[2], piece[0])))


def _plain(motion: Motion, symmetry: Symmetry) -> tuple[object, ...]:
    path = frozenset(map(symmetry.step, motion.path))
    return symmetry.step(motion.step), motion.reach, motion.hop, path
