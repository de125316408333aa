import re
from pathlib import Path

import pytest
from tests.tokens import refusal, tokens_of
from tests.tour.test_puzzle import ROWS as FIRST

import rookery as rk
from rookery.statements import queen_paths
from rookery.statements import traveling_queen as statement

SAMPLE = (Path(__file__).parents[2] / "demo" / "traveling-queen.txt").read_text()
SAMPLE_OUTPUT = "Scenario #1:\nh8h2e5d4b2\n\nScenario #2:\nimpossible\n\n"
GOOD = "\n".join(FIRST) + "\n\n"
EMPTY = "........\n"


def read(text):
    return list(statement.read(tokens_of(text)))


def answered(text):
    return "".join(statement.write(rk.solve(tour, method="layers") for tour in read(text)))


def verdicts(text, output):
    return list(statement.check(tokens_of(text), tokens_of(output, "out.txt")))


def test_no_move_when_the_start_is_beside_all():
    text = "1\n" + "QNP.....\nNB......\n" + EMPTY * 6
    assert answered(text) == "Scenario #1:\na8\n\n"
    assert [str(verdict) for verdict in verdicts(text, answered(text))] == ["test 1: ok"]


def row_of(number, row, rows=FIRST):
    changed = list(rows)
    changed[number - 1] = row
    return "1\n" + "\n".join(changed) + "\n"


FIFTEEN = "1\nQB......\n" + "NNNNN...\n" * 3 + EMPTY * 4

FAULTS = [
    ("x\n", "1:1", "expected a number of scenarios of 0 or more, got 'x'"),
    ("  " + ".......Q", "1:3", "expected a number of scenarios of 0 or more, got '.......Q'"),
    ("1", "1:2", "expected row 1 of scenario 1, got the end of the input"),
    ("1\n" + "\n".join(FIRST[:7]), "8:9", "expected row 8 of scenario 1, got the end of the input"),
    ("1\n" + "\n".join(FIRST)[:-3], "9:6", "expected 8 squares in row 8 of scenario 1"),
    (row_of(3, "...PNP."), "4:8", "expected 8 squares in row 3 of scenario 1, got '...PNP.'"),
    (row_of(3, "...PNP..."), "4:9", "expected 8 squares in row 3 of scenario 1"),
    (row_of(8, "...x...."), "9:4", "in row 8 of scenario 1, got 'x'"),
    (row_of(8, ".......#"), "9:8", "got '#'"),
    (row_of(8, "..♞....."), "9:3", "in row 8 of scenario 1, got"),
    (row_of(5, "... ...."), "6:4", "expected 8 squares in row 5 of scenario 1, got '...'"),
    (row_of(1, "........"), "2:1", "expected 1 queen 'Q' in scenario 1, got none"),
    (row_of(1, "Q......Q"), "2:8", "expected at most 1 queen in scenario 1, got 'Q' number 2"),
    (row_of(8, "......Q."), "9:7", "expected at most 1 queen in scenario 1, got 'Q' number 2"),
    (row_of(7, "........"), "2:1", "expected 1 bishop 'B' in scenario 1, got none"),
    (row_of(7, "..B....B"), "8:8", "expected at most 1 bishop in scenario 1, got 'B' number 2"),
    (row_of(4, "........"), "2:1", "expected 2 to 14 knights 'N' in scenario 1, got 1"),
    ("1\nQ......B\n" + EMPTY * 7, "2:1", "expected 2 to 14 knights 'N' in scenario 1, got none"),
    (FIFTEEN, "5:5", "expected at most 14 knights in scenario 1, got 'N' number 15"),
    ("2\n" + GOOD, "9:9", "expected row 1 of scenario 2, got the end of the input"),
    ("2\n" + GOOD + "Q\n", "11:2", "expected 8 squares in row 1 of scenario 2, got 'Q'"),
    ("2\n" + GOOD + "\n" + EMPTY * 8, "12:1", "expected 1 queen 'Q' in scenario 2, got none"),
]


@pytest.mark.parametrize(("text", "place", "message"), FAULTS)
def test_malformed_input(text, place, message):
    words = refusal(statement.read, text)
    assert words.startswith(f"stdin:{place}: expected ")
    assert message in words
    assert len(words) < 200


