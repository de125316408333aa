"""Puzzles, answers and results as positions in FEN."""

import re
from functools import partial

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from tests.night import cases

import rookery as rk


@pytest.mark.parametrize(
    ("puzzle", "answer", "position"),
    [
        (rk.Queens(4, given=["b4"]), None, "1Q2/4/4/4"),
        (rk.Queens(4), ((1, 3, 0, 2), (2, 0, 3, 1)), "2Q1/Q3/3Q/1Q2\n1Q2/3Q/Q3/2Q1"),
        (rk.Heaviest([[1, 2], [3, 4]], given=["a1"]), None, "2/Q1"),
        (rk.NonAttacking(rk.Board(1, 12), "pawn"), ["a1", "l1"], "P10P"),
        (rk.NonAttacking(2, ["K", "B"], given=[(1, "a1")]), None, "2/B1"),
        (rk.Regions("AAAB ABBB CCDD CCDD"), ["b4", "d3", "a2", "c1"], "1K2/3K/K3/2K1"),
        (rk.Cover.parse(["#_", "__"], [1], ["R"]), [(0, 1, 0)], "k1/R1"),
        (rk.Tour.hamiltonian(3, "knight", closed=False, start="a3"), None, "N2/3/3"),
    ],
)
def test_positions(puzzle, answer, position):
    assert rk.fen(puzzle, answer) == position


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((rk.NonAttacking(3, "gold"), [(0, 0, 0)]), "a chess piece \\(K Q R B N P\\) for FEN"),
        ((7,), "a puzzle or a result, got 7"),
        ((rk.NonAttacking(3), [(3, 0, 0)]), "a kind from 0 to 0, got 3"),
        ((rk.NonAttacking(3), ["a9"]), "a square of the 3x3 board"),
    ],
)
def test_what_has_no_position_is_refused(arguments, message):
    with pytest.raises(rk.PuzzleError, match=f"expected {message}"):
        rk.fen(*arguments)


ROWS = st.integers(1, 8).flatmap(
    lambda columns: st.lists(
        st.text("....#KQRBNP", min_size=columns, max_size=columns), min_size=1, max_size=8
    )
)


ONE_EACH = re.compile("Q(?=.*Q)|B(?=.*B)|[KR]")


def one_of_each(rows):
    """Return the rows with one start and one goal; further pieces of their kinds become knights."""
    return ONE_EACH.sub("N", " ".join(rows)).split()


@pytest.mark.parametrize(
    ("parse", "drawn"),
    [
        pytest.param(rk.NonAttacking.parse, list, marks=pytest.mark.slow),
        (
            lambda text: rk.Cover.parse(text, [1], ["rook"]),
            lambda rows: [row.replace("P", "X") for row in rows],
        ),
        *((partial(rk.Tour.parse, mover=mover), one_of_each) for mover in ("Q", "K", "N")),
    ],
)
@cases(15)
@given(ROWS)
def test_every_board_is_read_again(parse, drawn, rows):
    try:
        puzzle = parse("\n".join(drawn(rows)))
    except rk.RookeryError:
        reject()  # rows that make no puzzle
    read = rk.Tour.parse if isinstance(puzzle, rk.Tour) else parse
    assert read(rk.fen(puzzle)) == puzzle


@pytest.mark.parametrize(
    "puzzle_with",
    [
        lambda n, given: rk.Queens(n, given=given),
        lambda n, given: rk.Heaviest([[1] * n] * n, given=given),
        lambda n, given: rk.Regions(
            [chr(65 + at) * n for at in range(n)], piece="queen", given=given
        ),
    ],
)
@cases(10)
@given(st.integers(1, 12), st.data())
def test_the_pieces_of_other_families_are_read(puzzle_with, n, data):
    queens = data.draw(st.lists(st.tuples(*[st.integers(0, n - 1)] * 2), max_size=1))
    position = rk.fen(puzzle_with(n, queens))
    assert rk.NonAttacking.parse(position) == rk.NonAttacking(n, given=queens)
