"""Covers: symmetries, brackets, scaling and monotony."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.boards import SHOWDOWN_PIECES, random_domain
from tests.night import cases
from tests.properties.symmetry import MIRROR, images

import rookery as rk

PIECE = {piece.word: piece for piece in SHOWDOWN_PIECES}
NAMES = tuple(PIECE)

SEEDS = st.integers(0, 10**9)
ONE_WAY = {"gold", "silver"}


def small(seed, names=NAMES):
    """Return a small board with some of these pieces, some of them standing."""
    rng = random.Random(seed)
    pieces = [PIECE[name] for name in rng.sample(names, rng.randint(1, 4))]
    return random_domain(seed, rng.randint(2, 4), rng.randint(2, 4), pieces, pieces, 0.5)


def exact(puzzle):
    """The least price, None when there is no cover."""
    found = rk.solve(puzzle, method="exact", threads=1)
    assert found.status in (rk.Status.OPTIMAL, rk.Status.INFEASIBLE)
    return found.value


def moved(puzzle, image):
    rows, columns, place = image
    return replace(
        puzzle,
        board=rk.Board(rows, columns, [place(*wall) for wall in puzzle.board.walls]),
        kings=[place(*square) for square in puzzle.kings],
        guarded=[place(*square) for square in puzzle.guarded],
        blocked=[place(*square) for square in puzzle.blocked],
        standing=[(piece, place(*square)) for piece, square in puzzle.standing],
    )


def images_of(puzzle):
    return images(puzzle.board.rows, puzzle.board.columns)


@cases(4)
@given(SEEDS)
def test_the_mirror_of_left_and_right_keeps_the_price(seed):
    puzzle = small(seed)
    assert exact(moved(puzzle, images_of(puzzle)[MIRROR])) == exact(puzzle)


@cases(2)
@given(SEEDS, st.integers(1, 7))
def test_turned_and_mirrored_boards_cost_the_same(seed, symmetry):
    puzzle = small(seed, [name for name in NAMES if name not in ONE_WAY])
    assert exact(moved(puzzle, images_of(puzzle)[symmetry])) == exact(puzzle)


@pytest.mark.parametrize("name", sorted(ONE_WAY))
def test_upside_down_gold_and_silver_do_not_keep_the_price(name):
    """What no symmetry is, is none here either: else the tests above would show nothing."""
    up = rk.Cover.parse(["###", "___"] if name == "gold" else ["###", "x_x"], [1], [PIECE[name]])
    assert exact(up) == 1
    assert exact(moved(up, images_of(up)[2])) != 1


@cases(4)
@given(SEEDS, st.integers(1, 10**6))
def test_prices_times_a_factor(seed, factor):
    puzzle = small(seed)
    value = exact(puzzle)
    dear = exact(replace(puzzle, prices=[factor * price for price in puzzle.prices]))
    assert dear == (None if value is None else factor * value)


@cases(4)
@given(SEEDS, st.data())
def test_dearer_is_never_cheaper(seed, data):
    puzzle = small(seed)
    kind = data.draw(st.integers(0, len(puzzle.prices) - 1))
    more = data.draw(st.integers(1, 100))
    prices = [price + more * (k == kind) for k, price in enumerate(puzzle.prices)]
    before, after = exact(puzzle), exact(replace(puzzle, prices=prices))
    assert (before is None) == (after is None)
    assert before is None or before <= after


def test_a_spared_square_needs_a_piece_in_the_way():
    rook_and_ferz = rk.Cover(rk.Board(1, 5), ["a1"], {"R": 1, "F": 1}, spared=["e1"])
    assert exact(rook_and_ferz) == 2
