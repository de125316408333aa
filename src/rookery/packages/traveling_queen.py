"""The package of ``traveling-queen``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rookery.packages.recipe import Recipe, seed_of
from rookery.statements import traveling_queen

MOST = 50  # scenarios in a file
WORST = 12  # scenarios in a file of worst cases

# Boards on which a single rule decides, without their empty last row.
START_COUNTS = ("N.......", ".Q......", "........", "........", "........", "......N.", ".B......")
START_EMPTIES = ("...P.Q..", "...PPN.P", "...B.PP.", "....PPP.", "........", "N.......", "........")
BISHOP_LAST = ("Q......N", "........", "...B....", "........", "........", "........", "N......N")
NO_MOVE = ("........", "..N.....", "..QN....", "...B....", "........", "........", "........")
CORRIDOR = ("QPN.....", ".PPPPPP.", "........", "PPPPPPP.", "N......B", "........", "........")
CRAFTED = (START_COUNTS, START_EMPTIES, BISHOP_LAST, NO_MOVE, CORRIDOR)


def _generated(family: str, least: int, most: int) -> Callable[[Random], str]:
    def make(random: Random) -> str:
        cases = random.randint(least, most)
        return "".join(traveling_queen.generate(seed_of(random), cases, family))

    return make


def _structured(random: Random) -> str:
    """Return the crafted boards, mirrored at random and mixed with generated ones."""
    boards = []
    for crafted in CRAFTED:
        rows = [*crafted, "." * 8]
        if random.random() < 0.5:
            rows = [row[::-1] for row in rows]
        boards.append("\n".join(rows) + "\n\n")
    crowd = "".join(traveling_queen.generate(seed_of(random), 25, "mixed"))
    boards += [f"{board}\n\n" for board in crowd.partition("\n")[2].split("\n\n") if board]
    random.shuffle(boards)
    return f"{len(boards)}\n" + "".join(boards)


RECIPE = Recipe(
    name="traveling-queen",
    title="A Queen Pays Calls",
    source="TUD Programming Contest 2006, Traveling Queen Problem",
    source_url="http://poj.org/problem?id=2919",
    makers={
        "small": _generated("sparse", 1, 3),
        "random": _generated("random", 10, 20),
        "structured": _structured,
        "extreme": _generated("mixed", 20, MOST),
        "worst-case": _generated("worst", WORST, WORST),
    },
    seconds=5,
    keywords=("chess", "route planning"),
)
