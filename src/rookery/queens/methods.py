"""The methods for `Queens`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rookery.queens.counting.completions import (
    MOST_COLUMNS,
    NODES_A_SLICE,
    count_completions,
    open_columns,
)
from rookery.queens.counting.halves import LARGEST, SMALLEST
from rookery.queens.counting.meanwhile import Meanwhile, count_meanwhile
from rookery.queens.counting.plain import PlainCount
from rookery.queens.kernel_sets import COMPLETIONS, HALVES
from rookery.queens.listing.blocks import LARGEST_SIDE
from rookery.queens.listing.listed import MOST_BYTES, Listed, Placements
from rookery.queens.listing.listing import listing
from rookery.queens.listing.plain import (
    REMEMBERED_SIDE,
    Placement,
    all_placements,
    nodes_a_tick,
    open_rows,
    search,
)
from rookery.queens.puzzle import Queens, why_none
from rookery.results.methods import Method, choose
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.running.clusters import standstill
from rookery.running.units import RunOptions, run_batches

if TYPE_CHECKING:
    from rookery.queens.counting.tally import Tally
    from rookery.queens.counting.units import UnitCounter

# Up to so many open columns plain Python is done before compiled kernels would be loaded.
LARGEST_PLAIN = 10
# Up to so many, or with so many given queens, depth-first search is faster than counting by halves.
FEW_COLUMNS = 12
MANY_GIVEN = 3
# Units of large boards that fix no more rows than this are listed in a tenth of a second.
ROWS_OF_LONG_UNITS = 3
# From this side on a count with a limit of seconds begins with the queens nearest the centre.
CENTRE_FIRST = 23


def run_filter(puzzle: Queens, settings: Settings) -> Result:
    """Pick the placements of a small board out of all those of the open one, found once."""
    found = all_placements(puzzle.n)
    for row, column in puzzle.given:
        found = tuple(placement for placement in found if placement[column] == row)
    for row, column in puzzle.blocked:
        found = tuple(placement for placement in found if placement[column] != row)
    return _all_of(puzzle, Placements([list(found)]))


def run_search(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements, in lexicographic order.

    Returns
    -------
    Result
        OPTIMAL with all placements. When stopped before, FEASIBLE with the first ones and no
        bound; limits are looked at every 4,096 nodes, so that up to 8x8 all are found. The reason
        is MEMORY when they take more than 1 GiB, as from n = 17 on; INFEASIBLE when there is none.
    """
    listed, ticks = Listed(puzzle), _Ticks(puzzle, settings)
    found: list[Placement] = []
    reason = None
    try:
        for placement in search(open_rows(puzzle), bool(puzzle.blocked)):
            if placement is not None:
                found.append(placement)
                continue
            listed.add(found)
            found = []
            if reason := ticks.stop(listed.found) or _full(listed):
                break
        else:
            listed.add(found)
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return _listing(puzzle, listed, reason)


def run_one(puzzle: Queens, settings: Settings) -> Result:
    """Find one placement of a board that is too large to search for the first.

    Returns
    -------
    Result
        FEASIBLE with one placement, not always the lexicographically first; UNKNOWN when it was
        stopped before; INFEASIBLE when it is proved that there is none.
    """
    from rookery.queens.placing.methods import PLACERS, find

    found = find(choose(PLACERS, "auto", puzzle), puzzle, settings)
    if found.answer is None:
        return found
    answer = Placements([[found.answer]])
    return Result(puzzle, answer, 1, None, Status.FEASIBLE, Reason.DONE, note=_TOO_LARGE)


