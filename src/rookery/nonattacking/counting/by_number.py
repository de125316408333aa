"""Counting placements of 0, 1, 2, ... pieces: each part of the graph by what suits it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rookery.compiled.sets import LOADING_SECONDS
from rookery.nonattacking.counting.parts import Part, in_best_order, parts_of
from rookery.nonattacking.counting.polynomials import Counts, product_of_all, without_zeros
from rookery.nonattacking.counting.rooks import count_matchings
from rookery.nonattacking.graph import Graph, graph_of
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Search
from rookery.nonattacking.validation import ANY, holds
from rookery.results.limits import LateError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.nonattacking.counting.layers import Layers
    from rookery.nonattacking.counting.sets import MirroredSets

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


def count_by_number(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count the placements for every number of pieces.

    Returns
    -------
    Result
        OPTIMAL with the count of the numbers that are asked for. When stopped before, FEASIBLE
        with what was counted so far. One unit of work is a slice of about a tenth of a second.
    """
    graph = graph_of(puzzle, settings.clock.look)
    counting = Counting(graph, settings)
    reason = None
    try:
        if not graph.why_none:
            reason = counting.run()
    except LateError:
        reason = Reason.TIME
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    counts = [] if graph.why_none else counting.counts()
    return by_number_result(puzzle, counts, reason, counting.share(), graph.why_none)


def by_number_result(
    puzzle: NonAttacking, counts: Counts, reason: Reason | None, share: float, note: str = ""
) -> Result:
    """Return the result of the counts of all numbers, those that are not asked for left out.

    A reason tells what stopped the count; None when it is complete.
    """
    span = puzzle.numbers[0] if len(puzzle.pieces) == 1 else ANY
    asked = [n if holds(span, number) else 0 for number, n in enumerate(counts)]
    value, by_number = sum(asked), tuple(without_zeros(asked))
    if reason is None:
        why = note or ("so many pieces always attack each other" if not value else "")
        return replace(Result.proved(puzzle, None, value), by_number=by_number, note=why)
    found = Result(puzzle, None, value, None, Status.FEASIBLE, reason, share=share, note=note)
    return replace(found, by_number=by_number)


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
    """The counts of the parts of a graph, one after the other.

    Until the kernels are there placements are counted in plain Python, so that a limit that comes
    early finds something counted.
    """

    def __init__(self, graph: Graph, settings: Settings) -> None:
        self._graph = graph
        self._settings = settings
        self._tasks: list[_Task] = []
        self._plain: Counts = [1]
        self._plain_share = 0.0
        self._work = 0
        self._look = settings.clock.look
        most = most_pieces(graph.puzzle, len(graph.candidates))
        self._most = max(0, most - graph.forced.bit_count())

    def run(self) -> Reason | None:
        """Count; return what stopped it, None when all is counted."""
        graph = self._graph
        puzzle = graph.puzzle
        free = graph.everything & ~graph.forced
        for part in parts_of(graph.candidates, graph.conflicts, free, self._look):
            known = in_closed_form(puzzle, part)
            task = _Task(part, [1, len(part)] if known is None else known, float(known is not None))
            self._tasks.append(task)
        left = [task for task in self._tasks if task.share < 1]
        if not left:
            return None
        reason, done = self._until_compiled()
        if reason is not None or done:
            return reason
        for task in left:
            if reason := self._count(task):
                return reason
        return None

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces were counted so far."""
        found = product_of_all(task.counts for task in self._tasks)
        if sum(self._plain) > sum(found):
            found = self._plain
        return [0] * self._graph.forced.bit_count() + found

    def share(self) -> float:
        """Return what part of the work is done."""
        weights = [2.0 ** min(60, len(task.part)) for task in self._tasks]
        done = sum(task.share * weight for task, weight in zip(self._tasks, weights, strict=True))
        return max(self._plain_share, done / sum(weights) if weights else 1.0)

    def _until_compiled(self) -> tuple[Reason | None, bool]:
        """Count in plain Python until the kernels are there; return why to stop, or all is done."""
        settings = self._settings
        if settings.limits.work is not None:
            return (None, False) if settings.wait_for(COUNTS) else (Reason.TIME, False)
        if COUNTS.load(min(LOADING_SECONDS, settings.clock.left() / 2)):
            return None, False
        graph = replace(self._graph, needs=())
        search = Search(graph)
        given = graph.forced.bit_count()
        self._plain = [0] * (len(graph.candidates) + 1)
        for chosen in search.placements():
            if chosen is not None:
                self._plain[chosen.bit_count() - given] += 1
                continue
            self._plain_share = search.share()
            if COUNTS.is_ready:
                return None, False
            if settings.clock.left() <= 0:
                return Reason.TIME, False
            self._tell(sum(self._plain))
        self._plain_share = 1.0
        return None, True

    def _count(self, task: _Task) -> Reason | None:
        from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
        from rookery.nonattacking.counting.sets import MirroredSets, SetTable, estimate, images_of

        task.part = in_best_order(task.part, self._look)
        sets = estimate(task.part, look=self._look)
        tries = [SMALL_BYTES] * (sets > FEW_SETS) + [MOST_BYTES] * (sets > MANY_SETS)
        for most_bytes in tries:
            try:
                return self._by_layers(task, layers_of(task.part, self._most), most_bytes)
            except (TooManyStatesError, OverflowError):
                task.counts, task.share = [1, len(task.part)], 0.0
        images = images_of(task.part, self._look)
        return self._by_sets(task, MirroredSets(SetTable(task.part), images))

    def _by_layers(self, task: _Task, layers: Layers, most_bytes: int) -> Reason | None:
        reason = None
        for _ in layers.run(most_bytes):
            task.share = layers.share()
            if reason := self._stop():
                break
        task.counts = layers.counts()
        task.share = 1.0 if reason is None else task.share
        return reason

    def _by_sets(self, task: _Task, counter: MirroredSets) -> Reason | None:
        for _ in counter.run():
            task.counts, task.share = counter.counts(), counter.share()
            if task.share < 1 and (reason := self._stop()):
                return reason
        task.share = 1.0
        return None

    def _stop(self) -> Reason | None:
        self._work += 1
        self._tell(sum(product_of_all(task.counts for task in self._tasks)))
        limits = self._settings.limits
        if self._settings.clock.left() <= 0:
            return Reason.TIME
        return Reason.WORK if limits.work is not None and self._work >= limits.work else None

    def _tell(self, value: int) -> None:
        self._settings.report(Progress(self._settings.clock.seconds(), value, stage="count"))