def test_an_unsolved_result_is_not_written():
    unknown = rk.Result(rk.Tour.parse(FIRST), None, None, 2, rk.Status.UNKNOWN, rk.Reason.TIME)
    with pytest.raises(rk.RookeryError, match=r"scenario 1 is not solved \(time\)"):
        list(statement.write([unknown]))


NO_PATH = "expected a path such as 'a1b2' or 'impossible'"


@pytest.mark.parametrize(
    ("old", "new", "test", "fault"),
    [
        ("h8h2e5d4b2", "h8h2e5d4d3", 1, "of the shortest paths the first is h8h2e5d4b2"),
        ("h8h2e5d4b2", "h8h3h2e5d4b2", 1, "5 moves, but 4 are enough: h8h2e5d4b2"),
        ("h8h2e5d4b2", "h8h2e5b2", 1, "target c5 is not visited"),
        ("h8h2e5d4b2", "h8h2e5d4b", 1, f"{NO_PATH}, got 'h8h2e5d4b'"),
        ("h8h2e5d4b2", "H8H2E5D4B2", 1, f"{NO_PATH}, got 'H8H2E5D4B2'"),
        ("h8h2e5d4b2", "h8h2e5d4b9", 1, f"{NO_PATH}, got 'h8h2e5d4b9'"),
        ("h8h2e5d4b2", "impossible", 1, "there is a path of 4 moves: h8h2e5d4b2"),
        ("h8h2e5d4b2", "h8h2 e5d4b2", 1, "expected one path, got 'e5d4b2' after it"),
        ("h8h2e5d4b2", "", 1, "expected a path or 'impossible', got 'Scenario'"),
        ("impossible", "f3e4", 2, "target b3 is not visited"),
        ("impossible", "", 2, "expected a path or 'impossible', got the end of the output"),
        ("#2:", "#3:", 2, "expected '#2:', got '#3:'"),
        ("#1:", "#1", 1, "expected '#1:', got '#1'"),
        ("Scenario #1", "Case Scenario #1", 1, "expected 'Scenario', got 'Case'"),
        ("Scenario #2:\nimpossible\n\n", "", 2, "expected 'Scenario', got the end of the output"),
        (
            "impossible\n",
            "impossible\nScenario ",
            3,
            "expected the end of the output, got 'Scenario'",
        ),
    ],
)
def test_mutated_outputs(old, new, test, fault):
    assert old in SAMPLE_OUTPUT
    found = verdicts(SAMPLE, SAMPLE_OUTPUT.replace(old, new, 1))
    rejected = {verdict.test: verdict.faults for verdict in found if not verdict.accepted}
    assert list(rejected) == [test]
    assert fault in rejected[test]


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("h8h3h2e5d4b2", "the path is legal and comes before the one found here, h8h3h2e5d4b2"),
        ("h8h2e5d4d3", "the path is legal and comes before the one found here, h8h2e5d4d3"),
        (None, "the path is legal, but the search here found none: this check is wrong"),
    ],
)
def test_a_path_that_beats_the_one_found_is_reported(path, fault, monkeypatch):
    (tour,) = read("1\n" + GOOD)
    squares = path and tuple(map(tour.board.square, re.findall("..", path)))
    monkeypatch.setattr(queen_paths, "first_path", lambda tour: squares)
    [verdict] = verdicts("1\n" + GOOD, "Scenario #1: h8h2e5d4b2")
    assert verdict.faults[0].startswith(fault)


def test_generated_boards_of_each_family():
    families = ("random", "sparse", "dense", "worst", "impossible", "mixed")
    texts = {family: "".join(statement.generate(1, 5, family)) for family in families}
    boards = {family: read(text) for family, text in texts.items()}
    assert {len(tours) for tours in boards.values()} == {5}
    assert max(len(tour.pawns) for tour in boards["sparse"]) <= 4
    assert min(len(tour.pawns) for tour in boards["dense"]) >= 25
    assert {len(tour.targets) for tour in boards["worst"]} == {14}
    values = [rk.solve(tour, method="layers").value for tour in boards["worst"]]
    assert min(values) >= 8
    assert all(rk.solve(tour, method="layers").answer is None for tour in boards["impossible"])
    assert all(one.accepted for one in verdicts(texts["mixed"], answered(texts["mixed"])))
    with pytest.raises(
        rk.PuzzleError, match="expected a family, got 'wurst'; did you mean 'worst'"
    ):
        next(statement.generate(1, 1, "wurst"))
