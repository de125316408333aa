import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.tokens import refusal, tokens_of

from rookery import Cover, PuzzleError, Reason, Result, Status
from rookery.statements import showdown

SAMPLE = "5\n___##\n__#__\n##_#_\n_##__\n##___\n1 1 1 1 1 1 2 1\n"
SAMPLE_OUTPUT = "3 4\n2 1 1\n7 3 3\n4 5 3\n"
SAMPLE_ROWS = SAMPLE.split()[1:6]
COSTS = "1 2 3 4 5 6 7 8"
SMALL = f"3\n#__\n___\n__#\n{COSTS}\n"
TINY = f"2\n_#\n__\n{COSTS}\n"
TWO = f"2\n{SMALL}{TINY}"


def read(text):
    return list(showdown.read(tokens_of(text)))


def verdicts(text, output):
    return list(showdown.check(tokens_of(text), tokens_of(output, "out.txt")))


def test_sample_output_is_accepted():
    assert read(SAMPLE) == [Cover.parse(SAMPLE_ROWS, [1, 1, 1, 1, 1, 1, 2, 1])]  # without a count
    [verdict] = verdicts(SAMPLE, SAMPLE_OUTPUT)
    assert verdict.faults == ()
    assert verdict.score == pytest.approx(0.16)
    assert str(verdict) == "test 1: ok, score 0.1600"


PUZZLES = [Cover.parse("#__ ___ __#", range(1, 9)), Cover.parse("_# __", range(1, 9))]


def test_reading_is_lazy_and_needs_no_count():
    assert read(TWO.removeprefix("2\n")) == read(TWO) == PUZZLES
    assert next(showdown.read(tokens_of(f"1000000000\n{SMALL}"))) == PUZZLES[0]
    found = showdown.check(tokens_of(f"2\n{SMALL}x"), tokens_of("1 6\n6 2 2\n"))
    assert next(found).accepted


ENCLOSED = "3\n###\n###\n##_\n"
EARLY = "the end of the input"

COUNT = "a number of tests of 0 or more"
SIZE = "a board size n from 2 to 25"
ROOM = "a king with an empty neighbour"
ROWS = "1\n3\n#__\n___\n__#\n"


def cost(piece):
    return f"the cost of a {piece} from 1 to 1000000"


MALFORMED = [
    # the count
    ("x", "1:1", COUNT, "'x'"),
    # the size
    ("1\n", "1:2", SIZE, EARLY),
    ("1\n1\n_\n", "2:1", SIZE, "'1'"),
    ("1\n26\n", "2:1", SIZE, "'26'"),
    ("x ##\n", "1:1", SIZE, "'x'"),
    (SAMPLE + "7 7\n", "8:3", "one of '#', '_' in row 1 of the board", "'7'"),
    # the rows
    ("1\n3\n#__\n", "3:4", "row 2 of the board", EARLY),
    ("1\n3\n#_\n___\n", "3:3", "3 squares in row 1 of the board", "'#_'"),
    ("1\n3\n#__x\n___\n", "3:4", "3 squares in row 1 of the board", "'#__x'"),
    ("1\n3\n#__\n_.#\n", "4:2", "one of '#', '_' in row 2 of the board", "'.'"),
    ("1\n3\n#__\n  _\u2013#\n", "4:4", "one of '#', '_' in row 2 of the board", r"'\xe2'"),
    ("3\n#__\n___\n1 2", "4:1", "one of '#', '_' in row 3 of the board", "'1'"),
    ("1\n3\n#__\r\n___\r\n__#_\r\n", "5:4", "3 squares in row 3 of the board", "'__#_'"),
    ("3 #__ ___ __", "1:13", "3 squares in row 3 of the board", "'__'"),
    ("1\n3\n# _ _\n", "3:2", "3 squares in row 1 of the board", "'#'"),
    # kings with no empty neighbour
    ("1\n" + ENCLOSED, "3:1", ROOM, "none beside row 1, column 1"),
    ("4\n__##\n _##\n", "3:5", "4 squares in row 2 of the board", "'_##'"),
    ("4\n__##\n_###\n####\n####\n", "2:4", ROOM, "none beside row 1, column 4"),
    ("1\n4\n____\n_###\n  _###\n_###\n", "5:5", ROOM, "none beside row 3, column 3"),
    # the costs
    (ROWS, "5:4", cost("bishop"), EARLY),
    (ROWS + "1 2 3 4 5 6 7", "6:14", cost("cannon"), EARLY),
    (ROWS + "0 2 3 4 5 6 7 8", "6:1", cost("bishop"), "'0'"),
    (ROWS + "1 2 3 4 5 6 1000001 8", "6:13", cost("phoenix"), "'1000001'"),
    (ROWS + "1 -2 3", "6:3", cost("rook"), "'-2'"),
    (ROWS + "1 2 3 4\n 1e3", "7:2", cost("silver general"), "'1e3'"),
    (ROWS + "____", "6:1", cost("bishop"), "'____'"),
    # the second test
    (f"2\n{SMALL}", "6:16", SIZE, EARLY),
    (f"2\n{SMALL}2\n_#\n_\n", "9:2", "2 squares in row 2 of the board", "'_'"),
    (f"{SMALL}2\n##\n##\n", "7:1", ROOM, "none beside row 1, column 1"),
]


