"""Kernel sets of the search for the best cover: annealing first, then those used beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.compiled.sets import KernelSet
from rookery.cover.model.traits import can_anneal, can_weigh_apart, has_box, has_equal_prices
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from rookery.cover.bounds.duals import Duals
    from rookery.cover.model.candidates import Candidates


def _smallest() -> tuple[Cover, Candidates, Duals]:
    from rookery.cover.bounds.duals import lagrangian
    from rookery.cover.model.candidates import candidates

    puzzle = Cover.parse(["#_"], [1], ["K"])
    table = candidates(puzzle)
    return puzzle, table, lagrangian(table, 2.0, rounds=1)


def _anneal() -> None:
    from rookery.cover.annealing.annealer import Annealer

    annealer = Annealer(*_smallest(), seed=0)
    annealer.run(1, 0.0, 1.0)
    annealer.go_back()


def _weigh() -> None:
    from rookery.cover.annealing.annealer import RowWeighting, rules_of

    puzzle, table, duals = _smallest()
    RowWeighting(puzzle, rules_of(puzzle, table, duals), (), seed=0).run(0)


def _bound() -> None:
    from rookery.cover.bounds.hurdles_kernel import hurdle_bound

    hurdle_bound(_smallest()[1], 1, 2.0, rounds=1)


def _few() -> None:
    from rookery.cover.exact.sets_kernel import EveryCover

    EveryCover(*_smallest()[:2], price=1).go_on(1)


COVER = KernelSet("cover", "covers: annealing", _anneal)
HURDLES = KernelSet("cover-bound", "covers: the bound that counts hurdles", _bound, after=COVER)
WEIGHTING = KernelSet("cover-weighting", "covers: pieces of equal cost", _weigh, after=COVER)
FEW = KernelSet("cover-sets", "covers: all by few pieces; queens that guard a board", _few)


def kernels_of(puzzle: Cover) -> tuple[KernelSet, ...]:
    """Return the kernels that a search for the best cover and bound uses."""
    sets: tuple[KernelSet, ...] = ()
    if can_anneal(puzzle):
        sets = (COVER, HURDLES, WEIGHTING) if has_equal_prices(puzzle) else (COVER, HURDLES)
    elif can_weigh_apart(puzzle):
        sets = (COVER, WEIGHTING)
    return (*sets, FEW) if has_box(puzzle) else sets
