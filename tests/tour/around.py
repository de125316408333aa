"""Reference tours on wrapped boards: adjacency by modular arithmetic, path by path."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.tour.puzzle import Tour

Square = tuple[int, int]
KNIGHT = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]


def knight_moves(rows: int, columns: int, wrap: str) -> dict[Square, set[Square]]:
    """Return the ends of a knight's moves from each square."""
    near: dict[Square, set[Square]] = {}
    for row in range(rows):
        for column in range(columns):
            ends = {(row + down, (column + right) % columns) for down, right in KNIGHT}
            if wrap == "torus":
                ends = {(end % rows, at) for end, at in ends}
            ends = {end for end in ends if 0 <= end[0] < rows}
            near[row, column] = ends - {(row, column)}
    return near


def whole_tours(
    near: dict[Square, set[Square]], start: Square, closed: bool
) -> Iterator[tuple[Square, ...]]:
    """Yield the paths from a start that stand on every square once."""

    def extend(path: list[Square], left: set[Square]) -> Iterator[tuple[Square, ...]]:
        if not left and (not closed or start in near[path[-1]]):
            yield tuple(path)
        for end in near[path[-1]] & left:
            yield from extend([*path, end], left - {end})

    yield from extend([start], set(near) - {start})


def rides_over(tour: Tour, steps: list[Square], square: Square) -> Iterator[list[Square]]:
    """Yield the squares of a ride in each direction, up to its own start."""
    rows, columns, wrap = tour.board.rows, tour.board.columns, tour.board.wrap
    for down, right in steps:
        ride: list[Square] = []
        row, column = square
        while True:
            row, column = row + down, (column + right) % columns
            row = row % rows if wrap == "torus" else row
            if (row, column) == square or not 0 <= row < rows:
                break
            if (row, column) in tour.board.walls or (row, column) in tour.pawns:
                break
            ride.append((row, column))
        yield ride


def reached(tour: Tour, steps: list[Square]) -> set[Square]:
    """Return the squares reachable by a rider."""
    found, waiting = {tour.start}, [tour.start]
    while waiting:
        onward = {end for ride in rides_over(tour, steps, waiting.pop()) for end in ride}
        waiting += onward - found
        found |= onward
    return found


def shortest_over(tour: Tour, steps: list[Square]) -> set[tuple[Square, ...]]:
    """Return the shortest tours whose moves have routes that visit all targets."""
    targets = frozenset(tour.targets)
    wave = {((tour.start,), targets - {tour.start})}
    while wave:
        done = {
            path for path, left in wave if not left and (not tour.closed or path[-1] == tour.start)
        }
        if done:
            return done
        wave = {
            ((*path, end), left.difference(ride[: at + 1]))
            for path, left in wave
            for ride in rides_over(tour, steps, path[-1])
            for at, end in enumerate(ride)
        }
    raise AssertionError
