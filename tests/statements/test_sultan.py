import pytest
from tests.tokens import refusal, tokens_of

from rookery.api.solving import solve_each
from rookery.heaviest.puzzle import Heaviest
from rookery.statements import sultan

SAMPLE_INPUT = (
    b"1 [bk]1[bk][bk]2[bk][bk]3[bk][bk]4[bk][bk]5[bk][bk]6[bk][bk]7[bk][bk]8 [bk]9 10 11 12 13 "
    b"14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 "
    b"45 46 47 48 48 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64\n"
)
SAMPLE_OUTPUT = "  260\n"
NUMBERS = [*range(1, 49), 48, *range(50, 65)]
BOARD = " ".join(map(str, NUMBERS))


def read(data: bytes) -> list[Heaviest]:
    return list(sultan.read(tokens_of(data)))


def judged(data: bytes) -> str:
    return "".join(sultan.write(solve_each(sultan.read(tokens_of(data)))))


def faults(data: str, output: str) -> list[tuple[str, ...]]:
    verdicts = list(sultan.check(tokens_of(data), tokens_of(output)))
    assert [verdict.test for verdict in verdicts] == list(range(1, len(verdicts) + 1))
    return [verdict.faults for verdict in verdicts]


def test_scores_are_right_aligned_in_5():
    assert judged(SAMPLE_INPUT) == SAMPLE_OUTPUT
    data = "3\n" + "1 " * 64 + "99 " * 64 + "12 " * 64
    assert judged(data.encode()) == "    8\n  792\n   96\n"


def test_the_blank_marks_of_the_page_are_blanks():
    assert read(SAMPLE_INPUT) == read(f"1 {BOARD}".encode())
    assert read(SAMPLE_INPUT)[0].weights[6] == (48, 50, 51, 52, 53, 54, 55, 56)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 64])
def test_blank_marks_across_blocks(size):
    data = ("1" + "".join(f"[bk][bk]{number}" for number in NUMBERS)).encode()
    assert list(sultan.read(tokens_of(data, most=size))) == read(data)


def with_number(index: int, text: str) -> bytes:
    """Return a board of lines of eight with one number replaced; the count is on line 1."""
    numbers = [f"{number}" for number in NUMBERS]
    numbers[index] = text
    rows = [" ".join(numbers[start : start + 8]) for start in range(0, 64, 8)]
    return ("1\n" + "\n".join(rows) + "\n").encode()


COUNT = "a number of boards of 0 or more"
WEIGHT = "a weight from 1 to 99"
END = "the end of the input"
MALFORMED = [
    (b"k", "1:1", COUNT, "'k'"),
    (b"[bk]x", "1:5", COUNT, "'x'"),
    (b"1", "1:2", WEIGHT, END),
    (b"1[bk][bk]\n", "1:2", WEIGHT, END),
    (f"1\n{BOARD[:-3]}\n\n".encode(), f"2:{len(BOARD) - 2}", WEIGHT, END),
    (f"2\n{BOARD}\n{BOARD[:-3]}".encode(), f"3:{len(BOARD) - 2}", WEIGHT, END),
    (with_number(0, "0"), "2:1", WEIGHT, "'0'"),
    (with_number(0, "100"), "2:1", WEIGHT, "'100'"),
    (with_number(8, "x"), "3:1", WEIGHT, "'x'"),
    (with_number(63, "999"), "9:22", WEIGHT, "'999'"),
    (with_number(41, "[bk]?"), "7:8", WEIGHT, "'?'"),
    (with_number(42, "[BK]"), "7:7", WEIGHT, "'[BK]'"),
]


@pytest.mark.parametrize(("data", "place", "expected", "found"), MALFORMED)
def test_malformed(data, place, expected, found):
    assert refusal(sultan.read, data) == f"stdin:{place}: expected {expected}, got {found}"


TWO = f"2\n{BOARD}\n{'7 ' * 64}"


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("  260\n   56\n", [(), ()]),
        ("260 56", [(), ()]),
        ("[bk][bk]260\n[bk][bk][bk]56\n", [(), ()]),
        ("  259\n   56\n", [("score 259 is below the best, 260",), ()]),
        ("  260\n   57\n", [(), ("score 57 is above the best, 56",)]),
        ("  260\n", [(), ("expected a score, got the end of the output",)]),
        ("x\n   56\n", [("expected a score, got 'x'",), ()]),
        ("-260\n   56\n", [("expected a score, got '-260'",), ()]),
        ("260.0\n56", [("expected a score, got '260.0'",), ()]),
        ("9" * 500 + "\n56", [("expected a score, got '" + "9" * 56 + "...",), ()]),
        ("  260\n   56\n   56\n", [(), (), ("expected the end of the output, got '56'",)]),
    ],
)
def test_check(output, expected):
    assert faults(TWO, output) == expected


@pytest.mark.parametrize("family", sultan.FAMILIES)
def test_generated_boards_are_valid(family):
    assert len(read("".join(sultan.generate(1, 400, family)).encode())) == 400