@pytest.mark.parametrize(("text", "place", "expected", "found"), MALFORMED)
def test_malformed_input(text, place, expected, found):
    assert refusal(showdown.read, text) == f"stdin:{place}: expected {expected}, got {found}"


def _result(answer, value):
    return Result(None, answer, value, None, Status.FEASIBLE, Reason.TIME)


def test_written_answers_and_their_scores():
    results = iter([_result(((1, 0, 0), (6, 2, 2), (3, 4, 2)), 4), _result(((0, 1, 0),), 1)])
    assert list(showdown.write(results)) == [SAMPLE_OUTPUT, "1 1\n1 2 1\n"]
    assert [verdict.score for verdict in verdicts(TWO, "1 6\n6 2 2\n1 4\n4 2 2\n")] == [6 / 9, 1.0]


@pytest.mark.parametrize("output", ["3 4 4 5 3 7 3 3 2 1 1", "+3 04\n2 +1 01\n7 3 3\n4 5 3\n\n \n"])
def test_the_order_and_the_signs_of_the_output_do_not_matter(output):
    assert [verdict.accepted for verdict in verdicts(SAMPLE, output)] == [True]


# Outputs for the sample that cannot be followed, and others that are wrong.
REJECTED = [
    ("", "out.txt:1:1: the output ends too early: expected f, the number of pieces, from 1 to 25"),
    ("3\n", "out.txt:1:2: the output ends too early: expected g, the total cost"),
    ("3 4\n", "out.txt:1:4: the output ends too early: expected x, the type of piece 1"),
    (
        "3 4\n2 1 1\n7 3 3\n4 5 \n",
        "out.txt:4:4: the output ends too early: expected k, the column of piece 3",
    ),
    ("x", "out.txt:1:1: expected f, the number of pieces, from 1 to 25, got 'x'"),
    ("0 0\n", "out.txt:1:1: expected f, the number of pieces, from 1 to 25, got '0'"),
    ("26 4\n", "out.txt:1:1: expected f, the number of pieces, from 1 to 25, got '26'"),
    ("3 4.0\n2 1 1\n7 3 3\n4 5 3\n", "out.txt:1:3: expected g, the total cost, got '4.0'"),
    ("3 4\n2 1 1\n7 b3\n", "out.txt:3:3: expected w, the row of piece 2, got 'b3'"),
    ("3 4\n2 1 1\n7 3 (3)\n", "out.txt:3:5: expected k, the column of piece 2, got '(3)'"),
]
WRONG = [
    ("3 4\n0 1 1\n7 3 3\n4 5 3\n", ["piece 0 at row 1, column 1 is none of 8"]),
    ("3 4\n2 0 1\n7 3 3\n4 5 3\n", ["piece at row 0, column 1 is off the board"]),
    ("3 4\n2 1 -1\n7 3 3\n4 5 3\n", ["piece at row 1, column -1 is off the board"]),
    ("3 4\n2 1 4\n7 3 3\n4 5 3\n", ["piece at row 1, column 4 stands on a king"]),
    ("4 5\n2 1 1\n7 3 3\n4 5 3\n1 3 3\n", ["2 pieces stand at row 3, column 3"]),
    ("3 3\n2 1 1\n7 3 3\n4 5 3\n", ["wrong sum: g says 3, the pieces cost 4"]),
    ("3 4294967300\n2 1 1\n7 3 3\n4 5 3\n", ["wrong sum: g says 4294967300, the pieces cost 4"]),
    (
        "3 3\n2 1 1\n4 3 3\n4 5 3\n",
        ["king at row 1, column 5 is not in check", "king at row 5, column 1 is not in check"],
    ),
    (
        "3 7\n2 1 4\n9 3 3\n4 6 3\n",
        [
            "piece at row 1, column 4 stands on a king",
            "piece 9 at row 3, column 3 is none of 8",
            "piece at row 6, column 3 is off the board",
        ],
    ),
]


