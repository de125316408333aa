"""Claims of outputs about tests: one reader of each statement, for checking and for drawing."""

from pathlib import Path

import pytest
from tests.tokens import tokens_of

from rookery.errors import PuzzleError
from rookery.statements import NAMES, load
from rookery.statements.statement import Output

DEMO = Path(__file__).parents[2] / "demo"


def outputs(name: str, text: bytes) -> list[Output]:
    """Return the claims of an output about the tests of the demonstration's input."""
    statement = load(name)
    given, output = tokens_of((DEMO / f"{name}.txt").read_bytes()), tokens_of(text)
    found = []
    for number, puzzle in enumerate(statement.read(given), 1):
        output.mark()
        found.append(statement.read_output(puzzle, number, output))
        answer = found[-1].answer
        assert answer is None or puzzle.check(answer) == []
    assert output.at_end()
    return found


def test_an_unknown_statement_is_refused():
    with pytest.raises(PuzzleError, match="expected a statement, got 'sultn'; did you mean"):
        load("sultn")


@pytest.mark.parametrize("name", NAMES)
def test_right_outputs_are_read_to_their_end(name):
    found = outputs(name, (DEMO / f"{name}.answer.txt").read_bytes())
    assert any(one.answer is not None for one in found) == (name != "sultan")
    assert all(one.words for one in found)
