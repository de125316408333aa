"""The method ``search``: a good tour and a lower bound if targets are too many for exact layers.

Steps that improve the incumbent (annealing of its path and of the order of its targets, exact
layers over windows of the path) alternate with steps that raise the lower bound
(`rookery.tour.bounds`). The side with less time so far goes next, or both run in parallel,
until they meet or a limit ends the search. Until the kernels are compiled, the incumbent is the
nearest-neighbour tour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rookery.engine.lanes import Portfolio, PortfolioStep, Way, called, side_by_side
from rookery.engine.run import FullError, Partial, Run, Steps
from rookery.results.limits import Check
from rookery.tour import memory
from rookery.tour.kernel_sets import LAYERS, ORDERS
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

DISTANCE_BYTES = 4  # bytes per entry of the distance table
MANY_SQUARES = 2000  # squares; from here on the distance table takes seconds
STALE_WAY = 20  # fruitless steps in a row that count against a lane, at most
STALE_TOUR = 1  # likewise between tour and bound: the tour gets at least a third of the time


def search(tour: Tour, run: Run, plan: TourPlan | None = None) -> Steps:
    """Find a good tour and a lower bound on the moves.

    If they meet, the tour is a shortest one, but not necessarily the lexicographically first. If
    the distances between all squares do not fit in memory, the nearest-neighbour tour is the
    result. A step is a step of annealing. Under a work limit the result depends only on the seed,
    and every bound gets a single step. The plan of the tour is passed if already made.
    """
    plan = plan or TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    essential = plan.essential()
    plan = essential if essential.targets else plan
    first = _first_tour(plan, run)
    squares = len(plan.moves.reached)
    fits = DISTANCE_BYTES * squares**2 <= memory.MOST_BYTES
    if squares >= MANY_SQUARES or not fits:
        yield from first
    if not fits:
        raise FullError
    yield from run.kernels(LAYERS, ORDERS, meanwhile=first)
    return (yield from _improve(plan, run))


def _first_tour(plan: TourPlan, run: Run) -> Steps:
    """Find a first tour and bound without kernels and without the distance table."""
    yield from nearest(plan, run)
    yield Partial(bound=farthest_target(plan, run.check_deadline), stage="farthest")
    return None


def _improve(plan: TourPlan, run: Run) -> Steps:
    """Alternate between tour and bound, or run both in parallel, until they meet."""
    from rookery.tour.bounds import BoundImprover
    from rookery.tour.improving import Distances, TourImprover
    from rookery.tour.ng_route import NgRouteBound

    distances = yield from called(lambda check: Distances(plan), run)
    improving = TourImprover(plan, run, distances)
    bounding = yield from called(partial(BoundImprover, plan, run, distances), run)
    yield improving.first()
    yield from bounding.quick()
    if run.settings.limits.work is not None:
        for way in bounding.ways(run.check_deadline):
            yield from way()
        while not run.is_proved:
            # Windows come first, because they count no steps.
            for way in (improving.windows, improving.path, improving.order):
                yield from way()
        return None
    tours = [improving.path, improving.order, improving.windows]
    tour = Portfolio(tours, run, STALE_WAY)
    if run.settings.threads > 1 and NgRouteBound.fits(plan):  # the other bounds end

        def bound(check: Check) -> Steps:
            return _until_proved(Portfolio(bounding.ways(check), run, STALE_WAY), run)

        return (yield from side_by_side(_until_proved(tour, run), bound, run))
    steps: list[Way] = [tour.take]
    if ways := bounding.ways(run.check_deadline):
        bounds = Portfolio(ways, run, STALE_WAY)

        def bound_step() -> PortfolioStep:
            gained = yield from bounds.take()
            return None if gained is None else True

        steps.append(bound_step)
    return (yield from _until_proved(Portfolio(steps, run, STALE_TOUR), run))


def _until_proved(steps: Portfolio, run: Run) -> Steps:
    """Run steps until tour and bound meet, or no step can change them."""
    while not run.is_proved and (yield from steps.take()) is not None:
        yield Partial(stage="search")
    return None


def nearest(plan: TourPlan, run: Run) -> Steps:
    """Yield the nearest-neighbour tour of a `possible` plan, unless it gets stuck."""
    path = nearest_first(plan, run.check_deadline)
    if path is not None:
        yield plan.partial(path, "nearest")
    return None


def nearest_first(plan: TourPlan, check_deadline: Check = bool) -> list[int] | None:
    """Return a tour of a `possible` plan to the nearest missing target next, or None if stuck."""
    left = {target: set(squares) for target, squares in enumerate(plan.targets)}
    path: list[int] = []
    way: list[int] | None = [plan.start]
    while way is not None:
        for square in way:
            path.append(square)
            for target in [target for target, squares in left.items() if square in squares]:
                del left[target]
        if not left and path[-1] in plan.goal:
            return path
        ends = set().union(*left.values()) if left else set(plan.goal)
        way = _shortest_path(plan, path[-1], ends, check_deadline)
    return None


def farthest_target(plan: TourPlan, check_deadline: Check = bool) -> int:
    """Return a lower bound: the moves from the start to the farthest target."""
    came_from, moves = {plan.start: plan.start}, {plan.start: 0}
    for square in _onward(plan, came_from, check_deadline):
        moves[square] = moves[came_from[square]] + 1
    return max((min(moves[square] for square in squares) for squares in plan.targets), default=0)


def _shortest_path(
    plan: TourPlan, start: int, ends: set[int], check_deadline: Check
) -> list[int] | None:
    """Return the squares of a shortest path to any of the ends, without its start."""
    came_from = {start: start}
    for square in _onward(plan, came_from, check_deadline):
        if square in ends:
            way = [square]
            while came_from[way[-1]] != start:
                way.append(came_from[way[-1]])
            return way[::-1]
    return None


def _onward(plan: TourPlan, came_from: dict[int, int], check_deadline: Check) -> Iterator[int]:
    """Yield the squares reached from those of `came_from`, nearest first; add them to it."""
    wave = list(came_from)
    for square in wave:
        check_deadline()
        for end in plan.moves.destinations(square):
            if end not in came_from:
                came_from[end] = square
                wave.append(end)
                yield end
