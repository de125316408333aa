"""Counting placements of 0, 1, 2, ... pieces: each part of the graph by what suits it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.nonattacking.counting.parts import Component, in_best_order
from rookery.nonattacking.counting.polynomials import Counts
from rookery.nonattacking.counting.rooks import count_matchings
from rookery.nonattacking.counting.slices import Slices
from rookery.nonattacking.graph import CheckDeadline
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY

if TYPE_CHECKING:
    from rookery.nonattacking.counting.layers import Layers

FEW_SETS = 1e6  # sets that are counted one by one; beyond, layers are tried first

MANY_SETS = 1e10  # sets that are counted one by one if layers are not small

SMALL_BYTES = 1 << 26  # of layers that are small
MOST_BYTES = 1 << 30  # of layers at most


def is_by_number(puzzle: NonAttacking) -> bool:
    """Return whether nothing but conflicts, and the number of a single kind, matters."""
    return is_of_any_numbers(puzzle) and not puzzle.looks_between


def is_of_any_numbers(puzzle: NonAttacking) -> bool:
    """Return whether all that is asked of numbers is that of a single kind."""
    lines = (puzzle.rows, puzzle.columns, puzzle.diagonals)
    no_lines = all(span == ANY for span in lines) and not puzzle.regions
    no_numbers = len(puzzle.pieces) == 1 or all(span == ANY for span in puzzle.numbers)
    return no_lines and no_numbers and not puzzle.equal and not puzzle.maximal


def most_pieces(puzzle: NonAttacking, candidates: int) -> int:
    """Return the greatest number of pieces that is asked for, at most that of the candidates."""
    most = puzzle.numbers[0][1] if len(puzzle.pieces) == 1 else None
    return candidates if most is None else min(most, candidates)


def in_closed_form(puzzle: NonAttacking, part: Component) -> Counts | None:
    """Return the counts of a part for which a formula has them, else None."""
    if len(part) == 1:
        return [1, 1]
    if len(puzzle.pieces) > 1:
        return None
    return count_matchings(part, puzzle.board, puzzle.pieces[0])


class PartCounter:
    """The counts of one part: by layers where they are small, else its sets one by one."""

    def __init__(self, part: Component, most: int, check_deadline: CheckDeadline) -> None:
        self._part = part
        self._most = most
        self._check_deadline = check_deadline
        self._counts: Counts = [1, len(part)]
        self._share = 0.0

    def run(self) -> Slices:
        """Count all sets; pause after each slice of work."""
        from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
        from rookery.nonattacking.counting.sets import MirroredSets, SetTable, estimate, images_of

        part = in_best_order(self._part, self._check_deadline)
        sets = estimate(part, check_deadline=self._check_deadline)
        tries = [SMALL_BYTES] * (sets > FEW_SETS) + [MOST_BYTES] * (sets > MANY_SETS)
        for most_bytes in tries:
            try:
                return (yield from self._by_layers(layers_of(part, self._most), most_bytes))
            except (TooManyStatesError, OverflowError):
                self._share = 0.0
        counter = MirroredSets(SetTable(part), images_of(part, self._check_deadline))
        for _ in counter.run():
            self._counts, self._share = counter.counts(), counter.share()
            yield

    def counts(self) -> Counts:
        """Return how many sets of 0, 1, ... candidates were counted so far."""
        return self._counts

    def share(self) -> float:
        """Return what part of the work is done."""
        return self._share

    def _by_layers(self, layers: Layers, most_bytes: int) -> Slices:
        for _ in layers.run(most_bytes, splits=False):
            self._share = layers.share()
            try:
                yield
            except GeneratorExit:  # the counts of layers are too dear for every slice
                self._counts = layers.counts()
                raise
        self._counts = layers.counts()
