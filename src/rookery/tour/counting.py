"""Counting and listing of shortest tours, and of the tours of a whole board."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from rookery.boards.board import Square
from rookery.engine.drive import Listing, counted_by, mapped
from rookery.engine.lanes import called
from rookery.engine.run import FullError, Partial, Run, Steps
from rookery.errors import LimitError, PuzzleError, shown
from rookery.results.methods import Method
from rookery.results.result import Result, Status
from rookery.results.settings import Settings
from rookery.tour import memory
from rookery.tour.hamiltonian.frontier import (
    CompiledSweep,
    CycleGraph,
    PlainSweep,
    VertexStep,
    sweep_of,
)
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.symmetric import BoardTurn
from rookery.tour.hamiltonian.walks import walks
from rookery.tour.kernel_sets import SWEEPS
from rookery.tour.layers import BitsetLayers, ShortestTours
from rookery.tour.methods import NO_TOUR, grow, worth_kernels
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

MANY_COUNTED = 1 << 20  # states; from here on kernels repay their loading time in counts
SWEPT_SQUARES = 4  # squares; tours of smaller boards are counted one by one
HEAD_START = 100  # yields of a sweep in plain Python, some 0.1 s, before kernels are loaded
NO_TOUR_ONCE = "no tour visits every square exactly once"


def count(tour: Tour, run: Run) -> Steps:
    """Count the shortest tours from their layers. A step is a layer.

    The note of a stopped count has the least number of moves and the number of prefixes counted. A
    `LimitError` is raised if the layers need more than 2 GiB of memory.
    """
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    plan = plan.essential()

    def noted(grown: Partial) -> Partial:
        # A bound on the moves is no bound on the value of a count, the number of tours.
        if grown.bound is None:
            return grown
        return grown._replace(bound=None, note=f"no tour has fewer than {grown.bound} moves")

    growing = grow(plan, run, worth_kernels(tour, MANY_COUNTED))
    layers = yield from mapped(growing, noted)
    if not layers.done:
        return Partial(why_none=NO_TOUR, note="")
    counting = ShortestTours(layers) if isinstance(layers, BitsetLayers) else layers
    totals = counting.totals(run.check_deadline)
    least, tours = layers.least_moves, 0
    for moves, tours in enumerate(totals):
        note = f"shortest tours have {least} moves; prefixes of {moves} moves: {tours}"
        yield Partial(
            share=moves / max(1, least), done=moves, total=least, stage="count", note=note
        )
    return Partial(value=tours, note="")


def sweep(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board by a sweep over it; see `rookery.tour.hamiltonian.frontier`.

    Tours are counted as sequences: a path and its reverse count as two unless the start is given,
    and so do the two directions of a closed tour. A step is a square. If some moves are not
    reversible, tours are counted one by one. If no tour visits every square once and repetition
    is allowed, the shortest tours are counted by layers.
    """
    if len(tour.free_squares()) < SWEPT_SQUARES:
        return (yield from walk(tour, run))
    graph = yield from called(lambda check: MoveGraph.of(tour, check), run)
    if not (yield from called(lambda check: graph.is_reversible, run)):
        return (yield from (walk if tour.once else count)(tour, run))
    if why := (yield from called(lambda check: why_none(graph, tour.mover, check), run)):
        return Partial(value=0, why_none=why) if tour.once else (yield from count(tour, run))
    try:
        ring = yield from called(lambda check: CycleGraph.of(graph, check), run)
        start, steps = yield from called(lambda check: sweep_of(ring, check), run)
        with closing(_swept(PlainSweep(start), steps, len(graph))) as meanwhile:
            found = yield from run.kernels(SWEEPS, meanwhile=meanwhile, head_start=HEAD_START)
        if found is None:
            found = yield from _swept(CompiledSweep(start), steps, len(graph))
    except LimitError as error:
        run.take(Partial(note=str(error)))
        raise FullError from error
    tours = found * ring.times
    return Partial(value=tours, note="") if tours or tour.once else (yield from count(tour, run))


