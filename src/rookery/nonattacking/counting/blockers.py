"""Counting with blockers, pieces that act as walls to the others.

A kind that neither attacks nor is attacked by any other, such as pawns between queens, acts as
a wall to riders. If no other kind is tolerated, the other pieces on the board with those walls are
counted without regard to pieces between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

from rookery.boards.board import Board, Square
from rookery.nonattacking.counting.by_number import ComponentsWork
from rookery.nonattacking.counting.polynomials import Counts, sum_of
from rookery.nonattacking.counting.slices import (
    NOTHING,
    Slice,
    Slices,
    asked,
    one_by_one,
    with_counts,
)
from rookery.nonattacking.counting.work import WHOLE, ComponentProduct, Work, WorkUnit
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.puzzle import ANY, NonAttacking

MOST_PLACEMENTS = 1_000_000  # placements of the blockers; each takes a count


def is_of_blockers(puzzle: NonAttacking) -> bool:
    """Return whether one kind only blocks, and has few enough placements to try them all."""
    blockers = _blockers_of(puzzle)
    return blockers is not None and blockers.placements <= MOST_PLACEMENTS


def _blockers_of(puzzle: NonAttacking) -> Blockers | None:
    """Return the blockers of a puzzle, or None if trying their placements gains nothing."""
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
    found = Blockers(puzzle, inert[0])
    return found if found.numbers and found.numbers[-1] < len(found.squares) else None


@dataclass(frozen=True)
class Blockers:
    """The pieces of a puzzle that only block, and the puzzles that their placements leave."""

    puzzle: NonAttacking
    kind: int

    @cached_property
    def squares(self) -> list[Square]:
        """The squares where they may stand."""
        blocked = self.puzzle.blocked
        return [square for square in self.puzzle.board.squares() if square not in blocked]

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of blockers that there may be."""
        least, most = self.puzzle.numbers[self.kind]
        every = len(self.squares)
        return list(range(least, (every if most is None else min(most, every)) + 1))

    @property
    def placements(self) -> int:
        """An upper bound on the number of placements of blockers."""
        return sum(comb(len(self.squares), number) for number in self.numbers)

    def units(self) -> Iterator[tuple[int, ...]]:
        """Yield prefixes of all placements of blockers: their number and the first one's square.

        Squares are numbered from 0. Without blockers the prefix is ``(0,)``.
        """
        for number in self.numbers:
            if not number:
                yield (0,)
                continue
            for first in range(len(self.squares) - number + 1):
                yield number, first

    def rests(self, unit: tuple[int, ...]) -> Iterator[NonAttacking]:
        """Yield the puzzle of the other pieces for each placement of blockers in a unit.

        Blockers are its walls. Placements are left out that miss a given blocker or take the
        square of another given piece.
        """
        puzzle, kind = self.puzzle, self.kind
        kept = [other for other in range(len(puzzle.pieces)) if other != kind]
        numbers: list[Any] = [puzzle.numbers[other] for other in kept]
        given = [(kept.index(k), row, column) for k, row, column in puzzle.given if k != kind]
        taken = {one[1:] for one in given}
        own = {(row, column) for k, row, column in puzzle.given if k == kind}
        number, *firsts = unit
        first = [self.squares[at] for at in firsts]
        later = self.squares[firsts[0] + 1 :] if firsts else ()
        for others in combinations(later, number - len(firsts)):
            blockers = {*first, *others}
            if own <= blockers and taken.isdisjoint(blockers):
                board = puzzle.board
                yield NonAttacking(
                    Board(board.rows, board.columns, board.walls | blockers, board.wrap),
                    [puzzle.pieces[other] for other in kept],
                    numbers,
                    given=given,
                    blocked=puzzle.blocked,
                )


class BlockersWork(Work):
    """Each placement of blockers, a step, in units by their number and the first one's square."""

    key = "BlockersWork"

    def prepare(self) -> str:
        """Find the blockers."""
        blockers = _blockers_of(self.puzzle)
        assert blockers is not None
        self._blockers = blockers
        return ""

    def split(self) -> None:
        """Take the number of blockers and the first one's square as a unit."""
        self.units = [WorkUnit(0, prefix=unit) for unit in self._blockers.units()]

    def count(self, unit: WorkUnit) -> Slices:
        """Count the other pieces for each placement of blockers in a unit."""
        units = self._blockers.units() if unit.prime == WHOLE else [unit.prefix]
        counts: Counts = []
        done, placements = 0, max(1, self._blockers.placements)

        def so_far() -> Counts:
            return sum_of(counts, [*[0] * prefix[0], *asked(rest, latest.counts())])

        for prefix in units:
            for rest in self._blockers.rests(prefix):
                work = ComponentsWork(rest, None, self.check_deadline, is_fine=False)
                latest = NOTHING
                for part in with_counts(ComponentProduct(work).run()):
                    latest = part or latest
                    yield Slice(done / placements, so_far, 0)
                counts, latest, done = so_far(), NOTHING, done + 1
                yield Slice(done / placements, so_far)
        return counts

    def twin(self) -> Slices:
        """Count in plain Python."""
        return one_by_one(graph_of(self.puzzle, self.check_deadline))
