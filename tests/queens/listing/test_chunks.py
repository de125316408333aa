"""The kernels that list placements, compiled and not, against the plain search."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.queens.brute import puzzles

from rookery.queens.listing import chunks
from rookery.queens.listing.chunks import slices
from rookery.queens.listing.plain import placements
from rookery.queens.puzzle import Placement, Queens

#: Placements of the boards below by the plain search.
BOARDS = (
    Queens(11),
    Queens(11, given=["c5"]),
    Queens(12, given=["a3"], blocked=["b8", "l12", "l1"]),
    Queens(13, given=["a1", "f2"]),
    Queens(17, given=["a2", "b9", "c5", "d14", "e3"]),
    Queens(17, given=[(16, 0), (0, 16), (5, 1), (9, 2), (2, 3)]),  # uses all 32 bits of a key:
    Queens(17, given=[(0, 0), (6, 1), (9, 2), (15, 16), (4, 3), (12, 4)]),  # corners of both halves
    Queens(18, given=["a2", "b9", "c5", "d14", "e3", "f12"]),
    Queens(24, given=[(3 * column % 23, column) for column in range(14)]),
)


@cache
def plainly(puzzle: Queens) -> list[Placement]:
    return list(placements(puzzle))


def rows_of(puzzle: Queens, size: int, start: Placement | None = None) -> list[Placement]:
    found = []
    for chunk in slices(puzzle, size, start):
        assert chunk.shape[1] == puzzle.n
        assert len(chunk) <= size
        found += map(tuple, chunk.tolist())
    return found


@pytest.mark.parametrize("puzzle", BOARDS, ids=str)
@pytest.mark.parametrize("size", [1, 33, 1000])
def test_against_the_plain_search(puzzle, size):
    assert rows_of(puzzle, size) == plainly(puzzle)


@cases(60)
@given(puzzles(largest=9), st.sampled_from([1, 2, 31, 1000]), st.sampled_from([4, 11]), st.data())
def test_small_boards(puzzle, size, fewest_joined, data):
    """The join takes any board of 4 rows and more."""
    row = st.integers(0, puzzle.n - 1)
    start = data.draw(st.none() | st.tuples(*[row] * puzzle.n))
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(chunks, "FEWEST_JOINED", fewest_joined)
        found = rows_of(puzzle, size, start)
    assert found == [rows for rows in placements(puzzle) if start is None or rows >= start]


@pytest.mark.parametrize("steps", [1, 5, 64])
@pytest.mark.parametrize("puzzle", [Queens(8), Queens(11, given=["a2", "b6"])], ids=str)
def test_slices_of_any_length(puzzle, steps, monkeypatch):
    monkeypatch.setattr(chunks, "STEPS_A_SLICE", steps)
    assert rows_of(puzzle, 3) == plainly(puzzle)


def test_boards_wider_than_a_word():
    n = 65
    rows = (*range(1, n, 2), *range(0, n, 2))  # a placement, as n leaves 5 by 6
    puzzle = Queens(n, given=[(row, column) for column, row in enumerate(rows) if column > 5])
    assert rows in rows_of(puzzle, 10)
    for n, of in ((128, np.int8), (129, np.int16)):
        assert next(slices(Queens(n, given=[(0, 0), (n - 1, 1)]), 1)).dtype == of
