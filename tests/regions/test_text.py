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
