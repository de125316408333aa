"""Covers: symmetries, brackets, scaling and monotony."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.boards import SHOWDOWN_PIECES
from tests.night import cases
from tests.properties.symmetry import MIRROR, images
from tests.showdown_rules import NAMES

import rookery as rk
from rookery.errors import PuzzleError
from rookery.results.result import Status

PIECE = dict(zip(NAMES, SHOWDOWN_PIECES, strict=True))
LETTERS = "#_+x*oX"

ONE_WAY = {"gold", "silver"}


@st.composite
def covers(draw, names=NAMES):
    """A board with kings, guarded and blocked squares, standing pieces and a stock.

    It has a free square, a target that no standing piece attacks, and a piece in stock.
    """
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    free, target, *rest = draw(st.permutations(squares))
    on = {free: "_", target: draw(st.sampled_from("#+"))}
    on |= {square: draw(st.sampled_from("___##+x*X")) for square in rest}
    at = {letter: sorted(s for s in squares if on[s] == letter) for letter in LETTERS}
    kinds = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    prices = [draw(st.integers(1, 9)) for _ in kinds]
    stock = [draw(st.sampled_from((0, 1, 2, None, None))) for _ in kinds]
    standing = draw(st.lists(st.sampled_from(names), max_size=min(2, len(at["_"]) - 1)))
    spare = [square for square in at["_"] if square != free]
    puzzle = rk.Cover(
        rk.Board(rows, columns, at["X"]),
        at["#"],
        prices,
        [PIECE[kind] for kind in kinds],
        guarded=at["+"] + at["*"],
        blocked=at["x"] + at["*"],
        stock=stock if any(number != 0 for number in stock) else None,
    )
    try:
        pieces = [PIECE[kind] for kind in standing]
        return replace(puzzle, standing=list(zip(pieces, spare, strict=False)))
    except PuzzleError:  # the standing pieces alone attack every target
        return puzzle


def exact(puzzle):
    """The least price, None when there is no cover."""
    try:
        found = rk.solve(puzzle, method="exact", threads=1)
    except PuzzleError as error:
        assert "no piece can" in str(error)
        return None
    assert found.status in (Status.OPTIMAL, Status.INFEASIBLE)
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
@given(covers())
def test_the_mirror_of_left_and_right_keeps_the_price(puzzle):
    assert exact(moved(puzzle, images_of(puzzle)[MIRROR])) == exact(puzzle)


@cases(2)
@given(covers([name for name in NAMES if name not in ONE_WAY]), st.integers(1, 7))
def test_turned_and_mirrored_boards_cost_the_same(puzzle, symmetry):
    assert exact(moved(puzzle, images_of(puzzle)[symmetry])) == exact(puzzle)


@pytest.mark.parametrize("name", sorted(ONE_WAY))
def test_upside_down_gold_and_silver_do_not_keep_the_price(name):
    """What no symmetry is, is none here either: else the tests above would show nothing."""
    up = rk.Cover.parse(["###", "___"] if name == "gold" else ["###", "x_x"], [1], [PIECE[name]])
    assert exact(up) == 1
    assert exact(moved(up, images_of(up)[2])) != 1


@cases(4)
@given(covers(), st.integers(1, 10**6))
def test_prices_times_a_factor(puzzle, factor):
    value = exact(puzzle)
    dear = exact(replace(puzzle, prices=[factor * price for price in puzzle.prices]))
    assert dear == (None if value is None else factor * value)


@cases(4)
@given(covers(), st.data())
def test_dearer_is_never_cheaper(puzzle, data):
    kind = data.draw(st.integers(0, len(puzzle.prices) - 1))
    more = data.draw(st.integers(1, 100))
    prices = [price + more * (k == kind) for k, price in enumerate(puzzle.prices)]
    before, after = exact(puzzle), exact(replace(puzzle, prices=prices))
    assert (before is None) == (after is None)
    assert before is None or before <= after


def test_a_spared_square_needs_a_piece_in_the_way():
    rook_and_ferz = rk.Cover(rk.Board(1, 5), ["a1"], {"R": 1, "F": 1}, spared=["e1"])
    assert exact(rook_and_ferz) == 2
