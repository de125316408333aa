"""Pieces attack together what they attack one by one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rookery.boards.attackers import attackers
from rookery.boards.board import Board
from rookery.boards.pieces import NAMED, Piece

WRAPS = ("", "cylinder", "torus")

OTHERS = ("R3", "pB3", "gQ", "nNN", "RpR", "NN", "fsW", "oR", "K2", "WD", "R2W")


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("seed", range(12))
def test_attackers_are_those_of_each_piece(wrap, seed):
    random = Random(seed)
    rows, columns = random.choice([(1, 6), (2, 5), (5, 5), (6, 4), (7, 8), (4, 1)])
    every = list(Board(rows, columns).squares())
    board = Board(rows, columns, random.sample(every, len(every) // 8), wrap)
    taken = random.sample(list(board.squares()), min(len(every) // 3, len(every) - 2))
    notations = [*NAMED, *OTHERS]
    placed = [(square, Piece(random.choice(notations))) for square in taken[::2]]
    found: Counter[tuple[int, int]] = Counter()
    for square, piece in placed:
        found.update(piece.attacks(board, square, set(taken)))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    assert attackers(board, placed, set(taken)) == [found[square] for square in squares]


def test_nobody_attacks_nothing():
    assert attackers(Board(2, 2), [], ()) == [0, 0, 0, 0]