def _swept(
    sweep: PlainSweep | CompiledSweep, steps: Sequence[VertexStep], squares: int
) -> Generator[Partial, None, int]:
    """Sweep all vertices and return the number of choices: there is no partial count."""
    for swept, step in enumerate(steps):
        states = len(sweep)
        if not states:
            return 0
        stage, done = f"{states} states", min(swept, squares)  # extra vertices come last
        yield Partial(
            share=done / squares,
            steps=min(1, swept),
            done=done,
            total=squares,
            stage=stage,
            note=f"{done} of {squares} squares swept, {stage}",
        )
        for found in sweep.over(step):
            memory.refuse(f"{states + found} states", (states + found) * sweep.bytes_a_state)
            yield Partial(stage=stage)
    return sweep.total()


def walk(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board one by one. A step is a tour.

    If no tour visits every square once and repetition is allowed, the shortest tours are counted
    by layers.
    """
    tours = 0
    for tours, _ in enumerate(_whole_tours(tour, run), 1):
        yield Partial(value=tours, steps=1)
    return Partial(value=tours) if tours or tour.once else (yield from count(tour, run))


def _shortest(tour: Tour, run: Run) -> Steps:
    """List the shortest tours, one per block."""
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return None
    plan = plan.essential()
    layers = yield from grow(plan, run, worth_kernels(tour))
    if layers.done:
        for path in ShortestTours(layers).tours():
            yield Partial(block=[path])
    return None


def _whole(tour: Tour, run: Run) -> Steps:
    """List the tours of a whole board, one per block."""
    if not tour.is_whole:
        raise PuzzleError(
            expected="a tour of a whole board, the only kind listed with 'once'",
            found="another kind of tour",
        )
    for answer in _whole_tours(tour, run):
        yield Partial(block=[answer])
    return None


def _whole_tours(tour: Tour, run: Run) -> Iterator[tuple[Square, ...]]:
    """Yield the tours of a whole board in lexicographic order."""
    graph = MoveGraph.of(tour, run.check_deadline)
    turn = None if tour.turn is None else BoardTurn.of(graph, tour.turn)
    why = why_none(graph, tour.mover, run.check_deadline) if len(graph) > 1 else None
    if why or isinstance(turn, str):
        return iter(())
    image = None if turn is None else turn.image
    answers = map(graph.answer, walks(graph, run.check_deadline, image))
    return (answer for answer in answers if tour.turn is None or not tour.check(answer))


def listing(
    puzzle: Tour, settings: Settings, start: Any = None, first: int | None = None
) -> Listing:
    """Return the listing of the shortest tours, one per block.

    A `PuzzleError` is raised if `start` is given, because tours are always listed from the first; a
    `LimitError` during iteration, if the layers need more than 2 GiB of memory.
    """
    if start is not None:
        raise PuzzleError(
            expected="no start, because tours are listed from the first", found=shown(start)
        )
    method = _whole if puzzle.once else _shortest
    return Listing(partial(method, puzzle), settings, partial(_concluded, puzzle), first)


def _concluded(tour: Tour, listed: Listing) -> Result:
    """Return a result with the moves of the listed tours, or the reason why none exists."""
    if listed.found:
        moves = len(listed.last) - 1
        return Result(tour, None, moves, moves, Status.OPTIMAL, listed.reason)
    if not listed.is_complete:
        return Result(tour, None, None, None, Status.UNKNOWN, listed.reason)
    if tour.once:
        why = why_none(MoveGraph.of(tour), tour.mover)
        return Result.impossible(tour, why or NO_TOUR_ONCE)
    plan = TourPlan.of(tour)
    return Result.impossible(tour, NO_TOUR if plan.possible else plan.why_impossible(tour))


COUNTERS: tuple[Method, ...] = (
    Method(
        "sweep",
        counted_by(sweep),
        "the count of tours of a whole board",
        fits=lambda tour: tour.is_whole and tour.turn is None,
    ),
    Method(
        "layers",
        counted_by(count),
        "the count of shortest tours, without `once`",
        fits=lambda tour: not tour.once,
    ),
    Method(
        "walks",
        counted_by(walk),
        "the count of tours of a whole board, one by one; if stopped, the number found so far",
        fits=lambda tour: tour.is_whole,
    ),
)
