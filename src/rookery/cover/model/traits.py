"""Properties of a puzzle's pieces that decide which methods can solve it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover

QUEEN = Piece("Q")
LONGEST_ANNEALED = 62  # squares of a side; a line of the annealing kernels is one word
LONGEST_BOXED = 40  # squares of a side; longer sides have more than ten thousand boxes


def captures(piece: Piece) -> list[Motion]:
    """Return the motions by which a piece captures."""
    return [motion for motion in piece.motions if motion.captures]


def by_motion(pieces: Iterable[Piece]) -> dict[Motion, list[int]]:
    """Return, for each capturing motion, the indices of the pieces that have it.

    Motions that differ only in whether they also move to empty squares are merged.
    """
    found: dict[Motion, list[int]] = {}
    for number, piece in enumerate(pieces):
        for motion in captures(piece):
            found.setdefault(motion._replace(moves=True), []).append(number)
    return found


def has_fixed_attacks(puzzle: Cover) -> bool:
    """Return whether blocking cannot matter: a blocked attack is always replaced by the blocker's.

    This holds if no piece hops or is lame, and all kinds ride the same steps without limit, as for
    leapers and for queens alone.
    """
    if puzzle.strict or puzzle.standing:
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
