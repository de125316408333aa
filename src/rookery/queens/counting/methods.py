"""The methods that count the placements of `Queens`: by halves, and by depth-first search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.compiled.sets import KernelSet
from rookery.engine.drive import counted_by
from rookery.engine.run import FullError, Partial, Run, Steps, advance
from rookery.queens.counting.halves import LARGEST, SMALLEST
from rookery.queens.listing.plain import (
    LARGEST_SIDE,
    nodes_a_tick,
    open_board,
    open_columns,
    open_rows,
    search,
    share_before,
)
from rookery.queens.puzzle import Queens, why_none
from rookery.results.methods import Method
from rookery.results.progress import COMPILING

if TYPE_CHECKING:
    from rookery.engine.units import Tally
    from rookery.queens.counting.search_kernel import CompletionSearch

LARGEST_PLAIN = 10  # open columns; plain Python counts such boards faster than kernels load
FEW_COLUMNS = 12  # open columns; depth-first search is faster than halves
MANY_GIVEN = 3  # given queens; with more, depth-first search is faster than halves
ROWS_OF_LONG_UNITS = 3  # rows fixed by a unit; more units take over a tenth of a second to list
FIRST_TICKS = 50  # ticks of plain search for a first placement, at most: a tenth of a second
COUNTED_TO_ONE = f"boards of more than {LARGEST_SIDE:,} rows are not counted further"
STAGE = "search"
MOST_COLUMNS = 63  # open columns; the kernel packs them into a word
NODES_A_SLICE = 1 << 18  # nodes between two checks of the deadline


def _run_halves() -> None:
    from rookery.compiled.lanes import widest
    from rookery.queens.counting.counter import HalvesUnitCounter
    from rookery.queens.counting.halves import Plan

    HalvesUnitCounter(Plan(8, 3, 3), widest())(((0,),))


def _load_on_gpu() -> None:
    from rookery.queens.counting.cuda_workspace import compiled

    compiled()


HALVES = KernelSet("queens-halves", "queens: counting by halves", _run_halves)
# Not among those that `warm` compiles: only a machine with a GPU can.
ON_GPU = KernelSet("queens-gpu", "queens: counting by halves on a GPU", _load_on_gpu)


def count_one_by_one(puzzle: Queens, run: Run) -> Steps:
    """Count all placements in plain Python."""
    run.take(Partial(value=0))
    return (yield from count_plainly(puzzle))


def count_to_one(puzzle: Queens, run: Run) -> Steps:
    """Find one placement of a board too large to count, as a lower bound of 1.

    A `FullError` is raised if a placement exists: a search for more would take too much memory.
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
    from rookery.queens.counting.halves import costs, identity, plan_for, units

    plan, settings, limits = plan_for(puzzle), run.settings, run.settings.limits
    # If no ledger, worker or work limit needs them all, fewer and longer units are faster to list.
    in_units = settings.ledger is not None or settings.executor is not None or settings.verify > 0
    is_full = in_units or limits.work is not None or limits.seconds is None
    work: list[Any] = units(plan, None if is_full else ROWS_OF_LONG_UNITS)
    with tallied(
        len(work),
        Total(),
        lambda: identity(puzzle, work),
        run,
        costs(plan, work, run.check_deadline),
    ) as tally:
        run.take(tally.partial())
        is_here = run.settings.executor is None and not tally.complete
        kernels = ON_GPU if run.settings.device == "cuda" else HALVES
        if is_here and (ended := (yield from _kernels(kernels, puzzle, run))):
            return ended
        if tally.complete:
            return _whole(puzzle, tally)
        from rookery.queens.counting.counter import HalvesUnitCounter

        counter = HalvesUnitCounter(plan, device=run.settings.device)
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
    """Load kernels, and count in plain Python until they are ready."""
    if run.settings.verify:  # a plain count has no units to verify
        yield from run.kernels(kernels)
        return None
    plain = count_plainly(puzzle, COMPILING)
    if ended := (yield from run.kernels(kernels, meanwhile=plain)):
        return ended
    limits = run.settings.limits
    # Under a time limit, plain Python continues until it finds a first placement.
    if limits.seconds is not None and limits.work is None:
        for _ in range(FIRST_TICKS):
            if run.value:
                break
            if ended := (yield from advance(plain)):
                return ended
    return None


