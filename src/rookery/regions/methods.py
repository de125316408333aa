"""The methods for `Regions`: one answer, how many there are, whether there is only one, all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from rookery.errors import PuzzleError, shown
from rookery.regions.kernel_sets import SEARCH
from rookery.regions.masks import Masks, masks_of, squares_in
from rookery.regions.puzzle import Placement, Regions
from rookery.regions.searching.search import Search, first_free
from rookery.results.listing import Listing, by_number
from rookery.results.methods import Method, choose, signed_placement
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

PLAIN_NODES = 256
"""So many nodes are searched in plain Python before kernels are waited for."""
SOON = 32
"""After so many they are loaded in the background."""
STAGE = "search"
WHY_NONE = "no placement has so many pieces in every row, column and region, none attacking another"


class Found(NamedTuple):
    """What a search found: the number of answers, the first of them, and why it stopped early."""

    number: int
    answers: list[int]
    stopped: Reason | None = None


def run_search(puzzle: Regions, settings: Settings) -> Result:
    """Find one answer, or prove that there is none."""
    found = find(masks_of(puzzle), 1, settings)
    if found.number:
        answer = squares_in(found.answers[0], len(puzzle.rows))
        return Result.proved(puzzle, answer, len(answer))
    if found.stopped is None:
        return Result.impossible(puzzle, WHY_NONE)
    return Result(puzzle, None, None, None, Status.UNKNOWN, found.stopped)


def count_by_search(puzzle: Regions, settings: Settings) -> Result:
    """Count all answers, one by one."""
    found = find(masks_of(puzzle), None, settings)
    if found.stopped is None:
        done: Result = Result.proved(puzzle, None, found.number)
        return done if found.number else replace(done, note=WHY_NONE)
    return Result(puzzle, None, found.number, None, Status.FEASIBLE, found.stopped)


def find(masks: Masks, most: int | None, settings: Settings) -> Found:
    """Search for answers, in plain Python at first, then by the kernel.

    Parameters
    ----------
    masks
        The puzzle.
    most
        So many answers are enough; None finds all.
    settings
        Their limits hold; the work is counted in nodes.
    """
    try:
        if not SEARCH.is_ready:
            found = _find_plainly(masks, most, settings)
            if found is not None:
                return found
            if not settings.wait_for(SEARCH):
                return Found(0, [], Reason.TIME)
    except KeyboardInterrupt:
        return Found(0, [], Reason.INTERRUPTED)
    return _find_compiled(masks, most, settings)


def _find_plainly(masks: Masks, most: int | None, settings: Settings) -> Found | None:
    """Return what a short search finds; None when it is not over."""
    search = Search(masks)
    work = settings.limits.work
    answers = []
    for answer in search.answers(tick=SOON):
        if answer is not None:
            answers.append(answer)
        if len(answers) == most:
            return Found(len(answers), answers)
        if work is not None and search.nodes >= work:
            return Found(len(answers), answers, Reason.WORK)
        if search.nodes >= PLAIN_NODES:
            return None
        if search.nodes >= SOON:
            SEARCH.begin()
    return Found(len(answers), answers)


def _find_compiled(masks: Masks, most: int | None, settings: Settings) -> Found:
    """Search for answers by the kernel, slice by slice."""
    from rookery.regions.searching.compiled import NODES_A_SLICE, CompiledSearch

    search = CompiledSearch(masks, room=most or 1)
    enough = (1 << 62) if most is None else most
    work = settings.limits.work
    nodes = 0
    stopped = None
    try:
        while stopped is None:
            size = NODES_A_SLICE if work is None else min(NODES_A_SLICE, work - nodes)
            nodes += size - search.run(enough, size)
            if search.is_over or search.found >= enough:
                break
            if work is not None and nodes >= work:
                stopped = Reason.WORK
            elif settings.clock.left() <= 0:
                stopped = Reason.TIME
            settings.report(Progress(settings.clock.seconds(), search.found or None, stage=STAGE))
    except KeyboardInterrupt:
        stopped = Reason.INTERRUPTED
    return Found(search.found, search.answers(), stopped)


def listing(
    puzzle: Regions, settings: Settings, start: Any = None, first: int | None = None
) -> Listing:
    """Return a listing of all answers in lexicographic order."""
    if start is not None:
        raise PuzzleError(expected="no start for region puzzles", found=shown(start))
    return Listing(_each(puzzle), settings, by_number(puzzle, lambda: WHY_NONE), first)


def _each(puzzle: Regions) -> Iterator[list[Placement]]:
    """Yield each answer alone, in order, and nothing from time to time."""
    for answer in Search(masks_of(puzzle), first_free).answers():
        yield [] if answer is None else [squares_in(answer, len(puzzle.rows))]


def place(puzzle: Regions, method: str, settings: Settings) -> Result:
    """Return one answer, checked, whose value is 1; see `rookery.placement`."""
    chosen = choose(METHODS, method, puzzle)
    result = chosen.run(puzzle, settings)
    if result.answer is not None:
        result = Result.proved(puzzle, result.answer, 1)
    return signed_placement(result, chosen, settings, puzzle.check)


def is_unique(puzzle: Regions, settings: Settings) -> bool | None:
    """Return whether there is exactly one answer; None when a limit came before that is known."""
    SEARCH.begin()  # one who asks this of a board often asks it of many
    found = find(masks_of(puzzle), 2, settings)
    if found.stopped is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    return None if found.number < 2 and found.stopped is not None else found.number == 1


METHODS = (Method("search", run_search, "that there is none"),)
COUNTERS = (Method("search", count_by_search, "that this is the count"),)
