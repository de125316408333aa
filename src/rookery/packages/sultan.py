"""The package of ``sultan``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rookery.packages.recipe import Recipe, seed_of
from rookery.statements import sultan

MOST = 100
SIDE = sultan.SIDE
LIGHT, HEAVY = (1, 30), (70, sultan.LARGEST)


def _text(boards: Sequence[Sequence[int]]) -> str:
    rows = [
        " ".join(map(str, weights[at : at + SIDE])) + "\n"
        for weights in boards
        for at in range(0, len(weights), SIDE)
    ]
    return f"{len(boards)}\n" + "".join(rows)


def _generated(random: Random, cases: int, family: str) -> list[list[int]]:
    numbers = "".join(sultan.generate(seed_of(random), cases, family)).split()[1:]
    weights = list(map(int, numbers))
    size = sultan.SQUARES
    return [weights[size * board : size * (board + 1)] for board in range(cases)]


def _structured(random: Random) -> str:
    """Return boards with heavy lines and corners, where breaking a rule pays, and with ties."""
    last, half = SIDE - 1, SIDE // 2
    chosen = random.randrange(SIDE)
    heavy: list[Callable[[int, int], bool]] = [
        lambda row, column: row == column,
        lambda row, column: row + column == last,
        lambda row, column: (row + column) % half == 1,
        lambda row, column: (row - column) % half == 1,
        lambda row, column: row == chosen,
        lambda row, column: column == chosen,
        lambda row, column: {row, column} <= {0, last},
    ]
    boards = [
        [
            random.randint(*(HEAVY if is_heavy(*divmod(square, SIDE)) else LIGHT))
            for square in range(sultan.SQUARES)
        ]
        for is_heavy in heavy
    ]
    return _text(boards + _generated(random, 5, "ties"))


ALL_GREATEST, ALL_LEAST = [sultan.LARGEST] * sultan.SQUARES, [1] * sultan.SQUARES
RECIPE = Recipe(
    name="sultan",
    title="The Weightiest Queens",
    source="UVa 167, The Sultan's Successors",
    source_url="https://onlinejudge.org/external/1/167.pdf",
    makers={
        "small": lambda random: _text(_generated(random, 1, "random")),
        "random": lambda random: _text(_generated(random, random.randint(5, 30), "random")),
        "structured": _structured,
        "extreme": lambda random: _text(
            [ALL_GREATEST, ALL_LEAST, *_generated(random, random.randint(5, 15), "extreme")]
        ),
        "worst-case": lambda random: _text(_generated(random, MOST, "random")),
    },
    seconds=2,
    keywords=("chess", "backtracking"),
)
