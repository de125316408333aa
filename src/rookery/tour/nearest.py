"""A tour, and a bound, without kernels: always on to the nearest target."""

from __future__ import annotations

from collections.abc import Callable

from rookery.tour.plan import Plan


def nearest_first(plan: Plan, look: Callable[[], object] = bool) -> list[int] | None:
    """Return the squares of a tour that goes on to the nearest target each time.

    Parameters
    ----------
    plan
        Of a `possible` tour.
    look
        Called at every square; may raise.

    Returns
    -------
    list of int or None
        None when there is no way on from some target.
    """
    left = {target: set(squares) for target, squares in enumerate(plan.targets)}
    path = [plan.start]
    while True:
        for target in [target for target, squares in left.items() if path[-1] in squares]:
            del left[target]
        ends = set().union(*left.values()) if left else set(plan.goal)
        way = _way(plan, path[-1], ends, look)
        if way is None:
            return None
        for square in way:
            path.append(square)
            for target in [target for target, squares in left.items() if square in squares]:
                del left[target]
        if not left and path[-1] in plan.goal:
            return path


def farthest_target(plan: Plan, look: Callable[[], object] = bool) -> int:
    """Return a bound: the moves to the target that is farthest from the start.

    `look` is called at every square; it may raise.
    """
    moves = _moves_from(plan, plan.start, look)
    return max((min(moves[square] for square in squares) for squares in plan.targets), default=0)


def _way(plan: Plan, start: int, ends: set[int], look: Callable[[], object]) -> list[int] | None:
    """Return the squares of a shortest way to any of the ends, without its start."""
    if start in ends:
        return []
    came_from = {start: start}
    wave = [start]
    for square in wave:
        look()
        for end in plan.moves.destinations(square):
            if end in came_from:
                continue
            came_from[end] = square
            if end in ends:
                return _back(came_from, end)
            wave.append(end)
    return None


def _back(came_from: dict[int, int], end: int) -> list[int]:
    """Return the squares of the way to an end, without its start."""
    way = []
    while came_from[end] != end:
        way.append(end)
        end = came_from[end]
    return way[::-1]


def _moves_from(plan: Plan, start: int, look: Callable[[], object]) -> dict[int, int]:
    """Return the moves to every square that can be reached."""
    moves = {start: 0}
    wave = [start]
    while wave:
        onward = []
        for square in wave:
            look()
            for end in plan.moves.destinations(square):
                if end not in moves:
                    moves[end] = moves[square] + 1
                    onward.append(end)
        wave = onward
    return moves
