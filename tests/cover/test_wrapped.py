"""Covers of cylinders and tori, against attacks by modular arithmetic and against trying all."""

import random
from collections.abc import Iterator

import pytest
from tests.cover.brute import cheapest_covers
from tests.cover.by_rules import GROUPS, drawn, is_cover
from tests.marks import few
from tests.properties.symmetry import firsts, moves

import rookery as rk
from rookery.boards.board import WRAPS
from rookery.cover.bounds import theorems
from rookery.cover.puzzle import PlacedPiece


def some_placements(puzzle: rk.Cover, rng: random.Random) -> Iterator[list[PlacedPiece]]:
    """Yield placements of one to four pieces."""
    for _ in range(12):
        squares = rng.sample(puzzle.places, min(rng.randint(1, 4), len(puzzle.places)))
        yield [(rng.randrange(len(puzzle.pieces)), *square) for square in squares]


@pytest.mark.parametrize("pieces", GROUPS, ids="-".join)
@pytest.mark.parametrize("wrap", WRAPS)
def test_covers_around_joined_edges_are_checked_by_the_rules(pieces, wrap):
    verdicts = set()
    for seed in range(12):
        puzzle = drawn(seed, wrap, pieces)
        for placed in some_placements(puzzle, random.Random(seed)):
            verdict = is_cover(puzzle, placed)
            assert (puzzle.check(placed) == []) == verdict
            verdicts.add(verdict)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("rows", "columns"), few([(3, 3), (2, 6), (4, 4), (3, 5), (5, 3), (1, 7)], 2)
)
@pytest.mark.parametrize("piece", few(["Q", "N", "B", "R", "K"], 2))
@pytest.mark.parametrize("wrap", WRAPS[1:])
def test_the_fewest_pieces_around_joined_edges_are_found_and_counted(wrap, piece, rows, columns):
    """One piece in the way of another of its kind attacks what lies behind it."""
    puzzle = rk.Cover.domination(rows, columns, piece=piece, wrap=wrap)
    covers = cheapest_covers(puzzle, rows * columns + 1)
    fewest = len(covers[0])
    found = rk.solve(puzzle, limits=60, threads=1)
    assert (found.value, found.status) == (fewest, rk.Status.OPTIMAL)
    assert rk.count(puzzle).value == len(covers)
    assert (theorems.bound(puzzle) or 0) <= fewest
    assert rk.count(puzzle, fundamental=True).value == len(firsts(moves(puzzle.board), covers))


def test_a_lame_leap_past_its_own_square_is_not_blocked():
    """On a torus of one row, a mao's first step leads back to its square."""
    puzzle = rk.Cover(rk.Board(1, 6, wrap="torus"), (), {"nN": 1}, guarded=["b1", "c1"])
    covers = cheapest_covers(puzzle, 2)
    assert rk.solve(puzzle, threads=1).value == 1
    assert list(rk.covers(puzzle)) == covers
