"""How many shortest tours there are, within limits."""

from __future__ import annotations

from dataclasses import replace

from rookery.results.limits import LateError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour.exact import NO_TOUR
from rookery.tour.growing import Growing, plan_within, worth_kernels
from rookery.tour.hamiltonian.counting import run_sweep
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import Shortest

MANY_COUNTED = 1 << 20
"""So many states are worth kernels where tours are counted, state by state."""


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
    if isinstance(plan, Result):
        return plan
    if not plan.possible:
        return replace(Result.proved(tour, None, 0), note=plan.why_impossible(tour))
    plan = plan.essential()
    growing = Growing(plan, settings, worth_kernels(tour, MANY_COUNTED))
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


def _counted(tour: Tour, plan: Plan, growing: Growing, settings: Settings) -> Result:
    """Return the count from layers that are done, by arrays where these are words.

    When a limit or Ctrl-C ends it before, the note of its result tells how far it came.
    """
    layers = growing.layers
    if isinstance(layers, Layers):
        totals = Shortest(plan, layers).totals(settings.clock.look)
    else:
        from rookery.tour.waves import Waves

        totals = Waves(plan, layers).totals(settings.clock.look)
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
