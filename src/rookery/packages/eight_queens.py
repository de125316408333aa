"""The package of ``eight-queens``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from rookery.boards.board import Square
from rookery.packages.recipe import Recipe, seed_of
from rookery.queens.listing.plain import placements
from rookery.queens.puzzle import Queens
from rookery.statements import eight_queens

MOST = 100  # datasets in a file
SIDE = eight_queens.SIDE
SQUARES = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
RIM = [square for square in SQUARES if {1, SIDE} & set(square)]
CORNERS = [square for square in RIM if set(square) <= {1, SIDE}]


def _text(squares: Iterable[Square]) -> str:
    datasets = [f"\n{row} {column}\n" for row, column in squares]
    return f"{len(datasets)}\n" + "".join(datasets)


def _worst(random: Random) -> str:
    """Return the maximum number of datasets, of the squares with the most placements."""
    through = Counter(
        (row + 1, column + 1)
        for rows in placements(Queens(SIDE))
        for column, row in enumerate(rows)
    )
    most = max(through.values())
    squares = [square for square in SQUARES if through[square] == most]
    return _text(random.choices(squares, k=MOST))


RECIPE = Recipe(
    name="eight-queens",
    title="Eight Queens Through One Square",
    source="UVa 750, 8 Queens Chess Problem",
    source_url="https://onlinejudge.org/external/7/750.pdf",
    makers={
        "small": lambda random: _text([random.choice(SQUARES)]),
        "random": lambda random: "".join(
            eight_queens.generate(seed_of(random), random.randint(5, 30))
        ),
        "structured": lambda random: _text(random.sample(SQUARES, len(SQUARES))),  # all, shuffled
        # the rim, whose squares have the fewest placements, and the corners again
        "extreme": lambda random: _text(CORNERS + random.sample(RIM, len(RIM))),
        "worst-case": _worst,
    },
    seconds=3,
    keywords=("chess", "backtracking"),
)
