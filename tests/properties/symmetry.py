"""The eight ways to turn and mirror a board."""

from collections.abc import Callable

Place = Callable[[int, int], tuple[int, int]]


def images(rows: int, columns: int) -> list[tuple[int, int, Place]]:
    """Return for each symmetry the new sides, and where a square comes to stand."""
    last_row, last_column = rows - 1, columns - 1
    keeping: list[Place] = [
        lambda r, c: (r, c),
        lambda r, c: (r, last_column - c),
        lambda r, c: (last_row - r, c),
        lambda r, c: (last_row - r, last_column - c),
    ]
    turning: list[Place] = [
        lambda r, c: (c, r),
        lambda r, c: (c, last_row - r),
        lambda r, c: (last_column - c, r),
        lambda r, c: (last_column - c, last_row - r),
    ]
    kept = [(rows, columns, place) for place in keeping]
    return kept + [(columns, rows, place) for place in turning]


MIRROR = 1  # the index of the mirror that changes left and right only
