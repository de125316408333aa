"""The plain position against a recount of all attacks after every step."""

from __future__ import annotations

import random

import pytest
from tests.cover.boards import FAIRY, random_cover, random_domain

from rookery.cover.position import Position
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover
from rookery.pieces import Piece

LAME = tuple(map(Piece, ("nN", "nA", "nZ", "nDD", "R")))


def recount(puzzle: Cover, men) -> dict[tuple[int, int], int]:
    """Return how many pieces cover each target, every attack looked up anew."""
    placed = {(row, column): puzzle.pieces[kind] for kind, row, column in men}
    standing = {square: piece for piece, square in puzzle.standing}
    occupied = set(puzzle.kings) | placed.keys() | standing.keys()
    counts = {target: int(target in placed) for target in puzzle.targets}
    for square, piece in (placed | standing).items():
        for target in piece.attacks(puzzle.board, square, occupied):
            if target in counts:
                counts[target] += 1
    return counts


def same_at_every_step(puzzle: Cover, seed: int) -> None:
    rng = random.Random(seed)
    position = Position(puzzle)
    for _ in range(120):
        square = rng.choice(puzzle.places)
        if square in position.kind:
            position.remove(square)
        else:
            kind = rng.randrange(len(puzzle.pieces))
            if not position.in_stock(kind):
                used = [man[0] for man in position.men()].count(kind)
                assert used == puzzle.stock[kind]
                continue
            occupied = puzzle.obstacles.union(position.kind)
            seen = puzzle.pieces[kind].attacks(puzzle.board, square, occupied) | {square}
            assert position.gain(kind, square) == len(seen & position.uncovered)
            position.place(kind, square)
        counts = recount(puzzle, position.men())
        assert position.uncovered == {target for target, count in counts.items() if not count}
        assert {target: bool(count) for target, count in position.covers.items()} == {
            target: bool(count) for target, count in counts.items()
        }
        assert position.cost == puzzle.value(position.men())
        assert position.men() == tuple(sorted(position.men(), key=lambda man: man[1:]))


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", range(6))
def test_checks_stay_right(seed, pieces):
    same_at_every_step(random_cover(seed, 6, 7, 0.3, pieces, walls=0.05), seed)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, LAME])
@pytest.mark.parametrize("seed", range(12))
def test_covers_stay_right(seed, pieces):
    same_at_every_step(random_domain(seed, 5, 6, pieces, LAME + FAIRY, 0.5), seed)


def test_standing_pieces_cover_from_the_start():
    puzzle = Cover.parse(["_#+__", "_____"], [1], ["N"], standing=[("R", "a2")])
    position = Position(puzzle)
    assert (position.uncovered, position.cost, position.men()) == ({(0, 2)}, 0, ())
    position.place(0, (0, 2))
    assert (position.uncovered, position.covers[0, 2]) == (set(), 1)
