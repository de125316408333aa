"""The methods that find and count tours."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from rookery.board import Square
from rookery.errors import LimitError
from rookery.result import Method, Progress, Reason, Result, Settings, Status
from rookery.tour import memory
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import Shortest

if TYPE_CHECKING:
    from rookery.tour.words import Words

MANY_STATES = 1 << 28
"""From here on compiled kernels are worth the time it takes to load them."""

MANY_COUNTED = 1 << 20
"""The same where tours are counted, state by state."""

BYTES_A_SECOND = 1 << 28
"""Of layers that surely grow in a second, kernels loaded."""

SMALL_BYTES = 1 << 24
"""Layers of this size are grown whatever the time limit."""

WORDS = "rookery.tour.words"
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
    if seconds is None or needed <= SMALL_BYTES:
        try:
            return _exact(tour, settings, _layers_of(plan))
        except LimitError as error:
            raise LimitError(f"{error}; {_HINT}") from error
    bound = 0
    if needed <= min(memory.MOST_BYTES, seconds * BYTES_A_SECOND):
        layers = _layers_of(plan)
        with suppress(LimitError):
            found = _exact(tour, settings, layers)
            if found.reason is not Reason.TIME:
                return found
        bound = layers.least_moves
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
    return _exact(tour, settings, Layers(plan.essential()))


def run_words(tour: Tour, settings: Settings) -> Result:
    """Do what `run_layers` does with compiled kernels, which takes less time and memory."""
    from rookery.tour.words import Words

    plan = Plan.of(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    return _exact(tour, settings, Words(plan.essential()))


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
    layers = _layers_of(plan, MANY_COUNTED)
    ended = _grow(layers, settings)
    if ended is Reason.PROVED:
        return Result.proved(tour, None, 0)
    if ended is None:
        try:
            return _counted(tour, plan, layers, settings)
        except KeyboardInterrupt:
            ended = Reason.INTERRUPTED
    return Result(tour, None, None, None, Status.UNKNOWN, ended)


def tours(tour: Tour) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours in lexicographic order, each when asked for.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    plan = Plan.of(tour)
    if not plan.possible:
        return
    plan = plan.essential()
    layers = _layers_of(plan)
    while not layers.done:
        if not layers.grow():
            return
    yield from Shortest(plan, layers).tours()


def _layers_of(plan: Plan, many: int = MANY_STATES) -> Layers | Words:
    """Return a plan's layers, as integers or, of many states, as words."""
    if WORDS not in sys.modules and len(plan.moves.reached) << len(plan.targets) < many:
        return Layers(plan)
    from rookery.tour.words import Words

    return Words(plan)


def _exact(tour: Tour, settings: Settings, layers: Layers | Words) -> Result:
    ended = _grow(layers, settings)
    if ended is Reason.PROVED:
        return Result.impossible(tour)
    if ended is not None:
        return Result(tour, None, None, layers.least_moves, Status.UNKNOWN, ended)
    answer = layers.tour()
    return Result.proved(tour, answer, len(answer) - 1)


def _grow(layers: Layers | Words, settings: Settings) -> Reason | None:
    """Grow layers until they hold a tour; else return why not, PROVED if there is none."""
    limits = settings.limits
    most = None if limits.work is None else limits.work + 1
    try:
        while not layers.done:
            if layers.grown == most:
                return Reason.WORK
            if limits.seconds is not None and settings.clock.left() <= 0:
                return Reason.TIME
            if not layers.grow(most):
                return Reason.PROVED
            if settings.on_progress is not None:
                bound = layers.least_moves
                settings.report(Progress(settings.clock.seconds(), bound=bound, stage="layers"))
    except KeyboardInterrupt:
        return Reason.INTERRUPTED
    return None


def _counted(tour: Tour, plan: Plan, layers: Layers | Words, settings: Settings) -> Result:
    """Return the count from layers that are done, by arrays where these are words."""
    if isinstance(layers, Layers):
        totals = Shortest(plan, layers).totals()
    else:
        from rookery.tour.counting import Counting

        totals = Counting(plan, layers).totals()
    found = 0
    for moves, found in enumerate(totals):  # noqa: B007 - the last one counts
        seconds = settings.clock.seconds()
        settings.report(Progress(seconds, done=moves, total=layers.least_moves, stage="count"))
        if not settings.clock.left():
            return Result(tour, None, None, None, Status.UNKNOWN, Reason.TIME)
    return Result.proved(tour, None, found)


_FIRST = "the fewest moves, and the lexicographically first such tour"

METHODS: tuple[Method, ...] = (
    Method("auto", run_auto, f"{_FIRST}; of too many targets what `search` does"),
    Method("layers", run_layers, _FIRST),
    Method("words", run_words, _FIRST),
    Method("search", run_search, "a bound on the fewest moves, and a tour that is seldom far off"),
)

COUNTERS: tuple[Method, ...] = (Method("layers", run_count, "that this is the count"),)
