"""The same seed gives what was recorded here: inputs to the letter, and values of stopped searches.

A change that draws otherwise moves these numbers; then check that it was meant, and record anew.
"""

import random
from itertools import product
from typing import Any
from zlib import crc32

import pytest
from tests.heaviest.runs import board
from tests.view.test_svg import DRAWN

import rookery as rk
from rookery.families import family_of
from rookery.packages import recipe_of, secret_cases
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
def test_generated_inputs(statement, cases, options, recorded):
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
def test_cases_of_packages(name, recorded):
    assert [crc32(text) for _, text in secret_cases(recipe_of(name), 7, 5)] == recorded


def crowded(mover: str, visit: str) -> rk.Tour:
    """Return a tour with many targets and pawns."""
    squares = list(product(range(14), repeat=2))
    random.Random(1).shuffle(squares)
    start, goal, *rest = squares
    return rk.Tour(14, start, rest[:40], goal, mover, visit, pawns=rest[40:54])


def strewn() -> rk.Cover:
    """Return a cover of kings on one square in five."""
    draw = random.Random(5)
    kings = [square for square in product(range(14), repeat=2) if draw.random() < 0.2]
    return rk.Cover(14, kings, [30 + draw.randrange(90) for _ in range(8)])


@pytest.mark.parametrize(
    ("puzzle", "method", "work", "recorded"),
    [
        (crowded("N", "on"), "search", 10**5, [(69, 67), (69, 67)]),
        (crowded("K", "on"), "search", 10**5, [(71, 61), (70, 61)]),
        (crowded("Q", "beside"), "search", 10**5, [(18, 15), (18, 15)]),
        (rk.Heaviest(board(22, 22)), "branch", 1, [(1880, 1952), (1862, 1952)]),
        (rk.Heaviest(board(14, 3)), "duals", 1500, [(1102, 1171)] * 2),
        (rk.Heaviest(board(14, 3), best=9), "list", 300, [(932, 1273)] * 2),
        (strewn(), "anneal", 3 * 10**4, [(451, 426), (468, 426)]),
    ],
    ids=["knight", "king", "queen", "branch", "duals", "list", "cover"],
)
def test_values_of_stopped_searches(puzzle, method, work, recorded, kernels):
    kernels.arrive(0)
    found = [
        rk.solve(puzzle, method=method, limits=rk.Limits(work=work), seed=seed, threads=1)
        for seed in range(2)
    ]
    assert [(one.value, one.bound) for one in found] == recorded


def test_the_estimate_after_a_stopped_count():
    stopped = rk.count(rk.Queens(16), limits=rk.Limits(work=1), seed=1, threads=1)
    assert stopped.share == pytest.approx(0.083861, abs=1e-6)
    found = stopped.estimate
    assert (found.samples, round(found.value or 0)) == (16, 14_933_253)


def test_one_placement_of_a_large_board():
    found = [rk.placement(rk.Queens(n), seed=2).answer for n in (30, 40, 200)]
    assert [crc32(repr(one).encode()) for one in found] == [535555047, 2366005798, 1127804634]


def test_tours_of_whole_boards(kernels):
    kernels.arrive(0)
    tours = [
        rk.Tour.hamiltonian(12, "knight", closed=True),
        rk.Tour.hamiltonian(rk.Board(9, 10), "knight", start="a1", goal="b1"),
        rk.Tour.hamiltonian(10, "knight", closed=True, turn="quarter"),
        rk.Tour(8, "b3", "all", visit="over"),
        rk.Tour(7, "b3", "all", "d4", visit="over", once=True),
    ]
    found = [rk.solve(tour, limits=rk.Limits(work=30_000), seed=1, threads=1) for tour in tours]
    assert [crc32(repr(one.answer).encode()) for one in found] == [
        770143361,
        843960311,
        3642255048,
        1491315404,
        3900988859,
    ]


def test_samples_and_generated_regions():
    drawn = [rk.sample(rk.Queens(n), 4, seed=2) for n in (6, 8, 12)]
    drawn.append(rk.sample(rk.NonAttacking(4, "king"), 4, seed=2))
    regions = [rk.generate_regions(n, seed=3) for n in (6, 7)]
    regions.append(rk.generate_regions(8, stars=2, seed=7))
    found = [crc32(repr(one).encode()) for one in drawn] + [
        crc32(str(one).encode()) for one in regions
    ]
    assert found == [
        *(712604123, 4042625762, 2074923275, 636343655),
        *(786706145, 1660958802, 1247616540),
    ]


