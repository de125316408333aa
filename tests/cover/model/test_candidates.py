"""The table of candidates, against attacks looked up on boards with one piece more."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_cover, random_domain
from tests.marks import few

from rookery.cover.model import candidates as table_module
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover


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


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", range(12))
def test_candidates_are_all_that_can_attack(seed, pieces):
    puzzle = random_cover(seed, 3 + seed % 4, 4 + seed % 3, 0.3, pieces, walls=0.1 * (seed % 2))
    assert in_table(puzzle) == attackable(puzzle)
    assert candidates(puzzle).needed.all()


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(24), 8))
def test_candidates_are_all_that_can_cover(seed, pieces):
    puzzle = random_domain(seed, 3 + seed % 4, 4 + seed % 3, pieces, pieces, 0.5)
    assert in_table(puzzle) == attackable(puzzle)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(24), 8))
def test_a_target_is_needed_when_no_standing_piece_can_attack_it(seed, pieces):
    puzzle = random_domain(seed, 3 + seed % 3, 4 + seed % 3, pieces, pieces, 0.5)
    fixed = puzzle.obstacles
    attacked = set()
    for piece, square in puzzle.standing:
        for placed in (*combinations(puzzle.places, 0), *combinations(puzzle.places, 1)):
            attacked |= piece.attacks(puzzle.board, square, fixed.union(placed))
    needed = [target not in attacked for target in puzzle.targets]
    assert candidates(puzzle).needed.tolist() == needed


@pytest.mark.parametrize("seed", few(range(24), 8))
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


def test_a_ride_passes_guarded_squares_up_to_the_first_king():
    puzzle = Cover.parse(["_++#+"], [1], ["R"])
    assert in_table(puzzle)[0, 0] == {0, 1, 2}
    assert in_table(puzzle)[0, 4] == {0, 3}


def test_order_is_by_square_then_piece():
    table = candidates(random_cover(3, 6, 6))
    keys = list(zip(table.square.tolist(), table.kind.tolist(), strict=True))
    assert keys == sorted(keys)


@pytest.mark.parametrize("seed", range(6))
def test_a_part_of_the_table_is_the_table_of_that_part(seed):
    table = candidates(random_cover(seed, 7, 8, 0.3))
    kept = np.random.default_rng(seed).random(len(table)) < 0.6
    part = table.only(kept)
    numbers = np.flatnonzero(kept)
    owner, king = table.pairs()
    wanted = {(o, k) for o, k in zip(owner.tolist(), king.tolist(), strict=True) if kept[o]}
    owner, king = part.pairs()
    assert set(zip(numbers[owner].tolist(), king.tolist(), strict=True)) == wanted
    assert list(part.price) == list(table.price[kept])
    assert list(part.kind) == list(table.kind[kept])
    assert list(part.square) == list(table.square[kept])
    assert list(numbers[part.hop_owner]) == [o for o in table.hop_owner if kept[o]]


@pytest.mark.parametrize("seed", range(6))
def test_a_table_sorted_in_many_blocks_is_the_same(seed, monkeypatch):
    puzzle = random_domain(seed, 6, 7, SHOWDOWN_PIECES, SHOWDOWN_PIECES, 0.3)
    whole = candidates(puzzle)
    monkeypatch.setattr(table_module, "BLOCK", 5)
    looks = []
    cut = candidates(puzzle, lambda: looks.append(1))
    assert len(looks) > 20
    for name in ("kind", "square", "owner", "king", "hop_owner"):
        assert np.array_equal(getattr(whole, name), getattr(cut, name))
