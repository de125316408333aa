"""One placement of a board of any size: construction, search, swaps and CP-SAT."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

from rookery.compiled.sets import KernelSet
from rookery.engine import cpsat
from rookery.engine.drive import solved_by
from rookery.engine.run import MethodSteps, Partial, Run, Steps, advance
from rookery.errors import LimitError
from rookery.queens.listing.plain import REMEMBERED_SIDE, open_rows, placements, search
from rookery.queens.puzzle import Placement, Queens, contradiction, placement_faults, why_none
from rookery.results.limits import DeadlineExceeded
from rookery.results.methods import Method, choose, signed_placement
from rookery.results.result import Result
from rookery.results.settings import Settings

LARGEST_SIDE = 10_000_000  # rows of the largest board
LARGEST_MODEL = 200  # rows; on smaller boards CP-SAT follows the swaps and can prove infeasibility
LARGEST_LOOKED_THROUGH = 1000  # rows; on smaller boards a first check visits every square
SECONDS_A_ROW = 1e-7  # seconds per row to construct and check a placement, at least
SLICES_BEFORE_MODEL = 6  # slices of swaps before CP-SAT
SLICES_A_START = 200  # slices of swaps before a restart from other rows


def _run_swaps() -> None:
    from rookery.queens.swaps import Repairs

    Repairs(Queens(8, blocked=["a1"]), seed=0).resume()


SWAPS = KernelSet("queens-swaps", "queens: one placement of a large board", _run_swaps)


def constructed(n: int) -> Placement:
    """Return a placement on the open n x n board: the row from 0 of the queen in each column.

    The even rows, counted from 1 at the top, come first, then the odd ones. If n mod 6 is 2 or 3,
    some rows are swapped, because two queens would attack each other. The cost is linear in n,
    which must be 1 or at least 4: boards of side 2 and 3 have no placement.

    E. Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29, 1874,
    and E. J. Hoffman, J. C. Loessi and R. C. Moore, "Constructions for the solution of the m queens
    problem", Mathematics Magazine 42, 1969.

    >>> constructed(8)
    (1, 3, 5, 7, 2, 0, 6, 4)
    """
    if n % 6 == 2:
        return (*range(1, n, 2), 2, 0, *range(6, n, 2), 4)
    if n % 6 == 3:
        return (*range(3, n, 2), 1, *range(4, n, 2), 0, 2)
    return (*range(1, n, 2), *range(0, n, 2))


def place(puzzle: Queens, method: str, settings: Settings) -> Result:
    """Find one placement by a named method and check it; see `rookery.placement`."""
    chosen = choose(PLACERS, method, puzzle)
    faults = partial(placement_faults, puzzle.n, puzzle.given, puzzle.blocked)
    return signed_placement(chosen.run(puzzle, settings), chosen, settings, faults)


def find_one(puzzle: Queens, run: Run) -> Steps:
    """Find one placement of a board of any size, or prove that none exists."""
    method = write_down if _is_open(puzzle) else repair_or_prove
    return (yield from _after_quick_proofs(method)(puzzle, run))


def write_down(puzzle: Queens, run: Run) -> Steps:
    """Construct a placement of the open board."""
    yield from ()
    if run.seconds_left() < puzzle.n * SECONDS_A_ROW:
        raise DeadlineExceeded
    return _one(constructed(puzzle.n))


def find_first(puzzle: Queens, run: Run) -> Steps:
    """Find the first placement in lexicographic order."""
    yield from ()
    first = next(placements(puzzle), None)
    return _none(puzzle) if first is None else _one(first)


def repair(puzzle: Queens, run: Run) -> Steps:
    """Swap the rows of random queens until none attacks another."""
    run.check_deadline()
    yield from run.kernels(SWAPS)
    from rookery.queens.swaps import STEPS_A_SLICE, Repairs

    repairs = Repairs(puzzle, run.seed)
    slices = 0
    while not repairs.resume():
        yield Partial(steps=STEPS_A_SLICE, stage="swaps")
        slices += 1
        if slices % SLICES_A_START == 0:
            repairs.begin()
    return _one(repairs.placement())


def prove(puzzle: Queens, run: Run) -> Steps:
    """Find a placement by CP-SAT, or prove that none exists."""
    yield from cpsat.loaded(run)
    model, rows = _model(puzzle)
    solved = yield from cpsat.solve(model, lambda value: _one(tuple(map(value, rows))), run)
    return solved.found or _none(puzzle)


def repair_or_prove(puzzle: Queens, run: Run) -> Steps:
    """Find a placement by swaps, then, on boards up to 200x200, by CP-SAT.

    A short search in plain Python solves most small boards before kernels or CP-SAT are loaded.
    """
    if puzzle.n > LARGEST_MODEL:
        return (yield from repair(puzzle, run))
    soon = list(islice(search(open_rows(puzzle), look_ahead=True), 1))
    if not soon:
        return _none(puzzle)
    if soon[0] is not None:
        return _one(soon[0])
    if ended := (yield from run.kernels(SWAPS, meanwhile=prove(puzzle, run))):
        return ended
    repairing = repair(puzzle, run)
    for _ in range(SLICES_BEFORE_MODEL):
        if ended := (yield from advance(repairing)):
            return ended
    return (yield from prove(puzzle, run))


def _after_quick_proofs(method: MethodSteps) -> MethodSteps:
    """Wrap a method in a check of the board's size and quick proofs that no placement exists."""

    def find(puzzle: Queens, run: Run) -> Steps:
        if puzzle.n > LARGEST_SIDE:
            raise LimitError(f"expected a board of up to {LARGEST_SIDE:,} rows, got {puzzle.n:,}")
        if contradiction(puzzle) is not None:
            return _none(puzzle)
        if puzzle.n <= LARGEST_LOOKED_THROUGH and not all(open_rows(puzzle)):
            return _none(puzzle)
        return (yield from method(puzzle, run))

    return find


def _one(placement: Placement) -> Partial:
    return Partial(placement, bound=1, value=1)


def _none(puzzle: Queens) -> Partial:
    return Partial(why_none=why_none(puzzle))


def _model(puzzle: Queens):  # type: ignore[no-untyped-def]  # OR-tools' types need its slow import
    """Return the model, and each column's variable for the row of its queen."""
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


def _is_open(puzzle: Queens) -> bool:
    return not puzzle.given and not puzzle.blocked


def _placed_by(method: MethodSteps) -> Callable[[Queens, Settings], Result]:
    return solved_by(_after_quick_proofs(method))


PLACERS = (
    Method("construction", _placed_by(write_down), "one placement", _is_open),
    Method(
        "search",
        _placed_by(find_first),
        "one placement, or that none exists",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method("both", _placed_by(repair_or_prove), "one placement, or up to 200x200 that none exists"),
    Method("swaps", _placed_by(repair), "one placement"),
    Method(
        "cp-sat",
        _placed_by(prove),
        "one placement, or that none exists",
        lambda puzzle: puzzle.n <= LARGEST_LOOKED_THROUGH,
    ),
)
