"""Claims of outputs about tests: one reader of each statement, for checking and for drawing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tokens import tokens_of

from rookery.errors import InputError
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


@pytest.mark.parametrize("name", NAMES)
def test_right_outputs_are_read_to_their_end(name: str) -> None:
    found = outputs(name, (DEMO / f"{name}.answer.txt").read_bytes())
    assert any(one.answer is not None for one in found) == (name != "sultan")
    assert all(one.words for one in found)


@pytest.mark.parametrize("name", NAMES)
def test_outputs_cut_short_have_a_fault_with_its_place(name: str) -> None:
    words = (DEMO / f"{name}.answer.txt").read_bytes().split()
    with pytest.raises(InputError, match=r"^stdin:\d+:\d+: "):
        outputs(name, b" ".join(words[:-1]) if len(words) > 1 else b"")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("eight-queens", b"1 5 8 6", b"1 5 9 6", "expected a row from 1 to 8, got 9"),
        ("sultan", b"260", b"26x", "expected a score, got '26x'"),
        ("traveling-queen", b"#1:", b"#2:", "expected '#1:', got '#2:'"),
    ],
)
def test_faults_of_an_output_have_their_place(
    name: str, old: bytes, new: bytes, message: str
) -> None:
    text = (DEMO / f"{name}.answer.txt").read_bytes()
    assert old in text
    with pytest.raises(InputError) as caught:
        outputs(name, text.replace(old, new, 1))
    assert message in str(caught.value)
    at = text.index(old) + next(
        n for n, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]
    )
    assert caught.value.place.line == text[:at].count(b"\n") + 1
