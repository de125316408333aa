"""Covers without a target: one reading, at least one piece, in all that is asked of a puzzle."""

import pytest
from click.testing import CliRunner
from tests.cover.brute import cheapest_covers
from tests.marks import few

import rookery as rk
from rookery.cli.commands import commands
from rookery.cover.methods import METHODS
from rookery.cover.model.traits import images, symmetries
from rookery.cover.puzzle import Cover

BOARD = rk.Board(3, 2, walls=["a1"])
PUZZLES = {
    "one price": Cover(rk.Board(2), (), {"R": 1, "N": 1}),
    "two prices": Cover(BOARD, (), {"R": 2, "N": 1}),
    "a hopper": Cover(BOARD, (), {"mRcpR": 1, "R": 1}),
    "prices by square": Cover(rk.Board(2), (), ["3/2"], ["R"], square_prices=[[1, 2], [1, 1]]),
    "the cheaper out of stock": Cover(rk.Board(2), (), {"R": 1, "N": 3}, stock={"R": 0}),
    "squares allowed": Cover(BOARD, (), {"R": 1, "N": 2}, allowed={"R": ["b2", "b3"]}),
    "one square left": Cover(rk.Board(2), (), {"R": 1}, blocked=["a1", "a2", "b1"]),
    "spared": Cover(BOARD, (), {"R": 1, "N": 3}, spared=["b1"]),
    "independent": Cover(rk.Board(2), (), {"R": 1}, independent=True),
}


@pytest.mark.parametrize("puzzle", few(PUZZLES.values(), 6), ids=PUZZLES)
def test_one_reading_in_all_that_is_asked(puzzle):
    cheapest = set(cheapest_covers(puzzle, 4))
    (least,) = {*map(puzzle.value, cheapest)}
    for method in METHODS:
        if method.fits(puzzle):
            result = rk.solve(puzzle, method=method.name, limits=20)
            assert result.answer is None or result.answer in cheapest
            assert result.bound <= least
            if method.name in ("auto", "exact"):
                assert result.value == result.bound == least
    assert rk.count(puzzle).value == len(cheapest)
    assert {tuple(sorted(cover)) for cover in rk.covers(puzzle)} == cheapest
    classes = {min(images(puzzle, symmetries(puzzle), cover)) for cover in cheapest}
    assert rk.count(puzzle, fundamental=True).value == len(classes)
    assert rk.is_unique(puzzle) is (len(cheapest) == 1)
    assert rk.check(puzzle, ()) == ["expected at least one piece, got none"]


def test_no_piece_may_stand_beside_a_spared_square():
    puzzle = Cover(rk.Board(2), (), {"K": 1}, spared=["a1"])
    assert rk.solve(puzzle).status is rk.Status.INFEASIBLE


def test_the_judge_places_the_cheapest_piece_where_there_is_no_king():
    run = CliRunner().invoke(
        commands, ["judge", "showdown"], input="1\n2\n__\n__\n3 4 3 3 2 9 3 4\n"
    )
    assert (run.exit_code, run.stdout.split()[:2]) == (0, ["1", "2"])
