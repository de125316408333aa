"""``rookery show``: the boards of an input, and of its output, drawn as text or as pictures."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import click

from rookery.cli import status
from rookery.cli.options import puzzle_option
from rookery.cli.outputs import TOUR, read_output
from rookery.cli.pictures import Files, picture_options
from rookery.cli.streams import STDIN, Answers, answering, reading
from rookery.errors import InputError, RookeryError
from rookery.statements import load
from rookery.text import BYTE_ORDER_MARK, Tokens
from rookery.tour.arguments import LETTERS as TOUR_LETTERS
from rookery.view.text import puzzle_text, side_by_side

#: Of two statements that an input fits, such as one of no tests, the first is taken.
GUESSES = ("traveling-queen", "showdown", "sultan", "eight-queens")
EPILOG = """\b
Examples:
  rookery show boards.txt
  rookery show boards.txt answers.txt --test 3
  rookery judge eight-queens in.txt | rookery show in.txt - --puzzle eight-queens
  rookery tour board.txt | rookery show board.txt -
  rookery show boards.txt answers.txt --svg boards.svg --lines

Without an output the puzzles are drawn, with one the answers, and under each what is wrong
with it. Kings to be checked are outlined; gold, silver, horse, phoenix and cannon are the
letters G, S, H, P and C. In pictures --lines draws who attacks what, with a ring around the
piece that a cannon jumps over.
"""


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.argument("output", required=False)
@puzzle_option
@click.option("--test", type=click.IntRange(min=1), metavar="N", help="Draw only test N.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII only.")
@picture_options
def show(
    file: str, output: str | None, puzzle: str | None, test: int | None, ascii: bool, files: Files
) -> int:
    """Draw the boards of a statement's input, or of its output.

    FILE is the input, OUTPUT what answers it.
    """
    if file == output == STDIN:
        raise click.UsageError("expected FILE or OUTPUT to be a file, got '-' twice")
    ascii = ascii or not _speaks_unicode()
    with ExitStack() as stack:
        answers = stack.enter_context(answering())
        stream, name = stack.enter_context(reading(file))
        data = stream.read_all()
        statement = puzzle or _guess(data, name)
        puzzles = _read(statement, data, name)
        if output is None:
            drawn: Iterator[Drawn] = (Drawn(one, [], []) for one in puzzles)
        else:
            drawn = _answered(statement, puzzles, Tokens(*stack.enter_context(reading(output))))
        if files:
            tests = files.write(drawn, test, answers)
        else:
            tests = _draw(answers, (one.text(ascii) for one in drawn), test)
    if test is not None and test > tests:
        raise RookeryError(f"expected a test from 1 to {tests}, got {test}")
    return status.DONE


class Drawn(NamedTuple):
    """A test: its puzzle, the answers to draw, and the lines of text below them."""

    puzzle: Any
    answers: list[Any]
    words: list[str]

    def text(self, ascii: bool) -> str:
        """Return the boards as text, side by side, and the words below."""
        boards = [puzzle_text(self.puzzle, answer, ascii) for answer in self.answers or [None]]
        return "\n".join([side_by_side(boards), *self.words])


def _draw(answers: Answers, drawings: Iterable[str], test: int | None) -> int:
    """Write the drawings, or the one of a test; return how many there were."""
    number = 0
    for number, drawing in enumerate(drawings, 1):
        if test is None or number == test:
            gap = "\n" if test is None and number > 1 else ""
            answers.write(f"{gap}test {number}\n{drawing}\n")
        if number == test:
            break
    return number


def _answered(statement: str, puzzles: Iterable[Any], tokens: Tokens) -> Iterator[Drawn]:
    for puzzle in puzzles:
        output = read_output(statement, puzzle, tokens)
        yield Drawn(puzzle, output.answers, [output.words, *output.faults])


def _read(statement: str, data: bytes, name: str) -> Iterator[Any]:
    """Yield the puzzles of an input."""
    tokens = Tokens(io.BytesIO(data), name)
    if statement != TOUR:
        yield from load(statement).read(tokens)
        return
    from rookery.tour.form import read

    yield read(tokens)


def _guess(data: bytes, name: str) -> str:
    start = data.removeprefix(BYTE_ORDER_MARK).lstrip()[:1].decode("latin-1")
    if start and start in TOUR_LETTERS:
        return TOUR
    for statement in GUESSES:
        left: list[str] = []
        try:
            for _ in load(statement).read(Tokens(io.BytesIO(data), name, left.append)):
                pass
        except InputError:
            continue
        if not left:
            return statement
    raise RookeryError(f"{name}: no statement's input is like this; say which with --puzzle")


def _speaks_unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
