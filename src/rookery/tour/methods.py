"""The methods that find and count tours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from rookery.boards.board import Square
from rookery.errors import LimitError, PuzzleError, shown
from rookery.results.listing import Listing
from rookery.results.methods import Method
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour import memory
from rookery.tour.growing import Growing, LateError
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import Shortest

MANY_COUNTED = 1 << 20
"""So many states are worth kernels where tours are counted, state by state."""

BYTES_A_SECOND = 1 << 28
"""Of layers that surely grow in a second, kernels loaded."""

SMALL_BYTES = 1 << 24
"""Layers of this size are grown whatever the time limit."""

EXACT_PART = 0.7
"""Of the time, for exact layers, before a search without them."""

NO_TOUR = "no order of the targets can be toured to the end"

_HINT = "with a time limit a search finds a tour and a bound"


def run_auto(tour: Tour, settings: Settings) -> Result:
    """Return the first shortest tour where its layers fit in memory and time, else search.

    The layers are integers, or words where those are already loaded or worth it.

    Raises
    ------
    LimitError
        When the layers do not fit in memory and there is no time limit for a search.
    """
    plan = Plan.of(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    plan = plan.essential()
    needed = memory.needed(len(plan.moves.reached), len(plan.targets))
    seconds = settings.limits.seconds
    if seconds is None:
        try:
            return _exact(tour, Growing(plan, settings))
        except LimitError as error:
            raise LimitError(f"{error}; {_HINT}") from error
    bound = 0
    if needed <= max(SMALL_BYTES, min(memory.MOST_BYTES, seconds * BYTES_A_SECOND)):
        part = settings.clock.allowing(EXACT_PART * settings.clock.left())
        growing = Growing(plan, replace(settings, clock=part))
        with suppress(LimitError):
            found = _exact(tour, growing)
            if found.reason is not Reason.TIME:
                return found
        bound = growing.layers.least_moves
    return run_search(tour, settings, bound)


def run_layers(tour: Tour, settings: Settings) -> Result:
    """Return the lexicographically first shortest tour, proved, or that there is none.

    When a limit ends the search before, the result has no answer but a bound: no tour has
    fewer moves. One unit of work is one layer.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    plan = Plan.of(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    return _exact(tour, Growing(plan.essential(), settings, many=None))


def run_words(tour: Tour, settings: Settings) -> Result:
    """Do what `run_layers` does with compiled kernels, which takes less time and memory."""
    plan = Plan.of(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    return _exact(tour, Growing(plan.essential(), settings, many=0))


def run_search(tour: Tour, settings: Settings, bound: int = 0) -> Result:
    """Return a good tour and a bound; see `rookery.tour.search`."""
    from rookery.tour import search

    return search.run_search(tour, settings, bound)


def run_count(tour: Tour, settings: Settings) -> Result:
    """Count the shortest tours.

    Returns
    -------
    Result
        OPTIMAL with the exact number as value, 0 when there is no tour; its answer is None.
        UNKNOWN when a limit or Ctrl-C ended it before. One unit of work is one layer.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    plan = Plan.of(tour)
    if not plan.possible:
        return replace(Result.proved(tour, None, 0), note=plan.why_impossible(tour))
    plan = plan.essential()
    growing = Growing(plan, settings, MANY_COUNTED)
    ended = growing.grow()
    if ended is Reason.PROVED:
        return replace(Result.proved(tour, None, 0), note=NO_TOUR)
    if ended is None:
        try:
            return _counted(tour, plan, growing, settings)
        except LateError:
            ended = Reason.TIME
        except KeyboardInterrupt:
            ended = Reason.INTERRUPTED
    return Result(tour, None, None, None, Status.UNKNOWN, ended)


def tours(tour: Tour, settings: Settings) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours in lexicographic order, each when asked for.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory, or when the time is up before the last
        tour.
    """
    plan = Plan.of(tour)
    if not plan.possible:
        return
    plan = plan.essential()
    growing = Growing(plan, settings)
    ended = growing.grow()
    if ended is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if ended is Reason.PROVED:
        return
    found = 0
    if ended is None:
        for path in Shortest(plan, growing.layers).tours():
            if not settings.clock.left():
                break
            found += 1
            yield path
        else:
            return
    raise LimitError(f"the limit of {settings.limits.seconds:g} s came after {found} tours")


def listing(
    puzzle: Tour, settings: Settings, start: Any = None, first: int | None = None
) -> Listing:
    """Return the listing of the shortest tours, each a block of its own.

    Raises
    ------
    PuzzleError
        When there is a start: shortest tours are listed from the first.
    LimitError
        When it is iterated over, and the layers need more than 2 GiB of memory.
    """
    if start is not None:
        raise PuzzleError(expected="no start for the tours of a puzzle", found=shown(start))
    found = ([path] for path in tours(puzzle, settings))
    return Listing(found, settings, partial(_concluded, puzzle), first)


def _concluded(tour: Tour, listed: Listing) -> Result:
    """Return a result whose value is the moves of each tour listed; without any, why."""
    reason = listed.reason
    if listed.found:
        moves = len(listed.last) - 1
        return Result(tour, None, moves, moves, Status.OPTIMAL, reason)
    if reason is Reason.PROVED:
        plan = Plan.of(tour)
        return Result.impossible(tour, NO_TOUR if plan.possible else plan.why_impossible(tour))
    return Result(tour, None, None, None, Status.UNKNOWN, reason)


def _exact(tour: Tour, growing: Growing) -> Result:
    ended = growing.grow()
    layers = growing.layers
    if ended is Reason.PROVED:
        return Result.impossible(tour, NO_TOUR)
    if ended is not None:
        return Result(tour, None, None, layers.least_moves, Status.UNKNOWN, ended)
    answer = layers.tour()
    return Result.proved(tour, answer, len(answer) - 1)


def _counted(tour: Tour, plan: Plan, growing: Growing, settings: Settings) -> Result:
    """Return the count from layers that are done, by arrays where these are words."""
    layers = growing.layers
    if isinstance(layers, Layers):
        totals = Shortest(plan, layers).totals(growing.look)
    else:
        from rookery.tour.counting import Counting

        totals = Counting(plan, layers).totals(growing.look)
    found = 0
    for moves, found in enumerate(totals):  # noqa: B007 - the last one counts
        seconds = settings.clock.seconds()
        settings.report(Progress(seconds, done=moves, total=layers.least_moves, stage="count"))
    return Result.proved(tour, None, found)


_FIRST = "the fewest moves, and the lexicographically first such tour"

METHODS: tuple[Method, ...] = (
    Method("auto", run_auto, f"{_FIRST}; of too many targets what `search` does"),
    Method("layers", run_layers, _FIRST),
    Method("words", run_words, _FIRST),
    Method(
        "search",
        run_search,
        "a bound on the fewest moves, and a tour that is seldom far off",
        default_seconds=10.0,
    ),
)

COUNTERS: tuple[Method, ...] = (Method("layers", run_count, "that this is the count"),)
