"""The methods ``branch`` and ``duals``, by reduced costs, and ``list``, by weighing everything."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

from rookery.compiled.sets import KernelSet
from rookery.engine.drive import mapped
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import LimitError
from rookery.heaviest.duals import SolvedRelaxation, solve_relaxation
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.search import LossSearch
from rookery.queens.listing.blocks import blocks
from rookery.queens.listing.plain import open_rows
from rookery.queens.placing import constructed
from rookery.queens.puzzle import Placement, Queens
from rookery.results.result import Number

LARGEST_SIDE = 500  # rows; larger boards get no linear program
RELAXING = 0.6  # fraction of the remaining time for the linear program


def _run_kernels() -> None:
    from rookery.heaviest.branching import Branching
    from rookery.heaviest.ordered import LexicographicWalk

    relaxation = solve_relaxation(
        Heaviest([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]])
    )
    for _ in Branching(relaxation, 1, 0, lambda nodes: 1000).ranked():
        pass
    LexicographicWalk(relaxation.losses, list(relaxation.losses.open_rows), 0).resume(1)


HEAVIEST = KernelSet("heaviest", "heaviest placements: branch and bound", _run_kernels)


def branch(puzzle: Heaviest, run: Run) -> Steps:
    """Branch and bound on linear programs re-optimised at every node (see `branching`).

    On boards larger than 100 x 100 the tableaux would be too large, so ``duals`` runs after an
    annealing instead.
    """
    if hopeless := impossible(puzzle):
        return hopeless
    yield immediate_bound(puzzle)
    relaxation = relaxed(puzzle, run)
    plain = LossSearch(relaxation.losses, puzzle.best)
    if ended := (yield from run.kernels(HEAVIEST, meanwhile=found_by(plain, puzzle))):
        return ended
    from rookery.heaviest.annealing import annealing
    from rookery.heaviest.branching import LARGEST_TABLEAU, Branching

    search: LossSearch
    if puzzle.n > LARGEST_TABLEAU:
        losses = relaxation.losses
        search = LossSearch(losses, puzzle.best, annealing(losses, run.seed))
    else:
        search = Branching(relaxation, puzzle.best, run.seed, run.steps)
    search.best, search.lower_bound = plain.best, plain.lower_bound
    return (yield from found_by(search, puzzle))


def duals(puzzle: Heaviest, run: Run) -> Steps:
    """Search depth first by the linear program's reduced costs, in plain Python."""
    if hopeless := impossible(puzzle):
        return hopeless
    yield immediate_bound(puzzle)
    return (yield from found_by(LossSearch(relaxed(puzzle, run).losses, puzzle.best), puzzle))


def impossible(puzzle: Heaviest) -> Partial | None:
    """Return the outcome of a board with a closed row or column; refuse too large a board."""
    if puzzle.n > LARGEST_SIDE:
        side = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
        raise LimitError(f"expected a board of at most {side}, got {puzzle.n}x{puzzle.n}")
    rows = open_rows(Queens(puzzle.n, puzzle.given, puzzle.blocked))
    if all(rows) and reduce(or_, rows) == (1 << puzzle.n) - 1:
        return None
    return Partial(why_none=puzzle.why_none())


def relaxed(puzzle: Heaviest, run: Run) -> SolvedRelaxation:
    """Solve the linear program, in a share of the time left."""
    return solve_relaxation(puzzle, RELAXING * run.seconds_left(), run.check_deadline)


def found_by(search: LossSearch, puzzle: Heaviest) -> Steps:
    """Run a search to its end; yield its incumbents and bounds."""
    for nodes in search.ranked():
        if search.best is None:
            yield Partial(bound=bound_on(puzzle, search), steps=nodes, stage="search")
            continue
        answer = tuple(search.proved) or (search.best[1],)
        bound = bound_on(puzzle, search)
        note = open_question(puzzle, len(answer), puzzle.value(answer) == bound)
        yield Partial(answer, bound, steps=nodes, stage="search", note=note, refines=True)
    return ranked(puzzle, search.proved)


def ranked(puzzle: Heaviest, placements: Sequence[Placement]) -> Partial:
    """Return the outcome of a complete search, given the best placements in order."""
    if not placements:
        return Partial(why_none=puzzle.why_none())
    answer = tuple(placements)
    return Partial(answer, puzzle.value(answer), stage="search", note="", refines=True)


