"""``rookery show``: the boards of an input, and of its output, drawn as text."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

import click

from rookery.cli import status
from rookery.cli.options import puzzle_option
from rookery.cli.outputs import TOUR, read_output
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

Without an output the puzzles are drawn, with one the answers, and under each what is wrong
with it. Kings to be checked are outlined; gold, silver, horse, phoenix and cannon are the
letters G, S, H, P and C.
"""


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.argument("output", required=False)
@puzzle_option
@click.option("--test", type=click.IntRange(min=1), metavar="N", help="Draw only test N.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII only.")
def show(file: str, output: str | None, puzzle: str | None, test: int | None, ascii: bool) -> int:
    """Draw a statement's tests, or a tour's board, or their answers.

    FILE is the input, OUTPUT what answers it.
    """
    if file == output == STDIN:
        raise click.UsageError("expected FILE or OUTPUT to be a file, got '-' twice")
    ascii = ascii or not _speaks_unicode()
    with answering() as answers:
        with reading(file) as (stream, name):
            data = stream.read_all()
        statement = puzzle or _guess(data, name)
        puzzles = _read(statement, data, name)
        if output is None:
            drawings = (puzzle_text(one, ascii=ascii) for one in puzzles)
            tests = _draw(answers, drawings, test)
        else:
            with reading(output) as (stream, name):
                drawings = _answered(statement, puzzles, Tokens(stream, name), ascii)
                tests = _draw(answers, drawings, test)
    if test is not None and test > tests:
        raise RookeryError(f"expected a test from 1 to {tests}, got {test}")
    return status.DONE


def _draw(answers: Answers, drawings: Any, test: int | None) -> int:
    """Write the drawings, or the one of a test; return how many there were."""
    number = 0
    for number, drawing in enumerate(drawings, 1):
        if test is None or number == test:
            gap = "\n" if test is None and number > 1 else ""
            answers.write(f"{gap}test {number}\n{drawing}\n")
        if number == test:
            break
    return number


def _answered(statement: str, puzzles: Any, tokens: Tokens, ascii: bool) -> Any:
    for puzzle in puzzles:
        output = read_output(statement, puzzle, tokens)
        boards = [puzzle_text(puzzle, answer, ascii) for answer in output.answers]
        drawing = side_by_side(boards or [puzzle_text(puzzle, ascii=ascii)])
        yield "\n".join([drawing, output.words, *output.faults])


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
