"""All placements counted one by one, in plain Python: the method that every puzzle fits."""

from __future__ import annotations

from dataclasses import replace

from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Search
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings


def count_by_search(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count all placements one by one, in plain Python.

    Returns
    -------
    Result
        OPTIMAL with the count, by number of pieces too. When stopped before, FEASIBLE with what
        was counted so far: at least that many exist.
    """
    graph = graph_of(puzzle, settings.clock.look)
    search = Search(graph)
    counts = [0] * (len(graph.candidates) + 1)
    reason = None
    try:
        for chosen in search.placements():
            if chosen is not None:
                counts[chosen.bit_count()] += 1
                continue
            settings.report(Progress(settings.clock.seconds(), sum(counts), stage="count"))
            if reason := _stop(settings, search.nodes):
                break
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return _result(puzzle, counts, reason, search.share(), graph.why_none)


def _result(
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


def _stop(settings: Settings, nodes: int) -> Reason | None:
    """Return why a search is to stop after so many nodes, or None."""
    if settings.clock.left() <= 0:
        return Reason.TIME
    limit = settings.limits.work
    return Reason.WORK if limit is not None and nodes >= limit else None
