"""Attacks that depend on the pieces between: of hoppers, lame pieces and shielded riders.

An attack is a set of candidates that must be chosen, and a set of candidates that must not::

    rook a1 on rook d1, shielded      pieces a1 d1               empty b1 c1
    cannon a1 on cannon d1            pieces a1 d1  hurdle b1    empty c1
                                      pieces a1 d1  hurdle c1    empty b1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rookery.boards.board import Board, Square
from rookery.boards.motions import ANYTHING, ENDLESS, HURDLE, Motion, Route
from rookery.nonattacking.validation import PlacedPiece

if TYPE_CHECKING:
    from rookery.nonattacking.puzzle import NonAttacking

Line = tuple[Square, frozenset[Square], frozenset[Square]]
"""A square that is attacked, the hurdles that must stand, the squares that must be empty."""


class Attack(NamedTuple):
    """An attack that some candidates make together."""

    pieces: int  # the two candidates that attack each other
    hurdles: tuple[int, ...]  # sets of candidates, from each of which one must be chosen
    empty: int  # candidates of which none may be chosen

    def stands(self, chosen: int) -> bool:
        """Return whether a set of chosen candidates makes the attack."""
        return (
            self.pieces & ~chosen == 0
            and not self.empty & chosen
            and all(hurdle & chosen for hurdle in self.hurdles)
        )


def attacks_between(
    puzzle: NonAttacking, number: Mapping[PlacedPiece, int], one: PlacedPiece
) -> Iterator[Attack]:
    """Yield the attacks of a candidate that depend on the pieces between, by `number`."""
    start = (one[1], one[2])
    kinds = range(len(puzzle.pieces))

    def on(square: Square) -> int:
        return sum(1 << number[kind, *square] for kind in kinds if (kind, *square) in number)

    for end, hurdles, empty in lines_between(puzzle, one):
        masks = tuple(on(square) for square in sorted(hurdles - {start, end}))
        if end in empty or len(masks) < len(hurdles) or not all(masks):
            continue
        free = 0
        for square in empty - {start}:
            free |= on(square)
        for kind in kinds:
            there = number.get((kind, *end))
            if there is not None and not puzzle.may_attack(one[0], kind):
                yield Attack(1 << number[one] | 1 << there, masks, free)


def sure_reach(puzzle: NonAttacking, one: PlacedPiece) -> frozenset[Square]:
    """Return the squares that a piece attacks regardless of the pieces between."""
    if not puzzle.looks_between:
        return puzzle.reach(one)
    start = (one[1], one[2])
    sure = {end for end, hurdles, empty in lines_between(puzzle, one) if not hurdles | empty}
    for way in puzzle.pieces[one[0]].ways:
        if way.captures and not (puzzle.shields or way.is_conditional):
            sure.update(way.squares(puzzle.board, start, ()))
    return frozenset(sure)


def lines_between(puzzle: NonAttacking, one: PlacedPiece) -> Iterator[Line]:
    """Yield the squares that a piece attacks only if the right squares between are taken."""
    start = (one[1], one[2])
    for way in puzzle.pieces[one[0]].ways:
        if not way.captures or not (puzzle.shields or way.is_conditional):
            continue
        if isinstance(way, Route):
            yield from _along_route(way, puzzle.board, start)
        else:
            yield from _along_line(way, puzzle.board, start)


def _along_route(route: Route, board: Board, start: Square) -> Iterator[Line]:
    hurdles: set[Square] = set()
    empty: set[Square] = set()
    for square, stride in route.strides(board, start):
        if stride.stops:
            if not hurdles & empty:
                yield square, frozenset(hurdles), frozenset(empty)
            empty.add(square)
        elif stride.passed == HURDLE:
            hurdles.add(square)
        elif stride.passed != ANYTHING:
            empty.add(square)


def _along_line(motion: Motion, board: Board, start: Square) -> Iterator[Line]:
    """Yield the squares that a motion attacks, with each possible hurdle."""
    passed: list[Square] = []
    paths: set[Square] = set()
    for taken, square in enumerate(motion.line(board, start), 1):
        if motion.reach != ENDLESS and taken > motion.reach:
            return
        paths |= motion.path_to(board, square)
        if not board.is_open(paths):
            return
        around = paths.union(passed)
        if not motion.hop:
            yield square, frozenset(), frozenset(around)
        for hurdle in passed[-1:] if motion.hop == "g" else passed if motion.hop else ():
            yield square, frozenset([hurdle]), frozenset(around - {hurdle})
        passed.append(square)
