from collections import Counter

import pytest
from tests.marks import few

import rookery as rk
from rookery.queens.listing import pairs, sampling
from rookery.queens.listing.plain import placements


def expect_even(drawn: list[tuple[int, ...]], possible: list[tuple[int, ...]]) -> None:
    """Expect a chi-square that is passed once in a thousand times, or less.

    It is estimated from the degrees of freedom by E. B. Wilson and M. M. Hilferty, 1931.
    """
    times = Counter(drawn)
    assert set(times) <= set(possible)
    expected, freedom = len(drawn) / len(possible), len(possible) - 1
    apart = sum((times[rows] - expected) ** 2 / expected for rows in possible)
    assert apart < freedom * (1 - 2 / 9 / freedom + 3.09 * (2 / 9 / freedom) ** 0.5) ** 3


def test_small_boards_are_sampled_evenly():
    for n in (5, 7, 8):
        possible = list(placements(rk.Queens(n)))
        drawn = rk.sample(rk.Queens(n), 50 * len(possible), seed=n)
        expect_even(drawn, possible)


def test_boards_that_are_listed_are_sampled_evenly(monkeypatch):
    monkeypatch.setattr(sampling, "CHUNK", 20)  # many chunks pass by
    puzzle = rk.Queens(11, given=["a1"])
    possible = list(placements(puzzle))
    assert len(possible) == 96
    drawn = rk.sample(puzzle, 50 * 96, seed=4)
    expect_even(drawn, possible)


@pytest.fixture
def pairs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small boards by pairs, as large ones are."""
    monkeypatch.setattr(sampling, "REMEMBERED_SIDE", 0)
    monkeypatch.setattr(sampling, "LISTED_FREE_COLUMNS", 0)


@pytest.mark.usefixtures("pairs_only")
@pytest.mark.parametrize("n", few([7, 8]))  # with three middle columns, and with two
def test_pairs_that_fit_are_even(n, monkeypatch):
    monkeypatch.delattr(sampling, "_draw_from_all")  # the way out where hardly a pair fits
    possible = list(placements(rk.Queens(n)))
    drawn = rk.sample(rk.Queens(n), 20 * len(possible), seed=2, threads=3)
    expect_even(drawn, possible)
    few_drawn = [rk.sample(rk.Queens(n), 20, seed=2, threads=threads) for threads in (1, 3)]
    assert few_drawn[0] == few_drawn[1]


@pytest.mark.usefixtures("pairs_only")
@pytest.mark.parametrize(
    "puzzle",
    few(
        [
            rk.Queens(8, given=["c4"]),
            rk.Queens(8, blocked=["a1", "a5", "h4"]),
            rk.Queens(11, given=["f4"], blocked=["a1", "b2", "c3", "k11"]),
        ]
    ),
    ids=str,
)
def test_pairs_beside_given_and_blocked_squares_are_even(puzzle):
    possible = list(placements(puzzle))
    expect_even(rk.sample(puzzle, 50 * len(possible), seed=6), possible)


@pytest.mark.usefixtures("pairs_only")
def test_where_hardly_a_pair_fits_all_are_listed(monkeypatch):
    none = rk.Queens(8, given=["a1", "b3", "c5"], blocked=["d2", "d8"])
    monkeypatch.setattr(pairs, "MOST_TRIES", 1000)
    with pytest.raises(rk.PuzzleError, match="one with none"):
        rk.sample(none, 1)
    monkeypatch.setattr(pairs.PairSampler, "draw", lambda *_: None)
    expect_even(rk.sample(rk.Queens(8), 20 * 92, seed=1), list(placements(rk.Queens(8))))


def test_the_time_ends_a_sample_before_kernels_are_loaded(monkeypatch):
    monkeypatch.setattr("rookery.engine.run.Run.kernels", None)
    with pytest.raises(rk.LimitError, match="no sample within 0 s"):
        rk.sample(rk.Queens(18), 1, limits=0)


def test_none_and_nothing():
    assert rk.sample(rk.Queens(8), 0) == []
    with pytest.raises(
        rk.PuzzleError, match="one with none: 3 queens on a 3x3 board always attack each other"
    ):
        rk.sample(rk.Queens(3), 1)
    with pytest.raises(rk.PuzzleError, match="one with none"):
        rk.sample(rk.Queens(6, given=["a6"]), 1)
    with pytest.raises(rk.PuzzleError, match="at least 0 placements, got -1"):
        rk.sample(rk.Queens(8), -1)


def test_too_many_columns():
    with pytest.raises(rk.LimitError, match="up to 18 columns without a given queen, got 19"):
        rk.sample(rk.Queens(19), 1)
    with pytest.raises(rk.LimitError, match="up to 1,000 rows"):
        rk.sample(rk.Queens(10**9), 1)


def test_many_given_queens_make_a_large_board_small():
    base = rk.placement(rk.Queens(40)).answer
    puzzle = rk.Queens(40, given=[(row, column) for column, row in enumerate(base) if column > 9])
    drawn = rk.sample(puzzle, 5)
    assert {rows[10:] for rows in drawn} == {base[10:]}
