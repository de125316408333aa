"""The method ``list``: every placement of a board of middling size, weighed as it is listed."""

from __future__ import annotations

from dataclasses import replace

from rookery.heaviest.bounded import bound_by_columns, open_question
from rookery.heaviest.puzzle import Heaviest
from rookery.heaviest.weighing import Best
from rookery.queens.listing.blocks import blocks
from rookery.queens.puzzle import Placement, Queens
from rookery.results.incumbent import Incumbent
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings

Answer = tuple[Placement, ...]


def run_list(puzzle: Heaviest, settings: Settings) -> Result:
    """Weigh all placements and keep the best.

    Returns
    -------
    Result
        OPTIMAL or INFEASIBLE when it ran to its end; else FEASIBLE with the best so far. A limit
        of work is a number of placements.
    """
    incumbent: Incumbent[Answer] = Incumbent(puzzle, settings, greatest=not puzzle.lightest)
    best = Best(puzzle.reduced().columns, puzzle.best)
    reason, weighed = Reason.PROVED, 0
    try:
        incumbent.prove(bound_by_columns(puzzle), "columns")
        for block in blocks(Queens(puzzle.n, puzzle.given, puzzle.blocked)):
            best.add(block)
            weighed += len(block)
            if weighed:
                incumbent.offer(tuple(best.placements(1)), "list")
            if stopped := _stopped(settings, incumbent, weighed):
                reason = stopped
                break
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    answer = tuple(best.placements())
    if reason is Reason.PROVED:
        if not answer:
            return Result.impossible(puzzle, puzzle.why_none())
        incumbent.prove(puzzle.value(answer), "list")
    result = incumbent.result(reason)
    note = "" if reason is Reason.PROVED else open_question(result, len(answer))
    return replace(result, answer=answer or None, reason=reason, note=note)


def _stopped(settings: Settings, incumbent: Incumbent[Answer], weighed: int) -> Reason | None:
    work = settings.limits.work
    if work is not None and weighed >= work:
        return Reason.WORK
    reason = incumbent.stop()
    return None if reason is Reason.PROVED else reason
