"""Prices of any kind: fractions and decimals, by piece, by square."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from tests.cover.brute import cheapest

import rookery as rk
from rookery.api.solving import solve_each
from rookery.cover.validation import price, rational
from rookery.document import result_of

ROWS = ["#__", "_#_", "__#"]


@pytest.mark.parametrize(
    ("given", "exact"),
    [
        (3, 3),
        (np.int64(3), 3),
        (Fraction(6, 2), 3),
        (Fraction(1, 3), Fraction(1, 3)),
        ("1/3", Fraction(1, 3)),
        ("2.50", Fraction(5, 2)),
        (0.1, Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Decimal("1E+3"), 1000),
        ("+2", 2),
        (1e-300, Fraction(1, 10**300)),
    ],
)
def test_prices_are_exact(given, exact):
    found = price(given)
    assert found == exact
    assert type(found) is type(exact)


NO_PRICES = [0, -1, "0", "-1/2", "1/0", "x", None, float("nan"), [1], 1j, "9" * 5000, " 1", "1_0"]
TOO_LONG = ["1e999999999", "1e-999999999", "1E+\u0669\u0669\u0669\u0669\u0669\u0669\u0669\u0669"]


@pytest.mark.parametrize("given", NO_PRICES)
def test_a_wrong_price_is_refused(given):
    with pytest.raises(rk.PuzzleError, match="a price above 0"):
        price(given)


@pytest.mark.parametrize("given", [*TOO_LONG, Decimal("1e999999999")], ids=str)
def test_a_number_is_refused_before_its_digits_are_written_out(given):
    assert rational(given) is None


@pytest.mark.parametrize(
    ("prices", "rows"),
    [
        ([10**18], None),
        ([1e308], None),
        (["1/999999999999999989", "1/999999999999999967", 1], None),
        ([10**9], [[10**9, 1, 1]] * 3),
        ([1], [[f"1/{10**9 + 3 * row + column}" for column in range(3)] for row in range(3)]),
    ],
)
def test_prices_that_are_too_large_to_calculate_with(prices, rows):
    with pytest.raises(rk.PuzzleError, match=r"expected prices below 10\^18 as multiples of"):
        rk.Cover.parse(ROWS, prices, ["R", "N", "B"][: len(prices)], square_prices=rows)


def test_the_largest_prices_are_solved():
    puzzle = rk.Cover.parse(ROWS, [10**18 - 1, Fraction(10**17, 1)], ["R", "N"])
    result = rk.solve(puzzle, method="greedy")
    assert puzzle.check(result.answer) == []
    assert result.value == puzzle.value(result.answer) >= result.bound


@pytest.mark.parametrize("price", [10**12, 10**15, 2**57])
@pytest.mark.parametrize("method", ["exact", "auto"])
def test_prices_that_differ_by_a_unit_in_a_trillion_are_proved(method, price):
    prices = {"NN": price + 1, "W": price}
    guarded = list(rk.Board(2, 4).squares())
    puzzle = rk.Cover(rk.Board(2, 4), (), prices, guarded=guarded, blocked=["a2", "b2"])
    best = cheapest(puzzle, 5 * price)
    result = rk.solve(puzzle, method=method, limits=60, threads=1)
    assert (result.value, result.bound, result.reason) == (best, best, rk.Reason.PROVED)
    assert {puzzle.value(cover) for cover in rk.covers(puzzle, limits=60)} == {best}


def test_prices_by_piece_name_the_pieces():
    puzzle = rk.Cover.parse(ROWS, {"NB": 3, "R4": 2})
    assert puzzle.pieces == (rk.Piece("NB"), rk.Piece("R4"))
    assert puzzle.prices == (3, 2)
    assert rk.Cover.parse(ROWS, {"R": 2, "B": 1}, ["bishop", "rook"]).prices == (1, 2)
    assert rk.Cover.parse(ROWS, {"R": 2, "B": 1}, stock={"rook": 1}).stock == (1, None)
    with pytest.raises(rk.PuzzleError, match="expected a price of Q, got none"):
        rk.Cover.parse(ROWS, {"R": 2}, ["R", "Q"])
    with pytest.raises(rk.PuzzleError, match="expected a stock of R, got one of Q"):
        rk.Cover.parse(ROWS, {"R": 2}, stock={"Q": 1})


@pytest.mark.parametrize("method", ["auto", "exact", "greedy"])
@pytest.mark.parametrize(
    "puzzle",
    [
        rk.Cover.parse(ROWS, {"R": "1/2", "N": Fraction(1, 3), "B": "0.4"}),
        rk.Cover.parse(ROWS, {"R": 2, "N": 3}, square_prices=[[1, 5, "1/2"], [5, 1, 3], [2, 3, 1]]),
    ],
    ids=["by piece", "by square"],
)
def test_fractions_are_solved_exactly(puzzle, method):
    told = []
    result = rk.solve(puzzle, method=method, limits=60, on_progress=told.append)
    best = cheapest(puzzle, 9)
    assert result.puzzle == puzzle
    assert puzzle.check(result.answer) == []
    assert result.value == puzzle.value(result.answer) >= best >= result.bound
    assert all(entry.value is None or entry.value >= best for entry in (*told, *result.trace))
    if method == "exact":
        assert result.value == best == result.bound
        assert type(result.value) is type(best)


def test_fractions_of_several_boards_and_in_documents():
    puzzles = [
        rk.Cover.parse(ROWS, {"R": "1/2", "N": "1/3"}),
        rk.Cover.parse(ROWS, {"R": 1, "N": 2}),
    ]
    for puzzle, result in zip(puzzles, solve_each(puzzles, limits=60), strict=True):
        assert result.puzzle == puzzle
        assert result.value == cheapest(puzzle, 9)
        again = result_of(result.to_dict())
        assert (again.value, again.bound) == (result.value, result.bound)
