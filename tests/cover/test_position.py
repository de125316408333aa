"""The plain position against a recount of all attacks after every step."""

from __future__ import annotations

import random

import pytest
from tests.cover.boards import FAIRY, random_cover

from rookery.cover.position import Position
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover
from rookery.pieces import Piece

LAME = tuple(map(Piece, ("nN", "nA", "nZ", "nDD", "R")))


def recount(puzzle: Cover, men) -> dict[tuple[int, int], int]:
    """Return how many pieces attack each king, every attack looked up anew."""
    occupied = {(row, column) for _, row, column in men} | set(puzzle.kings)
    counts = dict.fromkeys(puzzle.kings, 0)
    for kind, row, column in men:
        for king in puzzle.pieces[kind].attacks(puzzle.board, (row, column), occupied):
            if king in counts:
                counts[king] += 1
    return counts


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", range(6))
def test_checks_stay_right(seed, pieces):
    puzzle = random_cover(seed, 6, 7, 0.3, pieces, walls=0.05)
    rng = random.Random(seed)
    position = Position(puzzle)
    kings = set(puzzle.kings)
    empty = [square for square in puzzle.board.squares() if square not in kings]
    for _ in range(120):
        square = rng.choice(empty)
        if square in position.kind:
            position.remove(square)
        else:
            position.place(rng.randrange(len(pieces)), square)
        counts = recount(puzzle, position.men())
        assert position.unchecked == {king for king, count in counts.items() if not count}
        assert {king: bool(count) for king, count in position.checks.items()} == {
            king: bool(count) for king, count in counts.items()
        }
        assert position.cost == puzzle.value(position.men())
