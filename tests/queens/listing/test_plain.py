import pytest
from hypothesis import given
from tests.night import cases
from tests.queens.brute import puzzles

import rookery as rk
from rookery.queens.listing.plain import open_rows, placements, search

CROWDED = [(r, c) for r in range(18) for c in range(18) if (3 * r * r + 5 * c * c + r * c) % 7 > 1]


@cases(30)
@given(puzzles(largest=9))
def test_looking_ahead_changes_nothing(puzzle):
    rows = open_rows(puzzle)
    assert list(filter(None, search(rows, True))) == list(filter(None, search(rows, False)))


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.Queens(24, given=["a1", "w2", "x3"]),
        rk.Queens(24, blocked=[(row, column) for row in range(23) for column in (22, 23)]),
        rk.Queens(24, blocked=[(row, column) for row in range(20, 24) for column in range(24)]),
        rk.Queens(18, blocked=CROWDED),
    ],
)
def test_dead_ends_of_lines_ahead_are_found_at_once(puzzle):
    assert next(placements(puzzle), None) is None
    assert rk.count(puzzle, method="search", limits=rk.Limits(work=4000)).reason is rk.Reason.PROVED
