"""A first tour and bound without kernels: the nearest-neighbour tour, and the farthest target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.engine.run import Run, Steps
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from rookery.engine.lanes import Check


def nearest(plan: TourPlan, run: Run) -> Steps:
    """Yield the nearest-neighbour tour of the plan of a `possible` tour, unless it gets stuck."""
    path = nearest_first(plan, run.check_deadline)
    if path is not None:
        yield plan.found(path, "nearest")
    return None


def nearest_first(plan: TourPlan, check_deadline: Check = bool) -> list[int] | None:
    """Return the squares of a tour that always visits the nearest missing target next.

    The plan is that of a `possible` tour; the result is None if the tour gets stuck.
    """
    left = {target: set(squares) for target, squares in enumerate(plan.targets)}
    path = [plan.start]
    while True:
        for target in [target for target, squares in left.items() if path[-1] in squares]:
            del left[target]
        ends = set().union(*left.values()) if left else set(plan.goal)
        way = _shortest_path(plan, path[-1], ends, check_deadline)
        if way is None:
            return None
        for square in way:
            path.append(square)
            for target in [target for target, squares in left.items() if square in squares]:
                del left[target]
        if not left and path[-1] in plan.goal:
            return path


def farthest_target(plan: TourPlan, check_deadline: Check = bool) -> int:
    """Return a lower bound: the moves from the start to the farthest target."""
    moves = {plan.start: 0}
    wave = [plan.start]
    for square in wave:
        check_deadline()
        for end in plan.moves.destinations(square):
            if end not in moves:
                moves[end] = moves[square] + 1
                wave.append(end)
    return max((min(moves[square] for square in squares) for squares in plan.targets), default=0)


def _shortest_path(
    plan: TourPlan, start: int, ends: set[int], check_deadline: Check
) -> list[int] | None:
    """Return the squares of a shortest path to any of the ends, without its start."""
    if start in ends:
        return []
    came_from = {start: start}
    wave = [start]
    for square in wave:
        check_deadline()
        for end in plan.moves.destinations(square):
            if end in came_from:
                continue
            came_from[end] = square
            if end in ends:
                way = [end]
                while came_from[way[-1]] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            wave.append(end)
    return None
