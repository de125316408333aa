"""All that may be asked of a cover at once, by every method, against trying everything."""

import random

import pytest
from tests.cover.brute import cheapest
from tests.cover.by_rules import GROUPS, drawn, is_cover
from tests.marks import few

import rookery as rk
from rookery.boards.board import WRAPS
from rookery.cover.model.traits import can_anneal
from rookery.cover.puzzle import Cover

DEAREST = 13


@pytest.mark.parametrize(
    ("seed", "pieces", "wrap"),
    few(((s, GROUPS[s % 7], WRAPS[s % 3]) for s in range(100, 247)), 7),
)
def test_every_method(seed, pieces, wrap):
    puzzle = drawn(seed, wrap, pieces)
    best = cheapest(puzzle, DEAREST)
    for method in ("exact", "greedy", "auto", "anneal"):
        if method == "anneal" and not can_anneal(puzzle):
            continue
        limits = rk.Limits(seconds=60, work=2000 if method == "anneal" else None)
        found = rk.solve(puzzle, limits=limits, method=method, threads=1)
        assert found.answer is None or is_cover(puzzle, found.answer)
        assert found.value is None or found.value >= (best or DEAREST)
        if best is None:
            continue
        assert found.bound <= best
        if method in ("exact", "auto"):
            assert (found.value, found.bound) == (best, best)


@pytest.mark.parametrize("seed", few(range(12), 5))
def test_independent_guards_among_standing_pieces(seed):
    rng = random.Random(seed)
    board = rk.Board(3, rng.choice((4, 5)))
    stand = rng.sample(list(board.squares()), 1 + seed % 2)
    puzzle = Cover(
        board,
        kings=(),
        prices=[1],
        pieces=[rng.choice(("N", "K", "F", "WA", "fN"))],
        guarded=[square for square in board.squares() if square not in stand],
        standing=[(rng.choice("NKR"), square) for square in stand],
        independent=True,
    )
    best = cheapest(puzzle, DEAREST)
    found = rk.solve(puzzle, limits=60, threads=1)
    assert (found.value, found.bound) == (best, best)
