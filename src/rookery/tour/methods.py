"""The methods that find tours."""

from __future__ import annotations

from rookery.result import Method, Progress, Reason, Result, Settings, Status
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour


def run_layers(tour: Tour, settings: Settings) -> Result:
    """Return the lexicographically first shortest tour, proved, or that there is none.

    When a limit ends the search before, the result has no answer but a bound: no tour has
    fewer moves. One unit of work is one layer.

    Raises
    ------
    LimitError
        When the search needs more than 1 GiB of memory.
    """
    plan = Plan.of(tour)
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    layers = Layers(plan)
    try:
        grown = 0
        while not layers.done():
            reason = _stopped(settings, grown)
            if reason is not None:
                return _unknown(tour, layers, reason)
            if not layers.grow():
                return Result.impossible(tour)
            grown += 1
            if settings.on_progress is not None:
                bound = layers.least_moves
                settings.report(Progress(settings.clock.seconds(), bound=bound, stage="layers"))
    except KeyboardInterrupt:
        return _unknown(tour, layers, Reason.INTERRUPTED)
    answer = layers.tour()
    return Result.proved(tour, answer, len(answer) - 1)


def _stopped(settings: Settings, grown: int) -> Reason | None:
    if settings.limits.work is not None and grown >= settings.limits.work:
        return Reason.WORK
    return Reason.TIME if settings.clock.left() <= 0 else None


def _unknown(tour: Tour, layers: Layers, reason: Reason) -> Result:
    return Result(tour, None, None, layers.least_moves, Status.UNKNOWN, reason)


METHODS: tuple[Method, ...] = (
    Method("layers", run_layers, "the fewest moves, and the lexicographically first such tour"),
)
