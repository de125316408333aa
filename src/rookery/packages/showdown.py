"""The package of ``showdown``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from rookery.cover.puzzle import SHOWDOWN_PIECES
from rookery.packages.recipe import Recipe, seed_of
from rookery.results.limits import Limits
from rookery.statements import showdown
from rookery.statements.showdown import DENSITIES, HIGHEST_COST, LARGEST, SMALLEST

MOST = 15  # tests in a file
MIDDLING = 12  # squares, side of a board; also tests in a file
WORK = 300_000  # work limit of a search, so that its score repeats
CHEAPEST = 1  # cost


def _text(tests: Sequence[str]) -> str:
    return f"{len(tests)}\n" + "".join(tests)


def _tests(random: Random, number: int, least: int, most: int) -> str:
    """Return an input of boards of random layout and costs, of sides from least to most."""
    return _text([_test(random, random.randint(least, most)) for _ in range(number)])


def _test(random: Random, size: int, density: float | None = None) -> str:
    """Return a test of random layout and costs."""
    if density is None:
        density = random.choice(DENSITIES)
    layout = random.choice(["uniform", "clustered", "lines"])
    prices = random.choice(["equal", "uniform", "log-uniform", "balanced", "uneven"])
    text = "".join(showdown.generate(seed_of(random), 1, size, density, layout, prices))
    return text.partition("\n")[2]


def _priced(test: str, costs: Iterable[int]) -> str:
    """Return a test with its costs replaced."""
    *lines, _ = test.splitlines()
    return "\n".join([*lines, " ".join(map(str, costs)), ""])


def _structured(random: Random) -> str:
    """Return a test for each type of piece, with that type by far the cheapest."""
    tests = []
    for cheap in range(len(SHOWDOWN_PIECES)):
        costs = [random.randint(HIGHEST_COST // 2, HIGHEST_COST) for _ in SHOWDOWN_PIECES]
        costs[cheap] = CHEAPEST
        tests.append(_priced(_test(random, MIDDLING, 0.15), costs))
    return _text(tests)


def _extreme(random: Random) -> str:
    """Return the smallest and largest boards with no king, with one king and with most kings."""
    tests = []
    for size in (SMALLEST, LARGEST):
        empty = "\n".join([str(size), *["_" * size] * size, ""])
        costs = [random.choice([CHEAPEST, HIGHEST_COST]) for _ in SHOWDOWN_PIECES]
        tests.append(empty + " ".join(map(str, costs)) + "\n")
        tests.append(_test(random, size, 0.0))
        tests.append(_priced(_test(random, size, 1.0), [HIGHEST_COST] * len(SHOWDOWN_PIECES)))
    return _text(tests)


RECIPE = Recipe(
    name="showdown",
    title="All Kings in Check",
    source="SPOJ CHE, Chess Variants Showdown",
    source_url="https://www.spoj.com/problems/CHE/",
    makers={
        "small": lambda random: _tests(random, MOST, SMALLEST, 6),
        "random": lambda random: _tests(random, MIDDLING, 7, 16),
        "structured": _structured,
        "extreme": _extreme,
        "worst-case": lambda random: _text([_test(random, LARGEST) for _ in range(MOST)]),
    },
    seconds=10,
    mebibytes=1536,
    spare_time=1.1,
    blanks_count=False,
    scored=True,
    keywords=("chess", "optimisation"),
    limits=Limits(work=WORK),
)
