"""Lines of attack against the pieces' own rules."""

import random

import pytest

from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.view.scene import attacks_on


@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
@pytest.mark.parametrize("betza", ["Q", "N", "WfF", "BW", "mRcpR", "gQ", "nN", "NN", "[F?R]", "qN"])
def test_lines_are_the_attacks(betza, wrap):
    has_span = wrap and betza not in ("[F?R]", "qN")  # a bent way is drawn as its end alone
    chance = random.Random(betza)
    piece, board = Piece(betza), Board(7, 6, ["b3", "e5"], wrap)
    for _ in range(20):
        squares = chance.sample(sorted(board.squares()), 12)
        (row, column), targets = squares[0], squares[6:]
        lines = list(attacks_on(board, [(piece, squares[0])], targets, set(squares)))
        attacked = piece.attacks(board, squares[0], set(squares))
        assert sorted(line.end for line in lines) == sorted(attacked.intersection(targets))
        for line in lines:
            assert (line.span is not None) == bool(has_span)
            if line.span is not None:
                end = row + line.span[0], (column + line.span[1]) % 6
                assert line.end == (end if wrap == "cylinder" else (end[0] % 7, end[1]))
            assert (line.hurdle is not None) == ("p" in betza or "g" in betza)
            if line.hurdle is not None and not wrap:
                without = set(squares) - {line.hurdle}
                assert line.end not in piece.attacks(board, squares[0], without)
