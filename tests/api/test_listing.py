"""Listing from outside: order, beginnings, arrays, samples and single placements."""

import pytest
from tests.properties.symmetry import firsts, moves

import rookery as rk
from rookery.results.limits import Limits


def test_a_wrong_placement_goes_no_further(monkeypatch):
    monkeypatch.setattr("rookery.queens.placing.constructed", lambda n: tuple(range(n)))
    with pytest.raises(rk.RookeryError, match="gave a wrong placement: "):
        rk.placement(rk.Queens(4), limits=Limits(seconds=1))


@pytest.mark.parametrize(
    ("puzzle", "unique"),
    [
        (rk.Queens(3), False),
        (rk.NonAttacking(4, "queen", 4, given=["b4"]), True),
        (rk.NonAttacking(4, "queen"), False),
        (rk.Tour.parse(["Q...", "N.PB"]), False),
        (rk.Tour(4, "a1", ["d4"], mover="rook", visit="on", pawns=["a3"]), True),
        (rk.Cover.parse(["#_#", "___"], {"N": 2, "R": 2}), True),
        (rk.Cover.domination(3, piece="rook"), False),
    ],
    ids=repr,
)
def test_whether_there_is_one_answer(puzzle, unique):
    assert rk.is_unique(puzzle) is unique


def test_whether_there_is_one_answer_is_not_known_in_no_time():
    with pytest.raises(rk.LimitError, match="before it was known whether there is one answer"):
        rk.is_unique(rk.Queens(8), limits=0)


@pytest.mark.parametrize("n", [1, 4, 5, 6, 7, 8, 9])
def test_of_images_the_first_is_listed(n):
    listed = {
        tuple(sorted((0, row, column) for column, row in enumerate(rows))): rows
        for rows in rk.placements(rk.Queens(n))
    }
    first = [listed[pieces] for pieces in firsts(moves(rk.Board(n)), listed)]
    assert list(rk.placements(rk.Queens(n), fundamental=True)) == first
    assert len(first) == rk.count(rk.Queens(n), fundamental=True).value


def test_listings_up_to_symmetry_that_are_refused():
    with pytest.raises(rk.PuzzleError, match="up to symmetry, got one of regions"):
        rk.placements(rk.Regions(["AB", "AB"]), fundamental=True)
    with pytest.raises(rk.PuzzleError, match="on an open board for placements up to symmetry"):
        rk.placements(rk.Queens(8, blocked=["a1"]), fundamental=True)