@pytest.mark.parametrize(
    ("output", "faults"), [*((output, [fault]) for output, fault in REJECTED), *WRONG]
)
def test_wrong_output(output, faults):
    [verdict] = verdicts(SAMPLE, output)
    assert (verdict.test, list(verdict.faults), verdict.score) == (1, faults, None)


def test_data_left_over_after_the_last_test_are_a_verdict():
    first, second = verdicts(SAMPLE, SAMPLE_OUTPUT + "\n7\n")
    assert first.accepted
    assert str(second) == "test 2: out.txt:6:1: data left over after the last test: '7'"
    [only] = verdicts("0\n", "1 1")
    assert str(only) == "test 1: out.txt:1:1: data left over after the last test: '1'"


SAMPLES = "4\n" + SAMPLE * 4


@pytest.mark.parametrize(
    ("accepted", "text"),
    [
        (0, "test 2: not read, nor any up to test 4: the output for test 1 is broken"),
        (1, "test 3: not read, nor any up to test 4: the output for test 2 is broken"),
        (2, "test 4: not read: the output for test 3 is broken"),
        (3, None),
    ],
)
def test_tests_after_a_broken_one_are_rejected_at_once(accepted, text):
    found = verdicts(SAMPLES, SAMPLE_OUTPUT * accepted + "3 4\nx" + SAMPLE_OUTPUT * 9)
    assert [verdict.accepted for verdict in found[:accepted]] == [True] * accepted
    broken = f"out.txt:{4 * accepted + 2}:1: expected x, the type of piece 1, got 'x3'"
    assert found[accepted].faults == (broken,)
    assert [str(verdict) for verdict in found[accepted + 1 :]] == ([text] if text else [])


@cases(25)
@given(st.integers(), st.integers(0, 5), st.integers(2, 25), st.floats(0, 1) | st.none())
def test_generated_boards_are_read_back(seed, cases, size, density):
    text = "".join(showdown.generate(seed, cases, size=size, density=density))
    puzzles = read(text)
    assert len(puzzles) == cases
    assert text == showdown.write_input(puzzles)
    for puzzle in puzzles:
        assert (puzzle.board.rows, puzzle.board.columns) == (size, size)
        assert puzzle.kings  # that each has room, and the prices theirs, is held by the reader


def test_generated_text_begins_the_same_whatever_the_number_of_cases():
    few, many = (list(showdown.generate(5, cases, size=6)) for cases in (3, 9))
    assert few[1:] == many[1:4]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cases": -1}, "expected cases of 0 or more, got -1"),
        ({"size": 1}, "expected a size from 2 to 25, got 1"),
        ({"size": 26}, "expected a size from 2 to 25, got 26"),
        ({"density": -0.1}, "expected a density from 0 to 1, got -0.1"),
        ({"density": 1.5}, "expected a density from 0 to 1, got 1.5"),
        ({"density": float("nan")}, "expected a density from 0 to 1, got nan"),
        ({"layout": "line"}, "expected a layout, got 'line'; did you mean 'lines'?"),
        ({"prices": "zzz"}, "expected prices, got 'zzz'; known: equal, uniform, log-uniform, "),
    ],
)
def test_generate_refuses(options, message):
    with pytest.raises(PuzzleError) as caught:
        showdown.generate(1, **{"cases": 1, **options})
    assert str(caught.value).startswith(message)