def count_plainly(puzzle: Queens, stage: str = STAGE) -> Steps:
    """Count one by one; a step is a node. The share takes the first column's rows as equal."""
    rows = open_rows(puzzle)
    weighted_rows = [(1, rows)]
    if not (puzzle.given or puzzle.blocked):
        half, odd = divmod(puzzle.n, 2)  # a first queen in the upper half has a mirror image
        weighted_rows = [(2, [(1 << half) - 1, *rows[1:]]), (1, [odd << half, *rows[1:]])]
    nodes = nodes_a_tick(puzzle.n, bool(puzzle.blocked))
    total = sum(rows[0].bit_count() for _, rows in weighted_rows)
    value = over = 0
    for weight, rows in weighted_rows:
        last = None
        for placement in search(rows, bool(puzzle.blocked)):
            if placement is None:
                share = (over + rows[0].bit_count() * share_before(rows, last)) / total
                yield Partial(value=value, share=share, steps=nodes, stage=stage)
            else:
                value += weight
                last = placement
        over += rows[0].bit_count()
    return counted(puzzle, value)


def counted(puzzle: Queens, value: int) -> Partial:
    """Return the last partial of a complete count, with the reason if it is 0."""
    return Partial(value=value, share=1.0, why_none="" if value else why_none(puzzle))


def count_completions(puzzle: Queens) -> Steps:
    """Count the placements by a search that fills the column with the fewest open squares first.

    A puzzle has at most 63 `open_columns`. The search backtracks if a column or row has no open
    square. Its cost depends on the number of open columns: milliseconds for 50 queens of which 30
    are given.

    >>> import rookery as rk
    >>> rk.count(Queens(8, given=["a1"]), method="completions").value
    4
    """
    import numpy as np

    from rookery.queens.counting import search_kernel as kernel

    rows_of = open_rows(puzzle)
    if not all(rows_of):
        return counted(puzzle, 0)
    if all(rows.bit_count() == 1 for rows in rows_of):
        return counted(puzzle, 1)
    board = open_board(rows_of)
    size = len(board.columns)
    depths = size + 1
    search = kernel.CompletionSearch(
        board.attacked,
        open_rows=np.zeros((depths, size), np.int64),
        columns=np.zeros(depths, np.int64),
        chosen=np.zeros(depths, np.int64),
        untried=np.zeros(depths, np.int64),
        state=np.zeros(2, np.int64),
    )
    search.columns[0] = (1 << size) - 1
    search.open_rows[0] = board.open_rows
    kernel.choose(search, 0)
    while True:
        kernel.resume_count(search, NODES_A_SLICE)
        value = int(search.state[kernel.COUNTED])
        if search.state[kernel.DEPTH] < 0:
            return counted(puzzle, value)
        yield Partial(value=value, share=_share(search), steps=NODES_A_SLICE, stage="count")


COMPLETIONS = KernelSet(
    "queens-completions",
    "queens: counting with given queens",
    lambda: list(count_completions(Queens(4))),
)


def _share(search: CompletionSearch) -> float:
    """Return the share done of the search, if all branches of a node take equal time."""
    from rookery.queens.counting.search_kernel import DEPTH

    deepest = int(search.state[DEPTH])
    share, width = 0.0, 1.0
    for depth in range(deepest + 1):
        branches = int(search.open_rows[depth, search.chosen[depth]]).bit_count()
        over = branches - int(search.untried[depth]).bit_count() - (depth < deepest)
        width /= max(1, branches)
        share += over * width
    return share


COUNTERS = (
    Method(
        "halves",
        counted_by(count_by_halves),
        "the exact count",
        fits=lambda puzzle: SMALLEST <= puzzle.n <= LARGEST,
        suits=lambda puzzle: open_columns(puzzle) > max(FEW_COLUMNS, puzzle.n - MANY_GIVEN),
        in_units=True,
        on_gpu=f"Queens of {SMALLEST} to {LARGEST} rows",
    ),
    Method("one", counted_by(count_to_one), "that at least one exists, or none", fits=is_wide),
    Method(
        "completions",
        counted_by(count_by_columns),
        "the exact count",
        fits=lambda puzzle: open_columns(puzzle) <= MOST_COLUMNS,
        suits=lambda puzzle: open_columns(puzzle) > LARGEST_PLAIN,
    ),
    Method("search", counted_by(count_one_by_one), "the exact count"),
)
