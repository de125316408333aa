from hypothesis import given
from tests.night import cases
from tests.queens.brute import puzzles

from rookery.queens.listing.plain import open_rows, search


@cases(60)
@given(puzzles(largest=9))
def test_looking_ahead_changes_nothing(puzzle):
    rows = open_rows(puzzle)
    assert list(filter(None, search(rows, True))) == list(filter(None, search(rows, False)))
