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
    """Integers from 1 to 3, for which very many placements have the same weight."""
    return _drawn(n, seed, lambda draw: draw.randint(1, 3))


def heavy_diagonal(n: int, seed: int) -> Weights:
    """Integers from 1 to 99, and 200 more on one diagonal, which holds at most one queen."""
    board = uniform(n, seed)
    for place in range(n):
        board[place][place] += 200
    return board


def smooth(n: int, seed: int) -> Weights:
    """A sum of six waves, in thousandths; neighbours have similar weights."""
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


def small(n: int, seed: int) -> Weights:
    """Integers from 0 to 9."""
    return _drawn(n, seed, lambda draw: draw.randint(0, 9))


def equal(n: int, seed: int) -> Weights:
    """Equal weights, so the answer is the first of all placements."""
    return [[1 + seed] * n for _ in range(n)]


def nearly_equal(n: int, seed: int) -> Weights:
    """Floats that differ by 1 to 98 times 2^-50."""
    return [[1 + weight * 2.0**-50 for weight in row] for row in uniform(n, seed)]


def product(n: int, seed: int) -> Weights:
    """Row times column: smooth, and with the symmetries of both diagonals."""
    return [[(row + 1) * (column + 1) for column in range(n)] for row in range(n)]


def hill(n: int, seed: int) -> Weights:
    """A Gaussian hill in the middle, in thousandths; smooth, and with all symmetries."""
    middle = (n - 1) / 2

    def height(row: int, column: int) -> int:
        far = (row - middle) ** 2 + (column - middle) ** 2
        return round(1000 * math.exp(-12 * far / n**2))

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
    "equal": equal,
    "nearly equal floats": nearly_equal,
}


def _drawn(n: int, seed: int, number: Callable[[random.Random], float]) -> Weights:
    draw = random.Random(seed)
    return [[number(draw) for _ in range(n)] for _ in range(n)]