def run_listing(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements as `rookery.placements` yields them, most of them from kernels.

    Returns
    -------
    Result
        As of `run_search`, which does the work when its steps are limited.
    """
    if settings.limits.work is not None:
        return run_search(puzzle, settings)
    listed = Listed(puzzle)
    reason = None
    found = listing(puzzle, settings)
    for block in found:
        listed.add(block)
        if reason := _full(listed):
            break
    else:
        reason = None if found.reason is Reason.PROVED else found.reason
    return _listing(puzzle, listed, reason)


def run_count(puzzle: Queens, settings: Settings) -> Result:
    """Count all placements without keeping them.

    Returns
    -------
    Result
        OPTIMAL with the count. When stopped before, FEASIBLE with what was counted so far: at
        least that many exist.
    """
    counted = PlainCount(puzzle)
    ticks = _Ticks(puzzle, settings)
    try:
        for _ in counted.ticks():
            if reason := ticks.stop(counted.value):
                return _counted_so_far(puzzle, counted.value, reason, counted.share())
    except KeyboardInterrupt:
        return _counted_so_far(puzzle, counted.value, Reason.INTERRUPTED, counted.share())
    return _counted(puzzle, counted.value)


def run_at_least_one(puzzle: Queens, settings: Settings) -> Result:
    """Count to one on a board too large for a search, which would find nothing else in years.

    Returns
    -------
    Result
        FEASIBLE with 1 when there is one: the search for more would take too much memory.
        OPTIMAL with 0 when it is proved that there is none.
    """
    found = run_one(puzzle, settings)
    if found.status is Status.INFEASIBLE:
        return _counted(puzzle, 0)
    if found.value is None:
        return _counted_so_far(puzzle, 0, found.reason)
    return replace(found, answer=None, reason=Reason.MEMORY, note=_COUNTED_TO_ONE)


def is_wide(puzzle: Queens) -> bool:
    """Return whether a board is too large for a search, and most of its columns are open.

    A queen attacks up to three squares of a column, so that those given and blocked leave two open
    squares at least in every other one.
    """
    closed = 3 * len(puzzle.given) + len(puzzle.blocked)
    return puzzle.n > LARGEST_SIDE and closed <= puzzle.n - 2


def run_completions(puzzle: Queens, settings: Settings) -> Result:
    """Count the placements column by column, the one with the fewest open squares first.

    Returns
    -------
    Result
        As of `run_count`.
    """
    early = count_meanwhile(puzzle, COMPLETIONS, settings)
    if early.reason is not None:
        return _counted_early(puzzle, early)
    counted, share, nodes = 0, 0.0, 0
    try:
        for counted, share in count_completions(puzzle):  # noqa: B007 - the last ones count
            settings.report(Progress(settings.clock.seconds(), counted, stage="count"))
            nodes += NODES_A_SLICE
            if reason := _stop(settings, nodes):
                break
        else:
            return _counted(puzzle, counted)
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return _counted_so_far(puzzle, max(counted, early.value), reason, share)


def run_halves(puzzle: Queens, settings: Settings) -> Result:
    """Count by halves, unit by unit, on all threads or by the workers of an executor.

    Returns
    -------
    Result
        As of `run_count`; a limit of work is one of units done now, besides those that a
        ledger holds.
    """
    from rookery.queens.counting.halves import identity
    from rookery.queens.counting.tally import Tally
    from rookery.running.ledger import NoLedger

    work = _units(puzzle, settings)
    ledger_file = settings.ledger
    opened = ledger_file.opened(identity(puzzle, work)) if ledger_file else nullcontext(NoLedger())
    with opened as ledger:
        tally = Tally(len(work), ledger, settings)
        early, compiling = Meanwhile(), 0.0
        if settings.executor is None and not tally.complete:
            began = settings.clock.seconds()
            early = count_meanwhile(puzzle, HALVES, settings)
            compiling = settings.clock.seconds() - began
        if early.reason is Reason.PROVED:
            return _counted_early(puzzle, early)
        counted = _counted_in_units(puzzle, work, tally, settings, early)
    return replace(counted, compile_seconds=compiling)


def _counted_in_units(
    puzzle: Queens, work: Sequence[Any], tally: Tally, settings: Settings, early: Meanwhile
) -> Result:
    """Count the units that are left, if nothing stopped the count before."""
    counted, parts, reason = 0, 0.0, early.reason
    if reason is None and not tally.complete:
        from rookery.queens.counting.halves import plan_for
        from rookery.queens.counting.units import UnitCounter

        counter = UnitCounter(plan_for(puzzle))
        reason = _count_units(counter, work, tally, settings)
        if reason is not Reason.WORK:  # results of so many whole units repeat
            twice = {work[number] for number in range(len(work)) if tally.repeats(number)}
            begun = [found for unit, found in counter.at_work.items() if unit not in twice]
            counted = sum(found for found, _ in begun)
            parts = sum(part for _, part in begun)
    if tally.complete:
        whole = _counted(puzzle, tally.counted)
        return replace(whole, note="; ".join(filter(None, (whole.note, tally.compared()))))
    counted = max(tally.counted + counted, early.value)
    share = max(tally.share(parts), early.share)
    result = _counted_so_far(puzzle, counted, reason or Reason.TIME, share)
    return replace(result, note=standstill(settings.executor))


def _units(puzzle: Queens, settings: Settings) -> list[Any]:
    """Return the units of a count, in the order in which they are begun."""
    from rookery.queens.counting.halves import plan_for, units

    if _keeps_units(settings):
        return units(plan_for(puzzle))
    work = units(plan_for(puzzle), ROWS_OF_LONG_UNITS)
    # On large boards the first ones, with queens near the corners, take seconds and hold nothing.
    return work[::-1] if puzzle.n >= CENTRE_FIRST else work


def _keeps_units(settings: Settings) -> bool:
    """Return whether it matters how the work is cut: to a ledger, to workers, to a limit of work.

    It does not where all ends with the seconds; then there need not be a million units to list.
    """
    limits = settings.limits
    in_units = settings.ledger is not None or settings.executor is not None or settings.verify > 0
    return in_units or limits.work is not None or limits.seconds is None


def _count_units(
    counter: UnitCounter, work: Sequence[Any], tally: Tally, settings: Settings
) -> Reason:
    """Count the units that are left; return what stopped it, if they are not all done then."""
    reason = None
    while reason is None and (left := tally.left()):  # again where one worker had a unit twice
        reason = _count_these(left, counter, work, tally, settings)
    return reason or Reason.TIME


def _count_these(
    left: list[int], counter: UnitCounter, work: Sequence[Any], tally: Tally, settings: Settings
) -> Reason | None:
    """Count units of these numbers; return what stopped it before all were done."""
    from concurrent.futures import ThreadPoolExecutor

    todo = [work[number] for number in left]
    counter.start()

    def tell() -> None:
        tally.report(standstill(settings.executor) or "count")

    options = RunOptions(seconds_left=settings.clock.left, on_wait=tell, on_end=counter.stop)
    executor = settings.executor or partial(ThreadPoolExecutor, settings.threads)
    running = run_batches(counter, todo, settings.batch, executor=executor, options=options)
    now = 0
    try:
        for now, done in enumerate(running, 1):
            tally.add(replace(done, number=left[done.number]))
            if stop := _stop(settings, now):
                return stop
    except KeyboardInterrupt:
        return Reason.INTERRUPTED
    finally:
        running.close()
    return None if now == len(left) else Reason.TIME


def _full(listed: Listed) -> Reason | None:
    """Return that no more placements may be kept, or None."""
    return Reason.MEMORY if listed.bytes > MOST_BYTES else None


def _stop(settings: Settings, work: int) -> Reason | None:
    """Return why to stop after so much work, or None."""
    if not settings.clock.left():
        return Reason.TIME
    if settings.limits.work is not None and work >= settings.limits.work:
        return Reason.WORK
    return None


class _Ticks:
    """The limits, looked at every so many nodes of a search."""

    def __init__(self, puzzle: Queens, settings: Settings) -> None:
        self.settings = settings
        self.nodes = 0
        self._nodes_a_tick = nodes_a_tick(puzzle.n, bool(puzzle.blocked))

    def stop(self, found: int) -> Reason | None:
        """Report how many placements were found; return why to stop, or None."""
        settings = self.settings
        self.nodes += self._nodes_a_tick
        settings.report(Progress(settings.clock.seconds(), found, stage="search"))
        return _stop(settings, self.nodes)


def _listing(puzzle: Queens, listed: Listed, reason: Reason | None) -> Result:
    """Return what was listed: all placements when nothing stopped it."""
    answer = listed.answer(is_whole=reason is None)
    if reason is None:
        return _all_of(puzzle, answer)
    share = listed.share()
    if not answer:
        return Result(puzzle, None, None, None, Status.UNKNOWN, reason, share=share)
    note = _TOO_MANY if reason is Reason.MEMORY else ""
    return Result(
        puzzle, answer, len(answer), None, Status.FEASIBLE, reason, share=share, note=note
    )


_TOO_LARGE = f"boards of more than {LARGEST_SIDE:,} rows are given one placement"
_COUNTED_TO_ONE = f"boards of more than {LARGEST_SIDE:,} rows are not counted further"
_TOO_MANY = "more placements than are kept in memory; rookery.placement_chunks lists them all"


def _all_of(puzzle: Queens, answer: Placements) -> Result:
    """Return all placements, or why there is none."""
    if not answer:
        return Result.impossible(puzzle, why_none(puzzle))
    return Result.proved(puzzle, answer, len(answer))


def _counted(puzzle: Queens, count: int) -> Result:
    """Return a count that is complete; of 0, with the reason."""
    return replace(Result.proved(puzzle, None, count), note="" if count else why_none(puzzle))


def _counted_early(puzzle: Queens, early: Meanwhile) -> Result:
    if early.reason is Reason.PROVED:
        return _counted(puzzle, early.value)
    return _counted_so_far(puzzle, early.value, early.reason or Reason.TIME, early.share)


def _counted_so_far(
    puzzle: Queens, counted: int, reason: Reason, share: float | None = None
) -> Result:
    return Result(puzzle, None, counted, None, Status.FEASIBLE, reason, share=share)


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
        checks=True,
    ),
    Method(
        "search",
        run_search,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= LARGEST_SIDE,
        checks=True,
    ),
    Method(
        "one",
        run_one,
        "that this is a placement, or that there is none",
        fits=lambda puzzle: puzzle.n > LARGEST_SIDE,
    ),
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
        "one",
        run_at_least_one,
        "that there is one at least, or none",
        fits=is_wide,
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
