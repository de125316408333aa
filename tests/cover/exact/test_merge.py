"""Merging: the cheapest of what several covers hold, never dearer than the cheapest of them."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from tests.cover.boards import planted, random_cover
from tests.cover.runs import finished, run_of

from rookery.cover.exact.restricted import merged
from rookery.cover.puzzle import Cover
from rookery.results.result import Reason

CORNERS = Cover.parse(["#__#", "____", "____", "#__#"], [3, 2], ["R", "B"])
ROOKS = ((0, 0, 1), (0, 3, 1))


def cheapest_of(puzzle, covers):
    """The least cost of any pieces of the covers, one on a square, that cover all."""
    placed_pieces = sorted(set(chain.from_iterable(covers)))
    return min(
        puzzle.value(chosen)
        for count in range(1, len(placed_pieces) + 1)
        for chosen in combinations(placed_pieces, count)
        if not puzzle.check(chosen)
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_merged_is_the_cheapest_of_all_choices(seed):
    board = planted(lambda seed: random_cover(seed, 6, 6, 0.4), seed, 4)
    taken = {placed_piece[1:] for placed_piece in board.placed_pieces}
    spare = [(0, *square) for square in board.puzzle.places if square not in taken][:24:4]
    covers = [board.placed_pieces, (*board.placed_pieces[1:], *spare)]
    run = run_of(board.puzzle, cover=(*board.placed_pieces, *spare))
    assert finished(merged(covers, run), run).stopped is None
    assert run.value == cheapest_of(board.puzzle, covers)
    assert board.puzzle.check(run.answer) == []


def test_nothing_cheaper_leaves_the_known():
    assert CORNERS.check(ROOKS) == []
    run = run_of(CORNERS, cover=ROOKS)
    assert finished(merged([ROOKS], run), run).stopped is None
    assert run.answer == ROOKS


def test_an_unfinished_search_leaves_the_known():
    run = run_of(CORNERS, cover=ROOKS, seconds=0)
    assert finished(merged([ROOKS], run), run).stopped is Reason.TIME
    assert run.answer == ROOKS
