"""One placement: written down, searched, found by swaps or by CP-SAT, or proved impossible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from rookery.compiled.sets import LOADING_SECONDS
from rookery.errors import LimitError
from rookery.queens.kernel_sets import SWAPS
from rookery.queens.listing.plain import REMEMBERED_SIDE, Placement, open_rows, placements, search
from rookery.queens.placing.construction import constructed
from rookery.queens.puzzle import Queens, contradiction, placement_faults, why_none
from rookery.results.limits import LateError
from rookery.results.methods import Method, choose, signed_placement
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.running.solvers import cp_sat, watched

LARGEST_SIDE = 10_000_000  # of a board that one placement is found on
LARGEST_MODEL = 200
"""Side up to which CP-SAT soon follows the swaps: it can prove that there is none."""

LARGEST_LOOKED_THROUGH = 1000  # sides up to which squares are looked at one by one
SECONDS_A_ROW = 1e-7  # to write a placement down and to check it, at least
SLICES_BEFORE_MODEL = 5  # of swaps, where CP-SAT may prove that they are in vain
SLICES_A_START = 200  # of swaps, before they begin anew from other rows


def place(puzzle: Queens, method: str, settings: Settings) -> Result:
    """Return one placement, checked, by the method of a name; see `rookery.placement`."""
    chosen = choose(PLACERS, method, puzzle)
    faults = partial(placement_faults, puzzle.n, puzzle.given, puzzle.blocked)
    return signed_placement(find(chosen, puzzle, settings), chosen, settings, faults)


def find(method: Method, puzzle: Queens, settings: Settings) -> Result:
    """Return one placement by a method, or the proof that there is none.

    Raises
    ------
    LimitError
        When the board has more than ten million rows.
    """
    if puzzle.n > LARGEST_SIDE:
        raise LimitError(f"a placement takes up to {LARGEST_SIDE:,} rows, got {puzzle.n:,}")
    if contradiction(puzzle) is not None:
        return Result.impossible(puzzle, why_none(puzzle))
    if puzzle.n <= LARGEST_LOOKED_THROUGH and not all(open_rows(puzzle)):
        return Result.impossible(puzzle, why_none(puzzle))
    try:
        return method.run(puzzle, settings)
    except KeyboardInterrupt:
        return _unknown(puzzle, Reason.INTERRUPTED)


def run_construction(puzzle: Queens, settings: Settings) -> Result:
    """Write down a placement of the open board."""
    if settings.clock.left() < puzzle.n * SECONDS_A_ROW:
        return _unknown(puzzle, Reason.TIME)
    return Result.proved(puzzle, constructed(puzzle.n), 1)


def run_search(puzzle: Queens, settings: Settings) -> Result:
    """Take the first placement in lexicographic order."""
    first = next(placements(puzzle), None)
    return (
        Result.impossible(puzzle, why_none(puzzle))
        if first is None
        else Result.proved(puzzle, first, 1)
    )


def run_swaps(puzzle: Queens, settings: Settings) -> Result:
    """Repair random queens by swaps until none attacks another, or a limit is reached."""
    for found in _repairs(puzzle, settings):
        if isinstance(found, Reason):
            return _unknown(puzzle, found)
        if found is not None:
            return Result.proved(puzzle, found, 1)
    raise AssertionError("repairs end with a placement or a reason")


def run_model(puzzle: Queens, settings: Settings) -> Result:
    """Let CP-SAT find a placement or prove that there is none."""
    try:
        cp_model, _ = watched(_cp_model, None, settings.clock.look)
    except LateError:
        return _unknown(puzzle, Reason.TIME)
    model, rows = _model(puzzle)
    solver = cp_sat(settings.clock.left(), settings.threads)
    solver.parameters.random_seed = settings.seed % 2**31

    def look() -> None:
        settings.report(Progress(settings.clock.seconds(), stage="cp-sat"))

    status, interrupted = watched(lambda: solver.solve(model), solver.stop_search, look)
    if interrupted and status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise KeyboardInterrupt
    if status == cp_model.INFEASIBLE:
        return Result.impossible(puzzle, why_none(puzzle))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return _unknown(puzzle, Reason.TIME)
    return Result.proved(puzzle, tuple(solver.value(row) for row in rows), 1)


def _cp_model() -> Any:
    from ortools.sat.python import cp_model

    return cp_model


def run_both(puzzle: Queens, settings: Settings) -> Result:
    """Try swaps, and on boards that are not too large soon CP-SAT, which can also prove.

    A first look in plain Python settles most small boards, before anything is loaded.
    """
    if puzzle.n <= LARGEST_MODEL:
        soon = list(islice(search(open_rows(puzzle), look_ahead=True), 1))
        if not soon:
            return Result.impossible(puzzle, why_none(puzzle))
        if soon[0] is not None:
            return Result.proved(puzzle, soon[0], 1)
        if not SWAPS.load(min(LOADING_SECONDS, settings.clock.left() / 2)):
            return run_model(puzzle, settings)
    repairs = _repairs(puzzle, settings)
    for number, found in enumerate(repairs):
        if isinstance(found, Reason):
            return _unknown(puzzle, found)
        if found is not None:
            return Result.proved(puzzle, found, 1)
        if puzzle.n <= LARGEST_MODEL and number == SLICES_BEFORE_MODEL:
            break
    return run_model(puzzle, settings)


def _repairs(puzzle: Queens, settings: Settings) -> Iterator[Placement | Reason | None]:
    """Yield None after each slice of work, in the end a placement or why it stopped."""
    if not settings.clock.left():
        yield Reason.TIME
        return
    if not settings.wait_for(SWAPS):
        yield Reason.TIME
        return
    from rookery.queens.placing.swaps import Repairs

    repairs = Repairs(puzzle, settings.seed)
    slices = 0
    while not repairs.go_on():
        settings.report(Progress(settings.clock.seconds(), stage="swaps"))
        if not settings.clock.left():
            yield Reason.TIME
            return
        if settings.limits.work is not None and repairs.steps >= settings.limits.work:
            yield Reason.WORK
            return
        slices += 1
        if slices % SLICES_A_START == 0:
            repairs.begin()
        yield None
    yield repairs.placement()


def _model(puzzle: Queens):  # type: ignore[no-untyped-def]  # OR-tools' types are known inside only
    """Return the model and the variables of the rows, one a column."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    rows = [
        model.new_int_var_from_domain(
            cp_model.Domain.from_values([row for row in range(puzzle.n) if bits >> row & 1]), ""
        )
        for bits in open_rows(puzzle)
    ]
    model.add_all_different(rows)
    model.add_all_different([row + column for column, row in enumerate(rows)])
    model.add_all_different([row - column for column, row in enumerate(rows)])
    return model, rows


def _unknown(puzzle: Queens, reason: Reason) -> Result:
    return Result(puzzle, None, None, None, Status.UNKNOWN, reason)


def _is_open(puzzle: Queens) -> bool:
    return not puzzle.given and not puzzle.blocked


def _is_small(puzzle: Queens) -> bool:
    return puzzle.n <= REMEMBERED_SIDE


PLACERS = (
    Method("construction", run_construction, "that this is a placement", _is_open),
    Method("search", run_search, "that this is a placement, or that there is none", _is_small),
    Method("both", run_both, "that this is a placement, or up to 200x200 that there is none"),
    Method("swaps", run_swaps, "that this is a placement"),
    Method(
        "cp-sat",
        run_model,
        "that this is a placement, or that there is none",
        lambda puzzle: puzzle.n <= LARGEST_LOOKED_THROUGH,
    ),
)