def test_explanations_of_regions():
    boards = [rk.generate_regions(n, seed=seed) for n, seed in ((6, 3), (8, 5), (9, 2))]
    told = ["\n".join(map(str, rk.explain(one).steps)) for one in boards]
    assert [crc32(one.encode()) for one in told] == [3482143980, 3709546913, 294329590]


REGIONS = rk.Regions("AAAB ABBB CCDD CCDD")
ARMY = rk.NonAttacking(3, ["queen", "rook"], [1, 1])


def test_pictures_as_svg_and_for_latex():
    pictures = DRAWN | {
        "step": rk.svg(rk.explain(REGIONS).steps[1]),
        "regions": rk.svg(REGIONS, rk.solve(REGIONS).answer),
        "army": rk.svg(ARMY, [(0, 0, 0), (1, 1, 2)], lines=True),
        "long": rk.svg(rk.Tour.hamiltonian(6, "knight"), [(row, 0) for row in range(6)] * 6),
        **{f"page {at}": page for at, page in enumerate(rk.pages([REGIONS] * 3, per_page=2))},
    }
    found = {name: crc32((one + one.tikz()).encode()) for name, one in pictures.items()}
    assert found == {
        "queens": 3891960779,
        "over": 3158472291,
        "placement": 1144435256,
        "placements": 634899012,
        "heaviest": 3444867571,
        "flat": 1046655358,
        "tour": 1887226963,
        "played": 770890668,
        "cover": 4189468545,
        "lines": 1827468614,
        "board": 1520466090,
        "around": 2766433000,
        "guards around": 1103980102,
        "small": 1906607919,
        "step": 3440039317,
        "regions": 3597733890,
        "army": 907117312,
        "long": 1298794608,
        "page 0": 4095342970,
        "page 1": 386839953,
    }


#: Puzzle, limit of work, and for each method the value and the share of the count.
STOPPED: dict[str, tuple[Any, int, dict[str, Any]]] = {
    "queens": (
        rk.Queens(12),
        3,
        {"halves": (14200, None), "completions": (10825, 0.6966), "search": (68, 0.0165)},
    ),
    "kings": (rk.NonAttacking(9, "king"), 3, {"by-number": (5, 0.037), "search": (1023, 0.0)}),
    "maximal": (
        rk.NonAttacking(8, "queen", maximal=True),
        2,
        {"maximal": (10188, None), "search": (306, 0.0009)},
    ),
    "hoppers": (
        rk.NonAttacking(6, "grasshopper"),
        5,
        {"hoppers": (1883964, 0.0667), "frontier": (17, 0.1389), "search": (327, 0.0)},
    ),
    "columns": (
        rk.NonAttacking(9, "king", rows=1, columns=1),
        2,
        {"columns": (0, 0.0088), "rows": (47622, None), "search": (282, 0.0)},
    ),
    "pawns": (
        rk.NonAttacking(
            4, {"queen": 5, "pawn": 1}, shields=True, tolerated=[(1, 1), (0, 1), (1, 0)]
        ),
        3,
        {"blockers": (0, 0.1875), "search": (0, None)},
    ),
    "whole board": (
        rk.Tour.hamiltonian(rk.Board(5, 6), "knight"),
        9,
        {"sweep": (None, 0.3), "walks": (9, None)},
    ),
}


@pytest.mark.parametrize(("puzzle", "work", "recorded"), STOPPED.values(), ids=STOPPED)
def test_stopped_counts(puzzle, work, recorded, kernels):
    kernels.arrive(0)  # searches begin in plain Python while kernels are loaded
    found = {}
    for method in family_of(puzzle).counters():
        if method.fits(puzzle):
            limits = rk.Limits(work=work)
            result = rk.count(puzzle, method=method.name, limits=limits, threads=1, seed=1)
            found[method.name] = (result.value, result.share and round(result.share, 4))
    assert found == recorded
