"""Region puzzles solved, counted and listed, against another family."""

import math

import pytest
from tests.marks import few
from tests.regions.boards import QUEENS, SMALL, STAR_BATTLE, as_pieces, grown_board, random_puzzle

import rookery as rk
from rookery.regions.methods import LEARNING

#: How a search goes on: plain Python alone, or kernels and clause learning from the first node.
WAYS = {
    "plain": {},
    "compiled": {"methods.HEAD_START": 0, "compiled.NODES_A_SLICE": 3},
    "learning": {"methods.HARD_NODES": 0, "learning.NODES_A_SLICE": 3},
    "forgetful": {"methods.HARD_NODES": 0, "learning.FIRST_CLAUSES": 8},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", few(range(30), 6))
def test_another_family_finds_the_same_whichever_way(way, seed, monkeypatch, kernels):
    for name, value in WAYS[way].items():
        monkeypatch.setattr(f"rookery.regions.{name}", value)
    if way == "plain":
        kernels.forget()
    grown = grown_board(seed, *[(5, 1), (7, 1), (8, 2)][seed % 3])
    for puzzle in (random_puzzle(seed), grown, *SMALL[seed % 5 :: 5]):
        known = [tuple(placed[1:] for placed in one) for one in rk.placements(as_pieces(puzzle))]
        assert list(rk.placements(puzzle)) == known
        assert rk.count(puzzle).value == len(known)
        assert rk.is_unique(puzzle) is (len(known) == 1)
        assert rk.solve(puzzle).answer in (known or [None])


HARD = [
    *[(23, 22, 1, True), (22, 20, 2, False), (1, 22, 1, False), (10, 20, 2, True)],
    *[(5, 24, 1, True), (11, 20, 2, True), (14, 24, 1, False), (4, 24, 2, False)],
    *[(5, 25, 2, False), (27, 25, 2, False)],
]


@pytest.mark.parametrize(("seed", "side", "stars", "is_possible"), few(HARD, 2))
def test_hard_boards_are_decided_within_a_limit(seed, side, stars, is_possible):
    puzzle, limits = grown_board(seed, side, stars), rk.Limits(work=400_000)
    result = rk.solve(puzzle, limits=limits)
    assert result.status is (rk.Status.OPTIMAL if is_possible else rk.Status.INFEASIBLE)
    assert not is_possible or puzzle.check(result.answer) == []
    assert not rk.is_unique(puzzle, limits=limits)


def test_puzzles_of_playing_size_have_one_answer(monkeypatch):
    LEARNING.wait(math.inf)
    for puzzle in (QUEENS, STAR_BATTLE, rk.generate_regions(10, stars=2, seed=0)):
        (answer,) = rk.placements(puzzle)
        for nodes in (1 << 18, 0):  # before clause learning
            monkeypatch.setattr("rookery.regions.methods.HARD_NODES", nodes)
            assert rk.is_unique(puzzle)
            assert rk.solve(puzzle).answer == answer
        assert rk.placement(puzzle).value == 1


def test_other_families_are_refused():
    for call in (rk.explain, rk.hint):
        with pytest.raises(rk.PuzzleError, match="expected a Regions puzzle"):
            call(rk.Queens(8))
