"""Positions in FEN, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases

import rookery as rk
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.drawings import Signs, board_rows
from rookery.reading.fen import fen_rows, fen_text, is_fen

LONGEST_ROW = 1000

LETTERS = {letter: letter for letter in "kKQn*"}
SIGNS = Signs(".#kKQn", fen=LETTERS)


@cases(40)
@given(st.integers(1, 40), st.data())
def test_rows_that_are_written_are_read_again(columns, data):
    row = st.text(".." + "".join(LETTERS), min_size=columns, max_size=columns)
    rows = data.draw(st.lists(row, min_size=1, max_size=12))
    tokens = drawing_tokens(fen_text(rows).encode(), "text")
    assert board_rows(tokens, SIGNS, str.islower) == rows
    assert tokens.at_end()


ONE_ROW = ["1QK", "N2", "8*3", "*1", "QK w - - 0 1", "12 b KQ e3 3 40"]
OTHERS = ["QK", "12", "1 2 3 4 5 6", "1.5", "-3", "Q w", "b\nb\n-\n-\nb\nb", "", "1|Q", "w w w"]


@pytest.mark.parametrize("text", [*ONE_ROW, *OTHERS])
def test_positions_of_one_row_are_known(text):
    assert is_fen(drawing_tokens(text.encode(), "text")) == (text in ONE_ROW)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/8x/8", "text:1:4: expected one of 'k', 'K', 'Q', 'n', '*' or a number up to 1000 in"),
        ("8/7", "text:1:4: expected 8 squares in row 2 of the position, got 7: '7'"),
        ("8//8", "text:1:3: expected 8 squares in row 2 of the position, got 0: ''"),
        ("/8", "text:1:1: expected squares in row 1 of the position, got 0: ''"),
        ("8/K9", "text:1:5: expected 8 squares in row 2 of the position, got 10: 'K9'"),
        ("0/8", "text:1:1: expected one of "),
        (f"8/{10**30}", "text:1:3: expected one of "),
        (f"{LONGEST_ROW + 1}/8", "text:1:1: expected one of "),
        ("8/8 w KQ!", "text:1:7: expected castling rights such as KQkq or -, got 'KQ!'"),
        ("8/8 w", "text:1:6: expected castling rights such as KQkq or -, got the end of the"),
        ("8/8 b - e", "text:1:9: expected a square passed by a pawn, or -, got 'e'"),
    ],
)
def test_faults_have_their_place(text, message):
    with pytest.raises(rk.InputError) as caught:
        fen_rows(drawing_tokens(text.encode(), "text"), LETTERS)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("fields", ["", " w - - 0 1", " b KQkq e3 12 40", " w - -", " w HAha -"])
def test_other_fields_are_skipped(fields):
    tour = rk.Tour.parse(f"Q3/3N{fields} mover rook closed")
    assert tour == rk.Tour(rk.Board(2, 4), "a2", ["d1"], mover="R", closed=True)


def test_a_single_capital_is_the_mover_of_a_tour():
    knight = rk.Tour(rk.Board(3, 4), "a3", ["c2"], "d1", "N", pawns=["b1"])
    assert rk.Tour.parse("N3/2n1/1p1b") == knight
    assert rk.Tour.parse("N3/2n1/1p1b mover B") == rk.Tour.parse("B3/2n1/1p1b")
    assert rk.Tour.parse("N3/2n1/1p1b", mover="K").mover.betza == "K"
    assert rk.Tour.parse("q3/2n1/1p1b") == rk.Tour.parse("Q3/2N1/1P1B")
    assert rk.Tour.parse("Q3/2n1/1*1b").board.walls == {(2, 1)}


def test_a_king_is_to_be_checked_and_capitals_stand_in_a_cover():
    cover = rk.Cover.parse("3k/N3/*2B", [1], ["rook"])
    drawn = rk.Cover.parse(
        ["___#", "____", "X___"], [1], ["R"], standing=[("N", "a2"), ("B", "d1")]
    )
    assert cover == drawn
    with pytest.raises(rk.InputError, match="text:1:2: expected one of 'K'"):
        rk.Cover.parse("3q/N3", [1], ["rook"])
    with pytest.raises(rk.InputError, match="text:2:2: expected a row of the board"):
        rk.Cover.parse("#_\n 7", [1], ["rook"])
