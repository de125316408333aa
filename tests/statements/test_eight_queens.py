from pathlib import Path

import pytest
from tests.queens.brute import all_of_side
from tests.tokens import refusal, tokens_of

from rookery.api.solving import solve_each
from rookery.statements import eight_queens

SAMPLE_INPUT = b"1\n\n1 1\n"
SAMPLE_OUTPUT = (Path(__file__).parents[2] / "demo" / "eight-queens.answer.txt").read_text()


def judged(data: bytes) -> str:
    return "".join(eight_queens.write(solve_each(eight_queens.read(tokens_of(data)))))


def faults(data: bytes, output: str) -> list[tuple[str, ...]]:
    verdicts = list(eight_queens.check(tokens_of(data), tokens_of(output)))
    assert [verdict.test for verdict in verdicts] == list(range(1, len(verdicts) + 1))
    return [verdict.faults for verdict in verdicts]


def test_every_square_against_permutations():
    squares = [(row, column) for row in range(1, 9) for column in range(1, 9)]
    data = "64\n" + "".join(f"\n{row} {column}\n" for row, column in squares)
    placements = [tuple(row + 1 for row in rows) for rows in all_of_side(8)]
    tables = []
    for row, column in squares:
        found = [rows for rows in placements if rows[column - 1] == row]
        lines = [
            f"{number:2d}      {' '.join(map(str, rows))}" for number, rows in enumerate(found, 1)
        ]
        tables.append("\n".join(["SOLN       COLUMN", " #      1 2 3 4 5 6 7 8", "", *lines, ""]))
    assert judged(data.encode()) == "\n".join(tables)


TWO = judged(b"2\n\n1 1\n\n4 6\n")


COUNT = "a number of datasets of 0 or more"
ROW = "a row from 1 to 8"
COLUMN = "a column from 1 to 8"
END = "the end of the input"
MALFORMED = [
    (b"x", "1:1", COUNT, "'x'"),
    (b"-1\n", "1:1", COUNT, "'-1'"),
    (b"\n  1e3 ", "2:3", COUNT, "'1e3'"),
    (b"1", "1:2", ROW, END),
    (b"1\n\n1", "3:2", COLUMN, END),
    (b"1\n\n0 1\n", "3:1", ROW, "'0'"),
    (b"1\n\n9 1\n", "3:1", ROW, "'9'"),
    (b"1\n\n1 0\n", "3:3", COLUMN, "'0'"),
    (b"1\n\n  4294967297 1\n", "3:3", ROW, "'4294967297'"),
    (b"2\n\n1 1\n", "3:4", ROW, END),
    (b"2\n\n1 1\n\n4 six\n", "5:3", COLUMN, "'six'"),
    (b"\xef\xbb\xbf1\n\nq", "3:1", ROW, "'q'"),
]


@pytest.mark.parametrize(("data", "place", "expected", "found"), MALFORMED)
def test_malformed(data, place, expected, found):
    assert refusal(eight_queens.read, data) == f"stdin:{place}: expected {expected}, got {found}"


LINES = SAMPLE_OUTPUT.splitlines(keepends=True)


def without(number: int) -> str:
    return "".join(LINES[:number] + LINES[number + 1 :])


MISSING_ALL = "4 of 4 solutions missing, first 1 5 8 6 3 7 2 4"
MISSING_THIRD = "1 of 4 solutions missing, first 1 7 4 6 8 2 5 3"
MUTATED: list[tuple[str, tuple[str, ...]]] = [
    ("", ("expected 'SOLN' of the header, got the end of the output",)),
    ("SOLN COLUMN # 1 2", ("expected '3' of the header, got the end of the output",)),
    (without(0), ("expected 'SOLN' of the header, got '#'",)),
    (without(1), ("expected '#' of the header, got '1'",)),
    ("".join(LINES[:3]), (MISSING_ALL,)),
    (without(6), ("1 of 4 solutions missing, first 1 7 5 8 2 4 6 3",)),
    (without(3), ("expected solution 1, got one numbered 2",)),
    (SAMPLE_OUTPUT.replace(" 3      ", " 5      "), ("expected solution 3, got one numbered 5",)),
    (
        SAMPLE_OUTPUT.replace("2 5 3\n", "2 3 5\n"),
        ("solution 3 has queens that attack each other: 1 7 4 6 8 2 3 5", MISSING_THIRD),
    ),
    (
        SAMPLE_OUTPUT.replace("2 5 3\n", "2 5 9\n"),
        ("solution 3 has a queen off the board: 1 7 4 6 8 2 5 9", MISSING_THIRD),
    ),
    (SAMPLE_OUTPUT + " 5      2 4 6 8 3 1 7 5\n", ("solution 5 has no queen at row 1, column 1",)),
    (SAMPLE_OUTPUT + " 5      1 7 5 8 2 4 6 3\n", ("solution 5 repeats solution 4",)),
    (
        SAMPLE_OUTPUT.replace("1 5 8 6 3 7 2 4", "x")
        .replace("1 6 8 3 7 4 2 5", "1 5 8 6 3 7 2 4")
        .replace("x", "1 6 8 3 7 4 2 5"),
        ("solution 2 comes lexicographically before solution 1",),
    ),
    (SAMPLE_OUTPUT.replace("6 3 7", "6 three 7"), ("solution 1: expected a number, got 'three'",)),
    (SAMPLE_OUTPUT.replace("6 3 7", "6 -3 7"), ("solution 1: expected a number, got '-3'",)),
    (SAMPLE_OUTPUT[:-4], ("solution 4 is cut short by the end of the output",)),
]


@pytest.mark.parametrize(("output", "expected"), MUTATED)
def test_check_rejects(output, expected):
    assert faults(SAMPLE_INPUT, output) == [expected]


def test_tables_are_checked_one_by_one():
    pair, wrong = b"2 1 1 4 6", TWO.replace(" 2      ", " 7      ", 1)
    assert faults(pair, TWO) == [(), ()]
    assert faults(pair, wrong) == [("expected solution 2, got one numbered 7",), ()]
    short = ("expected 'SOLN' of the header, got the end of the output",)
    assert faults(pair, SAMPLE_OUTPUT) == [(), short]
    assert faults(SAMPLE_INPUT, TWO) == [(), ("expected the end of the output, got 'SOLN'",)]
    assert faults(b"0", "") == []
    assert faults(b"0", "hello") == [("expected the end of the output, got 'hello'",)]
