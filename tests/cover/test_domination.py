"""Known domination numbers of chessboards, proved again.

Queens: OEIS A075458. Knights: OEIS A006075. Queens apart: A075324. Rooks and bishops need n, kings
ceil(n / 3)^2 (A. M. Yaglom, I. M. Yaglom, "Challenging Mathematical Problems with Elementary
Solutions", volume 1, 1964). Bishops and rooks guard the squares they stand on by standing there.
"""

from __future__ import annotations

import pytest

import rookery as rk
from rookery.cover.puzzle import Cover

QUEENS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3, 7: 4, 8: 5, 9: 5, 10: 5, 11: 5, 12: 6}
BY_BOXES = {13: 7, 14: 8, 16: 9}
KNIGHTS = {1: 1, 2: 4, 3: 4, 4: 4, 5: 5, 6: 8, 7: 10, 8: 12, 9: 14, 10: 16, 11: 21, 12: 24, 13: 28}
# A098604 gives the same for boards of k x n squares; rows of 4 x n, n = 4 ... 9.
KNIGHTS_4 = {4: 4, 5: 4, 6: 4, 7: 6, 8: 8, 9: 8}
APART = {1: 1, 2: 1, 3: 1, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 5, 11: 5}


def proved(puzzle: Cover, method: str = "auto") -> int:
    """Return the number of pieces that a method finds and proves."""
    result = rk.solve(puzzle, method=method, limits=600)
    assert result.status is rk.Status.OPTIMAL
    assert puzzle.check(result.answer) == []
    return result.value


def slow(*values):
    return pytest.param(*values, marks=pytest.mark.slow)


def slow_from(first, known):
    return [slow(n, v) if n >= first else (n, v) for n, v in known.items()]


@pytest.mark.parametrize("method", ["exact", "auto"])
@pytest.mark.parametrize(("side", "number"), slow_from(8, QUEENS))
def test_the_fewest_queens_are_as_published(side, number, method):
    assert proved(Cover.domination(side), method) == number


@pytest.mark.parametrize(("side", "number"), slow_from(14, BY_BOXES))
def test_the_fewest_queens_of_larger_boards(side, number):
    assert proved(Cover.domination(side)) == number


@pytest.mark.parametrize("method", ["exact", "auto"])
@pytest.mark.parametrize(("side", "number"), slow_from(9, KNIGHTS))
def test_the_fewest_knights_are_as_published(side, number, method):
    assert proved(Cover.domination(side, piece="knight"), method) == number


@pytest.mark.parametrize(("columns", "number"), KNIGHTS_4.items())
def test_knights_on_rectangles(columns, number):
    assert proved(Cover.domination(4, columns, "knight"), "exact") == number


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, *map(slow, range(6, 11))])
@pytest.mark.parametrize("piece", ["bishop", "rook", "king"])
def test_simple_pieces_without_theorems(side, piece):
    number = (-(-side // 3)) ** 2 if piece == "king" else side
    assert proved(Cover.domination(side, piece=piece), "exact") == number


@pytest.mark.parametrize("side", [7, 12, 20, *map(slow, (*range(8, 12), *range(13, 20)))])
@pytest.mark.parametrize("piece", ["bishop", "rook", "king"])
def test_simple_pieces_on_large_boards(side, piece):
    number = (-(-side // 3)) ** 2 if piece == "king" else side
    assert proved(Cover.domination(side, piece=piece)) == number


@pytest.mark.parametrize(("side", "number"), slow_from(7, APART))
def test_queens_that_attack_no_other(side, number):
    assert proved(Cover.domination(side, independent=True)) == number


@pytest.mark.parametrize("side", [4, 5, *map(slow, (6, 7, 8))])
@pytest.mark.parametrize("piece", ["knight", "king", "rook"])
def test_total_domination_by_parts_and_as_a_whole(side, piece):
    puzzle = Cover.domination(side, piece=piece, total=True)
    whole = Cover.domination(side, piece=piece, total=True, stock=[side * side])
    assert proved(puzzle) == rk.solve(whole, method="exact").value


def test_rectangles_and_the_cheapest_instead_of_the_fewest():
    assert proved(Cover.domination(4, 7)) == 3
    assert proved(Cover.domination(3, 40, "rook"), "exact") == 3
    prices = [[9 if (row + column) % 2 else 1 for column in range(6)] for row in range(6)]
    dear = Cover.domination(6, piece="bishop", square_prices=prices)
    assert proved(dear) == rk.solve(dear, method="exact").value


def test_a_board_too_large_is_refused_before_its_squares_are_listed() -> None:
    with pytest.raises(rk.LimitError, match="of memory, expected at most"):
        Cover.domination(10**6)


def test_a_side_is_a_board() -> None:
    assert Cover(3, ["a1"], {"Q": 1}) == Cover(rk.Board(3), ["a1"], {"Q": 1})
