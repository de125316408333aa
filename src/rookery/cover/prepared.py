"""Where every search of a cover starts: the candidates, a bound with its duals, the incumbent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import ROUNDS, Duals, lagrangian
from rookery.cover.bounds.rows import relaxation
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import HURDLES
from rookery.cover.model.attacks import Candidates
from rookery.cover.puzzle import Cover

LP_ENTRY_SECONDS = 2e-5  # to build the model
SHARPER_ROUNDS = 150  # of an ascent that goes on from known multipliers


@dataclass(frozen=True, slots=True)
class Prepared:
    """A puzzle with its candidates and duals; the incumbent holds a first cover."""

    puzzle: Cover
    table: Candidates
    duals: Duals
    incumbent: CoverIncumbent


def raise_bound(
    incumbent: CoverIncumbent, table: Candidates, aim: float, known: Duals | None = None
) -> Duals:
    """Prove a bound, hurdles included once the kernels are compiled; return its duals.

    With a limit of work hurdles are left out: results must not depend on what is compiled. So
    they are where stock or several covers count, which is worth more.
    """
    clock, limits = incumbent.clock, incumbent.limits

    def in_time() -> bool:
        return clock.left() > 0

    plain = not table.limited.any() and not (table.demand > 1).any()
    if plain and limits.work is None and len(table.needed) and HURDLES.is_ready:
        from rookery.cover.bounds.hurdles import hurdle_bound

        cheapest = min(incumbent.puzzle.unit_prices)
        duals = hurdle_bound(table, cheapest, aim, go_on=in_time, start=known)
    else:
        rounds = ROUNDS if known is None else SHARPER_ROUNDS
        worth = None if known is None else known.worth
        duals = lagrangian(table, len(table.needed), aim, rounds, in_time, worth)
    incumbent.prove(duals.bound, "lagrangian")
    return duals


def sharpen(start: Prepared) -> Prepared:
    """Return the start with better duals, led by the cost that is known by now."""
    incumbent, duals = start.incumbent, start.duals
    if incumbent.cost is None or not len(start.duals.worth):
        return start
    again = raise_bound(incumbent, start.table.for_bounds(), float(incumbent.cost), duals)
    return replace(start, duals=again) if again.bound > duals.bound else start


def new_cuts(start: Prepared) -> CutRounds:
    """Return the linear program of a puzzle, without cuts, not yet solved."""
    prices, cost = start.puzzle.unit_prices, start.incumbent.cost
    dear = max(prices) * len(start.puzzle.targets)
    rows = relaxation(start.table.for_bounds(), min(prices))
    return CutRounds(rows, float(dear if cost is None else cost), start.duals)


def prove_by_lp(
    start: Prepared, seconds: float, rounds: int | None = None, cuts: CutRounds | None = None
) -> CutRounds | None:
    """Raise the bound by the linear program and rounds of cuts, for so many seconds at most.

    Goes on with the given cuts, and returns them or new ones; None when there is nothing to cover,
    or no time to build the linear program.
    """
    incumbent, clock = start.incumbent, start.incumbent.clock
    to_build = LP_ENTRY_SECONDS * len(start.table.owner) if cuts is None else 0.0
    end = clock.seconds() + seconds - to_build

    def left() -> float:
        return 0.0 if incumbent.stop() is not None else end - clock.seconds()

    if left() <= 0 or not len(start.duals.worth):
        return cuts
    cuts = new_cuts(start) if cuts is None else cuts
    cuts.go_on(left, lambda duals: incumbent.prove(duals.bound, "lp"), rounds)
    return cuts
