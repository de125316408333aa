"""Region puzzles to test with, and their answers by brute force."""

from __future__ import annotations

from itertools import combinations, product

import rookery as rk

SMALL = [
    rk.Regions(["A"]),
    rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"]),
    rk.Regions(["AABB", "AABB", "CCDD", "CCDD"]),
    rk.Regions(["AAAB", "ABBB", "CCDD", "CCDD"], piece="queen"),
    rk.Regions(["AAABB", "ACABB", "CCDDB", "CEEDD", "EEEDD"]),
    rk.Regions(["AAABB", "ACABB", "CCDDB", "CEEDD", "EEEDD"], piece="knight"),
    rk.Regions(["AAABB", "ACABB", "CCDDB", "CEEDD", "EEEDD"], given=["b5"], blocked=["c1"]),
    rk.Regions(["AABB", "AACB", "DCCB", "DDCC"], 2, "dabbaba", blocked=["c1"]),
    rk.Regions(["AABB", "AABB", "CCDD", "CCDD"], 2, "wazir"),
    rk.Regions(["AABB", "AABB", "CCDD", "CCDD"], given=["a1", "b2"]),
]

QUEENS = rk.Regions(
    ["ABCCDDDD", "ABBCCCDD", "BBCCDDDD", "BBBBDDDD", "BBEBBBDF", "BBEEGBGF", "HHHEGGGF", "HEEEGGGF"]
)
STAR_BATTLE = rk.generate_regions(10, stars=2, seed=1)


def answers_by_force(puzzle: rk.Regions) -> list[tuple[tuple[int, int], ...]]:
    """All answers: every choice of columns for each row that `check` finds nothing wrong with."""
    side = range(len(puzzle.rows))
    choices = [
        [tuple((row, column) for column in chosen) for chosen in combinations(side, puzzle.stars)]
        for row in side
    ]
    found = (tuple(square for line in lines for square in line) for lines in product(*choices))
    return [answer for answer in found if not puzzle.check(answer)]
