"""The methods for `Queens`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rookery.queens.completions import (
    MOST_COLUMNS,
    NODES_A_SLICE,
    count_completions,
    open_columns,
)
from rookery.queens.halves import LARGEST, SMALLEST
from rookery.queens.listing import LARGEST_SIDE, blocks
from rookery.queens.placements import (
    NODES_A_TICK,
    REMEMBERED_SIDE,
    Placement,
    all_placements,
    counted_parts,
    open_rows,
    search,
)
from rookery.queens.puzzle import Queens
from rookery.result import NO_WORKERS, Method, Progress, Reason, Result, Settings, Status
from rookery.work import Terms, run_batches, without_workers

if TYPE_CHECKING:
    from rookery.queens.counting import UnitCounter
    from rookery.queens.tally import Tally

# Up to so many open columns plain Python is done before compiled kernels would be loaded.
LARGEST_PLAIN = 10
# Up to so many, or with so many given queens, depth-first search is faster than counting by halves.
FEW_COLUMNS = 12
MANY_GIVEN = 3


def run_filter(puzzle: Queens, settings: Settings) -> Result:
    """Pick the placements of a small board out of all those of the open one, found once."""
    found = all_placements(puzzle.n)
    for row, column in puzzle.given:
        found = tuple(placement for placement in found if placement[column] == row)
    for row, column in puzzle.blocked:
        found = tuple(placement for placement in found if placement[column] != row)
    return Result.proved(puzzle, found, len(found))


def run_search(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements, in lexicographic order.

    Returns
    -------
    Result
        OPTIMAL with all placements. When stopped before, FEASIBLE with the first ones and no
        bound; limits are looked at every 4,096 nodes, so that up to 8x8 all are found.
    """
    found: list[Placement] = []
    ticks = _Ticks(settings)
    try:
        for placement in search(open_rows(puzzle), bool(puzzle.blocked)):
            if placement is not None:
                found.append(placement)
            elif reason := ticks.stop(len(found)):
                return _partial(puzzle, found, reason)
    except KeyboardInterrupt:
        return _partial(puzzle, found, Reason.INTERRUPTED)
    return Result.proved(puzzle, tuple(found), len(found))