def open_question(puzzle: Heaviest, many: int, is_best: bool) -> str:
    """Describe the question that a stopped search leaves open, after `many` placements.

    `is_best` states whether the first of them is proved to have the best weight.
    """
    k = puzzle.best
    if k > 1:
        return f"{'the best ' if is_best else ''}{many:,} of {k:,} placements wanted"
    return "no placement weighs more, but an equal one may precede it" if is_best else ""


def immediate_bound(puzzle: Heaviest) -> Partial:
    """Return a bound and, for an open board, a constructed placement."""
    if puzzle.given or puzzle.blocked or puzzle.n in (2, 3):
        return Partial(bound=bound_by_columns(puzzle), stage="columns")
    answer = (constructed(puzzle.n),)
    note = open_question(puzzle, 1, is_best=False)
    return Partial(answer, bound_by_columns(puzzle), stage="construction", note=note)


def bound_on(puzzle: Heaviest, search: LossSearch) -> Number:
    """Return the proved bound on the weight, rounded to the safe side."""
    if search.best is not None and search.best[0] == search.lower_bound:
        return puzzle.weight(search.best[1])
    return _rounded(puzzle, search.losses.weight(search.lower_bound))


def bound_by_columns(puzzle: Heaviest) -> Number:
    """Return the sum of the columns' best weights, an immediate bound."""
    columns, parts = puzzle.scaled()
    return _rounded(puzzle, Fraction(sum(map(max, columns)), parts))


def _rounded(puzzle: Heaviest, exact: Fraction) -> Number:
    if all(isinstance(weight, int) for row in puzzle.weights for weight in row):
        return -math.floor(exact) if puzzle.lightest else math.floor(exact)
    above = math.nextafter(float(exact), math.inf)
    return -above if puzzle.lightest else above


def weigh_all(puzzle: Heaviest, run: Run) -> Steps:
    """Weigh all placements and keep the best. A step is a placement."""
    best = Best(puzzle.reduced().columns, puzzle.best)
    yield Partial(bound=bound_by_columns(puzzle), stage="columns")

    def weigh(listed: Partial) -> Partial:
        first = best.placements(1) if best.add(listed.block) else []
        return Partial(tuple(first) or None, steps=len(listed.block), stage="list")

    try:
        yield from mapped(blocks(Queens(puzzle.n, puzzle.given, puzzle.blocked), run), weigh)
    finally:  # a stopped search still returns its incumbents
        if kept := tuple(best.placements()):
            note = open_question(puzzle, len(kept), is_best=False)
            run.take(Partial(kept, stage="list", note=note, refines=True))
    return ranked(puzzle, kept)


class Best:
    """The k placements of greatest weight so far; ties stay in lexicographic order.

    Weights are nonnegative, by column, then row; their sums fit words.
    """

    def __init__(self, columns: list[list[int]], k: int) -> None:
        import numpy as np

        self._weights = np.array(columns, np.int64)
        self._k = k
        self._top = np.empty((0, len(columns)), np.int16)
        self._totals = np.empty(0, np.int64)

    def add(self, block: Any) -> bool:
        """Add the next block of placements, rows by column; return whether any is kept."""
        import numpy as np

        block = np.asarray(block)
        if not len(block):
            return False
        totals = np.zeros(len(block), np.int64)
        for weights, rows in zip(self._weights, block.T, strict=True):
            totals += weights[rows]
        if len(self._totals) == self._k:  # a later tie with the last one loses
            better = totals > self._totals[-1]
            block, totals = block[better], totals[better]
        if not len(block):
            return False
        totals = np.concatenate([self._totals, totals])
        order = np.arange(len(totals))
        if len(totals) > self._k:  # sort only the candidates for the k best
            place = len(totals) - self._k
            order = np.flatnonzero(totals >= np.partition(totals, place)[place])
        order = order[np.argsort(-totals[order], kind="stable")[: self._k]]
        self._top = np.concatenate([self._top, block.astype(np.int16)])[order]
        self._totals = totals[order]
        return True

    def placements(self, most: int | None = None) -> list[Placement]:
        """Return the kept placements, the best first; at most `most`, if given."""
        return list(map(tuple, self._top[:most].tolist()))
