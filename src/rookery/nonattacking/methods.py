"""The methods for `NonAttacking`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from random import Random
from typing import Any

from rookery.errors import LimitError, PuzzleError, RookeryError
from rookery.nonattacking import exact
from rookery.nonattacking.armies.solving import is_armies, run_armies
from rookery.nonattacking.counting.blockers import count_by_blockers, is_of_blockers
from rookery.nonattacking.counting.by_number import count_by_number, is_by_number
from rookery.nonattacking.counting.frontier import (
    count_by_frontier,
    fits_frontier,
    suits_frontier,
)
from rookery.nonattacking.counting.hoppers import count_by_hoppers, fits_hoppers, suits_hoppers
from rookery.nonattacking.counting.in_units import MakeWork, count_in_units, works_in_units
from rookery.nonattacking.counting.works import (
    BlockersWork,
    HoppersWork,
    PartsWork,
    RestsWork,
    SearchWork,
)
from rookery.nonattacking.graph import TooLateError, graph_of, in_time
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Search
from rookery.nonattacking.special import heaviest_of, placement_from, queens_of, the_queens
from rookery.nonattacking.symmetry import is_first, symmetries
from rookery.nonattacking.validation import PlacedPiece, given_of
from rookery.results.listing import Listing
from rookery.results.methods import Method, choose, keeping_units
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

Placement = tuple[PlacedPiece, ...]
Count = Callable[[NonAttacking, Settings], Result]


def run_cp_sat(puzzle: NonAttacking, settings: Settings) -> Result:
    """Let CP-SAT choose the best placement.

    Returns
    -------
    Result
        OPTIMAL with the best placement; within a limit FEASIBLE with the best so far and a bound.
    """
    return exact.best(graph_of(puzzle, in_time(settings)), settings)


def run_heaviest(puzzle: NonAttacking, settings: Settings) -> Result:
    """Solve it as the `Heaviest` puzzle that it is."""
    from rookery.heaviest.methods import METHODS as OWN

    same = heaviest_of(puzzle)
    result = choose(OWN, "auto", same).run(same, _silent(settings))
    answer = placement_from(result.answer[0]) if result.answer else None
    return replace(result, puzzle=puzzle, answer=answer)


def run_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Place n queens as the `Queens` puzzle that it is: all placements weigh the same."""
    found = place_queens(puzzle, settings)
    return found if found.answer is None else Result.proved(puzzle, found.answer, len(found.answer))


def place_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Find one placement of n queens, as an answer of the value 1."""
    from rookery.queens.placing.methods import PLACERS, find

    same = the_queens(puzzle)
    result = find(choose(PLACERS, "auto", same), same, settings)
    answer = None if result.answer is None else placement_from(result.answer)
    return replace(result, puzzle=puzzle, answer=answer)


def place_by_cp_sat(puzzle: NonAttacking, settings: Settings) -> Result:
    """Find one placement by CP-SAT, or prove that there is none."""
    return exact.any_placement(graph_of(puzzle, in_time(settings)), settings)


def count_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count the placements of n queens as those of the `Queens` puzzle that it is.

    So few that they are not counted in units are counted as pieces of any kind where those are
    asked for.
    """
    from rookery.queens.counting.methods import COUNTERS as OWN

    same = the_queens(puzzle)
    counters: tuple[Method, ...] = OWN
    if works_in_units(settings):
        if not any(one.in_units and one.fits(same) for one in OWN):
            return count_in_units(PartsWork, puzzle, settings)
        counters = keeping_units(OWN, same)
    return replace(choose(counters, "auto", same).run(same, settings), puzzle=puzzle)


def in_units_or(make: MakeWork, run: Count) -> Count:
    """Return a method that counts in units where they are asked for, else as it does."""

    @wraps(run)
    def counted_so(puzzle: NonAttacking, settings: Settings) -> Result:
        if works_in_units(settings):
            return count_in_units(make, puzzle, settings)
        return run(puzzle, settings)

    return counted_so


