"""The methods that count the placements of `Queens`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
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
from rookery.queens.listing.plain import LARGEST_SIDE
from rookery.queens.methods import run_one
from rookery.queens.puzzle import Queens, why_none
from rookery.queens.stopping import Ticks, why_stop
from rookery.results.methods import Method
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.running.clusters import standstill

if TYPE_CHECKING:
    from rookery.running.tally import Tally

# Up to so many open columns plain Python is done before compiled kernels would be loaded.
LARGEST_PLAIN = 10
# Up to so many, or with so many given queens, depth-first search is faster than counting by halves.
FEW_COLUMNS = 12
MANY_GIVEN = 3  # queens: with more, placements are few enough to go through
# Units of large boards that fix no more rows than this are listed in a tenth of a second.
ROWS_OF_LONG_UNITS = 3
# From this side on a count with a limit of seconds begins with the queens nearest the centre.
CENTRE_FIRST = 23


def run_count(puzzle: Queens, settings: Settings) -> Result:
    """Count all placements without keeping them.

    Returns
    -------
    Result
        OPTIMAL with the count. When stopped before, FEASIBLE with what was counted so far: at
        least that many exist.
    """
    counted = PlainCount(puzzle)
    ticks = Ticks(puzzle, settings)
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
            if reason := why_stop(settings, nodes):
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
    from rookery.running.ledger import NoLedger
    from rookery.running.tally import Tally, Total

    work = _units(puzzle, settings)
    ledger_file = settings.ledger
    opened = ledger_file.opened(identity(puzzle, work)) if ledger_file else nullcontext(NoLedger())
    with opened as ledger:
        tally = Tally(len(work), ledger, settings, Total())
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
        from rookery.running.tally import count_units

        counter = UnitCounter(plan_for(puzzle))
        reason = count_units(counter, work, tally, settings)
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


_COUNTED_TO_ONE = f"boards of more than {LARGEST_SIDE:,} rows are not counted further"

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
