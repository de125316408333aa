"""Tours with too many targets for exact layers: a good tour, a bound, and the gap.

Turns at the tour (annealing of its path and of the order of the targets, then exact layers over
windows of the path) alternate with turns at the bound (`rookery.tour.bounding`), whichever have had
less time, or both go on side by side, until they meet or a limit ends it. Until kernels are
compiled there is the tour that goes on to the nearest target.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rookery.engine.lanes import Check, Turn, Turns, Way, called, side_by_side
from rookery.engine.run import FullError, Partial, Run, Steps
from rookery.tour import memory
from rookery.tour.found import found
from rookery.tour.kernel_sets import LAYERS, ORDERS
from rookery.tour.nearest import farthest_target, nearest_first
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

DISTANCE_BYTES = 4  # of the moves between two squares
MANY_SQUARES = 2000  # the distances between so many take seconds, or more time than there is
STALE_WAY = 20  # turns in a row of a way that got nowhere, which count at most
STALE_TOUR = 1  # such turns of the tour: beside the bound it has a third of the time at least


def search(tour: Tour, run: Run, plan: Plan | None = None) -> Steps:
    """Find a good tour, and a bound: no tour has fewer moves.

    When they meet no tour is shorter, but others that are as short may come before it in
    lexicographic order. Where the distances between all squares do not fit in memory, the tour goes
    on to the nearest target. A step is one of annealing. With a limit of work the same seed gives
    the same tour, and the bound is that of one turn.

    Parameters
    ----------
    plan
        Of the tour, if there is one.
    """
    plan = plan or Plan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    essential = plan.essential()
    plan = essential if essential.targets else plan
    first = _begin(plan, run)
    squares = len(plan.moves.reached)
    fits = DISTANCE_BYTES * squares**2 <= memory.MOST_BYTES
    if squares >= MANY_SQUARES or not fits:
        yield from first
    if not fits:
        raise FullError
    yield from run.kernels(LAYERS, ORDERS, meanwhile=first)
    return (yield from _take_turns(plan, run))


def _begin(plan: Plan, run: Run) -> Steps:
    """Find a first tour and bound without kernels, and without the distances of all squares."""
    path = nearest_first(plan, run.check_deadline)
    if path is not None:
        yield found(plan, path, "nearest")
    yield Partial(bound=farthest_target(plan, run.check_deadline), stage="farthest")
    return None


def _take_turns(plan: Plan, run: Run) -> Steps:
    """Improve and bound in turn, or side by side, until they meet."""
    from rookery.tour.bounding import Bounding
    from rookery.tour.improving import Improving
    from rookery.tour.orders import Distances

    distances = yield from called(lambda check: Distances(plan), run)
    improving = Improving(plan, run, distances)
    bounding = yield from called(partial(Bounding, plan, run, distances), run)
    yield improving.first()._replace(bound=bounding.farthest())
    yield from bounding.trees()
    if run.settings.limits.work is not None:
        tours = [improving.windows, improving.path, improving.order]
        return (yield from _by_work(bounding.ways(run.check_deadline), tours, run))
    tours = [improving.path, improving.order, improving.windows]
    tour = Turns(tours, run, STALE_WAY)
    if run.settings.threads > 1:

        def bound(check: Check) -> Steps:
            return _until_proved(Turns(bounding.ways(check), run, STALE_WAY), run)

        return (yield from side_by_side(_until_proved(tour, run), bound, run))
    bounds = Turns(bounding.ways(run.check_deadline), run, STALE_WAY)

    def bound_turn() -> Turn:
        gained = yield from bounds.take()
        return None if gained is None else True

    return (yield from _until_proved(Turns([tour.take, bound_turn], run, STALE_TOUR), run))


def _until_proved(turns: Turns, run: Run) -> Steps:
    """Take turns until tour and bound meet, or no turn can change them."""
    while not run.is_proved and (yield from turns.take()) is not None:
        yield Partial(stage="search")
    return None


def _by_work(bounds: Sequence[Way], tours: Sequence[Way], run: Run) -> Steps:
    """Take one turn of each bound; then all ways to a shorter tour in order, again and again.

    The windows come first: they take no steps.
    """
    for way in bounds:
        yield from way()
    while not run.is_proved:
        for way in tours:
            yield from way()
    return None
