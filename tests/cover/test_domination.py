"""Known domination numbers of chessboards, proved again.

Queens: OEIS A075458. Knights: A006075, on k x n squares A098604. Queens apart: A075324. Rooks and
bishops need n, kings ceil(n / 3)^2 (A. M. Yaglom, I. M. Yaglom, "Challenging Mathematical Problems
with Elementary Solutions", volume 1, 1964). On the torus kings need ceil(n ceil(n / 3) / 3), rooks
n (J. J. Watkins, "Across the Board", 2004).
"""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.cover.boards import QUEENS

import rookery as rk

KNIGHTS = {1: 1, 2: 4, 3: 4, 4: 4, 5: 5, 6: 8, 7: 10, 8: 12, 9: 14, 10: 16, 11: 21, 12: 24, 13: 28}
KNIGHTS_4 = {(4, 4): 4, (4, 5): 4, (4, 6): 4, (4, 7): 6, (4, 8): 8, (4, 9): 8}
APART = {1: 1, 2: 1, 3: 1, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 5, 11: 5}
SIDES = {n: n for n in range(1, 21)}
KINGS = {n: (-(-n // 3)) ** 2 for n in range(1, 21)}
KINGS_ON_TORUS = {n: -(-n * -(-n // 3) // 3) for n in range(3, 10)}


def published(piece: str, known: Mapping[Any, int], fast: int, *methods: str, **fields: Any) -> Any:
    """Return the cases of a table; those of boards wider than `fast` are slow."""
    return [
        pytest.param(
            rk.Cover.domination(sides, piece=piece, **fields),
            number,
            method,
            marks=[pytest.mark.slow] if isinstance(sides, int) and sides > fast else [],
            id=f"{piece}-{sides}-{method}{'-'.join(fields)}",
        )
        for sides, number in known.items()
        for method in methods
    ]


@pytest.mark.parametrize(
    ("puzzle", "number", "method"),
    [
        *published("queen", dict(enumerate(QUEENS[:12], 1)), 5, "auto", "exact"),
        *published("queen", {n: QUEENS[n - 1] for n in (13, 14, 16)}, 13, "auto"),
        *published("queen", {(4, 7): 3}, 7, "auto"),
        *published("queen", APART, 5, "auto", independent=True),
        *published("knight", KNIGHTS, 6, "auto", "exact"),
        *published("knight", KNIGHTS_4, 9, "exact"),
        *published("knight", {14: 32}, 9, "auto"),
        *published("rook", {(3, 40): 3}, 40, "exact"),
        *published("king", KINGS_ON_TORUS, 5, "auto", wrap="torus"),
        *published("rook", {n: SIDES[n] for n in range(3, 10)}, 5, "auto", wrap="torus"),
        *(
            case
            for piece, numbers in (("bishop", SIDES), ("rook", SIDES), ("king", KINGS))
            for case in (
                *published(piece, {n: numbers[n] for n in range(1, 11)}, 4, "exact"),
                *published(piece, {n: numbers[n] for n in range(7, 21)}, 7, "auto"),
            )
        ),
    ],
)
def test_the_fewest_pieces_are_as_published(puzzle, number, method):
    result = rk.solve(puzzle, method=method, limits=600)
    assert (result.value, result.status) == (number, rk.Status.OPTIMAL)
    assert puzzle.check(result.answer) == []
