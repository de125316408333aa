"""The best placement by CP-SAT: most pieces, greatest weight, or smallest maximal placement.

The model has a variable of 0 or 1 for each candidate. Conflicts are given as sets of which at most
one may be chosen, such as the ranks and diagonals of queens or the 2x2 squares of kings: they are
cliques of the graph and bound far better than pairs do.

If few pieces attack all squares, the smallest maximal placement is first searched by
`maximal_kernel`, for ever more pieces.

Of pieces whose attacks depend on others between, CP-SAT finds many soon but proves little, as no
sets of squares hold at most one of them. Counts for every number of pieces end at the greatest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from rookery.engine import cpsat
from rookery.engine.drive import driven
from rookery.engine.run import Partial, Run, Steps
from rookery.nonattacking.counting.fits import fits_frontier, fits_maximal
from rookery.nonattacking.counting.hoppers import fits_hoppers
from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable
from rookery.nonattacking.counting.work import count
from rookery.nonattacking.counting.works import FrontierWork, HoppersWork
from rookery.nonattacking.graph import (
    Graph,
    Requirement,
    bits,
    cliques,
    edge_cliques,
    graph_of,
    largest_army,
    lines_of_armies,
    why_none,
)
from rookery.nonattacking.kernel_sets import MAXIMAL
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.limits import Check
from rookery.results.result import Number

LARGEST_SUM = 1 << 60  # sum of weights that CP-SAT can add
BASE = 1 << 40  # of the digits of heavier sums
EXACT_DOUBLE = 1 << 53  # up to here doubles hold every integer
FEW = 4  # pieces that may attack all squares; for more, CP-SAT is faster than the search
FEW_OF_COVER = 10  # such pieces, for more of which CP-SAT is faster than the family of covers
MOST_SEARCHED = 121  # squares; on larger boards covers are faster than the search
MOST_SLICES = 10_000  # slices of the search, some 0.003 s each, before CP-SAT goes on
FIRST_SHARE, FIRST_SECONDS = 0.25, 1.0  # of CP-SAT, which ends many small boards
COUNT_SHARE, COUNT_SECONDS = 0.3, 60.0  # of the time left then, and at most


def asks_fewest(puzzle: NonAttacking) -> bool:
    """Return whether a puzzle asks for a maximal placement of the fewest pieces."""
    return fits_maximal(puzzle) and puzzle.lightest and puzzle.weights is None


def suits_cover(puzzle: NonAttacking) -> bool:
    """Return whether the board is large, and so few pieces may attack it that covers are faster."""
    squares = puzzle.board.rows * puzzle.board.columns
    return squares > MOST_SEARCHED and _least(puzzle) <= FEW_OF_COVER


def suits_search(puzzle: NonAttacking) -> bool:
    """Return whether few pieces may attack all squares, so that a search proves the fewest."""
    return _least(puzzle) <= FEW


def _least(puzzle: NonAttacking) -> float:
    """Return the squares of all kinds, divided by the most that a piece attacks and occupies."""
    squares, kinds = list(puzzle.board.squares()), range(len(puzzle.pieces))
    widest = max(len(puzzle.reach((kind, *square))) for kind in kinds for square in squares) + 1
    return len(kinds) * len(squares) / widest


def find_fewest(puzzle: NonAttacking, run: Run) -> Steps:
    """Find the fewest pieces of a maximal placement, or a bound for CP-SAT; a step is a slice."""
    graph = graph_of(puzzle, run.check_deadline)
    if graph.why_none:
        return Partial(why_none=graph.why_none)
    yield from run.kernels(MAXIMAL)
    many = len(graph.candidates)
    least = -(-many // (max((mask.bit_count() for mask in graph.conflicts), default=0) + 1))
    slices, best = 0, many + 1
    for most in (many, *range(least, many)):  # a first placement, then one of few pieces
        if most == best:
            break
        limit = Requirement("in all", graph.everything, 0, most)
        table = CoverTable(replace(graph, needs=(*graph.needs, limit)), run.check_deadline)
        search = CompiledCovers(table, table.root, room=1)
        for _ in search.run():
            if search.is_full:
                break
            slices += 1
            if slices > MOST_SLICES:
                return (yield from solve_by_cp_sat(puzzle, run))
            yield Partial(bound=least if best > many else most, steps=1, stage="maximal")
        found = next((graph.placement(chosen) for chosen in search.found()), None)
        if found is None and best > many:
            return Partial(why_none=why_none(puzzle))
        if found is not None and best <= many:
            return Partial(found, bound=most)
        if found is not None:
            best = len(found)
            yield Partial(found, bound=least, stage="maximal")
    return Partial(bound=best)


def solve_by_cp_sat(puzzle: NonAttacking, run: Run, optimise: bool = True) -> Steps:
    """Find the best placement, or any placement; a step is a conflict of the solver."""
    graph = graph_of(puzzle, run.check_deadline)
    if graph.why_none:
        return Partial(why_none=graph.why_none)
    yield from cpsat.loaded(run)
    model, chosen = model_of(graph, run.check_deadline)
    if run.answer is not None:
        best = set(run.answer)
        for candidate, x in zip(graph.candidates, chosen, strict=True):
            model.add_hint(x, candidate in best)

    def read(value: Callable[[Any], int]) -> Partial:
        return Partial(graph.placement(sum(1 << at for at, x in enumerate(chosen) if value(x))))

    # Linear programs bound cliques well but only slow down equal armies and hoppers.
    level = 0 if graph.equal or graph.attacks else 2
    solve = partial(cpsat.solve, model, read, run, linearization_level=level)
    if optimise:
        return (yield from _optimised(graph, run, model, chosen, solve))
    solved = yield from solve()
    return solved.found or Partial(why_none=why_none(puzzle))


def _optimised(
    graph: Graph, run: Run, model: Any, chosen: Sequence[Any], solve: Callable[..., Any]
) -> Steps:
    """Find the best placement by a model of placements, whatever the digits of the weights.

    Sums too large for CP-SAT are optimised in units of a coarse scale first. The finer digits of a
    candidate add less than a unit, so the best sum of the next scale lies among few units: `low`
    and the variable `above` it.
    """
    from ortools.sat.python import cp_model

    puzzle, room = graph.puzzle, len(chosen)
    weights, parts = _whole_weights(graph)
    scales = [1]
    while sum(abs(weight // scales[0]) for weight in weights) > LARGEST_SUM:
        scales.insert(0, scales[0] * BASE)
    low, above = 0, 0

    def bound(start: int, scale: int, found: float) -> Number:
        """Round a bound to the nearest weight that is possible.

        CP-SAT without a linear program may prove less than that one piece stands on a square.
        """
        slack = 1e-6 if abs(found) < EXACT_DOUBLE else abs(found) / EXACT_DOUBLE
        if puzzle.lightest:
            whole = (start + math.ceil(found - slack)) * scale
        else:
            whole = (start + math.floor(found + slack)) * scale + room * (scale - 1)
            whole = min(whole, greatest_weight(graph, weights))
        return whole if parts == 1 else whole / parts

    for scale in scales:
        units = [weight // scale for weight in weights]
        start, digits = BASE * low, units if scale == scales[0] else [u % BASE for u in units]
        total = cp_model.LinearExpr.weighted_sum(chosen, digits) + BASE * above
        if puzzle.lightest:
            model.minimize(total)
        else:
            model.maximize(total)
        if run.bound is not None and len(scales) == 1:
            known = math.floor(run.bound * parts)
            model.add(total >= known if puzzle.lightest else total <= known)
        exactly: dict[str, Any] = {} if scale == 1 else {"relative_gap_limit": 0.0}
        solved = yield from solve(partial(bound, start, scale), **exactly)
        if solved.found is None:
            return Partial(why_none=why_none(puzzle))
        found: Partial = solved.found
        units_of = dict(zip(graph.candidates, units, strict=True))
        low = sum(map(units_of.__getitem__, found.answer)) - (0 if puzzle.lightest else room)
        above = model.new_int_var(0, room, "")
        model.add(total - above == low - start)
    if run.settings.limits.gap is None:
        return found._replace(bound=puzzle.value(found.answer))
    yield found  # CP-SAT may have left as much of a gap as is allowed
    return None


def model_of(graph: Graph, check_deadline: Check = bool) -> tuple[Any, list[Any]]:
    """Return a model of CP-SAT and its variables, one for each candidate."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in graph.candidates]

    def of(mask: int) -> list[Any]:
        return [chosen[at] for at in bits(mask)]

    left = list(graph.conflicts)
    for one, other in lines_of_armies(graph):
        check_deadline()
        is_ones = model.new_bool_var("")
        for at in bits(one):
            left[at] &= ~other
            model.add_implication(chosen[at], is_ones)
        for at in bits(other):
            left[at] &= ~one
            model.add_implication(chosen[at], is_ones.negated())
    for clique in edge_cliques(left):
        check_deadline()
        model.add_at_most_one(of(clique))
    for attack in graph.attacks:
        check_deadline()
        for hurdles in product(*map(bits, attack.hurdles)):
            together = {*bits(attack.pieces), *hurdles}
            model.add_bool_or(*(chosen[at].negated() for at in together), *of(attack.empty))
    for at in bits(graph.forced):
        model.add(chosen[at] == 1)
    for need in graph.needs:
        model.add_linear_constraint(sum(of(need.mask)), need.least, need.most)
    for kind in graph.equal[1:]:
        model.add(sum(of(kind)) == sum(of(graph.equal[0])))
    if graph.puzzle.maximal:
        for at, prevented in enumerate(_prevented(model, chosen, graph)):
            check_deadline()
            model.add_bool_or(*of(graph.conflicts[at] | 1 << at), *prevented)
    return model, chosen


