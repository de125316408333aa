"""All cheapest covers: counted and listed, each once or, up to symmetry, one of its images.

First the least price is proved; then CP-SAT goes through all covers of that price. In its model
every literal follows from the pieces, so that no cover comes twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from rookery.cover.methods import run_auto
from rookery.cover.model.symmetry import images, in_order, symmetries
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.whole import whole
from rookery.engine.listing import Listing, of_blocks
from rookery.errors import LimitError, PuzzleError, shown
from rookery.results.methods import Method
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.results.values import number_text

Answer = tuple[PlacedPiece, ...]
STAGE = "covers"
BLOCK = 1000  # covers that are handed out together


@dataclass
class Gathered:
    """The cheapest covers found so far.

    Attributes
    ----------
    best
        The result of the search for one.
    covers
        They themselves, where they are kept.
    found
        How many there are.
    ended
        Why the search ended before the last; None when these are all.
    """

    best: Result
    covers: set[Answer] = field(default_factory=set)
    found: int = 0
    ended: Reason | None = None


def run_count(puzzle: Cover, settings: Settings) -> Result:
    """Count the cheapest covers.

    Returns
    -------
    Result
        OPTIMAL with their number; 0 when there is no cover, with the reason in its note. FEASIBLE
        with those counted so far when a limit or Ctrl-C ended the count, UNKNOWN when it did so
        before the least price was proved.
    """
    gathered = gather(puzzle, settings)
    return _counted(puzzle, gathered, gathered.found)


def run_fundamental(puzzle: Cover, settings: Settings, _: Method) -> Result:
    """Count the cheapest covers that are no images of each other by symmetries of the puzzle."""
    gathered = gather(puzzle, settings, keep=True)
    return _counted(puzzle, gathered, len(representatives(puzzle, gathered.covers)))


def listing(
    puzzle: Cover,
    settings: Settings,
    start: object = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return the listing of the cheapest covers in order: by their first squares, row by row.

    Raises
    ------
    PuzzleError
        When there is a start: covers are listed from the first.
    """
    if start is not None:
        raise PuzzleError(expected="no start for the covers of a puzzle", found=shown(start))
    gathered: list[Gathered] = []
    blocks = _blocks(puzzle, settings, gathered, fundamental)
    return Listing(of_blocks(blocks), settings, partial(_concluded, puzzle, gathered), first)


def gather(puzzle: Cover, settings: Settings, keep: bool = False) -> Gathered:
    """Return the cheapest covers, each once; only their number unless they are to be kept."""
    best = run_auto(puzzle, _of_costs(settings))
    gathered = Gathered(best)
    if best.status is Status.INFEASIBLE:
        return gathered
    if best.status is not Status.OPTIMAL:
        gathered.ended = best.reason
        return gathered

    def take(cover: Answer) -> None:
        gathered.found += 1
        if keep:
            gathered.covers.add(in_order(cover))
        settings.report(Progress(settings.clock.seconds(), gathered.found, stage=STAGE))

    price = int(best.value / puzzle.unit)  # type: ignore[operator]
    gathered.ended = _go_through(whole(puzzle), price, settings, take)
    return gathered


def _of_costs(settings: Settings) -> Settings:
    """Return the settings of the search for the least price: its costs are no numbers of covers."""

    def tell(found: Progress) -> None:
        stage = f"cost {number_text(found.value)}, bound {number_text(found.bound)}"
        stage = found.stage if found.value is None else stage
        settings.report(replace(found, value=None, bound=None, answer=None, stage=stage))

    return settings if settings.on_progress is None else replace(settings, on_progress=tell)


def representatives(puzzle: Cover, covers: set[Answer]) -> list[Answer]:
    """Return of covers that are images of each other the first in order, all in order."""
    group = symmetries(puzzle)
    return sorted((c for c in covers if c == min(images(puzzle, group, c), key=_place)), key=_place)


def _place(cover: Answer) -> list[tuple[int, int, int]]:
    """Return what covers are ordered by."""
    return [(row, column, kind) for kind, row, column in cover]


def _go_through(
    puzzle: Cover, price: int, settings: Settings, take: Callable[[Answer], None]
) -> Reason | None:
    """Call for every cover of the least price; return why that ended early, None for all."""
    from rookery.cover.exact.enumeration import each_cover

    try:
        complete = each_cover(puzzle, price, settings.clock, take)
    except KeyboardInterrupt:
        return Reason.INTERRUPTED
    return None if complete else Reason.TIME


def _counted(puzzle: Cover, gathered: Gathered, number: int) -> Result:
    if gathered.best.status is Status.INFEASIBLE:
        return replace(Result.proved(puzzle, None, 0), note=gathered.best.note)
    if gathered.ended is None:
        return Result.proved(puzzle, None, number)
    status = Status.FEASIBLE if number else Status.UNKNOWN
    return Result(puzzle, None, number or None, None, status, gathered.ended)


def _blocks(
    puzzle: Cover, settings: Settings, gathered: list[Gathered], fundamental: bool
) -> Iterator[list[Answer]]:
    """Yield the covers in order, when all are found or a limit ends the search."""
    known = gather(puzzle, settings, keep=True)
    gathered.append(known)
    covers = known.covers
    found = representatives(puzzle, covers) if fundamental else sorted(covers, key=_place)
    if known.ended is not None:
        if found:
            yield found
        if known.ended is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        raise LimitError(f"the limit came after {len(found)} covers")
    for start in range(0, len(found), BLOCK):
        yield found[start : start + BLOCK]


def _concluded(puzzle: Cover, gathered: list[Gathered], listed: Listing) -> Result:
    """Return a result whose value is the price of each cover listed; without any, why."""
    best = gathered[0].best if gathered else None
    if best is None or best.status in (Status.UNKNOWN, Status.FEASIBLE):
        bound = None if best is None else best.bound
        return Result(puzzle, None, None, bound, Status.UNKNOWN, listed.reason)
    if best.status is Status.INFEASIBLE:
        return Result.impossible(puzzle, best.note)
    return Result(puzzle, None, best.value, best.value, Status.OPTIMAL, listed.reason)


COUNTERS: tuple[Method, ...] = (Method("covers", run_count, "that this is the count"),)