def count_by_search(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count all placements one by one, in plain Python.

    Returns
    -------
    Result
        OPTIMAL with the count, by number of pieces too. When stopped before, FEASIBLE with what
        was counted so far: at least that many exist.
    """
    graph = graph_of(puzzle, in_time(settings))
    search = Search(graph)
    counts = [0] * (len(graph.candidates) + 1)
    reason = None
    try:
        for chosen in search.placements():
            if chosen is not None:
                counts[chosen.bit_count()] += 1
                continue
            settings.report(Progress(settings.clock.seconds(), sum(counts), stage="count"))
            if reason := stop(settings, search.nodes):
                break
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return counted(puzzle, counts, reason, search.share(), graph.why_none)


def counted(
    puzzle: NonAttacking,
    counts: list[int],
    reason: Reason | None,
    share: float | None,
    note: str = "",
) -> Result:
    """Return the result of a count by number of pieces; a reason tells what stopped it."""
    while counts and not counts[-1]:
        counts.pop()
    value, by_number = sum(counts), tuple(counts)
    if reason is None:
        done = Result.proved(puzzle, None, value)
        return replace(done, by_number=by_number, note=note if not value else "")
    return Result(
        puzzle, None, value, None, Status.FEASIBLE, reason, share=share, by_number=by_number
    )


def stop(settings: Settings, nodes: int) -> Reason | None:
    """Return why a search is to stop after so many nodes, or None."""
    if settings.clock.left() <= 0:
        return Reason.TIME
    limit = settings.limits.work
    return Reason.WORK if limit is not None and nodes >= limit else None


def listing(
    puzzle: NonAttacking,
    settings: Settings,
    start: Any = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return a listing of all placements in lexicographic order, from one on or from the first.

    Parameters
    ----------
    fundamental
        Whether of placements that are images of each other only the first comes out.
    """
    begin = () if start is None else given_of(start, puzzle.board, len(puzzle.pieces))

    def conclude(listed: Listing) -> Result[Any]:
        done = listed.reason is Reason.PROVED
        if done and start is not None:
            return Result.proved(puzzle, None, listed.found)
        if done and not listed.found:
            note = graph_of(puzzle).why_none or exact.why_none(puzzle)
            return Result.impossible(puzzle, note)
        status = Status.OPTIMAL if done else Status.FEASIBLE if listed.found else Status.UNKNOWN
        value = listed.found or None
        return Result(puzzle, None, value, value if done else None, status, listed.reason)

    each = _each(puzzle, settings, begin, fundamental)
    blocks = ([] if one is None else [one] for one in each)
    return Listing(blocks, settings, conclude, first)


def _each(
    puzzle: NonAttacking, settings: Settings, begin: Placement, fundamental: bool
) -> Iterator[Placement | None]:
    """Yield the placements that are not before some pieces in order, and None now and then."""
    try:
        look = in_time(settings)
        graph = graph_of(puzzle, look)
        group = symmetries(graph, look)[1:] if fundamental else ()
    except TooLateError:
        yield None  # after which the listing sees that the time is over
        return
    search = Search(graph)
    for chosen in search.placements(search.path_from(begin)):
        if chosen is None:
            yield None
        elif is_first(group, chosen):
            yield graph.placement(chosen)


def place(puzzle: NonAttacking, method: str, settings: Settings) -> Result:
    """Return one placement, checked, by the method of a name; see `rookery.placement`."""
    chosen = choose(PLACERS, method, puzzle)
    result = chosen.run(puzzle, settings)
    faults = [] if result.answer is None else puzzle.check(result.answer)
    if faults:
        raise RookeryError(f"method {chosen.name!r} gave a wrong placement: {faults[0]}")
    return result.signed(chosen.name, settings)


def sample(puzzle: NonAttacking, k: int, settings: Settings) -> list[Placement]:
    """Draw placements from all of them as they pass by: each draw keeps one of those so far.

    Of the placements that passed, a draw keeps the i-th with the probability 1 / i, and so in
    the end each with the same (J. S. Vitter, "Random sampling with a reservoir", ACM TOMS 11,
    1985, with a reservoir of one for each draw).
    """
    random = Random(settings.seed)
    try:
        graph = graph_of(puzzle, in_time(settings))
    except TooLateError:
        raise LimitError(f"no sample within {settings.limits.seconds:g} s") from None
    drawn = [0] * k
    passed = 0
    for chosen in Search(graph).placements() if k else ():
        if chosen is None:
            if settings.clock.left() <= 0:
                raise LimitError(f"no sample within {settings.limits.seconds:g} s")
            continue
        passed += 1
        for at in range(k):
            if random.random() * passed < 1:
                drawn[at] = chosen
    if k and not passed:
        raise PuzzleError(expected="a puzzle with a placement", found="one with none")
    return [graph.placement(chosen) for chosen in drawn]


def _silent(settings: Settings) -> Settings:
    """Return settings that report values but no answers, which are of another form."""
    tell = settings.on_progress
    if tell is None:
        return settings
    return replace(settings, on_progress=lambda progress: tell(replace(progress, answer=None)))


def _within_limits(run: Count) -> Count:
    """Return a method that knows nothing when its time is over before it has begun."""

    @wraps(run)
    def started(puzzle: NonAttacking, settings: Settings) -> Result:
        try:
            return run(puzzle, settings)
        except TooLateError:
            return Result(puzzle, None, None, None, Status.UNKNOWN, Reason.TIME)
        except KeyboardInterrupt:
            return Result(puzzle, None, None, None, Status.UNKNOWN, Reason.INTERRUPTED)

    return started


METHODS = (
    Method(
        "queens",
        run_queens,
        "that these are n non-attacking queens",
        fits=lambda p: bool(queens_of(p)),
    ),
    Method("heaviest", run_heaviest, "the best weight", fits=lambda p: bool(heaviest_of(p))),
    Method("armies", run_armies, "the largest equal armies of queens", fits=is_armies),
    Method("cp-sat", _within_limits(run_cp_sat), "the best weight, by a general solver"),
)

PLACERS = (
    Method("queens", place_queens, "that there is none", fits=lambda p: bool(queens_of(p))),
    Method("cp-sat", _within_limits(place_by_cp_sat), "that there is none"),
)

BY_NUMBER = "that these are the counts for every number of pieces"

COUNTERS = (
    Method(
        "queens",
        _within_limits(count_queens),
        "that this is the count",
        fits=lambda p: bool(queens_of(p)),
        in_units=True,
    ),
    Method(
        "by-number",
        _within_limits(in_units_or(PartsWork, count_by_number)),
        BY_NUMBER,
        fits=is_by_number,
        in_units=True,
    ),
    Method(
        "blockers",
        _within_limits(in_units_or(BlockersWork, count_by_blockers)),
        BY_NUMBER,
        fits=is_of_blockers,
        in_units=True,
    ),
    Method(
        "hoppers",
        _within_limits(in_units_or(HoppersWork, count_by_hoppers)),
        BY_NUMBER,
        fits=fits_hoppers,
        suits=suits_hoppers,
        in_units=True,
    ),
    Method(
        "frontier",
        _within_limits(in_units_or(RestsWork, count_by_frontier)),
        BY_NUMBER,
        fits=fits_frontier,
        suits=suits_frontier,
        in_units=True,
    ),
    Method(
        "search",
        _within_limits(in_units_or(SearchWork, count_by_search)),
        "that this is the count",
        in_units=True,
    ),
)
