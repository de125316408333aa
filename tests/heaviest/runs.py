"""Boards of random weights, and their best placements by brute force."""

import random
from fractions import Fraction

from tests.queens.brute import placements

from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Placement


def board(n: int, seed: int, low: int = 1, high: int = 99) -> list[list[int]]:
    """Return random weights."""
    draw = random.Random(seed)
    return [[draw.randint(low, high) for _ in range(n)] for _ in range(n)]


def best_by_force(puzzle: Heaviest) -> list[Placement]:
    """Return the best placements; ties are in lexicographic order."""
    sign = 1 if puzzle.lightest else -1
    found = placements(puzzle.n, puzzle.given, puzzle.blocked)
    found.sort(
        key=lambda rows: sign * sum(Fraction(puzzle.weights[r][c]) for c, r in enumerate(rows))
    )
    return found[: puzzle.best]
