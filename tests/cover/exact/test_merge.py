"""Merging: the cheapest of what several covers hold, never dearer than the cheapest of them."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from tests.cover.boards import planted, random_cover

from rookery.cover.exact import restricted as module
from rookery.cover.exact.restricted import kinds_of, merge
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.puzzle import Cover
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

CORNERS = Cover.parse(["#__#", "____", "____", "#__#"], [3, 2], ["R", "B"])
ROOKS = ((0, 0, 1), (0, 3, 1))


def incumbent_of(puzzle, placed_pieces=()):
    limits = Limits(seconds=600)
    incumbent = CoverIncumbent(puzzle, Settings(limits, clock=Clock(limits)))
    incumbent.offer(tuple(placed_pieces), "test")
    return incumbent


def cheapest_of(puzzle, covers):
    """The least cost of any pieces of the covers, one on a square, that cover all."""
    placed_pieces = sorted(set(chain.from_iterable(covers)))
    return min(
        puzzle.value(chosen)
        for count in range(1, len(placed_pieces) + 1)
        for chosen in combinations(placed_pieces, count)
        if not puzzle.check(chosen)
    )


def test_kinds_of_every_square():
    assert kinds_of([ROOKS, [(1, 3, 1)]]) == {(0, 1): [0], (3, 1): [0, 1]}
    assert kinds_of([]) == {}
    assert kinds_of([[(2, 0, 0)], [(1, 0, 0)], [(2, 0, 0)]]) == {(0, 0): [1, 2]}


@pytest.mark.parametrize("seed", range(5))
def test_the_merged_is_the_cheapest_of_all_choices(seed):
    board = planted(lambda seed: random_cover(seed, 6, 6, 0.4), seed, 4)
    taken = {placed_piece[1:] for placed_piece in board.placed_pieces}
    spare = [(0, *square) for square in board.puzzle.places if square not in taken][:24:4]
    covers = [board.placed_pieces, (*board.placed_pieces[1:], *spare)]
    incumbent = incumbent_of(board.puzzle, (*board.placed_pieces, *spare))
    assert merge(incumbent, covers, 600.0)
    assert incumbent.cost == cheapest_of(board.puzzle, covers)
    assert board.puzzle.check(incumbent.placed_pieces) == []


def test_nothing_cheaper_leaves_the_known():
    incumbent = incumbent_of(CORNERS, ROOKS)
    assert CORNERS.check(ROOKS) == []
    assert merge(incumbent, [ROOKS], 600.0)
    assert incumbent.placed_pieces == ROOKS


def test_an_unfinished_search_says_so(monkeypatch):
    asked = []

    def stopped(solver, model, incumbent, stage):
        asked.append(stage)
        return "FEASIBLE"

    monkeypatch.setattr(module, "solve_watched", stopped)
    assert not merge(incumbent_of(CORNERS, ROOKS), [ROOKS], 600.0)
    assert asked == ["merge"]
