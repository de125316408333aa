from __future__ import annotations

import random
from itertools import permutations

import pytest
from tests.marks import few

from rookery.heaviest import lanes
from rookery.heaviest.methods import run_lanes
from rookery.heaviest.puzzle import Heaviest
from rookery.results.settings import Settings

NON_ATTACKING = [
    rows
    for rows in permutations(range(8))
    if all(abs(rows[b] - rows[a]) != b - a for b in range(8) for a in range(b))
]


def board(seed: int, low: int, high: int) -> list[list[int]]:
    draw = random.Random(seed)
    return [[draw.randint(low, high) for _ in range(8)] for _ in range(8)]


@pytest.mark.parametrize("lightest", [False, True])
@pytest.mark.parametrize(("low", "high"), [(1, 99), (0, 1), (7, 7), (0, 255), (255, 255)])
@pytest.mark.parametrize("seed", few(range(20), 6))
def test_against_permutations(seed: int, low: int, high: int, lightest: bool) -> None:
    puzzle = Heaviest(board(seed, low, high), lightest)
    assert lanes.fits(puzzle)
    weights = [
        sum(puzzle.weights[row][column] for column, row in enumerate(rows))
        for rows in NON_ATTACKING
    ]
    best = (min if lightest else max)(weights)
    assert lanes.heaviest_placement(puzzle) == (NON_ATTACKING[weights.index(best)], best)


@pytest.mark.parametrize(
    "puzzle",
    [
        Heaviest(board(0, 1, 99), best=2),
        Heaviest(board(0, 1, 99), given=["a1"]),
        Heaviest(board(0, 1, 99), blocked=["a1"]),
        Heaviest([[1] * 7] * 7),
        Heaviest([[1] * 9] * 9),
    ],
)
def test_what_does_not_fit(puzzle: Heaviest) -> None:
    assert not lanes.fits(puzzle)


@pytest.mark.parametrize(
    "weights", [board(1, 200, 300), board(2, -9, 9), [[0.5 * w for w in r] for r in board(3, 1, 9)]]
)
def test_weights_that_fit_no_byte_are_compared_all_the_same(weights: list[list[float]]) -> None:
    puzzle = Heaviest(weights)
    assert lanes.heaviest_placement(puzzle) is None
    sums = [sum(weights[row][column] for column, row in enumerate(rows)) for rows in NON_ATTACKING]
    result = run_lanes(puzzle, Settings())
    assert (result.answer, result.value) == ((NON_ATTACKING[sums.index(max(sums))],), max(sums))
