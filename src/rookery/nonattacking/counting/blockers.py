"""Counting with pieces that only stand in the way: each placement of them is one of walls.

A kind that neither attacks nor is attacked by any other, such as pawns between queens, does to
riders what a wall does. Where no other kind is tolerated, the counts of the others on the board
with those walls are those of pieces that need not look between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import combinations
from math import comb
from typing import Any

from rookery.boards.board import Board, Square
from rookery.nonattacking.counting.one_by_one import OneByOne
from rookery.nonattacking.counting.parts_work import PartsWork
from rookery.nonattacking.counting.polynomials import Counts, sum_of
from rookery.nonattacking.counting.slices import Counter, Slices, asked
from rookery.nonattacking.counting.work import WHOLE, PartCounts, Unit, Whole, Work
from rookery.nonattacking.graph import CheckDeadline, graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY

MOST_PLACEMENTS = 1_000_000  # of the blockers, each with a count of its own


def is_of_blockers(puzzle: NonAttacking) -> bool:
    """Return whether one kind only stands in the way, in few enough placements to try them all."""
    kind = _blocking(puzzle)
    return kind is not None and _placements(puzzle, kind) <= MOST_PLACEMENTS


class BlockersWork(Work):
    """Each placement of pieces that only stand in the way, by how many and where the first is.

    A step is such a placement.
    """

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        self.note, self.given, self.cut = "", 0, cut
        self._puzzle = puzzle
        self._check_deadline = check_deadline
        self.parts = [PartCounts([])]
        cuts = [Unit(0, prefix=unit) for unit in blocker_units(puzzle)]
        self.units = cuts if is_fine else [Unit(0, WHOLE)]
        first = next((rest for unit in cuts for rest in rests_of(puzzle, unit.prefix)), None)
        if (
            not is_fine
            and first
            and not PartsWork(first, check_deadline=check_deadline, is_fine=False).units
        ):
            self.kernels = ()  # formulas have the counts of the others

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        units = blocker_units(self._puzzle) if unit.prime == WHOLE else [unit.prefix]
        return Blockers(self._puzzle, units, self._check_deadline, has_kernels=bool(self.kernels))

    def twin(self) -> Counter:
        """Return what counts all in plain Python, until the kernels are there."""
        return OneByOne(graph_of(self._puzzle, self._check_deadline))


class Blockers:
    """The counts of the others, one placement of blockers after the other.

    Parameters
    ----------
    units
        As of `blocker_units`: which placements of blockers to go through.
    check_deadline
        Called many times a slice; it raises to end the count.
    has_kernels
        Whether the kernels are there for others that no formula counts.
    """

    def __init__(
        self,
        puzzle: NonAttacking,
        units: Iterable[tuple[int, ...]],
        check_deadline: CheckDeadline,
        has_kernels: bool,
    ) -> None:
        kind = _blocking(puzzle)
        assert kind is not None
        self._puzzle = puzzle
        self._check_deadline = check_deadline
        self._units = units
        self._every = _placements(puzzle, kind)
        self._counts: Counts = []
        self._has_kernels = has_kernels
        self._at_work: tuple[int, NonAttacking, Counter] | None = None
        self._done = 0

    def run(self) -> Slices:
        """Count with each placement of blockers; pause after each slice of work."""
        for unit in self._units:
            for rest in rests_of(self._puzzle, unit):
                work = PartsWork(rest, check_deadline=self._check_deadline, is_fine=False)
                is_plain = work.units and not self._has_kernels
                others = work.twin() if is_plain else Whole(work, rest)
                self._at_work = unit[0], rest, others
                with closing(others.run()) as slices:
                    for _ in slices:
                        yield 0
                self._counts, self._at_work = self.counts(), None
                self._done += 1
                yield

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces, of all kinds, were counted."""
        if self._at_work is None:
            return self._counts
        blockers, rest, others = self._at_work
        return sum_of(self._counts, [*[0] * blockers, *asked(rest, others.counts())])

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
