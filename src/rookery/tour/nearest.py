"""A first tour and bound without kernels, by the nearest-neighbour heuristic."""

from __future__ import annotations

from collections.abc import Callable

from rookery.tour.plan import TourPlan


def nearest_first(plan: TourPlan, check_deadline: Callable[[], object] = bool) -> list[int] | None:
    """Return the squares of a tour that always visits the nearest missing target next.

    Parameters
    ----------
    plan
        The plan of a `possible` tour.
    check_deadline
        A deadline check, called at every square; it may raise.

    Returns
    -------
    list of int or None
        None if the tour gets stuck.
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


def farthest_target(plan: TourPlan, check_deadline: Callable[[], object] = bool) -> int:
    """Return a lower bound: the moves from the start to the farthest target.

    `check_deadline` is called at every square; it may raise.
    """
    moves = _moves_from(plan, plan.start, check_deadline)
    return max((min(moves[square] for square in squares) for squares in plan.targets), default=0)


def _shortest_path(
    plan: TourPlan, start: int, ends: set[int], check_deadline: Callable[[], object]
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


def _moves_from(plan: TourPlan, start: int, check_deadline: Callable[[], object]) -> dict[int, int]:
    """Return the number of moves to every reachable square."""
    moves = {start: 0}
    wave = [start]
    while wave:
        onward = []
        for square in wave:
            check_deadline()
            for end in plan.moves.destinations(square):
                if end not in moves:
                    moves[end] = moves[square] + 1
                    onward.append(end)
        wave = onward
    return moves
