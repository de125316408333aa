"""All covers by a few pieces: published counts, CP-SAT's enumeration, and plain Python."""

from __future__ import annotations

import pytest
from tests.cover.boards import random_cover
from tests.kernels import Kernels
from tests.marks import few

import rookery as rk
from rookery.cover.exact.enumeration import can_try_all
from rookery.cover.puzzle import Cover

MANY = 1000  # the price of more pieces than are tried


@pytest.mark.parametrize(
    ("pieces", "able"),
    [
        (["Q"], True),
        (["N", "K"], True),
        (["B"], True),
        (["R", "RN"], True),
        (["R", "N"], False),
        (["R", "Q"], False),
        (["R2"], False),
        (["nN"], False),
        (["cpR"], False),
        (["fR"], True),
    ],
)
def test_which_pieces_do_not_change_others_attacks(pieces, able):
    puzzle = Cover(rk.Board(3), (), [2] * len(pieces), pieces, guarded=["a1"])
    assert can_try_all(puzzle, 4) is able
    assert not can_try_all(puzzle, MANY)


def test_what_else_keeps_it_from_trying():
    for fields in ({"independent": True}, {"standing": [("N", "c3")]}, {"at_least": 2}):
        assert not can_try_all(Cover(rk.Board(3), (), [1], ["Q"], guarded=["a1"], **fields), 1)
    assert can_try_all(Cover.domination(3, independent=True), 1)
    assert not can_try_all(Cover.domination(3, independent=True, at_least=2), 1)


@pytest.mark.parametrize("pieces", [["Q"], ["N", "K"], ["W", "F", "D"], ["B", "BN"]])
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_both_ways_find_the_same(seed: int, pieces: list[str], kernels: Kernels) -> None:
    drawn = random_cover(seed, 4, 5, 0.25)
    puzzle = Cover(
        drawn.board,
        drawn.kings,
        [1, 2, 2][: len(pieces)],
        pieces,
        guarded=drawn.places[seed::3],
        total=seed % 2 == 1,
        stock=[2, *[None] * (len(pieces) - 1)] if seed == 3 else None,
    )
    tried = list(rk.covers(puzzle, limits=60))
    assert rk.count(puzzle, limits=60).value == len(tried)
    kernels.stall()
    assert list(rk.covers(puzzle, limits=60)) == tried
    assert all(puzzle.check(cover) == [] for cover in tried)