def _prevented(model: Any, chosen: list[Any], graph: Graph) -> list[list[Any]]:
    """Return variables for each candidate; one is true if adding it would make an attack."""
    found: list[list[Any]] = [[] for _ in chosen]
    for attack in graph.attacks:
        sets = [*(1 << at for at in bits(attack.pieces)), *attack.hurdles]
        for own in sets:
            would = model.new_bool_var("")
            for other in sets:
                if other != own:
                    model.add_bool_or(would.negated(), *(chosen[at] for at in bits(other)))
            for at in bits(attack.empty):
                model.add_implication(would, chosen[at].negated())
            for at in bits(own):
                found[at].append(would)
    return found


def _whole_weights(graph: Graph) -> tuple[list[int], int]:
    """Return the candidates' weights scaled to integers, and the integer for a weight of 1."""
    ratios = [graph.puzzle.weight(one[1:]).as_integer_ratio() for one in graph.candidates]
    parts = math.lcm(*(below for _, below in ratios)) if ratios else 1
    weights = [above * (parts // below) for above, below in ratios]
    return weights, parts


def greatest_weight(graph: Graph, weights: list[int]) -> int:
    """Return an upper bound on the weight of a placement, from cliques and rectangles."""
    puzzle = graph.puzzle
    disjoint = cliques(graph.conflicts, graph.everything)
    bound = sum(max(0, *(weights[at] for at in bits(clique))) for clique in disjoint)
    if puzzle.equal and puzzle.weights is None:
        kinds = len(puzzle.pieces)
        bound = kinds * min(bound // kinds, largest_army(puzzle))
    return bound


def fits_counted(puzzle: NonAttacking) -> bool:
    """Return whether the best placement has the most or fewest pieces, and these are counted."""
    return fits_frontier(puzzle) and puzzle.weights is None


def solve_by_counts(puzzle: NonAttacking, run: Run) -> Steps:
    """Find the most or the fewest pieces; a step is a conflict of CP-SAT.

    CP-SAT is tried first, and goes on when the count has ended, with the number that it has proved,
    or has taken too long. It is alone on boards where it has no answer by then, and under a work
    limit, so that nothing depends on time.
    """
    if run.settings.limits.work is None:
        yield from cpsat.loaded(run)  # before its share, which the import may exceed
        first = yield from run.within(FIRST_SHARE, solve_by_cp_sat(puzzle, run), FIRST_SECONDS)
        if first is not None:
            return first
        if run.answer is not None:
            counting = _numbers_of_pieces(puzzle, run)
            numbers = yield from run.within(COUNT_SHARE, counting, COUNT_SECONDS)
            if numbers:
                yield Partial(bound=min(numbers) if puzzle.lightest else max(numbers))
        if run.is_proved:
            return None
    return (yield from solve_by_cp_sat(puzzle, run))


def _numbers_of_pieces(
    puzzle: NonAttacking, run: Run
) -> Generator[Partial, None, list[int] | None]:
    """Return the numbers of pieces of which there are placements, or None if memory ends."""
    counting = Run(puzzle, replace(run.settings, on_progress=None))
    work = HoppersWork if fits_hoppers(puzzle) else FrontierWork
    for counted in driven(count(work, puzzle, counting), counting):
        yield Partial(steps=counted.steps, stage=counted.stage)
    run.add_part(counting)
    if counting.stopped is not None or counting.by_number is None:
        return None
    return [number for number, placements in enumerate(counting.by_number) if placements]
