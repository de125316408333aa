"""The motions by which pieces capture."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover


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
