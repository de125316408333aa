"""Counting placements of 0, 1, 2, ... pieces: each part of the graph by what suits it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.one_by_one import OneByOne
from rookery.nonattacking.counting.parts import Part, in_best_order, parts_of
from rookery.nonattacking.counting.polynomials import Counts, product_of_all
from rookery.nonattacking.counting.rooks import count_matchings
from rookery.nonattacking.counting.slices import Slices, count_slices, impossible
from rookery.nonattacking.graph import Graph, Look, graph_of
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY

if TYPE_CHECKING:
    from rookery.nonattacking.counting.layers import Layers

FEW_SETS = 1e6
"""Up to about so many sets they are counted one by one; for more layers are tried first."""

MANY_SETS = 1e10
"""Up to about so many sets they are counted one by one where layers are not small."""

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


def count_by_number(puzzle: NonAttacking, run: Run) -> Steps:
    """Count the placements for every number of pieces; a step is a slice of a tenth of a second.

    Until the kernels are there placements are counted in plain Python, so that a limit that comes
    early finds something counted.
    """
    graph = graph_of(puzzle, run.check_deadline)
    if graph.why_none:
        return impossible(graph.why_none)
    counting = Counting(graph, run.check_deadline)
    if counting.share() < 1:
        plain = OneByOne(replace(graph, needs=()))
        with closing(count_slices(plain, plain.run(), run, live=True)) as meanwhile:
            if ended := (yield from run.kernels(COUNTS, meanwhile=meanwhile)):
                return ended
    return (yield from count_slices(counting, counting.run(), run, live=True))


def most_pieces(puzzle: NonAttacking, candidates: int) -> int:
    """Return the greatest number of pieces that is asked for, at most that of the candidates."""
    most = puzzle.numbers[0][1] if len(puzzle.pieces) == 1 else None
    return candidates if most is None else min(most, candidates)


def in_closed_form(puzzle: NonAttacking, part: Part) -> Counts | None:
    """Return the counts of a part for which a formula has them, else None."""
    if len(part) == 1:
        return [1, 1]
    if len(puzzle.pieces) > 1:
        return None
    return count_matchings(part, puzzle.board, puzzle.pieces[0])


@dataclass
class _Task:
    """A part of the graph, and what is known of its counts."""

    part: Part
    counts: Counts
    share: float = 0.0


class Counting:
    """The counts of the parts of a graph, one after the other."""

    def __init__(self, graph: Graph, look: Look) -> None:
        puzzle = graph.puzzle
        self._given = graph.forced.bit_count()
        self._most = max(0, most_pieces(puzzle, len(graph.candidates)) - self._given)
        self._look = look
        self._tasks: list[_Task] = []
        free = graph.everything & ~graph.forced
        for part in parts_of(graph.candidates, graph.conflicts, free, look):
            known = in_closed_form(puzzle, part)
            task = _Task(part, [1, len(part)] if known is None else known, float(known is not None))
            self._tasks.append(task)

    def run(self) -> Slices:
        """Count all parts; pause after each slice of work."""
        for task in self._tasks:
            if task.share < 1:
                yield from self._count(task)
                task.share = 1.0

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces were counted so far."""
        return [0] * self._given + product_of_all(task.counts for task in self._tasks)

    def share(self) -> float:
        """Return what part of the work is done."""
        weights = [2.0 ** min(60, len(task.part)) for task in self._tasks]
        done = sum(task.share * weight for task, weight in zip(self._tasks, weights, strict=True))
        return done / sum(weights) if weights else 1.0

    def _count(self, task: _Task) -> Iterator[None]:
        from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
        from rookery.nonattacking.counting.sets import MirroredSets, SetTable, estimate, images_of

        task.part = in_best_order(task.part, self._look)
        sets = estimate(task.part, look=self._look)
        tries = [SMALL_BYTES] * (sets > FEW_SETS) + [MOST_BYTES] * (sets > MANY_SETS)
        for most_bytes in tries:
            try:
                return (yield from _by_layers(task, layers_of(task.part, self._most), most_bytes))
            except (TooManyStatesError, OverflowError):
                task.share = 0.0
        images = images_of(task.part, self._look)
        counter = MirroredSets(SetTable(task.part), images)
        for _ in counter.run():
            task.counts, task.share = counter.counts(), counter.share()
            yield


def _by_layers(task: _Task, layers: Layers, most_bytes: int) -> Iterator[None]:
    for _ in layers.run(most_bytes):
        task.share = layers.share()
        try:
            yield
        except GeneratorExit:
            task.counts = layers.counts()
            raise
    task.counts = layers.counts()