def run_listing(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements as `rookery.placements` yields them, most of them from kernels.

    Returns
    -------
    Result
        As of `run_search`, which does the work when its steps are limited.
    """
    if settings.limits.work is not None:
        return run_search(puzzle, settings)
    found: list[Placement] = []
    try:
        for block in blocks(puzzle):
            found += block if isinstance(block, list) else map(tuple, block.tolist())
            settings.report(Progress(settings.clock.seconds(), len(found), stage="listing"))
            if not settings.clock.left():
                return _partial(puzzle, found, Reason.TIME)
    except KeyboardInterrupt:
        return _partial(puzzle, found, Reason.INTERRUPTED)
    return Result.proved(puzzle, tuple(found), len(found))


def run_count(puzzle: Queens, settings: Settings) -> Result:
    """Count all placements without keeping them.

    Returns
    -------
    Result
        OPTIMAL with the count. When stopped before, FEASIBLE with what was counted so far,
        which the count is not below.
    """
    counted = 0
    ticks = _Ticks(settings)
    try:
        for weight, rows in counted_parts(puzzle):
            for placement in search(rows, bool(puzzle.blocked)):
                if placement is not None:
                    counted += weight
                elif reason := ticks.stop(counted):
                    return _counted_so_far(puzzle, counted, reason)
    except KeyboardInterrupt:
        return _counted_so_far(puzzle, counted, Reason.INTERRUPTED)
    return Result.proved(puzzle, None, counted)


def run_completions(puzzle: Queens, settings: Settings) -> Result:
    """Count the placements column by column, the one with the fewest open squares first.

    Returns
    -------
    Result
        As of `run_count`.
    """
    counted = 0
    nodes = 0
    try:
        for counted in count_completions(puzzle):
            settings.report(Progress(settings.clock.seconds(), counted, stage="count"))
            nodes += NODES_A_SLICE
            if reason := _stop(settings, nodes):
                return _counted_so_far(puzzle, counted, reason)
    except KeyboardInterrupt:
        return _counted_so_far(puzzle, counted, Reason.INTERRUPTED)
    return Result.proved(puzzle, None, counted)


def run_halves(puzzle: Queens, settings: Settings) -> Result:
    """Count by halves, unit by unit, on all threads or by the workers of an executor.

    Returns
    -------
    Result
        As of `run_count`; a limit of work is one of units done now, besides those that a
        ledger holds.
    """
    from rookery.ledger import NoLedger
    from rookery.queens.counting import UnitCounter, compile_kernels
    from rookery.queens.halves import identity, plan_for, units
    from rookery.queens.lanes import widest
    from rookery.queens.tally import Tally

    plan = plan_for(puzzle)
    work = units(plan)
    ledger_file = settings.ledger
    opened = ledger_file.opened(identity(puzzle, work)) if ledger_file else nullcontext(NoLedger())
    with opened as ledger:
        lanes = widest() if settings.executor is None else None
        compiling = compile_kernels(lanes) if lanes else 0.0
        tally = Tally(len(work), ledger, settings)
        reason = _count_units(UnitCounter(plan, lanes), work, tally, settings)
    if tally.complete:
        result = Result.proved(puzzle, None, tally.counted)
    else:
        result = _counted_so_far(puzzle, tally.counted, reason)
        if without_workers(settings.executor):
            result = replace(result, note=NO_WORKERS)
    return replace(result, compile_seconds=compiling)


def _count_units(
    counter: UnitCounter, work: Sequence[Any], tally: Tally, settings: Settings
) -> Reason:
    """Count the units that are left; return what stopped it, if they are not all done then."""
    from concurrent.futures import ThreadPoolExecutor

    left = tally.left()
    todo = [work[number] for number in left]

    def tell() -> None:
        tally.report(NO_WORKERS if without_workers(settings.executor) else "count")

    terms = Terms(seconds_left=settings.clock.left, on_wait=tell, on_end=counter.stop)
    executor = settings.executor or partial(ThreadPoolExecutor, settings.threads)
    running = run_batches(counter, todo, settings.batch, executor=executor, terms=terms)
    try:
        for now, done in enumerate(running, 1):
            tally.add(replace(done, number=left[done.number]))
            if stop := _stop(settings, now):
                return stop
    except KeyboardInterrupt:
        return Reason.INTERRUPTED
    finally:
        running.close()
    return Reason.TIME


def _stop(settings: Settings, work: int) -> Reason | None:
    """Return why to stop after so much work, or None."""
    if not settings.clock.left():
        return Reason.TIME
    if settings.limits.work is not None and work >= settings.limits.work:
        return Reason.WORK
    return None


class _Ticks:
    """The limits, looked at every `NODES_A_TICK` nodes of a search."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.nodes = 0

    def stop(self, found: int) -> Reason | None:
        """Report how many placements were found; return why to stop, or None."""
        settings = self.settings
        self.nodes += NODES_A_TICK
        settings.report(Progress(settings.clock.seconds(), found, stage="search"))
        return _stop(settings, self.nodes)


def _partial(puzzle: Queens, found: list[Placement], reason: Reason) -> Result:
    return Result(puzzle, tuple(found), len(found), None, Status.FEASIBLE, reason)


def _counted_so_far(puzzle: Queens, counted: int, reason: Reason) -> Result:
    return Result(puzzle, None, counted, None, Status.FEASIBLE, reason)


METHODS = (
    Method(
        "filter",
        run_filter,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method(
        "listing",
        run_listing,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= LARGEST_SIDE,
    ),
    Method("search", run_search, "that these are all placements, in order"),
)

COUNTERS = (
    Method(
        "halves",
        run_halves,
        "that this is the count",
        fits=lambda puzzle: SMALLEST <= puzzle.n <= LARGEST,
        suits=lambda puzzle: open_columns(puzzle) > max(FEW_COLUMNS, puzzle.n - MANY_GIVEN),
        in_units=True,
    ),
    Method(
        "completions",
        run_completions,
        "that this is the count",
        fits=lambda puzzle: open_columns(puzzle) <= MOST_COLUMNS,
        suits=lambda puzzle: open_columns(puzzle) > LARGEST_PLAIN,
    ),
    Method("search", run_count, "that this is the count"),
)
