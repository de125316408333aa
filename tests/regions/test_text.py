"""Region puzzles as people write and paste them."""

import json

import numpy as np
import pytest

import rookery as rk

ROWS = ["AAAB", "ABBB", "CCDD", "CCDD"]
NUMBERS = [[7, 7, 7, 10], [7, 10, 10, 10], [3, 3, 12, 12], [3, 3, 12, 12]]
FIVE = rk.Regions(["AAABC", "AABBC", "ADDBC", "DDDBE", "DDDEE"])
WORD = "".join(FIVE.rows)
APART = "\n".join(" ".join(row) for row in ROWS)


@pytest.mark.parametrize(
    "text",
    [
        "AAAB ABBB CCDD CCDD",
        APART,
        APART.replace(" ", "\t"),
        APART.replace(" ", ", "),
        APART.replace(" ", ";"),
        APART.replace(" ", "|"),
        "4 A A A B\n3 A B B B\n2 C C D D\n1 C C D D\n  a b c d",
        "  a b c d\n1 C C D D\n2 C C D D\n3 A B B B\n4 A A A B",
        "+-+-+-+-+\n" + "\n".join(f"|{'|'.join(row)}|\n+-+-+-+-+" for row in ROWS),
        json.dumps(ROWS),
        str(ROWS),
        f"\ufeffgrid = {ROWS}",
        f"\ufeff{APART}",
        json.dumps([list(row) for row in ROWS], indent=1),
        str(NUMBERS),
        "\n".join(" ".join(map(str, row)) for row in NUMBERS),
        "\n".join(f"{4 - at} {' '.join(map(str, row))}" for at, row in enumerate(NUMBERS)),
        "\n".join(",".join(map(str, row)) for row in NUMBERS),
    ],
)
def test_letters_and_numbers_are_read_in_any_style(text):
    assert rk.Regions.parse(text) == rk.Regions(ROWS)
    assert rk.Regions.parse(f"{text}\nstars 1\ngiven b4") == rk.Regions(ROWS, given=["b4"])


@pytest.mark.parametrize(
    "rows",
    [
        APART,
        [" ".join(row) for row in ROWS],
        [list(row) for row in ROWS],
        np.array([list(row) for row in ROWS]),
        NUMBERS,
        np.array(NUMBERS),
        [list(map(str, row)) for row in NUMBERS],
        "\n".join(" ".join(map(str, row)) for row in NUMBERS),
    ],
)
def test_rows_are_taken_in_any_form(rows):
    assert rk.Regions(rows).rows == tuple(ROWS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text:1:1: expected row 1 of the regions, got the end of the input"),
        ("AAB\nABB\nC", "text:3:2: expected 3 letters in row 3, got 'C'"),
        ("AAB\nABB\nCCCC", "text:3:4: expected 3 letters in row 3, got 'CCCC'"),
        ("AAB\nA.B\nCCC", "text:2:2: expected a letter of a region in row 2, got '.'"),
        ("AAB\nAAB\nCCD", "text:3:3: expected one of the 3 regions ABC, got 'D'"),
        ("AB\nÄÄ", "text:2:1: expected one of the 2 regions AB, got 'Ä'"),
        ("AA AA", "text:1:1: expected 2 regions on 2 rows, got 1: A"),
        ("AA BB start 2", "text:1:7: expected a setting, got 'start'; did you mean 'stars'?"),
        ("AA BB stars 1 stars 1", "text:1:15: expected one stars, got another"),
        ("AA BB given a9", "text:1:13: expected a square of the 2x2 board"),
        ("A A B\nA B\nC C C", "text:2:4: expected 3 letters in row 2, got 'A B'"),
        ("A A B\nA B B", "text:2:6: expected 3 rows of 3 letters, got 2"),
        ("A,A,B\nA,B,B\nC,C", "text:3:4: expected 3 letters in row 3, got 'C C'"),
        ("\n [[1, 2], [1]]", "text:2:2: expected 2 letters in row 2, got 'A'"),
        ("[[1, 2], [1, 2]", "text:1:1: expected a list of rows, each bracket of it closed"),
        ("[[1, 2], [x, 2]]", "text:1:1: expected a list of rows, got '[[1, 2], [x, 2]]'"),
        ("[[1, 2], [1, 2]]\nstarz 1", "text:2:1: expected a setting, got 'starz'"),
        (f"{WORD}A", "text:1:27: expected row 2 of the regions, got the end of the input"),
        (f"\n {WORD[:-1]}D.", "text:2:27: expected a letter of a region in row 1, got '.'"),
        (WORD.replace("E", "D"), "text:1:1: expected 5 regions on 5 rows, got 4: ABCD"),
        (f"\n {WORD[:-1]}.", "text:2:2: expected a letter of a region in row 5, column 5, got '.'"),
        (f"6x1.{WORD}", "text:1:"),
        (f"{WORD} {WORD}", "text:1:"),
    ],
)
def test_faults_have_their_place(text, message):
    with pytest.raises(rk.RookeryError) as caught:
        rk.Regions.parse(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        WORD,
        ",".join(WORD),
        ",".join(str("ABCDE".index(letter) + 1) for letter in WORD) + "\n",
        f"5x1.{WORD}",
        f"\n  {WORD}  \nstars 1\n",
    ],
)
def test_a_board_may_be_one_word(text):
    assert rk.Regions.parse(text).address() == FIVE.address()  # whatever the names of regions
    assert rk.Regions.parse(f"{text} given a5").given == {(0, 0)}


@pytest.mark.parametrize("side", [2, 9, 10, 12])
def test_the_number_of_rows_may_come_first(side):
    rows = ["ABCDEFGHIJKL"[:side]] * side
    assert rk.Regions.parse("\n".join([f"{side}", *rows])) == rk.Regions(rows)


def test_numbers_in_the_order_of_ranks_are_regions_if_the_board_is_square():
    rows = ("2111", "2222", "3333", "4444")
    assert rk.Regions.parse("\n".join(map(" ".join, rows))).rows == rows


def test_the_head_of_a_word_names_the_stars():
    assert rk.Regions.parse(f"5x2.{WORD}").stars == 2
