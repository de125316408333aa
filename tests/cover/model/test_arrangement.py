"""The arrangement of pieces against a recount of all attacks after every step."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, attackers, random_cover, random_domain
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.model.arrangement import Arrangement, sights
from rookery.cover.puzzle import Cover

LAME = tuple(map(Piece, ("nN", "nA", "nZ", "nDD", "R")))


def same_at_every_step(puzzle: Cover, seed: int) -> None:
    rng = random.Random(seed)
    columns = puzzle.board.columns
    worth = np.random.default_rng(seed).random(len(puzzle.targets))
    board = Arrangement(sights(puzzle), worth)
    for _ in range(120):
        row, column = rng.choice(puzzle.places)
        square = row * columns + column
        if board.kind[square] >= 0:
            board.remove(square)
        else:
            kind = rng.randrange(len(puzzle.pieces))
            if board.left[kind] <= 0:
                used = [placed_piece[0] for placed_piece in board.placed_pieces()].count(kind)
                assert used == puzzle.stock[kind]
                continue
            before = board.placed_pieces()
            seen = attackers(puzzle, [*before, (kind, row, column)])
            assert (board.gain[square * board.kinds + kind] > 0) == any(
                (row, column) in seen[target] for target in missing(puzzle, before)
            )
            board.place(kind, square)
        bare = {puzzle.targets[number] for number in board.uncovered()}
        assert bare == missing(puzzle, board.placed_pieces())
        assert board.cost == puzzle.value(board.placed_pieces())
        same_as_counted_anew(board)


def missing(puzzle, placed_pieces):
    return {target for target, squares in attackers(puzzle, placed_pieces).items() if not squares}


def same_as_counted_anew(board):
    again = Arrangement(board.sights, board.worth, board.placed_pieces())
    for name in ("kind", "left", "placed", "lacking", "covers", "gain"):
        assert np.array_equal(getattr(board, name), getattr(again, name)), name
    assert np.allclose(board.value, again.value)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_checks_stay_right(seed, pieces):
    same_at_every_step(random_cover(seed, 6, 7, 0.3, pieces, walls=0.05), seed)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_covers_stay_right(seed, pieces):
    same_at_every_step(random_domain(seed, 5, 6, pieces, LAME + FAIRY, 0.5), seed)


def test_standing_pieces_cover_from_the_start():
    puzzle = Cover.parse(["_#+__", "_____"], [1], ["N"], standing=[("R", "a2")])
    board = Arrangement(sights(puzzle), np.ones(2))
    assert (board.uncovered().tolist(), board.cost, board.placed_pieces()) == ([1], 0, ())
    board.place(0, 2)
    assert (board.uncovered().tolist(), board.covers[1]) == ([], 1)


def test_a_copy_is_changed_apart():
    puzzle = random_cover(1, 6, 6)
    board = Arrangement(sights(puzzle), np.ones(len(puzzle.targets)))
    other = board.copy()
    row, column = puzzle.places[0]
    other.place(0, row * 6 + column)
    assert board.placed_pieces() == ()
    same_as_counted_anew(board)
    same_as_counted_anew(other)
