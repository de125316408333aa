"""Boards of weights, by family and seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

Weights = list[list[float]]


def uniform(n: int, seed: int) -> Weights:
    """Integers from 1 to 99."""
    return _drawn(n, seed, lambda draw: draw.randint(1, 99))


def ties(n: int, seed: int) -> Weights:
    """Integers from 1 to 3: very many placements weigh the same."""
    return _drawn(n, seed, lambda draw: draw.randint(1, 3))


def heavy_diagonal(n: int, seed: int) -> Weights:
    """Integers from 1 to 99, and 200 more on one diagonal, which holds one queen only."""
    board = uniform(n, seed)
    for place in range(n):
        board[place][place] += 200
    return board


def smooth(n: int, seed: int) -> Weights:
    """A sum of six waves, in thousandths: neighbours weigh much the same."""
    draw = random.Random(seed)
    waves = [
        (draw.gauss(0, 1), draw.randint(0, 3), draw.randint(0, 3), draw.random()) for _ in range(6)
    ]

    def height(row: int, column: int) -> int:
        total = 0.0
        for size, down, right, phase in waves:
            total += size * math.sin(2 * math.pi * ((down * row + right * column) / n + phase))
        return round(1000 * total)

    return [[height(row, column) for column in range(n)] for row in range(n)]


def real(n: int, seed: int) -> Weights:
    """Normally distributed floats."""
    return _drawn(n, seed, lambda draw: draw.gauss(0, 1))


FAMILIES: dict[str, Callable[[int, int], Weights]] = {
    "1..99": uniform,
    "ties 1..3": ties,
    "heavy diagonal": heavy_diagonal,
    "smooth": smooth,
    "real-valued": real,
}


def _drawn(n: int, seed: int, number: Callable[[random.Random], float]) -> Weights:
    draw = random.Random(seed)
    return [[number(draw) for _ in range(n)] for _ in range(n)]
