"""The methods that count the placements of `Queens`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.engine.run import FullError, Partial, Run, Steps, advance, counted_by
from rookery.queens.counting.completions import MOST_COLUMNS, count_completions, open_columns
from rookery.queens.counting.halves import LARGEST, SMALLEST
from rookery.queens.counting.plain import count_plainly, counted
from rookery.queens.kernel_sets import COMPLETIONS, HALVES
from rookery.queens.listing.plain import LARGEST_SIDE
from rookery.queens.puzzle import Queens
from rookery.results.methods import Method
from rookery.results.progress import COMPILING
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.engine.units import Tally

# Up to so many open columns plain Python is done before compiled kernels would be loaded.
LARGEST_PLAIN = 10
# Up to so many, or with so many given queens, depth-first search is faster than counting by halves.
FEW_COLUMNS = 12
MANY_GIVEN = 3  # queens: with more, placements are few enough to go through
# Units of large boards that fix no more rows than this are listed in a tenth of a second.
ROWS_OF_LONG_UNITS = 3
# From this side on a count with a limit of seconds begins with the queens nearest the centre.
CENTRE_FIRST = 23
FIRST_TICKS = 50  # of plain search at most, for a first placement: a tenth of a second


def count_one_by_one(puzzle: Queens, run: Run) -> Steps:
    """Count all placements in plain Python."""
    run.take(Partial(value=0))
    return (yield from count_plainly(puzzle))


def count_to_one(puzzle: Queens, run: Run) -> Steps:
    """Count to one on a board too large for a search, which would find nothing else in years.

    Raises
    ------
    FullError
        When there is one: the search for more would take too much memory.
    """
    from rookery.queens.placing.methods import find_one

    run.take(Partial(value=0))
    found = yield from find_one(puzzle, run)
    if found is None or found.answer is None:
        return counted(puzzle, 0)
    run.take(Partial(value=1, note=_COUNTED_TO_ONE))
    raise FullError


def is_wide(puzzle: Queens) -> bool:
    """Return whether a board is too large for a search, and most of its columns are open.

    A queen attacks up to three squares of a column, so that those given and blocked leave two open
    squares at least in every other one.
    """
    closed = 3 * len(puzzle.given) + len(puzzle.blocked)
    return puzzle.n > LARGEST_SIDE and closed <= puzzle.n - 2


def count_by_columns(puzzle: Queens, run: Run) -> Steps:
    """Count by compiled search, the column with the fewest open squares first."""
    run.take(Partial(value=0, share=0.0))
    if ended := (yield from _kernels(COMPLETIONS, puzzle, run)):
        return ended
    return (yield from count_completions(puzzle))


def count_by_halves(puzzle: Queens, run: Run) -> Steps:
    """Count by halves, unit by unit; a step is a unit."""
    from rookery.engine.units import Total, count_units, tallied
    from rookery.queens.counting.halves import identity, plan_for

    work = _units(puzzle, run.settings)
    with tallied(len(work), Total(), lambda: identity(puzzle, work), run) as tally:
        run.take(tally.partial())
        is_here = run.settings.executor is None and not tally.complete
        if is_here and (ended := (yield from _kernels(HALVES, puzzle, run))):
            return ended
        if tally.complete:
            return _whole(puzzle, tally)
        from rookery.queens.counting.units import UnitCounter

        counter = UnitCounter(plan_for(puzzle))
        try:
            yield from count_units(counter, work, tally, run)
        finally:
            is_begun = counter.at_work and not tally.complete
            if is_begun and run.steps(1):  # results of so many whole units repeat
                twice = {work[number] for number in range(len(work)) if tally.repeats(number)}
                begun = [found for unit, found in counter.at_work.items() if unit not in twice]
                value = tally.counted + sum(found for found, _ in begun)
                share = tally.share(sum(part for _, part in begun))
                run.take(tally.partial()._replace(value=value, share=share))
        return _whole(puzzle, tally)


def _whole(puzzle: Queens, tally: Tally) -> Partial:
    """Return a count whose units are all done."""
    whole = counted(puzzle, tally.counted)
    return tally.partial(note=tally.compared())._replace(why_none=whole.why_none)


def _kernels(kernels: KernelSet, puzzle: Queens, run: Run) -> Steps:
    """Load kernels, and count in plain Python until they are there.

    Under a limit of time this goes on until there is a first placement. Where units are compared,
    the kernels are waited for.
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


_COUNTED_TO_ONE = f"boards of more than {LARGEST_SIDE:,} rows are not counted further"

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
