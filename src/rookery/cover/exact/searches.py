"""Searches under the exact rules by CP-SAT and SCIP: proofs, and windows.

A proof searches for covers below the incumbent's cost. CP-SAT proves all puzzles. A puzzle in which
no piece blocks another's attacks is a set cover with at most one piece per square and a limited
stock of each kind: CP-SAT is faster on easy ones, because it uses their symmetries, and SCIP's
branch and cut on hard ones. Windows prove nothing about all covers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.board import Square
from rookery.cover.bounds.duals import Duals, Prepared, round_up
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.model.candidates import Candidates
from rookery.cover.model.layout import Layout
from rookery.cover.model.traits import has_fixed_attacks, in_order, leading_image
from rookery.cover.offers import WHY_NONE, cost, is_settled
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.validation import HIGHEST_PRICE
from rookery.engine import cpsat
from rookery.engine.cpsat import CpSatOutcome
from rookery.engine.lanes import called
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.limits import Check
from rookery.running.solvers import LONGEST_SECONDS, MATH_OPT

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

    from rookery.compiled.arrays import Int64s

FEW = 400  # candidates below the incumbent's cost; with fewer, one search settles all
SHARES = (0.01, 0.02, 0.04, 0.08, 0.16, math.inf)  # of the bound: the limits of the searches
STAGE = "exact"
HIGHEST_COST = 10_000  # integer price of a piece; far below the inverse of SCIP's tolerance 1e-6
EXACT_COST = 1 << 53  # of a cover; up to here doubles hold every cost
ROUNDED_COST = 1 << 43  # up to here errors of reduced prices are far below 1
SAFETY = 1e-9  # relative amount that makes up for these errors beyond
NEARLY = 1e-4  # subtracted from SCIP's bound before it is rounded up
FEWEST_PIECES, MOST_PIECES = 10, 30  # pieces per window
STRONGLY_BRANCHED = 10  # candidates per node of SCIP, at most
WINDOW_SECONDS = 1.0  # seconds per window, at most
GROW_AFTER = 12  # windows solved without improvement, in a row


def useful_kinds(
    puzzle: Cover, table: Candidates, duals: Duals, cost: float, every: bool = False
) -> dict[Square, list[int]]:
    """Return, for each square, the kinds that a cover cheaper than `cost` needs there.

    This is reduced cost fixing: a cover with a candidate costs at least the bound, plus the
    candidate's reduced price, minus the reduced price that the bound already counted on its square.
    Unless `every` cover is asked for, or a further piece can spoil one, a piece that attacks
    nothing is of the cheapest kind, or of a cheaper one in limited stock.
    """
    layout, kinds = Layout(puzzle), range(len(puzzle.pieces))
    price = np.where(layout.may, layout.price, HIGHEST_PRICE).T
    attacks = np.zeros(price.shape, dtype=bool)
    attacks[table.square, table.kind] = True
    # a piece that covers nothing may be a hurdle, stand in the way, or be the one piece
    idle_helps = puzzle.hops or puzzle.strict or not puzzle.targets
    may_idle = layout.may.T & idle_helps
    endless = np.array([stock is None for stock in puzzle.stock])
    if not (every or puzzle.strict):
        least = price.min(axis=1, where=endless, initial=HIGHEST_PRICE, keepdims=True)
        chosen = ((price == least) & endless) * (1 + attacks)  # best of all one that attacks too
        may_idle &= (price < least) | (chosen.argmax(axis=1)[:, None] == kinds)
    credit = np.zeros(layout.size)
    credit[: len(duals.credit)] = duals.credit
    idle = np.where(may_idle & ~attacks, price - credit[:, None], math.inf)
    extra = idle.copy()
    extra[table.square, table.kind] = duals.reduced
    free = ~table.limited  # the bound may count several limited candidates on one square
    taken = np.minimum(idle.min(axis=1), 0.0)
    np.minimum.at(taken, table.square[free], duals.reduced[free])
    room = cost - duals.bound + (SAFETY * cost if cost > ROUNDED_COST else 0)
    useful = extra - np.outer(taken, endless) < room
    return {
        (row, column): np.flatnonzero(useful[row * layout.columns + column]).tolist()
        for row, column in puzzle.places
        if useful[row * layout.columns + column].any()
    }


def prove_by_limits(start: Prepared, run: Run) -> Steps:
    """Search for covers just above the bound, then at rising costs, until one is found."""
    duals = start.duals
    few = run.value is not None and (duals.reduced < cost(run) - duals.bound).sum() <= FEW
    for share in (math.inf,) if few else SHARES:
        limit = cost(run)
        if math.isfinite(share):
            near = round_up(duals.bound * (1 + share), start.puzzle.unit_prices)
            limit = min(limit, near)
        if is_settled(run) or (run.bound is not None and limit <= run.bound):
            continue
        is_last = limit >= cost(run)
        yield from search_below(start, limit, run)
        if is_last:
            break
    return None


def prove_by_tree(start: Prepared, run: Run) -> Steps:
    """Search for a cheaper cover by a tree, whose open leaves give a bound at any time."""
    return search_below(start, cost(run), run, by_tree=True)


def search_below(start: Prepared, limit: float, run: Run, by_tree: bool = False) -> Steps:
    """Search for a cover that costs less than a limit; `by_tree` proves most until stopped."""
    puzzle = start.puzzle
    useful = useful_kinds(puzzle, start.table, start.duals, limit)
    yield from cpsat.loaded(run)
    model = CoverModel(puzzle, (), useful, check_deadline=run.check_deadline)
    if math.isfinite(limit):
        model.cheaper_than(int(limit))
    if by_tree and run.bound is not None:
        model.at_least(int(run.bound))
    outcome = yield from solved(model, run, limit=limit, optimize_with_lb_tree_search=by_tree)
    if outcome.status == "INFEASIBLE" and math.isfinite(limit):
        yield Partial(bound=int(limit), stage=STAGE)
    elif outcome.status == "INFEASIBLE":
        yield Partial(why_none=WHY_NONE, stage=STAGE)
    return None


def solved(
    model: CoverModel,
    run: Run,
    stage: str = STAGE,
    limit: float | None = None,
    **parameters: bool,
) -> Generator[Partial, None, CpSatOutcome]:
    """Solve a model by one worker of CP-SAT; its covers go to the run.

    `limit` is the cost that the model's covers are cheaper than, infinite for all covers, where its
    bounds are bounds of the puzzle; None where they are not.
    """

    def read(value: Callable[[Any], int]) -> Partial:
        return Partial(answer=in_order(model.chosen(value)))

    def rounded(bound: float) -> int:
        assert limit is not None
        return round_up(min(limit, bound + model.fixed_cost), model.puzzle.unit_prices)

    outcome = yield from cpsat.solve(
        model.model,
        read,
        run,
        None if limit is None else rounded,
        stage,
        num_workers=1,
        linearization_level=2,
        relative_gap_limit=0.0,
        **parameters,
    )
    found = outcome.found
    if found is not None:
        if limit is not None and outcome.status == "OPTIMAL":
            best = model.puzzle.value(found.answer)
            found = found._replace(bound=best) if best <= EXACT_COST else found
        yield found
    return outcome


@dataclass
class Windows:
    """Large neighbourhood search: re-optimise a few neighbouring pieces, keep all others.

    Windows grow once the solver proves most small ones optimal. P. Shaw, "Using constraint
    programming and local search methods to solve vehicle routing problems", CP 1998.
    """

    kinds: dict[Square, list[int]]
    random: random.Random
    pieces: int = FEWEST_PIECES
    settled: int = 0

    def improve(self, run: Run) -> Steps:
        """Solve windows of the incumbent one by one until the deadline."""
        yield from cpsat.loaded(run)
        while True:
            before, cover = cost(run), run.answer
            model = CoverModel(run.puzzle, cover, self._window(run.puzzle, cover))
            model.cheaper_than(int(before))
            outcome = yield from run.within(1.0, solved(model, run, "window"), WINDOW_SECONDS)
            yield Partial(stage="window")
            if cost(run) < before:
                self.settled = 0
            elif outcome is not None and outcome.status == "INFEASIBLE":
                self.settled += 1
                if self.settled >= GROW_AFTER:
                    self.pieces, self.settled = min(MOST_PIECES, self.pieces + 2), 0
            else:
                self.pieces = max(FEWEST_PIECES, self.pieces - 1)

    def _window(
        self, puzzle: Cover, placed_pieces: Iterable[PlacedPiece]
    ) -> dict[Square, list[int]]:
        """Return the squares around a random piece that hold about a number of pieces."""
        squares = [(row, column) for _, row, column in placed_pieces]
        centre = self.random.choice(squares)
        distance = puzzle.board.distance
        far = sorted(distance(centre, square) for square in squares)
        radius = far[min(self.pieces, len(far)) - 1]
        return {
            square: kinds
            for square, kinds in self.kinds.items()
            if distance(centre, square) <= radius
        }


def is_set_cover(puzzle: Cover, table: Candidates) -> bool:
    """Return whether a puzzle is a set cover whose costs floating point can tell apart.

    Leapers that guard every place may be independent: attacks are conflicts of two candidates.
    """
    once = not (table.demand > 1).any() and not len(table.hop_owner)
    if puzzle.independent:
        leaps = all(motion.reach == 1 for piece in puzzle.pieces for motion in piece.motions)
        if not (leaps and set(puzzle.places) <= set(puzzle.guarded)):
            return False
    return once and has_fixed_attacks(puzzle) and max(puzzle.unit_prices) <= HIGHEST_COST


def prove_by_scip(start: Prepared, run: Run) -> Steps:
    """Search for a cover that is cheaper than the incumbent.

    SCIP reports only when its time is over; closing the run abandons it.
    """

    def solve(check: Check) -> Callable[[], Iterator[Partial]]:
        MATH_OPT.load()
        from ortools.math_opt.python import mathopt

        model = _SetCoverModel(start, run)
        is_far = run.value is None or start.puzzle.independent  # from the best cover, most likely
        check()
        left = timedelta(seconds=min(run.seconds_left(), LONGEST_SECONDS))
        parameters = mathopt.SolveParameters(
            time_limit=left,
            # Where pieces attack few squares, cuts cost more time than the nodes that they save.
            cuts=mathopt.Emphasis.OFF,
            heuristics=None if is_far else mathopt.Emphasis.OFF,
        )
        # Nodes cost so little that strong branching is worth it for few candidates, and once each.
        parameters.gscip.real_params["branching/relpscost/maxreliable"] = 1.0
        parameters.gscip.int_params["branching/relpscost/initcand"] = STRONGLY_BRANCHED
        outcome = mathopt.solve(model.model, mathopt.SolverType.GSCIP, params=parameters)
        return partial(model.partials, outcome)

    partials = yield from called(solve, run, STAGE)
    yield from partials()
    return None


class _SetCoverModel:
    """The set cover as an integer program over the candidates that a cheaper cover can use."""

    def __init__(self, start: Prepared, run: Run) -> None:
        from ortools.math_opt.python import mathopt

        table, duals, columns = start.table, start.duals, start.puzzle.board.columns
        self._table, self._columns, self._cost = table, columns, run.value
        self.model = mathopt.Model()
        useful = np.ones(len(table), bool)
        if self._cost is not None and not table.limited.any():
            useful = duals.reduced < self._cost - duals.bound
        self.chosen = {c: self.model.add_binary_variable() for c in np.flatnonzero(useful).tolist()}
        # the least and the greatest number of the candidates that a cover has of each of these
        rows: list[tuple[float, float, Int64s]] = [
            (1, math.inf, table.owner[table.king == target])
            for target in np.flatnonzero(table.needed)
        ]
        on = {at: np.flatnonzero(table.square == at) for at in np.unique(table.square).tolist()}
        rows += [(0, 1, own) for own in on.values()]
        rows += [(0, n, np.flatnonzero(table.kind == kind)) for kind, n in enumerate(table.stock)]
        if start.puzzle.independent:
            targets = [row * columns + column for row, column in start.puzzle.targets]
            rows += [
                (0, 1, np.append(on[targets[target]], owner))
                for owner, target in zip(table.owner.tolist(), table.king.tolist(), strict=True)
                if targets[target] in on and targets[target] != table.square[owner]
            ]
        if not table.needed.any():
            rows.append((1, math.inf, np.arange(len(table))))
        for least, most, members in rows:
            variables = [self.chosen[c] for c in members.tolist() if c in self.chosen]
            if least or len(variables) > most:
                total = mathopt.fast_sum(variables)
                self.model.add_linear_constraint(lb=least, ub=float(most), expr=total)
        for weights in leading_image(start.puzzle):
            weight = weights.ravel()[table.square].tolist()
            moment = (weight[c] * variable for c, variable in self.chosen.items() if weight[c])
            self.model.add_linear_constraint(mathopt.fast_sum(moment) >= 0)
        cost = mathopt.fast_sum(int(table.price[c]) * var for c, var in self.chosen.items())
        self.model.minimize(cost)
        if self._cost is not None:
            self.model.add_linear_constraint(cost <= self._cost - 1)

    def partials(self, outcome: mathopt.SolveResult) -> Iterator[Partial]:
        """Yield the cover found and the proved bound."""
        from ortools.math_opt.python import mathopt

        if outcome.has_primal_feasible_solution():
            values, table = outcome.variable_values(), self._table
            chosen = [c for c, variable in self.chosen.items() if values[variable] > 0.5]
            placed = (
                (int(table.kind[c]), *divmod(int(table.square[c]), self._columns)) for c in chosen
            )
            yield Partial(answer=in_order(placed), stage=STAGE)
        if outcome.termination.reason == mathopt.TerminationReason.INFEASIBLE:
            why_none = WHY_NONE if self._cost is None else ""
            yield Partial(bound=self._cost, why_none=why_none, stage=STAGE)
        elif math.isfinite(bound := outcome.best_objective_bound()):
            yield Partial(bound=math.ceil(bound - NEARLY), stage=STAGE)
