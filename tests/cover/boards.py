"""Small random boards for the tests of covers."""

from __future__ import annotations

import random

from rookery.board import Board
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover
from rookery.pieces import Piece

FAIRY = tuple(map(Piece, ("NN", "gQ", "R2", "fB", "cpR", "DD", "K", "pB3", "mRcN")))


def random_cover(
    seed: int,
    rows: int,
    columns: int,
    density: float = 0.3,
    pieces: tuple[Piece, ...] = SHOWDOWN_PIECES,
    walls: float = 0.0,
    dearest: int = 9,
) -> Cover:
    """Return a board on which every king has an empty neighbour."""
    rng = random.Random(seed)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    stone = {square for square in squares if rng.random() < walls}
    kings = {square for square in squares if square not in stone and rng.random() < density}
    free = set(squares) - stone
    if not free:
        stone.clear()
        free = set(squares)
    for row, column in sorted(kings):
        near = {(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
        if not (near & free) - kings:
            kings.remove((row, column))
    if kings == free:
        kings = set()
    prices = [rng.randint(1, dearest) for _ in pieces]
    return Cover(Board(rows, columns, stone), kings, prices, pieces)
