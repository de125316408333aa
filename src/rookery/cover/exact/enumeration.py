"""All covers of minimum price: by exhaustive search if they have few pieces, else by CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.cover.bounds.duals import lagrangian
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.searches import useful_kinds
from rookery.cover.kernel_sets import FEW
from rookery.cover.model.candidates import Candidates, candidates
from rookery.cover.model.layout import Layout
from rookery.cover.model.traits import has_fixed_attacks, in_order
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Int64s

Covers = set[tuple[PlacedPiece, ...]]

BLOCK = 1000  # covers listed at once
STAGE = "covers"
MOST_PIECES = 16  # pieces per cover; with more, CP-SAT is faster than exhaustive search
NEAR = 0.75  # bound / price; below this ratio, linear programs do not prune
CHOICES_A_SLICE = 50_000  # choices per slice: some hundredths of a second
MOST_PLACES = 1000  # places by kinds; with more, the table alone takes a tenth of a second
FIRST_CHOICES = 25_000  # choices for covers of one number of pieces: a hundredth of a second


class EveryCover:
    """Resumable search for all covers up to a price, where `can_try_all` is true.

    `tested` marks the requirements that each candidate meets, in place of the targets, and gives
    the weights of the first of these in each test (see `sets_kernel`).
    """

    def __init__(
        self,
        puzzle: Cover,
        table: Candidates,
        price: int,
        tested: tuple[Bools, Int64s] | None = None,
    ) -> None:
        from rookery.cover.exact import sets_kernel
        from rookery.cover.exact.sets_kernel import packed

        self._kernel, self._puzzle, self._table = sets_kernel, puzzle, table
        covers = np.zeros((len(table), len(puzzle.targets)), bool)
        covers[table.owner, table.king] = True
        beside = table.square[:, None] == table.square
        if puzzle.independent:
            attacks = covers[:, Layout(puzzle).target_at[table.square]]
            beside = beside | attacks | attacks.T
        meets, tests = tested or (covers, np.zeros((0, 0), np.int64))
        needed = np.ones(meets.shape[1], bool) if tested else table.needed
        number, cheapest = len(table), int(table.price.min(initial=price))
        depths = price // cheapest + 1
        self._search = sets_kernel.SetSearch(
            meets=packed(meets),
            met_by=packed(meets.T),
            beside=packed(beside),
            price=table.price,
            kind=table.kind,
            of_kind=packed(table.kind == np.arange(len(table.stock))[:, None]),
            stock=np.minimum(table.stock, number),
            cheapest=np.array([cheapest]),
            weighty=packed(tests > 0),
            heavy=packed(tests == 2),
            bare=packed(np.outer(np.arange(depths) == 0, needed)),
            able=packed(np.ones((depths, number), bool)),
            ways=packed(np.zeros((depths, number), bool)),
            left=np.full(depths, price),
            chosen=np.zeros(depths - 1, np.int64),
            least=np.zeros(len(tests), np.int64),
            gain=np.zeros(number, np.int64),
            state=np.array([0, 1, 0]),
        )

    @property
    def is_over(self) -> bool:
        """Whether all covers are found."""
        return bool(self._search.state[self._kernel.DEPTH] < 0)

    @property
    def found(self) -> int:
        """The number of covers found so far."""
        return int(self._search.state[self._kernel.FOUND])

    def go_on(self, choices: int, most: int = 0) -> list[tuple[PlacedPiece, ...]]:
        """Resume for at most `choices` choices of a piece, and return the covers found.

        Pause after at most `most` covers; with 0 they are only counted.
        """
        covers = np.zeros((most, len(self._search.chosen)), np.int64)
        written = self._kernel.go_on(self._search, covers, choices)
        kinds, squares = self._table.kind.tolist(), self._table.square.tolist()
        columns = self._puzzle.board.columns
        placed = (cover[cover >= 0].tolist() for cover in covers[:written])
        return [in_order((kinds[c], *divmod(squares[c], columns)) for c in own) for own in placed]


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
    table = candidates(puzzle, run.check_deadline)
    if not table.needed.any():
        return None
    for number in range(1, MOST_PIECES + 1):
        search = EveryCover(puzzle, table, number * each)
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
    return (yield from completed(EveryCover(puzzle, table, price), run, keep))


def can_try_all(puzzle: Cover, price: int) -> bool:
    """Return whether covers of this price have few pieces and no piece blocks another's attacks.

    An `independent` puzzle qualifies if each place is a target: only then does the table of
    candidates say which pieces attack each other.
    """
    few = price // min(puzzle.unit_prices) <= MOST_PIECES
    alone = replace(puzzle, independent=False)
    known = not puzzle.independent or set(puzzle.places) <= set(puzzle.targets)
    return bool(puzzle.targets) and few and known and has_fixed_attacks(alone)


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
    yield from cpsat.solve(
        model.model,
        read,
        run,
        num_workers=1,
        enumerate_all_solutions=True,
        linearization_level=level,
    )
    return Partial(value=found)
