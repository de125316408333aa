from __future__ import annotations

from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.queens.counts import count

from rookery.queens.listing.plain import all_placements, open_rows, placements, search
from rookery.queens.puzzle import Placement, Queens

NODES_A_TICK = 4096

# OEIS A000170.
COUNTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}

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


def brute(puzzle: Queens) -> list[Placement]:
    """Return the placements among all permutations, which come in lexicographic order."""
    return [
        rows
        for rows in permutations(range(puzzle.n))
        if all(
            abs(rows[right] - rows[left]) != right - left
            for right in range(puzzle.n)
            for left in range(right)
        )
        and puzzle.given <= {(row, column) for column, row in enumerate(rows)}
        and not puzzle.blocked & {(row, column) for column, row in enumerate(rows)}
    ]


@st.composite
def puzzles(draw: st.DrawFn, largest: int = 7) -> Queens:
    n = draw(st.integers(1, largest))
    side = st.integers(0, n - 1)
    squares = st.tuples(side, side)
    return Queens(n, draw(st.lists(squares, max_size=2)), draw(st.lists(squares, max_size=2 * n)))


@pytest.mark.parametrize(("n", "expected"), COUNTS.items())
def test_known_counts(n: int, expected: int) -> None:
    assert count(Queens(n)) == expected
    assert len(set(placements(Queens(n)))) == expected


@pytest.mark.slow
def test_known_count_of_12() -> None:
    assert count(Queens(12)) == 14_200  # A000170


def test_placements_through_every_square() -> None:
    everything = brute(Queens(8))
    for row in range(8):
        for column in range(8):
            puzzle = Queens(8, given=[(row, column)])
            found = list(placements(puzzle))
            assert found == [rows for rows in everything if rows[column] == row]
            assert len(found) == count(puzzle) == THROUGH[row][column]


@cases(150)
@given(puzzles())
def test_against_permutations(puzzle: Queens) -> None:
    expected = brute(puzzle)
    assert list(placements(puzzle)) == expected
    assert count(puzzle) == len(expected)
    assert puzzle.check(tuple(expected)) == []


@cases(60)
@given(puzzles(largest=9))
def test_looking_ahead_changes_nothing(puzzle: Queens) -> None:
    rows = open_rows(puzzle)
    assert list(filter(None, search(rows, True))) == list(filter(None, search(rows, False)))


@cases(60)
@given(puzzles(largest=9))
def test_mirrors_keep_the_count(puzzle: Queens) -> None:
    def mirrored(squares: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(puzzle.n - 1 - row, column) for row, column in squares]

    def transposed(squares: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(column, row) for row, column in squares]

    expected = count(puzzle)
    for image in (mirrored, transposed):
        assert count(Queens(puzzle.n, image(puzzle.given), image(puzzle.blocked))) == expected


@cases(40)
@given(puzzles(largest=8), st.data())
def test_a_column_splits_the_placements(puzzle: Queens, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, puzzle.n - 1))
    parts = [
        count(Queens(puzzle.n, [*puzzle.given, (row, column)], puzzle.blocked))
        for row in range(puzzle.n)
    ]
    assert sum(parts) == count(puzzle)


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(8, given=["a1", "h8"]),
        Queens(8, given=["a1", "a2"]),
        Queens(8, given=["a1", "h1"]),
        Queens(8, given=["a1"], blocked=["a1"]),
        Queens(8, blocked=[(row, 4) for row in range(8)]),
        Queens(1, blocked=["a1"]),
    ],
)
def test_impossible_givens_have_no_placement(puzzle: Queens) -> None:
    assert list(placements(puzzle)) == []
    assert count(puzzle) == 0


def test_lazy_on_a_board_too_large_to_finish() -> None:
    first = list(islice(placements(Queens(18)), 3))
    assert first == sorted(first)
    assert all(Queens(18).check((placement,)) == [] for placement in first)


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(24, given=["a1", "w2", "x3"]),
        Queens(24, blocked=[(row, column) for row in range(23) for column in (22, 23)]),
        Queens(24, blocked=[(row, column) for row in range(20, 24) for column in range(24)]),
    ],
    ids=["givens", "columns", "rows"],
)
def test_dead_ends_of_the_last_columns_are_seen_at_once(puzzle: Queens) -> None:
    assert next(placements(puzzle), None) is None


def test_all_placements_are_kept() -> None:
    assert all_placements(6) == tuple(brute(Queens(6)))
    assert all_placements(6) is all_placements(6)


def test_search_lets_look_at_the_clock() -> None:
    backtracking_nodes = 35_539
    ticks = sum(found is None for found in search(open_rows(Queens(10))))
    assert 0 < ticks <= backtracking_nodes // NODES_A_TICK
