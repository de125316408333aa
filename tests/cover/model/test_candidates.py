"""The table of candidates, against attacks looked up on boards with one piece more."""

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_cover, random_domain, wrapped
from tests.marks import few

from rookery.boards.board import WRAPS
from rookery.cover.model import candidates as table_module
from rookery.cover.model.candidates import candidates


def attackable(puzzle) -> dict[tuple[int, int], set[int]]:
    """For every piece and square, the targets it covers alone or with one more piece of ours."""
    columns = puzzle.board.columns
    standing = {square for _, square in puzzle.standing}
    fixed = set(puzzle.kings) | standing
    empty = set(puzzle.board.squares()) - fixed - puzzle.blocked
    found = {}
    for kind, piece in enumerate(puzzle.pieces):
        if puzzle.stock[kind] == 0:
            continue
        for square in empty:
            seen = {square} | piece.attacks(puzzle.board, square, fixed)
            for other in empty - {square}:
                if piece.hops:
                    seen |= piece.attacks(puzzle.board, square, fixed | {other})
            numbers = {n for n, target in enumerate(puzzle.targets) if target in seen}
            if numbers:
                found[kind, square[0] * columns + square[1]] = numbers
    return found


def in_table(puzzle) -> dict[tuple[int, int], set[int]]:
    table = candidates(puzzle)
    assert [puzzle.prices[kind] for kind in table.kind] == table.price.tolist()
    found: dict[tuple[int, int], set[int]] = {}
    for owner, target in zip(*table.pairs(), strict=True):
        placed_piece = int(table.kind[owner]), int(table.square[owner])
        found.setdefault(placed_piece, set()).add(int(target))
    return found


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(24), 3))
def test_candidates_are_all_that_can_cover(seed, pieces, wrap):
    rows, columns = 3 + seed % 4, 4 + seed % 3
    domain = random_domain(seed, rows, columns, pieces, pieces, 0.5)
    kings = random_cover(seed, rows, columns, 0.3, pieces, walls=0.1 * (seed % 2))
    for drawn in (domain, kings):
        puzzle = wrapped(drawn, wrap)
        assert in_table(puzzle) == attackable(puzzle)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(24), 8))
def test_a_target_is_needed_when_no_standing_piece_can_attack_it(seed, pieces):
    puzzle = random_domain(seed, 3 + seed % 3, 4 + seed % 3, pieces, pieces, 0.5)
    attacked = {
        end
        for piece, square in puzzle.standing
        for placed in ([], *([place] for place in puzzle.places))
        for end in piece.attacks(puzzle.board, square, puzzle.obstacles.union(placed))
    }
    needed = [target not in attacked for target in puzzle.targets]
    assert candidates(puzzle).needed.tolist() == needed


@pytest.mark.parametrize("seed", few(range(24), 4))
def test_the_table_for_bounds_keeps_what_is_needed(seed):
    puzzle = random_domain(seed, 5, 5, FAIRY, SHOWDOWN_PIECES, 0.5)
    table = candidates(puzzle)
    short = table.for_bounds()
    needed = np.flatnonzero(table.needed).tolist()
    assert len(short) == len(table)
    assert len(short.needed) == len(needed)
    assert short.needed.all()
    owner, target = table.pairs()
    kept = {pair for pair in zip(owner.tolist(), target.tolist(), strict=True) if pair[1] in needed}
    owner, target = short.pairs()
    assert kept == {
        (candidate, needed[number])
        for candidate, number in zip(owner.tolist(), target.tolist(), strict=True)
    }
    assert ((short.hop_near >= 0) | (short.hop_far >= 0)).all()


@pytest.mark.parametrize("seed", few(range(6)))
def test_a_table_sorted_in_many_blocks_is_the_same(seed, monkeypatch):
    puzzle = random_domain(seed, 6, 7, SHOWDOWN_PIECES, SHOWDOWN_PIECES, 0.3)
    whole = candidates(puzzle)
    monkeypatch.setattr(table_module, "BLOCK", 5)
    looks = []
    cut = candidates(puzzle, lambda: looks.append(1))
    assert len(looks) > 20
    for name in ("kind", "square", "owner", "king", "hop_owner"):
        assert np.array_equal(getattr(whole, name), getattr(cut, name))
