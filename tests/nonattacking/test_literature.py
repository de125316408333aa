"""Counts of placements on boards of 1, 2, 3, ... squares a side, as published."""

from collections.abc import Callable
from typing import Any

import pytest

import rookery as rk

#: Any number of pieces: kings A063443, knights A141243, bishops A201862, rooks A002720, queens
#: A287227, wazirs A006506; matrices with at most two 1s in each row and column A197458.
ANY_NUMBER = {
    "wazir": [2, 7, 63, 1234, 55447, 5598861, 1280128950, 660647962955],
    "king": [2, 5, 35, 314, 6427, 202841, 12727570, 1355115601],
    "knight": [2, 16, 94, 1365, 55213, 3368146, 394631712, 101693175442],
    "bishop": [2, 9, 70, 729, 9918, 167281, 3423362, 82609921],
    "rook": [2, 7, 34, 209, 1546, 13327, 130922, 1441729],
    "queen": [2, 5, 18, 87, 462, 2635, 16870, 118969],
    "cannon": [2, 16, 265, 7343, 304186],
}

#: As many pieces as rows: bishops A002465, knights A201540, semiqueens A099152 (rook, and bishop
#: along one diagonal), queens that ride like zebras, too A189876, superqueens A051223, empresses
#: A051235.
AS_MANY_AS_ROWS = {
    "RfrBblB": [1, 1, 3, 7, 23, 83, 405, 2113],
    "QZZ": [1, 0, 0, 2, 10, 0, 0, 0, 0, 16],
    "bishop": [1, 4, 26, 260, 3368, 53744, 1022320, 22522960],
    "knight": [1, 6, 36, 412, 9386, 257318],
    "QN": [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876],
    "RN": [1, 2, 2, 8, 20, 94, 438, 2766, 19480],
}

#: k pieces: 2, 3, 4 and 5 queens A036464, A047659, A061994, A108792; 2, 3 and 4 kings A061995,
#: A061996, A061997; 2 and 3 knights A172132, A172134.
BY_NUMBER = {
    "king": {
        2: [0, 0, 16, 78, 228, 520, 1020, 1806],
        3: [0, 0, 8, 140, 964, 3920, 11860, 29708],
        4: [0, 0, 1, 79, 1987, 16834, 85275, 317471],
    },
    "knight": {
        2: [0, 6, 28, 96, 252, 550, 1056, 1848],
        3: [0, 4, 36, 276, 1360, 4752, 13340, 32084],
    },
    "queen": {
        2: [0, 0, 8, 44, 140, 340, 700, 1288],
        3: [0, 0, 0, 24, 204, 1024, 3628, 10320],
        4: [0, 0, 0, 2, 82, 982, 7002, 34568],
        5: [0, 0, 0, 0, 10, 248, 4618, 46736],
    },
}

#: n queens on a torus: A007705 for 1, 3, 5, ..., and none for even n.
TORUS = [1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524]

#: Kings, one a row and column (Hertzsprung's problem, A002464).
KINGS = [1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306, 5296790, 63779034, 831283558, 11661506218]

#: Maximal independent sets of the queens' graphs; from 6 on by a program of its own, in C++.
MAXIMAL = [1, 4, 9, 18, 58, 348, 1862, 10188, 57600, 376692]

Make = Callable[[int], rk.NonAttacking]


def torus(piece: str) -> Make:
    return lambda side: rk.NonAttacking(rk.Board(side, wrap="torus"), piece, side)


#: Puzzles by side, the method that counts the largest, or None for whichever, and the counts.
TABLES: list[Any] = [
    *((lambda n, piece=piece: rk.NonAttacking(n, piece), None, ANY_NUMBER[piece])
      for piece in ANY_NUMBER),
    *((lambda n, piece=piece: rk.NonAttacking(n, piece, n), method, AS_MANY_AS_ROWS[piece])
      for piece, method in zip(AS_MANY_AS_ROWS, [None] * 4 + ["rows", "columns"], strict=True)),
    (torus("queen"), "rows", TORUS),
    (lambda n: rk.NonAttacking(n, "king", rows=1, columns=1), "columns", KINGS),
    (lambda n: rk.NonAttacking(n, "queen", maximal=True), "maximal", MAXIMAL),
    # a king in each 2x2 squares (A018807)
    (lambda n: rk.NonAttacking(2 * n, "king", n * n), None, [4, 79, 3600, 281571]),
    # semiqueens on tori of odd sides (A006717)
    (lambda n: torus("RfrBblB")(2 * n - 1), None, [1, 3, 15, 133]),
    # three knights on a cylinder (A172965)
    (lambda n: rk.NonAttacking(rk.Board(n, wrap="cylinder"), "knight", 3), None,
     [0, 0, 6, 240, 1010, 4056, 12068]),
]  # fmt: skip


@pytest.mark.parametrize(("make", "method", "known"), TABLES)
def test_counts_are_as_published(make, method, known):
    for side, count in enumerate(known, 1):
        result = rk.count(make(side), threads=1)
        assert (result.value, result.bound, result.status) == (count, count, rk.Status.OPTIMAL)
        assert result.by_number is None or sum(result.by_number) == count
        assert bool(result.note) is (count == 0)
    assert method in (None, result.method)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "count"), [(6, 17525812), (7, 1336221251), (8, 129980132305)])
def test_any_number_of_cannons_on_larger_boards(side, count):
    result = rk.count(rk.NonAttacking(side, "cannon"))
    assert (result.value, result.method) == (count, "frontier")
    assert len(result.by_number) == 2 * side + 1


@pytest.mark.parametrize("piece", BY_NUMBER)
def test_counts_by_number_of_pieces_are_as_published(piece):
    for number, known in BY_NUMBER[piece].items():
        for side, count in enumerate(known, 1):
            counts = rk.count(rk.NonAttacking(side, piece)).by_number
            assert (*counts, *[0] * number)[number] == count
            assert counts[:2] == (1, side * side)
