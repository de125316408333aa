"""``rookery cover``: the statement's answers, prices from file or option, faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rookery as rk
from rookery.cli import status
from rookery.cli.commands import commands

BOARD = "#__\n___\n__#\n"
PRICES = "3 9 9 9 9 9 9 9\n"


def cover(text: str, *options: str) -> Result:
    return CliRunner().invoke(commands, ["cover", "--seconds", "600", *options], input=text)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (BOARD + PRICES, []),
        (BOARD.replace("_", ".") + PRICES, []),
        (BOARD, ["--costs", "3,9,9,9,9,9,9,9"]),
    ],
)
def test_the_cheapest_piece_checks_both_kings(text: str, options: list[str]) -> None:
    result = cover(text, *options)
    assert (result.exit_code, result.stdout, result.stderr) == (status.DONE, "1 3\n1 2 2\n", "")


def test_json_tells_the_pieces_and_the_bound() -> None:
    known = json.loads(cover(BOARD + PRICES, "--json").stdout)
    assert known["answer"] == [[0, "b2"]]
    assert (known["puzzle"]["family"], known["status"]) == ("cover", "optimal")
    assert known["value"] == known["bound"] == 3


def test_a_limit_with_an_answer() -> None:
    rows = ["#_" * 10 if row % 2 else "_#" * 10 for row in range(20)]
    text = "\n".join(rows) + "\n77 90 83 61 59 95 73 88\n"
    result = CliRunner().invoke(commands, ["cover", "--seconds", "0"], input=text)
    assert result.exit_code == status.LIMIT
    count, _, *placed_pieces = map(int, result.stdout.split())
    assert len(placed_pieces) == 3 * count


def test_no_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(puzzle: rk.Cover, **keywords: Any) -> rk.Result:
        return rk.Result(puzzle, None, None, None, rk.Status.UNKNOWN, rk.Reason.TIME)

    monkeypatch.setattr("rookery.solve", late)
    result = cover(BOARD + PRICES)
    assert (result.exit_code, result.stdout) == (status.NO_ANSWER, "")
    assert result.stderr == "rookery: no answer: time\n"
    assert cover(BOARD + PRICES, "-q").stderr == ""


def test_pieces_in_betza_notation_with_costs_in_the_file() -> None:
    result = cover(BOARD + "7 5\n", "--pieces", "N,bishop")
    assert (result.exit_code, result.stdout) == (status.DONE, "1 5\n2 2 2\n")


def test_pieces_and_stock_of_the_file() -> None:
    text = "#_\n_X\npieces B,R\nstock 0,-\n"
    assert cover(text + "3 5/2\n").stdout == "1 5/2\n2 1 2\n"
    assert cover(text, "--costs", "3,5/2").stdout == "1 5/2\n2 1 2\n"
    assert "expected one price for each of 2 pieces, got 1" in cover(text, "--costs", "3").stderr


def test_a_piece_out_of_stock_is_not_placed() -> None:
    result = cover(BOARD, "--pieces", "B,R", "--costs", "1,2", "--stock", "0,-")
    assert result.stdout in ("1 2\n2 1 3\n", "1 2\n2 3 1\n")


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (["--total"], "2 2/3\n"),
        (["--at-least", "2"], "2 2/3\n"),
        (["--allow", "R@a1"], "1 1/3\n1 1 1\n"),
        (["--at-most", "1", "--independent"], "1 1/3\n"),
    ],
)
def test_conditions_and_costs_that_are_fractions(options: list[str], answer: str) -> None:
    result = cover("+++\n", "--pieces", "R", "--costs", "1/3", *options)
    assert result.exit_code == status.DONE
    assert result.stdout.startswith(answer)


ROOKS = ("--pieces", "R", "--costs", "1/2")


def test_all_cheapest_covers_are_counted_and_listed() -> None:
    board = "++\n++\n"
    assert cover(board, *ROOKS, "--count").stdout == "6\n"
    assert cover(board, *ROOKS, "--count", "--fundamental").stdout == "2\n"
    texts = cover(board, *ROOKS, "--all").stdout.split("\n\n")
    assert (len(texts), texts[0]) == (6, "2 1\n1 1 1\n1 1 2")
    assert cover(board, *ROOKS, "--first", "1").stdout == texts[0] + "\n"
    known = json.loads(cover(board, *ROOKS, "--all", "--fundamental", "--json").stdout)
    assert (known["value"], known["status"]) == (1, "optimal")
    assert known["answers"] == [[[0, "a2"], [0, "b2"]], [[0, "a2"], [0, "b1"]]]


def test_a_count_that_a_limit_ends_and_options_that_need_others() -> None:
    late = cover("++\n++\n", *ROOKS, "--count", "--seconds", "0")
    assert (late.exit_code, late.stdout) == (status.NO_ANSWER, "")
    assert "not counted to the end: time" in late.stderr
    late = cover("++\n++\n", *ROOKS, "--all", "--seconds", "0")
    assert (late.exit_code, late.stdout) == (status.NO_ANSWER, "")
    assert "expected --fundamental with" in cover("+\n", *ROOKS, "--fundamental").stderr
    assert cover("#x\n__\n", "--pieces", "W", "--costs", "1", "--allow", "W@b1", "--count").stdout


def test_costs_of_squares(tmp_path: Path) -> None:
    costs = tmp_path / "costs.txt"
    costs.write_text("9 0.5 7\n")
    options = ("--pieces", "R", "--costs", "3", "--square-costs", str(costs))
    assert cover("+++\n", *options).stdout == "1 3/2\n1 1 2\n"
    costs.write_text("9 x 7\n")
    message = f"{costs}:1:3: expected the cost of a square above 0, got 'x'"
    assert message in cover("+++\n", *options).stderr


def test_help_names_the_pieces_in_order() -> None:
    text = CliRunner().invoke(commands, ["cover", "--help"]).stdout
    names = ["bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon"]
    assert " ".join(f"{at} {name}" for at, name in enumerate(names, 1)) in " ".join(text.split())


def test_guarded_blocked_and_standing() -> None:
    text = "+x*\n_X_\n+_#\n"
    result = cover(text, "--pieces", "Q", "--costs", "4", "--standing", "W@b1")
    assert (result.exit_code, result.stdout) == (status.DONE, "1 4\n1 1 1\n")


def test_a_start_is_improved_on(tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text("2 18\n3 1 3\n6 2 2\n")
    result = cover(BOARD + PRICES, "--start", str(answer))
    assert (result.exit_code, result.stdout, result.stderr) == (status.DONE, "1 3\n1 2 2\n", "")


@pytest.mark.slow
def test_what_is_printed_can_be_started_from(tmp_path: Path) -> None:
    rows = ["#_" * 8 if row % 2 else "_#" * 8 for row in range(16)]
    text = "\n".join(rows) + "\n77 90 83 61 59 95 73 88\n"
    answer = tmp_path / "answer.txt"
    answer.write_text(cover(text, "--seconds", "0.5").stdout)
    result = cover(text, "--seconds", "0", "--start", str(answer))
    assert result.exit_code in (status.DONE, status.LIMIT)
    assert result.stdout == answer.read_text()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "{}:1:1: expected the number of pieces"),
        ("1 3\n1 2\n", "{}:2:4: expected the column of piece 1"),
        ("1 3\n9 2 2\n", "{}:2:1: expected the type of piece 1 from 1 to 8, got '9'"),
        ("1 3\n1 4 2\n", "{}:2:3: expected the row of piece 1 from 1 to 3, got '4'"),
        ("1 3\n1 1 1\n", "{}: expected a right answer to start from, but piece at row 1, column 1"),
        ("1 3\n1 1 2\n", "{}: expected a right answer to start from, but king at row "),
        ("1 4\n1 2 2\n", "{}: expected a total cost of 3, got 4"),
    ],
)
def test_a_wrong_start_is_refused(tmp_path: Path, answer: str, message: str) -> None:
    path = tmp_path / "answer.txt"
    path.write_text(answer)
    result = cover(BOARD + PRICES, "--start", str(path))
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert result.stderr.startswith(f"rookery: {message}".format(path)) or result.stderr.startswith(
        message.format(path)
    )
    assert result.stderr.count("\n") == 1


def test_a_start_that_is_no_file_or_standard_input_twice() -> None:
    result = cover(BOARD + PRICES, "--start", "/no/such/file")
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert "/no/such/file" in result.stderr
    assert cover(BOARD + PRICES, "--start", "-").exit_code == status.BAD


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", [], "stdin:1:1: expected row 1 of the board"),
        ("#_\n_\n", [], "stdin:2:2: expected 2 squares in row 2"),
        ("#_\n_y\n", [], "stdin:2:2: expected one of '#', '_'"),
        (BOARD + "1 2 3\n", [], "stdin:4:6: expected the cost of a gold"),
        (BOARD + "0 1 1 1 1 1 1 1\n", [], "stdin:4:1: expected the cost of a bishop"),
        (BOARD, ["--costs", "1,2"], "rookery cover: Invalid value for '--costs': expected 8,"),
        (BOARD, ["--costs", "1,2,3,4,5,6,7,x"], "rookery cover: "),
        ("##\n##\n" + PRICES, [], "rookery: stdin: "),
        (BOARD, ["--pieces", "Q,R", "--costs", "1"], "rookery cover: "),
        (BOARD, ["--pieces", "quen", "--costs", "1"], "rookery: unknown piece 'quen'"),
        (BOARD + PRICES, ["--stock", "1,2"], "rookery cover: Invalid value for '--stock': "),
        (BOARD + PRICES, ["--stock", "1,1,1,1,1,1,1,x"], "rookery cover: "),
        (BOARD + PRICES, ["--stock", "0,0,0,0,0,0,0,0"], "rookery: stdin: "),
        (BOARD + PRICES, ["--standing", "Q"], "rookery cover: Invalid value for '--standing'"),
        (BOARD + PRICES, ["--allow", "Q"], "rookery cover: Invalid value for '--allow': "),
        (BOARD + PRICES, ["--standing", "Q@a3"], "rookery: stdin: "),
    ],
)
def test_faulty_input_or_options_are_refused_in_one_line(
    text: str, options: list[str], message: str
) -> None:
    result = cover(text, *options)
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_how_far_an_answer_is_proved_is_said() -> None:
    knights = ("--pieces", "N", "--costs", "1", "--method", "greedy")
    result = cover("++++++\n" * 6, *knights)
    assert result.exit_code == status.DONE
    assert result.stderr.startswith("rookery: stopped (done): cost ")
    assert cover("++++++\n" * 6, *knights, "-q").stderr == ""


def test_data_left_over_is_a_warning() -> None:
    result = cover(BOARD + PRICES + "7\n")
    assert result.exit_code == status.DONE
    assert "stdin:5:1: warning: data left over" in result.stderr


def test_joined_edges_by_the_option_and_by_the_file() -> None:
    board = "+_+_\n____\n_#__\n"
    options = ["--pieces", "bishop", "--costs", "1"]
    plain, torus = cover(board, *options), cover(board, *options, "--wrap", "torus")
    assert (plain.stdout[0], torus.stdout[0]) == ("2", "1")
    assert cover(f"{board}wrap torus\n1\n", *options[:2]).stdout == torus.stdout


def test_a_whole_board_is_guarded():
    assert cover("", "--whole", "5").stdout.splitlines()[0] == "3 3"
    assert cover("", "--whole", "4", "--count").stdout == "12\n"
    priced = cover("", "--whole", "3x4", "--pieces", "rook,K", "--costs", "5,1")
    assert priced.stdout.startswith("2 2\n")
    helped = cover("", "--whole", "4", "--standing", "Q@b2", "--pieces", "K")
    assert helped.stdout.startswith("2 2\n")
    both = cover("", "--whole", "3", "board.txt")
    assert (both.exit_code, "expected FILE or --whole, got both" in both.stderr) == (2, True)


def test_that_costs_are_missing_names_the_option():
    told = cover("4k3/8\n").stderr
    assert told == (
        "stdin:1:6: expected the cost of a bishop above 0, got the end of the input; "
        "or give the costs with --costs\n"
    )


def test_a_cost_with_a_sign_is_no_row():
    assert cover("3k/4\n-3 1", "--pieces", "N,R").stderr.startswith(
        "stdin:2:1: expected the cost of a N above 0, got '-3'"
    )
    assert cover("3k/4\n+3 9", "--pieces", "N,R").stdout == "1 3\n1 2 2\n"
