"""``rookery cover``: the statement's answers, prices from file or option, faults."""

import pytest
from tests.command import rookery

from rookery.cli import status

BOARD = "#__\n___\n__#\n"
PRICES = "3 9 9 9 9 9 9 9\n"


def cover(text, line="", *words):
    return rookery(f"cover --seconds 600 {line}", *words, text=text)


def test_costs_of_squares(tmp_path):
    costs = tmp_path / "costs.txt"
    costs.write_text("9 0.5 7\n")
    options = ("--pieces", "R", "--costs", "3", "--square-costs", str(costs))
    assert cover("+++\n", *options).stdout == "1 3/2\nrook b1\n"
    costs.write_text("9 x 7\n")
    message = f"{costs}:1:3: expected the cost of a square above 0, got 'x'"
    assert message in cover("+++\n", *options).stderr


def test_help_names_the_pieces_in_order():
    text = rookery("cover --help").stdout
    names = ["bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon"]
    assert " ".join(f"{at} {name}" for at, name in enumerate(names, 1)) in " ".join(text.split())


def test_a_start_is_improved_on(tmp_path):
    answer = tmp_path / "answer.txt"
    answer.write_text("2 18\n3 1 3\n6 2 2\n")
    result = cover(BOARD + PRICES, "--start", answer)
    assert (result.exit_code, result.stdout, result.stderr) == (status.DONE, "1 3\nbishop b2\n", "")
    answer.write_text("2 18\nknight c3\nhorse b2\n")
    assert cover(BOARD + PRICES, "--start", answer).stdout == result.stdout


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "{}:1:1: expected the number of pieces"),
        ("1 3\n1 4 2\n", "{}:2:3: expected the row of piece 1 from 1 to 3, got '4'"),
        ("1 3\n1 1 1\n", "{}: expected a right answer to start from, but piece at a3"),
        ("1 3\n1 1 2\n", "{}: expected a right answer to start from, but king at a3"),
        ("1 4\n1 2 2\n", "{}: expected a total cost of 3, got 4"),
    ],
)
def test_a_wrong_start_is_refused(tmp_path, answer, message):
    path = tmp_path / "answer.txt"
    path.write_text(answer)
    result = cover(BOARD + PRICES, "--start", path)
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert result.stderr.removeprefix("rookery: ").startswith(message.format(path))
    assert result.stderr.count("\n") == 1
