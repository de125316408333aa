"""The methods that count the placements of `Queens`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.engine.drive import counted_by
from rookery.engine.partial import Partial
from rookery.engine.run import FullError, Run, Steps, advance
from rookery.queens.counting.halves import LARGEST, SMALLEST
from rookery.queens.counting.search import (
    MOST_COLUMNS,
    count_completions,
    count_plainly,
    counted,
    open_columns,
)
from rookery.queens.kernel_sets import COMPLETIONS, HALVES
from rookery.queens.listing.plain import LARGEST_SIDE
from rookery.queens.puzzle import Queens
from rookery.results.methods import Method
from rookery.results.progress import COMPILING
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.engine.units import Tally
    from rookery.queens.counting.halves import Plan

LARGEST_PLAIN = 10  # open columns; plain Python counts such boards faster than kernels load
FEW_COLUMNS = 12  # open columns; depth-first search is faster than halves
MANY_GIVEN = 3  # given queens; with more, depth-first search is faster than halves
ROWS_OF_LONG_UNITS = 3  # rows fixed by a unit; more units take over a tenth of a second to list
FIRST_TICKS = 50  # ticks of plain search for a first placement, at most: a tenth of a second
COUNTED_TO_ONE = f"boards of more than {LARGEST_SIDE:,} rows are not counted further"


def count_one_by_one(puzzle: Queens, run: Run) -> Steps:
    """Count all placements in plain Python."""
    run.take(Partial(value=0))
    return (yield from count_plainly(puzzle))


def count_to_one(puzzle: Queens, run: Run) -> Steps:
    """Find one placement of a board too large to count, as a lower bound of 1.

    Raises
    ------
    FullError
        If a placement exists: a search for more would take too much memory.
    """
    from rookery.queens.placing import find_one

    run.take(Partial(value=0))
    placed = yield from find_one(puzzle, run)
    if placed is None or placed.answer is None:
        return counted(puzzle, 0)
    run.take(Partial(value=1, note=COUNTED_TO_ONE))
    raise FullError


def is_wide(puzzle: Queens) -> bool:
    """Return whether a board is too large for a search and most of its columns are open.

    A queen attacks at most three squares of a column, so the given and blocked squares leave at
    least two open squares in every other column.
    """
    closed = 3 * len(puzzle.given) + len(puzzle.blocked)
    return puzzle.n > LARGEST_SIDE and closed <= puzzle.n - 2


def count_by_columns(puzzle: Queens, run: Run) -> Steps:
    """Count by a compiled search that fills the column with the fewest open squares first."""
    run.take(Partial(value=0, share=0.0))
    if ended := (yield from _kernels(COMPLETIONS, puzzle, run)):
        return ended
    return (yield from count_completions(puzzle))


def count_by_halves(puzzle: Queens, run: Run) -> Steps:
    """Count by halves, unit by unit; a step is a unit."""
    from rookery.engine.units import Total, count_units, tallied
    from rookery.queens.counting.halves import costs, identity, plan_for

    plan = plan_for(puzzle)
    work = _units(plan, run.settings)
    with tallied(
        len(work),
        Total(),
        lambda: identity(puzzle, work),
        run,
        costs(plan, work, run.check_deadline),
    ) as tally:
        run.take(tally.partial())
        is_here = run.settings.executor is None and not tally.complete
        if is_here and (ended := (yield from _kernels(HALVES, puzzle, run))):
            return ended
        if tally.complete:
            return _whole(puzzle, tally)
        from rookery.queens.counting.workspace import HalvesUnitCounter

        counter = HalvesUnitCounter(plan)
        try:
            yield from count_units(counter, work, tally, run)
        finally:
            is_begun = counter.at_work and not tally.complete
            # At a work limit only whole units count, because such a result can be repeated.
            if is_begun and run.steps(1):
                twice = {work[number] for number in range(len(work)) if tally.repeats(number)}
                begun = [
                    (count, share * tally.cost(work.index(unit)))
                    for unit, (count, share) in counter.at_work.items()
                    if unit not in twice
                ]
                value = tally.counted + sum(count for count, _ in begun)
                share = tally.share(sum(share for _, share in begun))
                run.take(tally.partial()._replace(value=value, share=share))
        return _whole(puzzle, tally)


def _whole(puzzle: Queens, tally: Tally) -> Partial:
    """Return the final partial of a count whose units are all done."""
    whole = counted(puzzle, tally.counted)
    return tally.partial(note=tally.compared())._replace(why_none=whole.why_none)


def _kernels(kernels: KernelSet, puzzle: Queens, run: Run) -> Steps:
    """Load kernels, and count in plain Python until they are ready.

    Under a time limit, plain Python continues until it finds a first placement. If units are to be
    verified, this waits for the kernels instead.
    """
    if run.settings.verify:
        yield from run.kernels(kernels)
        return None
    plain = count_plainly(puzzle, COMPILING)
    if ended := (yield from run.kernels(kernels, meanwhile=plain)):
        return ended
    limits = run.settings.limits
    if limits.seconds is not None and limits.work is None:
        for _ in range(FIRST_TICKS):
            if run.value:
                break
            if ended := (yield from advance(plain)):
                return ended
    return None


def _units(plan: Plan, settings: Settings) -> list[Any]:
    """Return the work units of a count, in order.

    If no ledger, worker or work limit needs all of them, return fewer and longer units, which take
    less time to list.
    """
    from rookery.queens.counting.halves import units

    limits = settings.limits
    in_units = settings.ledger is not None or settings.executor is not None or settings.verify > 0
    is_full = in_units or limits.work is not None or limits.seconds is None
    return units(plan, None if is_full else ROWS_OF_LONG_UNITS)


COUNTERS = (
    Method(
        "halves",
        counted_by(count_by_halves),
        "that this is the count",
        fits=lambda puzzle: SMALLEST <= puzzle.n <= LARGEST,
        suits=lambda puzzle: open_columns(puzzle) > max(FEW_COLUMNS, puzzle.n - MANY_GIVEN),
        in_units=True,
    ),
    Method(
        "one",
        counted_by(count_to_one),
        "that there is one at least, or none",
        fits=is_wide,
    ),
    Method(
        "completions",
        counted_by(count_by_columns),
        "that this is the count",
        fits=lambda puzzle: open_columns(puzzle) <= MOST_COLUMNS,
        suits=lambda puzzle: open_columns(puzzle) > LARGEST_PLAIN,
    ),
    Method("search", counted_by(count_one_by_one), "that this is the count"),
)
