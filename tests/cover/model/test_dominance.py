"""Candidates that others can replace: by trying the other in any surroundings."""

import math
import random

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, attackers, random_cover, random_domain
from tests.cover.runs import run_of
from tests.marks import few

from rookery.cover.bounds.duals import Duals
from rookery.cover.exact.searches import useful_kinds
from rookery.cover.model.candidates import candidates, undominated
from rookery.cover.puzzle import Cover
from rookery.cover.schedule import begin
from rookery.cover.schedule.begin import prepare


def covered(puzzle: Cover, placed_pieces) -> set:
    """The targets that placed pieces or standing ones cover."""
    return {target for target, squares in attackers(puzzle, placed_pieces).items() if squares}


def some_pieces(puzzle: Cover, rng: random.Random, without) -> list:
    squares = [square for square in puzzle.places if square != without]
    chosen = rng.sample(squares, min(len(squares), rng.randrange(8)))
    return [(rng.randrange(len(puzzle.pieces)), *square) for square in chosen]


def left_out(puzzle: Cover, rng: random.Random) -> int:
    """Return how many are left out; among random pieces a kept one covers all that each does."""
    table = candidates(puzzle)
    kept = undominated(puzzle, table)
    columns = puzzle.board.columns
    for number in (~kept).nonzero()[0]:
        kind, square = int(table.kind[number]), divmod(int(table.square[number]), columns)
        on_square = kept & (table.square == table.square[number])
        rivals = table.kind[on_square & (table.price <= table.price[number])].tolist()
        surroundings = [some_pieces(puzzle, rng, square) for _ in range(12)]
        assert any(
            all(
                covered(puzzle, [*others, (kind, *square)])
                <= covered(puzzle, [*others, (rival, *square)])
                for others in surroundings
            )
            for rival in rivals
        )
    return int((~kept).sum())


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(6), 2))
def test_a_kept_piece_covers_all_that_one_left_out_does(seed, pieces):
    rng = random.Random(seed)
    puzzle = random_cover(seed, 6, 7, 0.3, pieces, walls=0.05, dearest=3)
    assert left_out(puzzle, rng) > 0


@pytest.mark.parametrize("seed", few(range(6), 4))
def test_guarded_squares_standing_pieces_and_stock(seed):
    left_out(random_domain(seed, 6, 7, dearest=3), random.Random(seed))


BISHOPS = (["#__", "___", "__#"], [3, 3], ["B", "BW"])


@pytest.mark.parametrize(
    ("puzzle", "keeps_all"),
    [
        (Cover.parse(["+____+"], [2, 1], ["R", "mRcpR"]), True),  # hops over pieces are no rides
        (Cover.parse(*BISHOPS), False),
        (Cover.parse(*BISHOPS, independent=True), True),
        (Cover.parse(*BISHOPS, stock=[None, 1]), True),
    ],
)
def test_which_puzzles_keep_every_candidate(puzzle, keeps_all):
    assert undominated(puzzle, candidates(puzzle)).all() == keeps_all


def test_hurdles_where_a_piece_more_can_spoil_a_cover():
    puzzle = Cover.parse(*BISHOPS, independent=True)
    table = candidates(puzzle)
    proving_nothing = Duals(0.0, np.zeros(0), table.price.astype(float))
    found = useful_kinds(puzzle, table, proving_nothing, math.inf)
    assert found == {square: [0, 1] for square in puzzle.places}


def test_searches_leave_them_out_where_they_are_not_too_many_to_compare(monkeypatch):
    puzzle = random_cover(1, 8, 8, 0.3, dearest=3)
    table = candidates(puzzle)
    few_left = prepare(run_of(puzzle)).table
    assert len(few_left) == undominated(puzzle, table).sum() < len(table)
    monkeypatch.setattr(begin, "MOST_COMPARED", 0)
    assert len(prepare(run_of(puzzle)).table) == len(table)
