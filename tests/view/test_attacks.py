"""Lines of attack against what the pieces' own rules say."""

from __future__ import annotations

import random

import pytest

from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.view.attacks import attacks_on


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
            assert (line.hurdle is not None) == ("p" in betza or "g" in betza)
            if line.hurdle is not None:
                without = set(squares) - {line.hurdle}
                assert line.end not in piece.attacks(board, square, without)
