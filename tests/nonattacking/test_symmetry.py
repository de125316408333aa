"""Placements up to symmetry, held against images that are made one by one."""

from collections import Counter

import pytest
from tests.properties.symmetry import firsts, moved, moves

import rookery as rk

PUZZLES = [
    rk.NonAttacking(3),
    rk.NonAttacking(rk.Board(3, 4), "king", (1, None)),
    rk.NonAttacking(4, "gold", (2, 4)),
    rk.NonAttacking(4, "cannon", 3),
    rk.NonAttacking(3, ["queen", "knight"]),
    rk.NonAttacking(3, ["N", "N"], equal=True),
    rk.NonAttacking(4, "king", rows=1, columns=1),
    rk.NonAttacking(4, "king", rows=1),
    rk.NonAttacking(4, "queen", maximal=True),
    rk.NonAttacking(4, "king", regions=["AABB", "AABB", "CCDD", "CCDD"]),
    rk.NonAttacking(4, "king", regions=["AAAB", "ABBB", "CCDD", "CCDD"]),
    rk.NonAttacking(4, "rook", given=["b2"]),
    rk.NonAttacking(4, "rook", blocked=["a1", "d4"]),
    rk.NonAttacking(rk.Board(4, walls=["b2"]), "rook"),
    rk.NonAttacking(rk.Board(3, wrap="torus"), "bishop"),
    rk.NonAttacking(rk.Board(3, 4, wrap="cylinder"), "wazir"),
    rk.NonAttacking(rk.Board(2, 3), ["R", "fW"], tolerated=[(0, 1), (1, 1)], shields=True),
    rk.NonAttacking(4, "king", 2, weights=[[0, 1, 1, 0]] * 4),
    rk.NonAttacking(3, "mao"),
    rk.NonAttacking(3, "lance"),
    rk.NonAttacking(3, "lance", given=["a1"]),
    rk.NonAttacking(3, "pawn"),
]


def classes(puzzle):
    """Return the first placement of each class of those that are images of each other."""
    all_ = list(rk.placements(puzzle))
    known = set(all_)
    group = [
        move
        for move in moves(puzzle.board)
        if all(
            (image := moved(move, one)) in known and puzzle.value(image) == puzzle.value(one)
            for one in all_
        )
    ]
    return firsts(group, all_)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_images_of_each_other_count_once(puzzle):
    found = classes(puzzle)
    counted = rk.count(puzzle, fundamental=True)
    assert (counted.value, counted.status) == (len(found), rk.Status.OPTIMAL)
    assert list(rk.placements(puzzle, fundamental=True)) == found
    if counted.by_number is not None:
        sizes = Counter(map(len, found))
        assert counted.by_number == tuple(map(sizes.__getitem__, range(len(counted.by_number))))


def test_a_count_that_is_stopped_is_at_least_an_eighth():
    puzzle = rk.NonAttacking(9, "queen")
    stopped = rk.count(puzzle, fundamental=True, method="search", limits=rk.Limits(work=5000))
    assert (stopped.status, stopped.reason) == (rk.Status.FEASIBLE, rk.Reason.WORK)
    assert 0 < stopped.value < 915442 / 8
    unknown = rk.count(puzzle, fundamental=True, limits=0)
    assert (unknown.status, unknown.value) == (rk.Status.UNKNOWN, None)


@pytest.mark.parametrize(
    ("piece", "n", "row"),
    [
        ("wazir", 5, [1, 6, 43, 210, 683, 1425, 1936, 1696, 977, 366, 101, 21, 5, 1]),  # A232569
        ("knight", 4, [1, 3, 18, 40, 66, 49, 30, 8, 3]),  # A243716
        ("king", 6, [1, 6, 75, 505, 2154, 5335, 7855, 6472, 2756, 459]),  # A236679
    ],
)
def test_known_rows(piece, n, row):
    assert list(rk.count(rk.NonAttacking(n, piece), fundamental=True).by_number) == row


def test_large_boards_are_counted_up_to_symmetry():
    kings = rk.count(rk.NonAttacking(14, "king"), fundamental=True)
    assert kings.value == 67519585404524909086260614  # A275869(14)
