"""Small random boards for the tests of covers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from rookery.board import Board
from rookery.cover.arrangement import Arrangement
from rookery.cover.greedy import greedy
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover
from rookery.cover.sights import sights
from rookery.errors import PuzzleError
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


def random_domain(
    seed: int,
    rows: int,
    columns: int,
    pieces: Sequence[Piece] = SHOWDOWN_PIECES,
    standing: Sequence[Piece] = SHOWDOWN_PIECES,
    density: float = 0.3,
    dearest: int = 9,
) -> Cover:
    """Return a board with guarded and blocked squares, standing pieces and a stock.

    Every third board has no kings, every third no guarded squares.
    """
    rng = random.Random(seed)
    while True:
        letters = {(r, c): rng.random() for r in range(rows) for c in range(columns)}
        walls = [square for square, x in letters.items() if x < 0.05]
        kings = [square for square, x in letters.items() if 0.05 <= x < 0.05 + density / 2]
        squares = [square for square, x in letters.items() if x >= 0.05 + density / 2]
        rng.shuffle(squares)
        already = [(rng.choice(standing), squares.pop()) for _ in range(rng.randint(0, 2))]
        try:
            return Cover(
                Board(rows, columns, walls),
                kings if seed % 3 else (),
                [rng.randint(1, dearest) for _ in pieces],
                pieces,
                guarded=[s for s in squares if rng.random() < density] if (seed + 1) % 3 else (),
                blocked=[s for s in squares if rng.random() < 0.25],
                standing=already,
                stock=[rng.choice((0, 1, 2, None)) for _ in pieces],
            )
        except (PuzzleError, IndexError):
            continue


def chosen(puzzle: Cover) -> Arrangement | None:
    """Return the greedy cover, None when none is found."""
    board = Arrangement(sights(puzzle), np.ones(len(puzzle.targets)))
    return board if greedy(board) else None
