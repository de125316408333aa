"""Region puzzles to test with, and the same as puzzles of another family."""

import string
from random import Random

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


def grown_board(seed: int, side: int, stars: int) -> rk.Regions:
    """Return a board whose regions grow from random squares; about half have no answer."""
    random = Random(seed)
    squares = [(row, column) for row in range(side) for column in range(side)]
    region_of = {at: number for number, at in enumerate(random.sample(squares, side))}
    open_ = list(region_of)
    while open_:
        row, column = at = open_[random.randrange(len(open_))]
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        free = [one for one in near if min(one) >= 0 and max(one) < side and one not in region_of]
        if not free:
            open_.remove(at)
            continue
        other = random.choice(free)
        region_of[other] = region_of[at]
        open_.append(other)
    drawn = "".join(string.ascii_letters[region_of[at]] for at in squares)
    return rk.Regions([drawn[at : at + side] for at in range(0, side * side, side)], stars)


def random_puzzle(seed: int) -> rk.Regions:
    """A puzzle whose regions need not be connected, with few marks."""
    random = Random(seed)
    side, stars, piece = random.choice([(5, 1, "king"), (6, 1, "K"), (8, 2, "K"), (7, 1, "queen")])
    squares = [letter for letter in "ABCDEFGH"[:side] for _ in range(side)]
    random.shuffle(squares)
    rows = ["".join(squares[at : at + side]) for at in range(0, side * side, side)]
    given = [(random.randrange(side), random.randrange(side)) for _ in range(random.randrange(2))]
    blocked = [(random.randrange(side), random.randrange(side)) for _ in range(random.randrange(4))]
    return rk.Regions(rows, stars, piece, given=given, blocked=blocked)


def as_pieces(puzzle: rk.Regions) -> rk.NonAttacking:
    """The same puzzle in the family of non-attacking pieces, which has methods of its own."""
    one = puzzle.stars
    rules = {"rows": one, "columns": one, "regions": puzzle.rows, "in_region": one}
    marks = {"given": puzzle.given, "blocked": puzzle.blocked}
    return rk.NonAttacking(puzzle.board, puzzle.piece, **rules, **marks)
