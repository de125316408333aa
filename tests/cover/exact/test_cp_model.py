"""The exact model against trying everything, for whole boards and for windows."""

from __future__ import annotations

import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_cover
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.boards.board import WRAPS, Board, Square
from rookery.boards.pieces import Piece
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.running.solvers import cp_sat

LAME = tuple(map(Piece, ("nN", "nA", "nZ", "nDD", "R")))
RIDERS = tuple(map(Piece, ("Q", "R", "QN")))
SHORT = tuple(map(Piece, ("R2", "R2F", "WW")))
MIXED = tuple(map(Piece, ("pRgR", "R2R", "gBpB2", "D")))
DEAREST = 14


def solved(model: CoverModel) -> tuple[str, tuple[PlacedPiece, ...]]:
    solver = cp_sat(60)
    status = solver.status_name(solver.solve(model.model))
    return status, model.chosen(solver.boolean_value) if status == "OPTIMAL" else ()


def everywhere(puzzle: Cover) -> dict[Square, list[int]]:
    """All kinds on all squares; the model itself must know where none may be placed."""
    return {square: list(range(len(puzzle.pieces))) for square in puzzle.board.squares()}


def same_as_brute(puzzle: Cover) -> None:
    status, placed_pieces = solved(CoverModel(puzzle, (), everywhere(puzzle)))
    best = cheapest(puzzle, DEAREST)
    if status == "INFEASIBLE":
        assert best is None
        return
    assert status == "OPTIMAL"
    assert puzzle.check(placed_pieces) == []
    assert puzzle.value(placed_pieces) == best or (
        best is None and puzzle.value(placed_pieces) >= DEAREST
    )


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME, RIDERS, SHORT, MIXED])
@pytest.mark.parametrize("seed", few(range(6), 3))
def test_kings_only(seed, pieces):
    same_as_brute(random_cover(seed, 3, 3, 0.35, pieces, walls=0.1, dearest=6))


@pytest.mark.parametrize("piece", ["Q", "R2", "N", "cpR", "gQ", "nN"])
def test_long_lines(piece):
    puzzle = Cover.parse(["+_#+__++x_"], [2], [piece], standing=[("R3", "e1"), ("cpR", "j1")])
    same_as_brute(puzzle)


def test_what_stays_counts_against_the_stock():
    puzzle = Cover.parse(["#_x_#"], [1, 5], ["W", "R"], stock=[1, None])
    status, placed_pieces = solved(CoverModel(puzzle, [(0, 0, 1)], {(0, 3): [0, 1]}))
    assert (status, sorted(placed_pieces)) == ("OPTIMAL", [(0, 0, 1), (1, 0, 3)])
    none = Cover.parse(["#_x_#"], [1, 5], ["W", "R"], stock=[1, 0])
    assert solved(CoverModel(none, (), everywhere(none)))[0] == "INFEASIBLE"


@pytest.mark.parametrize("wrap", WRAPS)
def test_what_stays_on_a_target_does_not_attack_it(wrap):
    board = Board(3, 4, wrap=wrap)
    puzzle = Cover(board, (), [1], ["Q"], guarded=["a1"], total=True)
    alone = CoverModel(puzzle, [(0, 2, 0)], {})
    assert solved(alone)[0] == "INFEASIBLE"
    two = CoverModel(puzzle, [(0, 2, 0)], {(1, 2): [0], (0, 2): [0]})
    assert solved(two) == ("OPTIMAL", ((0, 0, 2), (0, 2, 0)))
    king = CoverModel(Cover(board, ["d1"], [1], ["Q"], guarded=["a1"]), [(0, 2, 0)], {})
    assert solved(king)[0] == "OPTIMAL"
