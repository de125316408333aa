"""Properties of a puzzle: which methods can solve it, and the board symmetries that keep it.

A board symmetry maps covers to covers of the same price if it maps each piece's motions to motions
of the same piece, kings to kings, walls to walls, and so on. Queens on an empty square board have
all eight. Gold and silver generals distinguish forward from backward, which leaves the left-right
reflection. On a torus every shift is a symmetry too, on a cylinder every sideways shift.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rookery.boards.board import CYLINDER, TORUS, Board, Square
from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.boards.symmetry import IDENTITY, Symmetry, board_symmetries
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from rookery.compiled.arrays import Int64s

QUEEN = Piece("Q")
LONGEST_ANNEALED = 62  # squares of a side; a line of the annealing kernels is one word
MOST_CANDIDATES = 400  # of a small set cover
LONGEST_BOXED = 40  # squares of a side; longer sides have more than ten thousand boxes


def captures(piece: Piece) -> list[Motion]:
    """Return the motions by which a piece captures."""
    return [motion for motion in piece.motions if motion.captures]


def by_motion(pieces: Iterable[Piece], board: Board) -> dict[Motion, list[int]]:
    """Return, for each capturing motion, the indices of the pieces that have it.

    Those `around_edges` that differ only in whether they also move to empty squares are merged.
    """
    found: dict[Motion, list[int]] = {}
    for number, piece in enumerate(pieces):
        own = (leap for motion in captures(piece) for leap in motion.around_edges(board))
        for merged in dict.fromkeys(motion._replace(moves=True) for motion in own):
            found.setdefault(merged, []).append(number)
    return found


def has_fixed_attacks(puzzle: Cover) -> bool:
    """Return whether blocking cannot matter: a blocked attack is always replaced by the blocker's.

    This holds if no piece hops or is lame, and all kinds ride the same steps without limit, as for
    leapers and for queens alone. Whether pieces attack each other is left aside.
    """
    if puzzle.counts_attacks or puzzle.standing:
        return False
    every = [captures(piece) for piece in puzzle.pieces]
    motions = [motion for own in every for motion in own]
    rides = {motion.step for motion in motions if motion.reach != 1}
    return not any(m.hop or m.path or m.reach not in (1, ENDLESS) for m in motions) and all(
        rides <= {motion.step for motion in own if motion.reach == ENDLESS} for own in every
    )


def has_equal_prices(puzzle: Cover) -> bool:
    """Return whether all pieces cost the same, which row weighting requires."""
    return len(set(puzzle.prices)) == 1


def has_box(puzzle: Cover) -> bool:
    """Return whether a puzzle asks for the fewest queens that cover all squares of a board.

    The puzzle may be `independent` or `total` and have blocked squares. Boards with wrapped edges
    are excluded: there, a diagonal could meet an edge of the box more often than `box` allows.
    """
    board = puzzle.board
    return (
        puzzle.pieces == (QUEEN,)
        and not board.wrap
        and len(puzzle.unit_prices) == 1
        and len(puzzle.guarded) == board.rows * board.columns
        and max(board.rows, board.columns) <= LONGEST_BOXED
        and puzzle.stock == (None,)
        and set(puzzle.at_least) == {1}
        and set(puzzle.at_most) == {None}
    )


def is_small_set_cover(puzzle: Cover) -> bool:
    """Return whether a few pieces of one kind, which block nothing, may be settled by SCIP."""
    few = 0 < len(puzzle.places) <= MOST_CANDIDATES and bool(puzzle.targets)
    plain = len(puzzle.pieces) == 1 and puzzle.stock == (None,) and puzzle.square_prices is None
    alone = not puzzle.independent and not has_box(puzzle)
    return few and plain and alone and has_fixed_attacks(puzzle)


def can_weigh_apart(puzzle: Cover) -> bool:
    """Return whether row weighting supports the puzzle as one with independent pieces."""
    return has_box(puzzle) and puzzle.independent and not puzzle.total


def can_anneal(puzzle: Cover) -> bool:
    """Return whether the annealing kernels support the puzzle.

    They know no lame leapers, no piece that rides or hops one direction in two ways, and none of
    the conditions that a puzzle may have besides. Around wrapped edges they know no lines: attacks
    there must not depend on other pieces.
    """
    if puzzle.conditions or (puzzle.board.wrap and not has_fixed_attacks(puzzle)):
        return False
    if max(puzzle.board.rows, puzzle.board.columns) > LONGEST_ANNEALED:
        return False
    for piece in (*puzzle.pieces, *(piece for piece, _ in puzzle.standing)):
        own = captures(piece)
        lines = Counter((m.step, bool(m.hop)) for m in own if m.hop or m.reach != 1)
        if any(m.path for m in own) or max(lines.values(), default=1) > 1:
            return False
    return True


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


def leading_image(puzzle: Cover) -> Iterator[Int64s]:
    """Yield weights of squares; some image of every cover has no negative sum of any of them.

    >>> [weights.tolist() for weights in leading_image(Cover.domination(2))]
    [[[1, 1], [-1, -1]], [[1, -1], [1, -1]], [[0, 1], [-1, 0]]]
    """
    import numpy as np

    board = puzzle.board
    lines = np.indices((board.rows, board.columns))
    flips = Symmetry(False, True, False), Symmetry(False, False, True)
    joined = board.wrap == TORUS, bool(board.wrap)
    for places, side, flip, is_joined in zip(
        lines, (board.rows, board.columns), flips, joined, strict=True
    ):
        shift = (int(flip.down), int(flip.right))
        weights = side - 1 - 2 * places
        if is_joined and keeps(puzzle, replace(IDENTITY, shift=shift)):
            for place in range(1, side):
                yield (places == 0) - (places == place).astype(np.int64)
            flip = replace(flip, shift=shift)
            weights = np.where(places == 0, 0, side - 2 * places)
        if keeps(puzzle, flip):
            yield weights
    may_swap = board.rows == board.columns and board.wrap != CYLINDER
    if may_swap and keeps(puzzle, Symmetry(True, False, False)):
        yield lines[1] - lines[0]


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
