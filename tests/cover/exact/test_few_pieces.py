"""All covers by a few pieces, against CP-SAT's enumeration."""

from __future__ import annotations

import pytest
from tests.cover.boards import random_cover
from tests.marks import few

from rookery.boards.board import Board
from rookery.cover.exact import enumeration
from rookery.cover.exact.enumeration import MOST_PIECES, can_try_all
from rookery.cover.puzzle import Cover
from rookery.results.limits import Clock, Limits


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
    puzzle = Cover(Board(3), (), [2] * len(pieces), pieces, guarded=["a1"])
    assert can_try_all(puzzle, 2 * MOST_PIECES) is able
    assert not can_try_all(puzzle, 2 * MOST_PIECES + 2)


def test_what_else_keeps_it_from_trying():
    for fields in ({"independent": True}, {"standing": [("N", "c3")]}, {"at_least": 2}):
        assert not can_try_all(Cover(Board(3), (), [1], ["Q"], guarded=["a1"], **fields), 1)


@pytest.mark.parametrize("pieces", [["Q"], ["N", "K"], ["W", "F", "D"], ["B", "BN"]])
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_both_ways_find_the_same(seed, pieces, monkeypatch):
    drawn = random_cover(seed, 4, 5, 0.25)
    prices = [1, 2, 2][: len(pieces)]
    guarded = drawn.places[seed::3]
    puzzle = Cover(
        drawn.board,
        drawn.kings,
        prices,
        pieces,
        guarded=guarded,
        total=seed % 2 == 1,
        stock=[2, *[None] * (len(pieces) - 1)] if seed == 3 else None,
    )
    found = {}
    for price in range(1, MOST_PIECES + 1):
        tried, enumerated = [], []
        assert can_try_all(puzzle, price)
        clock = Clock(Limits())
        assert enumeration.each_cover(puzzle, price, clock, tried.append)
        with monkeypatch.context() as patch:
            patch.setattr(enumeration, "can_try_all", lambda *_: False)
            assert enumeration.each_cover(puzzle, price, clock, enumerated.append)
        found = {frozenset(cover) for cover in tried}
        assert len(found) == len(tried) == len(enumerated)
        assert found == {frozenset(cover) for cover in enumerated}
        assert all(puzzle.check(cover) == [] for cover in tried)
        if found:
            break


def test_no_time():
    taken = []
    clock = Clock(Limits(seconds=0))
    assert not enumeration.each_cover(Cover.domination(5), 3, clock, taken.append)
    assert taken == []
