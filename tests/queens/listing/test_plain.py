import pytest
from hypothesis import given
from tests.night import cases
from tests.queens.brute import puzzles

from rookery.queens.listing.plain import open_rows, placements, search
from rookery.queens.puzzle import Queens


@cases(30)
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
