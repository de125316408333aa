"""All covers of minimum price: by exhaustive search if they have few pieces, else by CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from rookery.cover.bounds.duals import lagrangian
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.searches import useful_kinds
from rookery.cover.kernel_sets import FEW
from rookery.cover.model.candidates import Candidates, candidates
from rookery.cover.model.traits import has_fixed_attacks, in_order
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

if TYPE_CHECKING:
    from rookery.cover.exact.sets_kernel import EveryCover

Covers = set[tuple[PlacedPiece, ...]]

BLOCK = 1000  # covers listed at once
STAGE = "covers"
MOST_PIECES = 16  # pieces per cover; with more, CP-SAT is faster than exhaustive search
NEAR = 0.75  # bound / price; below this ratio, linear programs do not prune
CHOICES_A_SLICE = 50_000  # choices per slice: some hundredths of a second
MOST_PLACES = 1000  # places by kinds; with more, the table alone takes a tenth of a second
FIRST_CHOICES = 25_000  # choices for covers of one number of pieces: a hundredth of a second


def search_of_few(puzzle: Cover, run: Run) -> Generator[Partial, None, EveryCover | None]:
    """Search for covers of one piece, of two, ...; return the first search that finds any.

    This suits equal integer prices. Return None if a search takes over `FIRST_CHOICES` choices, if
    the board is large, or if the kernels are not ready.
    """
    each = puzzle.unit_prices[0]
    is_small = len(puzzle.places) * len(puzzle.pieces) <= MOST_PLACES
    is_quick = is_small and run.settings.limits.work is None and run.has_kernels(FEW)
    if not (is_quick and set(puzzle.unit_prices) == {each} and can_try_all(puzzle, each)):
        return None
    from rookery.cover.exact.sets_kernel import EveryCover  # loads Numba

    table = candidates(puzzle, run.check_deadline)
    if not table.needed.any():
        return None
    search = EveryCover(puzzle, table, MOST_PIECES * each)
    for number in range(1, MOST_PIECES + 1):
        search.begin(number * each)
        search.go_on(FIRST_CHOICES)
        if search.found:
            return search
        if not search.is_over:
            return None
        yield Partial(stage=STAGE)
    return None


def every_cover(puzzle: Cover, price: int, run: Run, keep: Covers | None = None) -> Steps:
    """Find every cover of the minimum price of a puzzle in integers; yield the number found so far.

    `keep` receives the covers, pieces in order of their squares; None to count only. A step of the
    run is a choice of a piece, or a conflict of CP-SAT.
    """
    table = candidates(puzzle, run.check_deadline)
    if not can_try_all(puzzle, price):
        return (yield from _by_cp_sat(puzzle, table, price, run, keep))
    enumerating = _by_cp_sat(puzzle, table, price, run, keep)
    if ended := (yield from run.kernels(FEW, meanwhile=enumerating)):
        return ended
    from rookery.cover.exact.sets_kernel import EveryCover  # loads Numba

    return (yield from completed(EveryCover(puzzle, table, price), run, keep))


def can_try_all(puzzle: Cover, price: int) -> bool:
    """Return whether covers of this price have few pieces and no piece blocks another's attacks.

    An `independent` puzzle qualifies if each place is a target: only then does the table of
    candidates say which pieces attack each other.
    """
    few = price // min(puzzle.unit_prices) <= MOST_PIECES
    known = not puzzle.independent or set(puzzle.places) <= set(puzzle.targets)
    return bool(puzzle.targets) and few and known and has_fixed_attacks(puzzle)


def completed(search: EveryCover, run: Run, keep: Covers | None = None) -> Steps:
    """Complete a search; yield the number of covers found so far, and keep them if asked to."""
    while not search.is_over:
        steps = run.steps(CHOICES_A_SLICE)
        found = search.go_on(steps, 0 if keep is None else BLOCK)
        if keep is not None:
            keep.update(found)
        yield Partial(value=search.found, steps=steps, stage=STAGE)
    return Partial(value=search.found)


def _by_cp_sat(
    puzzle: Cover, table: Candidates, price: int, run: Run, keep: Covers | None
) -> Steps:
    """Enumerate covers by CP-SAT; the pieces determine every literal, so no cover comes twice."""
    yield from cpsat.loaded(run)
    duals = lagrangian(table.for_bounds(), float(price))
    kinds = useful_kinds(puzzle, table, duals, price + 1, every=True)
    model = CoverModel(puzzle, (), kinds, exact=True)
    model.cheaper_than(price + 1)
    model.model.clear_objective()  # type: ignore[no-untyped-call]
    found = 0

    def read(value: Callable[[Any], int]) -> Partial:
        nonlocal found
        found += 1
        if keep is not None:
            keep.add(in_order(model.chosen(value)))
        return Partial(value=found)

    level = 1 if duals.bound < NEAR * price else 2
    every: dict[str, Any] = {"enumerate_all_solutions": True, "linearization_level": level}
    yield from cpsat.solve(model.model, read, run, num_workers=1, **every)
    return Partial(value=found)
