"""Which placed pieces attack each other, and where one more fits, straight from the rules.

Both take time in proportion to the attacks, not to the pairs of pieces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.boards.board import Square
from rookery.boards.motions import Motion, Route
from rookery.nonattacking.validation import PlacedPiece

if TYPE_CHECKING:
    from rookery.nonattacking.puzzle import NonAttacking

Pair = tuple[PlacedPiece, PlacedPiece]


def attacking_pairs(puzzle: NonAttacking, placed: Sequence[PlacedPiece]) -> list[Pair]:
    """Return the pairs of pieces that attack each other and may not, in order."""
    standing: dict[Square, list[int]] = defaultdict(list)
    for at, one in enumerate(placed):
        standing[one[1:]].append(at)
    found = {
        (min(at, to), max(at, to))
        for at, one in enumerate(placed)
        for end in puzzle.reach(one, standing.keys()) & standing.keys()
        for to in standing[end]
        if at != to and not puzzle.may_attack(one[0], placed[to][0])
    }
    return [(placed[at], placed[to]) for at, to in sorted(found)]


def room(puzzle: NonAttacking, placed: Sequence[PlacedPiece]) -> PlacedPiece | None:
    """Return the first piece that fits in addition, or None.

    Parameters
    ----------
    placed
        Pieces on different squares that do not attack each other.
    """
    kinds = {one[1:]: one[0] for one in placed}
    lines = _Lines(puzzle, placed)
    for square in puzzle.board.squares():
        if square in puzzle.blocked or square in kinds:
            continue
        occupied = lines.occupied
        occupied.add(square)
        changed = [hit for line in lines.watching[square] for hit in line.hits(puzzle, occupied)]
        reach = [puzzle.reach((kind, *square), occupied) for kind in range(len(puzzle.pieces))]
        occupied.remove(square)
        if any(end != square and not puzzle.may_attack(kind, kinds[end]) for kind, end in changed):
            continue  # as a hurdle it would make others attack each other
        attackers = lines.attackers[square].union(kind for kind, end in changed if end == square)
        for kind, ends in enumerate(reach):
            near = attackers.union(kinds[end] for end in kinds.keys() & ends)
            if all(puzzle.may_attack(kind, other) for other in near):
                return (kind, *square)
    return None


class _Line(NamedTuple):
    """One way in which a placed piece attacks."""

    kind: int
    start: Square
    way: Motion | Route

    def hits(
        self, puzzle: NonAttacking, occupied: Collection[Square]
    ) -> Iterator[tuple[int, Square]]:
        """Yield the piece's kind with each occupied square that it attacks."""
        for end in self.way.squares(puzzle.board, self.start, occupied):
            if end in occupied and end != self.start:
                yield self.kind, end


class _Lines:
    """The attacks of placed pieces, by the squares that they concern.

    Attributes
    ----------
    occupied
        The squares of the pieces.
    attackers
        For each square the kinds of the pieces that attack it whether or not a piece stands there.
    watching
        For each empty square the lines for which it matters whether a piece stands there.
    """

    def __init__(self, puzzle: NonAttacking, placed: Sequence[PlacedPiece]) -> None:
        self.occupied = {one[1:] for one in placed}
        self.attackers: dict[Square, set[int]] = defaultdict(set)
        self.watching: dict[Square, list[_Line]] = defaultdict(list)
        for kind, *pair in placed:
            start = (pair[0], pair[1])
            for way in puzzle.pieces[kind].ways:
                if not way.captures:
                    continue
                hangs = puzzle.shields or way.is_conditional
                watch = _Watch(self.occupied if hangs else frozenset())
                ends = set(way.squares(puzzle.board, start, watch))
                watched = watch.empty if hangs else set()
                for end in ends - watched:
                    self.attackers[end].add(kind)
                for square in watched:
                    self.watching[square].append(_Line(kind, start, way))


class _Watch(Collection[Square]):
    """Occupied squares that keep the empty ones they are asked about."""

    def __init__(self, occupied: Collection[Square]) -> None:
        self._occupied = occupied
        self.empty: set[Square] = set()

    def __contains__(self, square: Any) -> bool:
        if square in self._occupied:
            return True
        self.empty.add(square)
        return False

    def __iter__(self) -> Iterator[Square]:
        return iter(self._occupied)

    def __len__(self) -> int:
        return len(self._occupied)
