"""``rookery tour``: many targets, wrapped edges."""

import json

from tests.command import rookery

from rookery.cli import status


def tour(text, line="", *words):
    return rookery(f"tour {line}", *words, text=text)


def test_too_many_targets():
    rows = ["Q" + "N" * 19] + ["N." * 10] * 3
    result = tour("\n".join(rows) + "\nvisit on\n", "--seconds 1 --json")
    known = json.loads(result.stdout)
    assert known["answer"][0] == "a4"
    assert "exact layers need" in known["note"]
    assert known["bound"] <= known["value"]
    assert result.exit_code in (status.DONE, status.LIMIT)


def test_wrapped_edges_by_the_option_and_by_the_file():
    board = "Q....\n.....\n....N\nvisit on\nmover bishop\n"
    assert tour(board).stdout != tour(board, "--wrap torus").stdout
    assert tour(f"{board}wrap torus\n").stdout == tour(board, "--wrap torus").stdout
    closed = tour("", "--whole 3 --wrap torus --closed").stdout.strip()
    assert (closed[:2], closed[-2:], len(closed)) == ("a1", "a1", 20)
