"""Placements of queens by the rules alone, and their number by a search in plain Python."""

from functools import cache
from itertools import permutations

from hypothesis import strategies as st

import rookery as rk

Square = tuple[int, int]


@cache
def all_of_side(n: int) -> tuple[tuple[int, ...], ...]:
    """Return all placements of n queens among the permutations, in lexicographic order."""
    return tuple(
        rows
        for rows in permutations(range(n))
        if all(abs(rows[b] - rows[a]) != b - a for b in range(n) for a in range(b))
    )


def placements(n, given=(), blocked=()):
    """Return the placements with queens on all given squares and on no blocked one, in order."""
    return [
        rows
        for rows in all_of_side(n)
        if all(rows[column] == row for row, column in given)
        and all(rows[column] != row for row, column in blocked)
    ]


def count(puzzle: rk.Queens) -> int:
    """Return the number of placements, by search in plain Python."""
    value: int = rk.count(puzzle, method="search").value
    return value


@st.composite
def puzzles(draw: st.DrawFn, smallest: int = 1, largest: int = 7, given: int = 2) -> rk.Queens:
    """Draw a puzzle with some given and blocked squares."""
    n = draw(st.integers(smallest, largest))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    given_squares = draw(st.lists(squares, max_size=given))
    return rk.Queens(n, given_squares, draw(st.lists(squares, max_size=2 * n)))
