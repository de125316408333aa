"""Boards of random weights, and their best placements by brute force."""

import random
from fractions import Fraction

from hypothesis import strategies as st
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


KINDS = {
    "random": st.integers(1, 99),
    "ties": st.integers(0, 1),
    "negative": st.integers(-50, 50),
    "uneven": st.sampled_from([1, 2, 3, 10**12, -(10**12)]),
    "floats": st.floats(-1e6, 1e6) | st.sampled_from([0.1, 0.2, 0.3, 1e-300]),
}


@st.composite
def puzzles(draw, sides=(1, 3, 4, 5, 6, 6), kinds=(*KINDS,), best=(1, 1, 2, 5)):
    """Draw a puzzle whose weights are of one kind, with some given and blocked squares."""
    n, weight = draw(st.sampled_from(sides)), KINDS[draw(st.sampled_from(kinds))]
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    return Heaviest(
        draw(st.lists(st.lists(weight, min_size=n, max_size=n), min_size=n, max_size=n)),
        draw(st.booleans()),
        draw(st.sampled_from(best)),
        draw(st.lists(squares, max_size=2)),
        draw(st.lists(squares, max_size=3)),
    )
