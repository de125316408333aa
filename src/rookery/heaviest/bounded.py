"""The methods ``branch`` and ``duals``, and general solvers: searches by losses against a bound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import or_

from rookery.engine.run import Partial, Run, Steps
from rookery.errors import LimitError
from rookery.heaviest.duals import Relaxation, relaxed
from rookery.heaviest.kernel_sets import HEAVIEST
from rookery.heaviest.models import ModelSearch, Solver
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.search import Search
from rookery.queens.listing.plain import open_rows
from rookery.queens.placing.construction import constructed
from rookery.queens.puzzle import Placement, Queens
from rookery.results.values import Number

LARGEST_SIDE = 500  # of a board for which a linear program is made
RELAXING = 0.6  # of the time left, for the linear program


def branch(puzzle: Heaviest, run: Run) -> Steps:
    """Branch and bound by linear programs re-optimised at every node (see `branching`).

    Beyond 100 x 100 the tableaus are too large: there, ``duals`` follows an annealing.
    """
    if hopeless := _hopeless(puzzle):
        return hopeless
    yield known_at_once(puzzle)
    relaxation = _relaxation(puzzle, run)
    plain = Search(relaxation.losses, puzzle.best)
    if ended := (yield from run.kernels(HEAVIEST, meanwhile=_found_by(plain, puzzle))):
        return ended
    from rookery.heaviest.branching.search import LARGEST_TABLEAU, AnnealedSearch, Branching

    search: Search
    if puzzle.n > LARGEST_TABLEAU:
        search = AnnealedSearch(relaxation.losses, puzzle.best, run.seed)
    else:
        search = Branching(relaxation, puzzle.best, run.seed, run.steps)
    search.best, search.floor = plain.best, plain.floor
    return (yield from _found_by(search, puzzle))


def duals(puzzle: Heaviest, run: Run) -> Steps:
    """Search depth first by the losses against the linear program's bound, in plain Python."""
    if hopeless := _hopeless(puzzle):
        return hopeless
    yield known_at_once(puzzle)
    return (yield from _found_by(Search(_relaxation(puzzle, run).losses, puzzle.best), puzzle))


def by_model(puzzle: Heaviest, run: Run, solver: Solver) -> Steps:
    """Search by a general solver (see `models`)."""
    if hopeless := _hopeless(puzzle):
        return hopeless
    yield known_at_once(puzzle)
    search = ModelSearch(_relaxation(puzzle, run).losses, puzzle, solver, run.seconds_left)
    return (yield from _found_by(search, puzzle))


def _hopeless(puzzle: Heaviest) -> Partial | None:
    """Return why there is no placement, if some row or column has no open square.

    Raises
    ------
    LimitError
        When the board is larger than 500 x 500.
    """
    if puzzle.n > LARGEST_SIDE:
        side = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
        raise LimitError(f"expected a board of at most {side}, got {puzzle.n}x{puzzle.n}")
    rows = open_rows(Queens(puzzle.n, puzzle.given, puzzle.blocked))
    if all(rows) and reduce(or_, rows) == (1 << puzzle.n) - 1:
        return None
    return Partial(why_none=puzzle.why_none())


def _relaxation(puzzle: Heaviest, run: Run) -> Relaxation:
    return relaxed(puzzle, RELAXING * run.seconds_left(), run.check_deadline)


def _found_by(search: Search, puzzle: Heaviest) -> Steps:
    """Find the placements wanted by a search."""
    for nodes in search.ranked():
        if search.best is None:
            yield Partial(bound=_bound(puzzle, search), steps=nodes, stage="search")
            continue
        answer = tuple(search.found) or (search.best[1],)
        bound = _bound(puzzle, search)
        note = open_question(puzzle, len(answer), puzzle.value(answer) == bound)
        yield Partial(answer, bound, steps=nodes, stage="search", note=note, refines=True)
    return ranked(puzzle, search.found)


def ranked(puzzle: Heaviest, found: Sequence[Placement]) -> Partial:
    """Return the outcome of a complete search, given the best placements in order."""
    if not found:
        return Partial(why_none=puzzle.why_none())
    answer = tuple(found)
    return Partial(answer, puzzle.value(answer), stage="search", note="", refines=True)


def open_question(puzzle: Heaviest, many: int, is_best: bool) -> str:
    """Return in words what a stopped search leaves open.

    Parameters
    ----------
    puzzle
        What is solved.
    many
        How many placements are found.
    is_best
        Whether none weighs more than the first of them.
    """
    wanted = puzzle.best
    if wanted > 1:
        return f"{'the best ' if is_best else ''}{many:,} of {wanted:,} placements wanted"
    return "none weighs more; whether an equal one comes before it is open" if is_best else ""


def known_at_once(puzzle: Heaviest) -> Partial:
    """Return some placement of an open board, and a bound."""
    if puzzle.given or puzzle.blocked or puzzle.n in (2, 3):
        return Partial(bound=bound_by_columns(puzzle), stage="columns")
    answer = (constructed(puzzle.n),)
    note = open_question(puzzle, 1, is_best=False)
    return Partial(answer, bound_by_columns(puzzle), stage="construction", note=note)


def _bound(puzzle: Heaviest, search: Search) -> Number:
    """Return what is proved of the weight: rounded towards the safe side."""
    if search.best is not None and search.best[0] == search.floor:
        return puzzle.weight(search.best[1])
    return _rounded(puzzle, search.losses.weight(search.floor))


def bound_by_columns(puzzle: Heaviest) -> Number:
    """Return what is proved at once: no queen has more than the best square of her column."""
    columns, parts = puzzle.scaled()
    return _rounded(puzzle, Fraction(sum(map(max, columns)), parts))


def _rounded(puzzle: Heaviest, exact: Fraction) -> Number:
    if all(isinstance(weight, int) for row in puzzle.weights for weight in row):
        return -math.floor(exact) if puzzle.lightest else math.floor(exact)
    above = math.nextafter(float(exact), math.inf)
    return -above if puzzle.lightest else above
