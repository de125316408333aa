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
from rookery.tour.circuit.solving import run_circuit
from rookery.tour.growing import MANY_STATES, Growing, LateError, plan_within, unknown
from rookery.tour.hamiltonian.counting import run_sweep, run_walks
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.solving import is_whole, run_hamiltonian
from rookery.tour.hamiltonian.walks import walks
from rookery.tour.layers import Layers
from rookery.tour.over.solving import run_beam
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour
from rookery.tour.shortest import Shortest

MANY_COUNTED = 1 << 20
"""So many states are worth kernels where tours are counted, state by state."""

BYTES_A_SECOND = 1 << 28
"""Of layers that surely grow in a second, kernels loaded."""

SMALL_BYTES = 1 << 24
"""Layers of this size are grown whatever the time limit."""

EXACT_PART = 0.7
"""Of the time, for exact layers, before a search without them."""

NO_TOUR_ONCE = "no tour stands on every square just once"

WHOLE_PART = 0.5
"""Of the time of a search, to look for a tour of the whole board that stands on no square twice."""

NO_TOUR = "no order of the targets can be toured to the end"

SEARCH_SECONDS = 10.0
"""What a search takes when neither time nor work is limited."""


def run_auto(tour: Tour, settings: Settings) -> Result:
    """Return the first shortest tour where its layers fit in memory and time, else search.

    The layers are integers, or words where those are already loaded or worth it. Whole boards
    whose layers do not fit, and tours with `once`, are left to the methods for them.
    """
    if tour.once:
        return _once(tour, settings)
    plan = plan_within(tour, settings)
    if plan is None:
        return unknown(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    plan = plan.essential()
    needed = memory.needed(len(plan.moves.reached), len(plan.targets))
    told = memory.told(len(plan.moves.reached), len(plan.targets))
    settings.report(Progress(settings.clock.seconds(), stage=told))
    seconds = settings.limits.seconds
    bound = 0
    if seconds is None and needed <= memory.MOST_BYTES:
        try:
            return _exact(tour, Growing(plan, settings, _many(tour)))
        except LimitError as error:
            told = str(error)
            settings = replace(settings, clock=settings.clock.allowing(SEARCH_SECONDS))
    elif seconds is not None and needed <= _bytes_within(seconds):
        part = settings.clock.allowing(EXACT_PART * settings.clock.left())
        growing = Growing(plan, replace(settings, clock=part), _many(tour))
        with suppress(LimitError):
            found = _exact(tour, growing)
            if found.reason is not Reason.TIME:
                return found
        bound = growing.layers.least_moves
    return _searched(tour, plan, settings, bound, told)


def _once(tour: Tour, settings: Settings) -> Result:
    """Return what the method for tours of this kind finds that stand on no square twice."""
    if is_whole(tour):
        return run_hamiltonian(tour, settings)
    return (run_beam if tour.visit == OVER else run_circuit)(tour, settings)


def _bytes_within(seconds: float) -> float:
    """Return how large layers are grown within a time limit."""
    return max(SMALL_BYTES, min(memory.MOST_BYTES, seconds * BYTES_A_SECOND))


def _many(tour: Tour) -> int | None:
    """Return how many states are worth kernels; None where there are none that do."""
    return None if tour.visit == OVER else MANY_STATES


def _searched(tour: Tour, plan: Plan, settings: Settings, bound: int, told: str) -> Result:
    """Return what the search for tours of this kind finds, and what exact layers would need."""
    if tour.visit == OVER:
        found = run_beam(tour, settings, bound, plan)
    else:
        found = _whole_first(tour, settings) or run_search(tour, settings, bound, plan)
    if found.status is Status.INFEASIBLE:
        return found
    return replace(found, note="; ".join(filter(None, (found.note, told))))


def _whole_first(tour: Tour, settings: Settings) -> Result | None:
    """Return a tour that stands on every square once, if one is soon found."""
    if not is_whole(tour):
        return None
    part = settings.clock.allowing(min(SEARCH_SECONDS, settings.clock.left()) * WHOLE_PART)
    found = run_hamiltonian(tour, replace(settings, clock=part))
    is_over = found.status is Status.OPTIMAL or found.reason is Reason.INTERRUPTED
    return found if is_over else None


def surely_exact(tour: Tour) -> bool:
    """Return whether ``auto`` runs until it is done: it is not left to a search of many targets."""
    if tour.once:
        return True
    plan = Plan.of(tour).essential()
    return not plan.possible or memory.fits(len(plan.moves.reached), len(plan.targets))


def run_layers(tour: Tour, settings: Settings) -> Result:
    """Return the lexicographically first shortest tour, proved, or that there is none.

    When a limit ends the search before, the result has no answer but a bound: no tour has
    fewer moves. One unit of work is one layer.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    plan = plan_within(tour, settings)
    if plan is None:
        return unknown(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    return _exact(tour, Growing(plan.essential(), settings, many=None))


def run_words(tour: Tour, settings: Settings) -> Result:
    """Do what `run_layers` does with compiled kernels, which takes less time and memory."""
    plan = plan_within(tour, settings)
    if plan is None:
        return unknown(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    return _exact(tour, Growing(plan.essential(), settings, many=0))


def run_search(tour: Tour, settings: Settings, bound: int = 0, plan: Plan | None = None) -> Result:
    """Return a good tour and a bound; see `rookery.tour.search`."""
    from rookery.tour import search

    return search.run_search(tour, settings, bound, plan)


def run_count(tour: Tour, settings: Settings) -> Result:
    """Count the shortest tours.

    Returns
    -------
    Result
        OPTIMAL with the exact number as value, 0 when there is no tour; its answer is None.
        UNKNOWN when a limit or Ctrl-C ended it before: `note` tells how many moves the tours
        have, at least, and how many of them were followed. One unit of work is one layer.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    plan = plan_within(tour, settings)
    if plan is None:
        return unknown(tour)
    if not plan.possible:
        return replace(Result.proved(tour, None, 0), note=plan.why_impossible(tour))
    plan = plan.essential()
    growing = Growing(plan, settings, None if tour.visit == OVER else MANY_COUNTED)
    ended = growing.grow()
    if ended is Reason.PROVED:
        return replace(Result.proved(tour, None, 0), note=NO_TOUR)
    if ended is not None:
        note = f"no tour has fewer than {growing.layers.least_moves} moves"
        return Result(tour, None, None, None, Status.UNKNOWN, ended, note=note)
    return _counted(tour, plan, growing, settings)


def run_swept(tour: Tour, settings: Settings) -> Result:
    """Count the tours of a whole board by a sweep, or those that must stand on squares again."""
    found = run_sweep(tour, settings)
    return run_count(tour, settings) if found.reason is Reason.DONE else found


def tours(tour: Tour, settings: Settings) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours in lexicographic order, each when asked for.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory, or when the time is up before the last
        tour.
    """
    if tour.once:
        yield from _whole_tours(tour, settings)
        return
    plan = plan_within(tour, settings)
    if plan is None:
        raise _late(settings, 0)
    if not plan.possible:
        return
    plan = plan.essential()
    growing = Growing(plan, settings, _many(tour))
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
    raise _late(settings, found)


def _whole_tours(tour: Tour, settings: Settings) -> Iterator[tuple[Square, ...]]:
    """Yield the tours of a whole board, in lexicographic order."""
    if not is_whole(tour):
        raise PuzzleError(expected="a tour of all squares to list those with once", found="another")
    found = 0

    def look() -> None:
        if not settings.clock.left():
            raise _late(settings, found)

    graph = Graph.of(tour, look)
    for path in walks(graph, look):
        look()
        answer = graph.answer(path)
        if tour.turn is None or not tour.check(answer):
            found += 1
            yield answer


def _late(settings: Settings, found: int) -> LimitError:
    return LimitError(f"the limit of {settings.limits.seconds:g} s came after {found} tours")


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
    if reason is Reason.PROVED and tour.once:
        return Result.impossible(tour, NO_TOUR_ONCE)
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
    """Return the count from layers that are done, by arrays where these are words.

    When a limit or Ctrl-C ends it before, the note of its result tells how far it came.
    """
    layers = growing.layers
    if isinstance(layers, Layers):
        totals = Shortest(plan, layers).totals(growing.look)
    else:
        from rookery.tour.counting import Counting

        totals = Counting(plan, layers).totals(growing.look)
    moves, least, found, reason = -1, layers.least_moves, 0, Reason.TIME
    try:
        for found in totals:  # noqa: B007 - the last one counts
            moves += 1
            seconds = settings.clock.seconds()
            settings.report(Progress(seconds, done=moves, total=least, stage="count"))
        return Result.proved(tour, None, found)
    except LateError:
        pass
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    note = f"shortest tours have {least} moves; beginnings of {max(0, moves)} moves: {found}"
    stopped = Result(tour, None, None, None, Status.UNKNOWN, reason, note=note)
    return replace(stopped, share=max(0, moves) / least if least else 0.0)


def _again(tour: Tour) -> bool:
    """Return whether squares may be stood on again, and moves visit nothing on their way."""
    return not tour.once and tour.visit != OVER


def _swept(tour: Tour) -> bool:
    """Return whether a sweep over the board counts the tours."""
    return is_whole(tour) and tour.turn is None and Graph.of(tour).goes_back


_FIRST = "the fewest moves, and the lexicographically first such tour"

METHODS: tuple[Method, ...] = (
    Method(
        "auto",
        run_auto,
        f"{_FIRST}; of too many targets what `search` does",
        default_seconds=SEARCH_SECONDS,
        is_sure=surely_exact,
    ),
    Method("layers", run_layers, _FIRST, fits=lambda tour: not tour.once),
    Method("words", run_words, _FIRST, fits=_again),
    Method(
        "search",
        run_search,
        "a bound on the fewest moves, and a tour that is seldom far off",
        fits=_again,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "hamiltonian",
        run_hamiltonian,
        "a tour that stands on every square once, or why there is none",
        fits=is_whole,
    ),
    Method(
        "beam",
        run_beam,
        "a tour that is seldom far off, and a bound; with `once` what `circuit` does",
        fits=lambda tour: tour.visit == OVER,
        default_seconds=SEARCH_SECONDS,
    ),
    Method(
        "circuit",
        run_circuit,
        "with `once`, the fewest moves; else a tour, and a bound",
        fits=lambda tour: tour.turn is None and (tour.once or tour.visit == OVER),
        default_seconds=SEARCH_SECONDS,
    ),
)

COUNTERS: tuple[Method, ...] = (
    Method(
        "sweep",
        run_swept,
        "that this is the count of tours of a whole board",
        fits=_swept,
    ),
    Method("layers", run_count, "that this is the count", fits=lambda tour: not tour.once),
    Method(
        "walks",
        run_walks,
        "the count of tours of a whole board, one by one, or as many as were found",
        fits=is_whole,
    ),
)
