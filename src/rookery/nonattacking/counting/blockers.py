"""Counting with pieces that only stand in the way: each placement of them is one of walls.

A kind that neither attacks nor is attacked by any other, such as pawns between queens, does to
riders what a wall does. Where no other kind is tolerated, the counts of the others on the board
with those walls are those of pieces that need not look between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

from rookery.boards.board import Board, Square
from rookery.engine.run import Run, Steps, run_to_limit
from rookery.nonattacking.counting.by_number import count_by_number
from rookery.nonattacking.counting.polynomials import Counts, sum_of
from rookery.nonattacking.counting.slices import Slices, count_slices
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY
from rookery.results.limits import Limits
from rookery.results.settings import Settings

MOST_PLACEMENTS = 1_000_000  # of the blockers, each with a count of its own


def is_of_blockers(puzzle: NonAttacking) -> bool:
    """Return whether one kind only stands in the way, in few enough placements to try them all."""
    kind = _blocking(puzzle)
    return kind is not None and _placements(puzzle, kind) <= MOST_PLACEMENTS


def count_by_blockers(puzzle: NonAttacking, run: Run) -> Steps:
    """Count the placements for every number of pieces; a step is a placement of blockers."""
    counter = Blockers(puzzle, run.settings, blocker_units(puzzle))
    return (yield from count_slices(counter, counter.run(), run, live=True))


class Blockers:
    """The counts of the others, one placement of blockers after the other.

    Parameters
    ----------
    settings
        Of the counts; their limits of time hold.
    units
        As of `blocker_units`: which placements of blockers to go through.
    """

    def __init__(
        self, puzzle: NonAttacking, settings: Settings, units: Iterable[tuple[int, ...]]
    ) -> None:
        kind = _blocking(puzzle)
        assert kind is not None
        limits = Limits(seconds=settings.limits.seconds)
        self._puzzle = puzzle
        self._settings = replace(settings, on_progress=None, limits=limits)
        self._units = units
        self._every = _placements(puzzle, kind)
        self._counts: Counts = []
        self._done = 0

    def run(self) -> Slices:
        """Count with each placement of blockers; pause between two."""
        for unit in self._units:
            for rest in rests_of(self._puzzle, unit):
                if self._done:
                    yield
                self._count(unit[0], rest)
                self._done += 1

    def _count(self, blockers: int, rest: NonAttacking) -> None:
        run = Run(rest, self._settings)
        try:
            run_to_limit(count_by_number(rest, run), run)
            run.check_deadline()
        finally:
            counts = [*[0] * blockers, *(run.by_number or ())]
            self._counts = sum_of(self._counts, counts)

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces, of all kinds, were counted."""
        return self._counts

    def share(self) -> float:
        """Return for what part of the placements of blockers the others are counted."""
        return self._done / max(1, self._every)


def _blocking(puzzle: NonAttacking) -> int | None:
    """Return the kind that only stands in the way, None when nothing is to be had from it."""
    kinds = range(len(puzzle.pieces))
    inert = [one for one in kinds if all(puzzle.may_attack(one, other) for other in kinds)]
    if len(inert) != 1 or len(kinds) < 2 or not puzzle.shields or puzzle.equal or puzzle.maximal:
        return None
    spans = (puzzle.rows, puzzle.columns, puzzle.diagonals)
    if puzzle.regions or any(span != ANY for span in spans):
        return None
    others = [other for other in kinds if other != inert[0]]
    ways = [way for piece in puzzle.pieces for way in piece.ways if way.captures]
    tolerated = any(inert[0] not in pair for pair in puzzle.tolerated)
    by_number = len(others) == 1 or all(puzzle.numbers[other] == ANY for other in others)
    if tolerated or not by_number or any(way.is_conditional for way in ways):
        return None
    return inert[0] if _most(puzzle, inert[0]) < len(_squares(puzzle)) else None


def _rest(puzzle: NonAttacking, kind: int, blockers: tuple[Square, ...]) -> NonAttacking | None:
    """Return the puzzle of the other kinds, with walls where blockers stand, or None.

    There is none where a blocker stands on a given piece.
    """
    kept = [other for other in range(len(puzzle.pieces)) if other != kind]
    given = [(kept.index(k), row, column) for k, row, column in puzzle.given if k != kind]
    board = puzzle.board
    if any(one[1:] in blockers for one in given):
        return None
    walls = board.walls | set(blockers)
    numbers: list[Any] = [puzzle.numbers[other] for other in kept]
    return NonAttacking(
        Board(board.rows, board.columns, walls, board.wrap),
        [puzzle.pieces[other] for other in kept],
        numbers,
        given=given,
        blocked=puzzle.blocked,
    )


def _squares(puzzle: NonAttacking) -> list[Square]:
    return [square for square in puzzle.board.squares() if square not in puzzle.blocked]


def _most(puzzle: NonAttacking, kind: int) -> int:
    squares = len(_squares(puzzle))
    most = puzzle.numbers[kind][1]
    return squares if most is None else min(most, squares)


def _placements(puzzle: NonAttacking, kind: int) -> int:
    """Return how many placements of blockers there are at most."""
    squares = len(_squares(puzzle))
    return sum(comb(squares, n) for n in range(puzzle.numbers[kind][0], _most(puzzle, kind) + 1))


def blocker_units(puzzle: NonAttacking) -> Iterator[tuple[int, ...]]:
    """Yield how many blockers there are and, unless none, on which square the first stands.

    Squares are counted from 0; together these are all placements of blockers.
    """
    kind = _blocking(puzzle)
    assert kind is not None
    for number in range(puzzle.numbers[kind][0], _most(puzzle, kind) + 1):
        if not number:
            yield (0,)
            continue
        for first in range(len(_squares(puzzle)) - number + 1):
            yield number, first


def rests_of(puzzle: NonAttacking, unit: tuple[int, ...]) -> Iterator[NonAttacking]:
    """Yield for each placement of blockers of a unit the puzzle of the others."""
    kind = _blocking(puzzle)
    assert kind is not None
    given = {(row, column) for k, row, column in puzzle.given if k == kind}
    number, *firsts = unit
    squares = _squares(puzzle)
    first = [squares[at] for at in firsts]
    for others in combinations(squares[firsts[0] + 1 :] if firsts else (), number - len(firsts)):
        blockers = (*first, *others)
        rest = _rest(puzzle, kind, blockers) if given.issubset(blockers) else None
        if rest is not None:
            yield rest
