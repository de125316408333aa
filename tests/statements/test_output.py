"""All statements alike: layouts that do not matter, and the claims of an output."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tokens import tokens_of

from rookery.errors import PuzzleError
from rookery.statements import NAMES, load

DEMO = Path(__file__).parents[2] / "demo"
LAYOUTS: dict[str, Callable[[str], str]] = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "one line": lambda text: " ".join(text.split()),
    "a line a word": lambda text: "\n\n".join([*text.split(), ""]),
    "mark": lambda text: f"\ufeff{text}",
}


def sample(name: str) -> tuple[str, str]:
    """Return the input and the output of the demonstration."""
    return (DEMO / f"{name}.txt").read_text(), (DEMO / f"{name}.answer.txt").read_text()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", NAMES)
def test_the_layout_does_not_matter(name, layout):
    statement, change = load(name), LAYOUTS[layout]
    text, output = sample(name)
    puzzles = list(statement.read(tokens_of(text)))
    assert list(statement.read(tokens_of(change(text)))) == puzzles
    assert list(statement.read(tokens_of(f"+{text}"))) == puzzles
    verdicts = list(statement.check(tokens_of(change(text)), tokens_of(change(output))))
    assert [verdict.accepted for verdict in verdicts] == [True] * len(puzzles)


@pytest.mark.parametrize("name", NAMES)
def test_right_outputs_are_read_to_their_end(name):
    given, output = map(tokens_of, sample(name))
    for number, puzzle in enumerate(load(name).read(given), 1):
        output.mark()
        answer, words = load(name).read_output(puzzle, number, output)
        assert words
        assert answer is None or puzzle.check(answer) == []
        assert answer is not None or name == "sultan" or words == "impossible"
    assert output.at_end()


def test_an_unknown_statement_is_refused():
    with pytest.raises(PuzzleError, match="expected a statement, got 'sultn'; did you mean"):
        load("sultn")
