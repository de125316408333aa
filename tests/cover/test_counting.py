"""All cheapest covers, against brute force, OEIS and CP-SAT's enumeration."""

import math

import pytest
from tests.cover.boards import random_cover, set_cover
from tests.cover.test_domination import published
from tests.marks import few

import rookery as rk
from rookery.cover.exact.enumeration import can_try_all
from rookery.cover.kernel_sets import FEW

# Inequivalent covers by the fewest knights (OEIS A006076); all covers by the fewest queens
# (A002564), by the fewest non-attacking ones (A002568).
KNIGHTS = {1: 1, 2: 1, 3: 2, 4: 3, 5: 8, 6: 23, 7: 3, 8: 1, 9: 1, 10: 2, 11: 100}
QUEENS = {1: 1, 2: 4, 3: 1, 4: 12, 5: 186, 6: 4, 7: 86, 8: 4860, 9: 114, 10: 8, 11: 2, 12: 8}
APART = {1: 1, 2: 4, 3: 1, 4: 16, 5: 16, 6: 120, 7: 8, 8: 728, 9: 92, 10: 8}


@pytest.mark.parametrize(
    ("puzzle", "number", "symmetry"),
    [
        *published("knight", KNIGHTS, 7, "up to symmetry"),
        *published("queen", QUEENS, 11, "all"),
        *published("queen", APART, 11, "all", independent=True),
    ],
)
def test_covers_by_the_fewest_pieces(puzzle, number, symmetry):
    assert rk.count(puzzle, fundamental=symmetry == "up to symmetry").value == number


def test_no_time(monkeypatch):
    late = rk.count(rk.Cover.domination(9, piece="N"), limits=0)
    assert (late.value, late.status, late.reason) == (None, rk.Status.UNKNOWN, rk.Reason.TIME)
    now = [0]  # the time ends when the least cost is known
    monkeypatch.setattr("rookery.cover.methods._price", lambda best: now.append(9) or best.value)
    monkeypatch.setattr("rookery.results.limits.time.perf_counter", lambda: now[-1])
    for puzzle, limit in ((rk.Cover.domination(9, piece="N"), 0), (rk.Cover.domination(3), 5)):
        with pytest.raises(rk.LimitError, match="after 0 covers"):
            list(rk.covers(puzzle, limits=limit))


def test_a_listing_says_what_it_listed():
    listed = rk.listing(rk.Cover.domination(4), first=5)
    assert sum(map(len, listed)) == 5
    result = listed.result
    assert (result.value, result.status, result.reason) == (2, rk.Status.OPTIMAL, rk.Reason.DONE)
    with pytest.raises(rk.PuzzleError, match="no start for the covers"):
        rk.listing(rk.Cover.domination(4), start=[1])


def test_fractions_and_parts_are_counted():
    squares = list(rk.Board(3).squares())
    bishops = rk.Cover(rk.Board(3), (), {"B": "1/2"}, guarded=squares)
    whole = rk.Cover(rk.Board(3), (), {"B": 1}, guarded=squares, stock=[9])
    assert rk.count(bishops).value == rk.count(whole).value == len(list(rk.covers(bishops)))
    FEW.wait(math.inf)
    uneven = rk.Cover(3, ["b2"], [2, 3], ["N", "K"], guarded=["a1", "c3"])
    assert rk.count(uneven).value == len(list(rk.covers(uneven)))  # none by twos of the first price


@pytest.mark.parametrize(
    ("pieces", "fields", "able"),
    [
        *((pieces, {}, True) for pieces in (["Q"], ["N", "K"], ["B"], ["R", "RN"], ["fR"])),
        *((pieces, {}, False) for pieces in (["R", "N"], ["R", "Q"], ["R2"], ["nN"], ["cpR"])),
        (["Q"], {"independent": True, "guarded": list(rk.Board(3).squares())}, True),
        (["Q"], {"standing": [("N", "c3")]}, False),
        (["Q"], {"independent": True}, False),
        (["Q"], {"at_least": 2}, False),
    ],
)
def test_which_pieces_do_not_change_others_attacks(pieces, fields, able):
    puzzle = rk.Cover(rk.Board(3), (), [2] * len(pieces), pieces, **{"guarded": ["a1"], **fields})
    assert can_try_all(puzzle, 4) is able
    assert not can_try_all(puzzle, 1000)


@pytest.mark.parametrize("pieces", few([["B", "BN"], ["W", "F", "D"], ["N", "K"], ["Q"]]))
@pytest.mark.parametrize("seed", few([1, 0, 2, 3]))
def test_both_ways_find_the_same(seed, pieces, kernels):
    puzzle = set_cover(seed, random_cover(seed, 4, 4, 0.25), [2, 3, 1], pieces)
    tried = list(rk.covers(puzzle, limits=60))
    assert rk.count(puzzle, limits=60).value == len(tried)
    kernels.stall()
    assert list(rk.covers(puzzle, limits=60)) == tried
    assert all(puzzle.check(cover) == [] for cover in tried)
