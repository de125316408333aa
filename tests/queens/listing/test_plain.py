from itertools import product

import pytest
from hypothesis import given
from tests.night import cases
from tests.queens.brute import all_of_side, count, puzzles

from rookery.queens.listing.plain import open_rows, placements, search
from rookery.queens.puzzle import Queens

# Placements of 8 queens through each square of the board: the corner's 4 are the sample of
# UVa 750; every row and column sums to the 92 of A000170. Held below against permutations.
THROUGH = [
    [4, 8, 16, 18, 18, 16, 8, 4],
    [8, 16, 14, 8, 8, 14, 16, 8],
    [16, 14, 4, 12, 12, 4, 14, 16],
    [18, 8, 12, 8, 8, 12, 8, 18],
    [18, 8, 12, 8, 8, 12, 8, 18],
    [16, 14, 4, 12, 12, 4, 14, 16],
    [8, 16, 14, 8, 8, 14, 16, 8],
    [4, 8, 16, 18, 18, 16, 8, 4],
]


def test_placements_through_every_square():
    for row, column in product(range(8), repeat=2):
        puzzle = Queens(8, given=[(row, column)])
        found = list(placements(puzzle))
        assert found == [rows for rows in all_of_side(8) if rows[column] == row]
        assert len(found) == count(puzzle) == THROUGH[row][column]


@cases(60)
@given(puzzles(largest=9))
def test_looking_ahead_changes_nothing(puzzle):
    rows = open_rows(puzzle)
    assert list(filter(None, search(rows, True))) == list(filter(None, search(rows, False)))


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(24, given=["a1", "w2", "x3"]),
        Queens(24, blocked=[(row, column) for row in range(23) for column in (22, 23)]),
        Queens(24, blocked=[(row, column) for row in range(20, 24) for column in range(24)]),
    ],
    ids=["givens", "columns", "rows"],
)
def test_dead_ends_of_the_last_columns_are_found_at_once(puzzle):
    assert next(placements(puzzle), None) is None
