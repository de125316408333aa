"""The start of a search for a cover: candidates, and a bound with its duals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import ROUNDS, Duals, lagrangian
from rookery.cover.bounds.rows import relaxation
from rookery.cover.kernel_sets import HURDLES
from rookery.cover.model.attacks import Candidates
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run

SHARPER_ROUNDS = 150  # of an ascent that goes on from known multipliers


@dataclass(frozen=True, slots=True)
class Prepared:
    """A puzzle with its candidates, and the duals of a bound."""

    puzzle: Cover
    table: Candidates
    duals: Duals


def bounding_duals(run: Run, table: Candidates, aim: float, known: Duals | None = None) -> Duals:
    """Return the duals of a bound, which counts hurdles once the kernels are compiled.

    With a limit of work hurdles are left out: results must not depend on what is compiled. So
    they are where stock or several covers count, which is worth more.
    """

    def in_time() -> bool:
        return run.remaining() > 0

    prices = run.puzzle.unit_prices
    plain = not table.limited.any() and not (table.demand > 1).any() and len(table.needed) > 0
    if plain and run.settings.limits.work is None and run.has_kernels(HURDLES):
        from rookery.cover.bounds.hurdles import hurdle_bound

        return hurdle_bound(table, min(prices), aim, go_on=in_time, start=known)
    rounds = ROUNDS if known is None else SHARPER_ROUNDS
    worth = None if known is None else known.worth
    return lagrangian(table, len(table.needed), aim, rounds, in_time, worth)


def sharpened(start: Prepared, run: Run) -> Prepared:
    """Return the start with better duals, led by the cost that is known by now."""
    if run.value is None or not len(start.duals.worth):
        return start
    duals = bounding_duals(run, start.table.for_bounds(), float(run.value), start.duals)
    return replace(start, duals=duals) if duals.bound > start.duals.bound else start


def new_cuts(start: Prepared, run: Run) -> CutRounds:
    """Return the linear program of a puzzle, without cuts, not yet solved."""
    prices = start.puzzle.unit_prices
    dear = max(prices) * len(start.puzzle.targets)
    rows = relaxation(start.table.for_bounds(), min(prices))
    return CutRounds(rows, float(dear if run.value is None else run.value), start.duals)
