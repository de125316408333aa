"""The methods for covers: the tables, and the counts and lists of all cheapest covers.

For these, the least cost is proved first; then all covers of that cost are found, see
`rookery.cover.exact.enumeration`. Up to symmetry, one of the images of a cover stands for all.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial

from rookery.cover.model.traits import can_anneal, images, symmetries
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.engine.drive import Listing, counted_by, drive, solved_by, stop_for
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import PuzzleError, shown
from rookery.results.methods import Method
from rookery.results.progress import Progress
from rookery.results.result import Result, Status, number_text
from rookery.results.settings import Settings

Answer = tuple[PlacedPiece, ...]
BLOCK = 1000  # covers that are handed out together


def _by_components(name: str) -> Callable[[Cover, Settings], Result]:
    """Return a function that solves a puzzle by the named method, component by component."""

    def method(puzzle: Cover, run: Run) -> Steps:
        from rookery.cover.components import solve_components
        from rookery.cover.schedule import portfolio, workers

        shared = run.settings.executor is not None
        methods = {
            "auto": workers.search_shared if shared else portfolio.search,
            "exact": portfolio.prove,
            "anneal": portfolio.anneal_alone,
            "greedy": portfolio.choose_greedily,
        }
        return solve_components(methods[name], puzzle, run)

    return solved_by(method)


run_auto = _by_components("auto")

METHODS = (
    Method(
        "auto",
        run_auto,
        "the cheapest cover on small and uneven boards, else a bound within a few per cent",
        in_units=True,
        default_seconds=30.0,
        ends_by_work=can_anneal,
    ),
    Method(
        "exact", _by_components("exact"), "the cheapest cover, or bounds on its cost, by CP-SAT"
    ),
    Method(
        "anneal",
        _by_components("anneal"),
        "a cover that is seldom far from the best, and by LP a bound on the best cost",
        can_anneal,
    ),
    Method("greedy", _by_components("greedy"), "a cover without redundant pieces, and a bound"),
)


@counted_by
def count(puzzle: Cover, run: Run) -> Steps:
    """Count the cheapest covers; a puzzle without a cover has none."""
    from rookery.cover.components import with_integer_prices
    from rookery.cover.exact.enumeration import completed, every_cover, search_of_few

    in_integers = with_integer_prices(puzzle)
    search = yield from search_of_few(in_integers, run)
    if search is not None:
        return (yield from completed(search, run))
    best = yield from _cheapest(puzzle, run)
    if best.status is Status.INFEASIBLE:
        return Partial(value=0, note=best.note)
    return (yield from every_cover(in_integers, _price(best), run))


@counted_by
def count_fundamental(puzzle: Cover, run: Run) -> Steps:
    """Count the cheapest covers up to symmetry; a stopped count is of those found by then."""
    best = yield from _cheapest(puzzle, run)
    if best.status is Status.INFEASIBLE:
        return Partial(value=0, note=best.note)
    covers, search = _collected(puzzle, best, run)
    yield Partial(value=len(representatives(puzzle, covers)) or None)
    stop_for(search.stopped)
    return None


def listing(
    puzzle: Cover,
    settings: Settings,
    start: object = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return the listing of the cheapest covers in order: by their first squares, row by row."""
    if start is not None:
        raise PuzzleError(expected="no start for the covers of a puzzle", found=shown(start))
    proved: list[Result] = []
    method = partial(_listed, puzzle, proved, fundamental)
    return Listing(method, settings, partial(_concluded, puzzle, proved), first)


def representatives(puzzle: Cover, covers: set[Answer]) -> list[Answer]:
    """Return one cover for each set of images, the first in order, in order."""
    group = symmetries(puzzle)
    return sorted((c for c in covers if c == min(images(puzzle, group, c), key=_place)), key=_place)


def _place(cover: Answer) -> list[tuple[int, int, int]]:
    return [(row, column, kind) for kind, row, column in cover]


def _cheapest(puzzle: Cover, run: Run) -> Generator[Partial, None, Result]:
    """Find a cheapest cover, or prove that none exists."""
    settings = run.settings

    def tell(found: Progress) -> None:  # costs are no numbers of covers
        stage = f"cost {number_text(found.value)}, bound {number_text(found.bound)}"
        stage = found.stage if found.value is None else stage
        run.settings.report(replace(found, value=None, bound=None, answer=None, stage=stage))

    if settings.on_progress is not None:
        settings = replace(settings, on_progress=tell)
    yield Partial()
    best = run_auto(puzzle, replace(settings, limits=replace(settings.limits, gap=None)))
    if best.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        stop_for(best.reason)
    return best


def _collected(puzzle: Cover, best: Result, run: Run) -> tuple[set[Answer], Run]:
    """Return the cheapest covers found, and the run of the search for them."""
    from rookery.cover.components import with_integer_prices
    from rookery.cover.exact.enumeration import every_cover

    covers: set[Answer] = set()
    search = Run(puzzle, run.settings)
    drive(every_cover(with_integer_prices(puzzle), _price(best), search, covers), search)
    return covers, search


def _price(best: Result) -> int:
    return int(best.value / best.puzzle.unit)


def _listed(puzzle: Cover, proved: list[Result], fundamental: bool, run: Run) -> Steps:
    """List the covers in order once all are found; those found by then if a limit comes first."""
    best = yield from _cheapest(puzzle, run)
    proved.append(best)
    if best.status is Status.INFEASIBLE:
        return None
    covers, search = _collected(puzzle, best, run)
    found = representatives(puzzle, covers) if fundamental else sorted(covers, key=_place)
    size = (len(found) or 1) if search.stopped else BLOCK
    for place in range(0, len(found), size):
        yield Partial(block=found[place : place + size])
    stop_for(search.stopped)
    return None


def _concluded(puzzle: Cover, proved: list[Result], listed: Listing) -> Result:
    """Return a result whose value is the cost of each listed cover, or why none is listed."""
    if not proved:
        return Result(puzzle, None, None, None, Status.UNKNOWN, listed.reason)
    best = proved[0]
    if best.status is Status.INFEASIBLE:
        return Result.impossible(puzzle, best.note)
    return Result(puzzle, None, best.value, best.value, Status.OPTIMAL, listed.reason)


COUNTERS: tuple[Method, ...] = (Method("covers", count, "that this is the count"),)
