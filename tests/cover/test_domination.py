"""Known domination numbers of chessboards, proved again.

Queens: OEIS A075458. Knights: OEIS A006075. Rooks and bishops need n, kings ceil(n / 3)^2
(A. M. Yaglom, I. M. Yaglom, "Challenging Mathematical Problems with Elementary Solutions",
volume 1, 1964). Bishops and rooks guard the squares they stand on by standing there.
"""

from __future__ import annotations

import pytest
from tests.cover.boards import chosen

from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import new_solver
from rookery.cover.first.greedy import without_redundant
from rookery.cover.puzzle import Cover

QUEENS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3, 7: 4, 8: 5, 9: 5, 10: 5, 11: 5, 12: 6}
KNIGHTS = {1: 1, 2: 4, 3: 4, 4: 4, 5: 5, 6: 8, 7: 10, 8: 12, 9: 14, 10: 16}
# A098604 gives the same for boards of k x n squares; rows of 4 x n, n = 4 ... 9.
KNIGHTS_4 = {4: 4, 5: 4, 6: 4, 7: 6, 8: 8, 9: 8}


def fewest(puzzle: Cover) -> int:
    """Return the number of pieces of a cover that is legal and proved to be the cheapest."""
    position = without_redundant(chosen(puzzle))
    model = CoverModel(puzzle, (), dict.fromkeys(puzzle.places, (0,)))
    model.hint(position.placed_pieces())
    solver = new_solver(600, workers=1)
    assert solver.status_name(solver.solve(model.model)) == "OPTIMAL"
    placed_pieces = model.placed_pieces(solver)
    assert puzzle.check(placed_pieces) == []
    assert len(placed_pieces) <= position.cost
    return len(placed_pieces)


def slow(*values):
    return pytest.param(*values, marks=pytest.mark.slow)


def slow_from(first, known):
    return [slow(n, v) if n >= first else (n, v) for n, v in known.items()]


@pytest.mark.parametrize(("side", "number"), slow_from(9, QUEENS))
def test_queens(side, number):
    assert fewest(Cover.domination(side, piece="queen")) == number


@pytest.mark.parametrize(("side", "number"), slow_from(9, KNIGHTS))
def test_knights(side, number):
    assert fewest(Cover.domination(side, piece="knight")) == number


@pytest.mark.parametrize(("columns", "number"), KNIGHTS_4.items())
def test_knights_on_rectangles(columns, number):
    assert fewest(Cover.domination(4, columns, "knight")) == number


@pytest.mark.parametrize("side", [*range(1, 11), 12])
def test_kings(side):
    assert fewest(Cover.domination(side, piece="king")) == (-(-side // 3)) ** 2


@pytest.mark.parametrize("piece", ["bishop", "rook"])
@pytest.mark.parametrize("side", [*range(1, 7), *map(slow, range(7, 11))])
def test_bishops_and_rooks(side, piece):
    assert fewest(Cover.domination(side, piece=piece)) == side


def test_rooks_on_rectangles_guard_the_shorter_side():
    assert fewest(Cover.domination(3, 40, "rook")) == 3
    assert fewest(Cover.domination(40, 4, "rook")) == 4
