"""The same seed gives what was recorded here: inputs to the letter, and values of stopped searches.

A change that draws otherwise moves these numbers; then check that it was meant, and record anew.
"""

import random
from itertools import product
from typing import Any
from zlib import crc32

import pytest
from tests.heaviest.runs import board

import rookery as rk
from rookery.packages.export import recipe_of, secret_cases
from rookery.statements import eight_queens, showdown, sultan, traveling_queen


@pytest.mark.parametrize(
    ("statement", "cases", "options", "recorded"),
    [
        (eight_queens, 20, {}, 1065855239),
        (sultan, 3, {"family": "random"}, 2239591736),
        (sultan, 3, {"family": "ties"}, 1984118028),
        (sultan, 3, {"family": "extreme"}, 226097683),
        (traveling_queen, 8, {"family": "random"}, 2507387131),
        (traveling_queen, 8, {"family": "sparse"}, 3998408740),
        (traveling_queen, 8, {"family": "dense"}, 2712577122),
        (traveling_queen, 8, {"family": "worst"}, 4148147609),
        (traveling_queen, 8, {"family": "impossible"}, 3751870313),
        (showdown, 60, {"size": 8}, 3785761954),  # every density, layout and prices
    ],
)
def test_generated_inputs(statement: Any, cases: int, options: Any, recorded: int) -> None:
    assert crc32("".join(statement.generate(7, cases, **options)).encode()) == recorded


@pytest.mark.parametrize(
    ("name", "recorded"),
    [
        ("eight-queens", [243445947, 3349527911, 2513163576, 1305595239, 1112520577]),
        ("sultan", [3239010407, 3405408539, 2482407632, 654841427, 3403154897]),
        ("traveling-queen", [3108573207, 3558235144, 3661197867, 2357195471, 593992421]),
        ("showdown", [410094155, 151323179, 3258428244, 679533645, 3886583013]),
    ],
)
def test_cases_of_packages(name: str, recorded: list[int]) -> None:
    assert [crc32(text) for _, text in secret_cases(recipe_of(name), 7, 5)] == recorded


def crowded(mover: str, visit: str) -> rk.Tour:
    """Return a tour with many targets and pawns."""
    squares = list(product(range(14), repeat=2))
    random.Random(1).shuffle(squares)
    start, goal, *rest = squares
    return rk.Tour(14, start, rest[:40], goal, mover, visit, pawns=rest[40:54])


def strewn() -> rk.Cover:
    """Return a cover of kings on two squares in five."""
    draw = random.Random(5)
    kings = [square for square in product(range(14), repeat=2) if draw.random() < 0.4]
    return rk.Cover(14, kings, [30 + draw.randrange(90) for _ in range(8)])


@pytest.mark.parametrize(
    ("puzzle", "method", "work", "recorded"),
    [
        (crowded("N", "on"), "search", 10**6, [(69, 67), (69, 67), (69, 67)]),
        (crowded("K", "on"), "search", 10**6, [(71, 61), (69, 61), (69, 61)]),
        (crowded("Q", "beside"), "search", 10**6, [(18, 15), (18, 15), (18, 15)]),
        (rk.Heaviest(board(26, 26)), "branch", 1, [(2300, 2391), (2318, 2391), (2301, 2391)]),
        (strewn(), "anneal", 10**4, [(821, 761), (821, 761), (810, 761)]),
    ],
    ids=["knight", "king", "queen", "heaviest", "cover"],
)
def test_values_of_stopped_searches(
    puzzle: Any, method: str, work: int, recorded: list[tuple[int, int]]
) -> None:
    found = [
        rk.solve(puzzle, method=method, limits=rk.Limits(work=work), seed=seed, threads=1)
        for seed in range(3)
    ]
    assert [(one.value, one.bound) for one in found] == recorded


def test_the_estimate_after_a_stopped_count() -> None:
    stopped = rk.count(rk.Queens(16), limits=rk.Limits(work=1), seed=1, threads=1)
    assert stopped.share == pytest.approx(0.083861, abs=1e-6)
    found = stopped.estimate
    assert found is not None
    assert (found.samples, round(found.value or 0)) == (16, 14_933_253)


def test_one_placement_of_a_large_board() -> None:
    found = [rk.placement(rk.Queens(n), seed=2).answer for n in (30, 40, 200)]
    assert [crc32(repr(one).encode()) for one in found] == [535555047, 2366005798, 1127804634]


def test_samples_and_generated_regions() -> None:
    drawn = [rk.sample(rk.Queens(n), 4, seed=2) for n in (6, 8, 12)]
    drawn.append(rk.sample(rk.NonAttacking(4, "king"), 4, seed=2))
    regions = [rk.generate_regions(n, seed=3) for n in (6, 7)]
    found = [crc32(repr(one).encode()) for one in drawn] + [
        crc32(str(one).encode()) for one in regions
    ]
    assert found == [712604123, 4042625762, 2074923275, 3446249148, 786706145, 1660958802]
