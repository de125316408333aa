from __future__ import annotations

from collections import Counter

import pytest

import rookery as rk
from rookery.queens.listing import sampling
from rookery.queens.listing.plain import count, placements
from rookery.queens.puzzle import Queens

#: The value that chi-square with k degrees of freedom passes once in a thousand times, for
#: k = 9, 39 and 91 (any table of the distribution).
CRITICAL = {9: 27.88, 39: 72.05, 91: 137.0}


def chi_square(drawn: list[tuple[int, ...]], possible: list[tuple[int, ...]]) -> float:
    times = Counter(drawn)
    assert set(times) <= set(possible)
    expected = len(drawn) / len(possible)
    return sum((times[rows] - expected) ** 2 / expected for rows in possible)


def test_small_boards_are_sampled_evenly() -> None:
    for n in (5, 7, 8):
        possible = list(placements(Queens(n)))
        drawn = rk.sample(Queens(n), 50 * len(possible), seed=n)
        assert chi_square(drawn, possible) < CRITICAL[len(possible) - 1]


def test_boards_that_are_listed_are_sampled_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "CHUNK", 20)  # many chunks pass by
    puzzle = Queens(11, given=["a1"])
    possible = list(placements(puzzle))
    assert len(possible) == 96
    drawn = rk.sample(puzzle, 50 * 96, seed=4)
    assert chi_square(drawn, possible) < 145.0  # 95 degrees of freedom, once in a thousand


@pytest.mark.parametrize("listed", [3, 1000])
def test_first_queens_drawn_by_counts_are_even(
    listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "REMEMBERED_SIDE", 0)
    monkeypatch.setattr(sampling, "LISTED_FREE_COLUMNS", 3)
    monkeypatch.setattr(sampling, "LISTED_COUNT", listed)
    possible = list(placements(Queens(8)))
    drawn = rk.sample(Queens(8), 50 * 92, seed=2)
    assert chi_square(drawn, possible) < CRITICAL[91]
    blocked = Queens(8, blocked=["a1", "a5", "h4"])
    drawn = rk.sample(blocked, 2000, seed=2)
    assert set(drawn) == set(placements(blocked))


def test_an_uneven_sample_would_be_noticed() -> None:
    possible = list(placements(Queens(8)))
    drawn = rk.sample(Queens(8), 50 * 92, seed=8)
    lopsided = [min(rows, possible[60]) for rows in drawn]
    assert chi_square(lopsided, possible) > CRITICAL[91]


def test_counts_come_from_the_given_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "REMEMBERED_SIDE", 0)
    monkeypatch.setattr(sampling, "LISTED_FREE_COLUMNS", 5)
    asked: list[Queens] = []

    def counting(puzzle: Queens) -> int:
        asked.append(puzzle)
        return count(puzzle)

    drawn = sampling.sample(Queens(6), 4, seed=1, counting=counting)
    assert asked == [Queens(6, given=[(2, column)]) for column in range(6)]
    assert drawn == sampling.sample(Queens(6), 4, seed=1)


@pytest.mark.parametrize("puzzle", [Queens(8), Queens(12)], ids=str)
def test_a_seed_repeats(puzzle: Queens) -> None:
    first = rk.sample(puzzle, 20, seed=5)
    assert first == rk.sample(puzzle, 20, seed=5)
    assert first != rk.sample(puzzle, 20, seed=6)
    assert set(first) <= set(placements(puzzle))


def test_none_and_nothing() -> None:
    assert rk.sample(Queens(8), 0) == []
    with pytest.raises(
        rk.PuzzleError, match="one with none: 3 queens on a 3x3 board always attack each other"
    ):
        rk.sample(Queens(3), 1)
    with pytest.raises(rk.PuzzleError, match="one with none"):
        rk.sample(Queens(6, given=["a6"]), 1)
    with pytest.raises(rk.PuzzleError, match="at least 0 placements, got -1"):
        rk.sample(Queens(8), -1)


def test_too_many_columns() -> None:
    with pytest.raises(rk.LimitError, match="up to 18 columns without a given queen, got 19"):
        rk.sample(Queens(19), 1)
    with pytest.raises(rk.LimitError, match="up to 1,000 rows"):
        rk.sample(Queens(10**9), 1)


def test_many_given_queens_make_a_large_board_small() -> None:
    base = rk.placement(Queens(40)).answer
    puzzle = Queens(40, given=[(row, column) for column, row in enumerate(base) if column > 9])
    drawn = rk.sample(puzzle, 5)
    assert {rows[10:] for rows in drawn} == {base[10:]}
