"""Lines of attack against the pieces' own rules."""

from __future__ import annotations

import random

import pytest

from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.view.scene import attacks_on


@pytest.mark.parametrize(
    "betza", ["R", "B", "N", "WfF", "BW", "mRcpR", "gQ", "nN", "NN", "[F?R]", "qN"]
)
def test_lines_are_the_attacks(betza: str) -> None:
    chance = random.Random(betza)
    piece, board = Piece(betza), Board(7, 6, ["b3", "e5"])
    for _ in range(30):
        squares = chance.sample(sorted(board.squares()), 12)
        square, targets = squares[0], squares[6:]
        lines = list(attacks_on(board, [(piece, square)], targets, set(squares), board.name))
        attacked = piece.attacks(board, square, set(squares))
        assert sorted(line.end for line in lines) == sorted(attacked.intersection(targets))
        for line in lines:
            assert line.span is None
            assert (line.hurdle is not None) == ("p" in betza or "g" in betza)
            if line.hurdle is not None:
                without = set(squares) - {line.hurdle}
                assert line.end not in piece.attacks(board, square, without)


@pytest.mark.parametrize("wrap", ["cylinder", "torus"])
@pytest.mark.parametrize("betza", ["Q", "N", "mRcpR"])
def test_lines_around_wrapped_edges_have_a_span(betza: str, wrap: str) -> None:
    chance = random.Random(betza)
    piece, board = Piece(betza), Board(5, 6, ["b3"], wrap)
    for _ in range(20):
        squares = chance.sample(sorted(board.squares()), 12)
        (row, column), targets = squares[0], squares[6:]
        lines = list(attacks_on(board, [(piece, squares[0])], targets, set(squares), board.name))
        attacked = piece.attacks(board, squares[0], set(squares))
        assert sorted(line.end for line in lines) == sorted(attacked.intersection(targets))
        for line in lines:
            down, right = line.span
            end = row + down, (column + right) % 6
            assert line.end == (end if wrap == "cylinder" else (end[0] % 5, end[1]))
