"""The table of candidates, against attacks looked up on boards with one piece more."""

from __future__ import annotations

import pytest
from tests.cover.boards import FAIRY, random_cover

from rookery.cover.attacks import candidates
from rookery.cover.puzzle import SHOWDOWN_PIECES


def attackable(puzzle) -> dict[tuple[int, int], set[int]]:
    """For every piece and square, the kings it attacks alone or with one more piece of ours."""
    columns, kings = puzzle.board.columns, set(puzzle.kings)
    empty = [square for square in puzzle.board.squares() if square not in kings]
    found = {}
    for kind, piece in enumerate(puzzle.pieces):
        for square in empty:
            seen = piece.attacks(puzzle.board, square, kings)
            for other in empty:
                if other != square and piece.hops:
                    seen |= piece.attacks(puzzle.board, square, kings | {other})
            numbers = {n for n, king in enumerate(puzzle.kings) if king in seen}
            if numbers:
                found[kind, square[0] * columns + square[1]] = numbers
    return found


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", range(12))
def test_candidates_are_all_that_can_attack(seed, pieces):
    puzzle = random_cover(seed, 3 + seed % 4, 4 + seed % 3, 0.3, pieces, walls=0.1 * (seed % 2))
    table = candidates(puzzle)
    found: dict[tuple[int, int], set[int]] = {}
    for owner, king in zip(*table.pairs(), strict=True):
        found.setdefault((int(table.kind[owner]), int(table.square[owner])), set()).add(int(king))
    assert found == attackable(puzzle)
    assert [puzzle.prices[kind] for kind in table.kind] == table.price.tolist()


def test_order_is_by_square_then_piece():
    table = candidates(random_cover(3, 6, 6))
    keys = list(zip(table.square.tolist(), table.kind.tolist(), strict=True))
    assert keys == sorted(keys)
