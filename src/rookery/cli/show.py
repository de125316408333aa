"""``rookery show``: the boards of an input, and of its output, drawn as text or as pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import click

from rookery.api.texts import JSON, kind_of, puzzles_of
from rookery.cli import status
from rookery.cli.options import puzzle_option
from rookery.cli.outputs import faults_of, read_output
from rookery.cli.pictures import Drawn, Files, picture_options
from rookery.cli.ranges import Integer
from rookery.cli.streams import STDIN, Answers, answering, reading
from rookery.document import texts as documents
from rookery.document.texts import SolvedPuzzle
from rookery.errors import RookeryError
from rookery.families import answers_of
from rookery.reading.tokens import Tokens
from rookery.results.result import Status
from rookery.view.fen import fen as fen_of

MOST_DRAWN = 12  # answers of a result

EPILOG = """\b
Examples:
  rookery show boards.txt
  rookery show boards.txt answers.txt --test 3
  rookery judge eight-queens in.txt | rookery show in.txt - --puzzle eight-queens
  rookery tour board.txt | rookery show board.txt -
  rookery nonattacking pieces.txt | rookery show pieces.txt -
  rookery queens 6 --json | rookery show
  rookery show boards.txt answers.txt --svg boards.svg --lines
  rookery queens 8 --json | rookery show --fen

Without OUTPUT the puzzles are drawn; with it the answers, and below each answer its faults. A
result, as --json and solve-many write it, is drawn with its answers. Kings to be checked are
outlined; gold, silver, horse, phoenix and cannon are the letters G, S, H, P and C. In pictures
--lines draws the attacks of each piece, with a ring around the hurdle that a cannon jumps over.
"""


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.argument("output", required=False)
@puzzle_option
@click.option("--test", type=Integer(min=1), metavar="N", help="Draw only test N.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.option(
    "--fen", is_flag=True, help="Write positions in FEN, one a line, instead of drawings."
)
@picture_options
def show(  # noqa: PLR0913 - the options of a command
    file: str,
    output: str | None,
    kind: str | None,
    test: int | None,
    ascii: bool,
    fen: bool,
    files: Files,
) -> int:
    """Draw the boards of an input, or the answers to it.

    FILE holds the puzzles, OUTPUT the answers to them.
    """
    if fen and files:
        raise click.UsageError("expected --fen or a picture, got both")
    if file == output == STDIN:
        raise click.UsageError("expected FILE or OUTPUT to be a file, got '-' twice")
    encoding = getattr(sys.stdout, "encoding", None) or ""
    ascii = ascii or encoding.lower().replace("-", "") != "utf8"
    with ExitStack() as stack:
        answers = stack.enter_context(answering())
        stream, name = stack.enter_context(reading(file))
        data = stream.read_all()
        kind = kind or _detected(data, name)
        if output is not None:
            puzzles = puzzles_of(kind, data, name)
            drawn = _answered(kind, puzzles, Tokens(*stack.enter_context(reading(output))))
        elif kind == JSON:
            most = None if fen else MOST_DRAWN
            drawn = (_solved(one, most) for one in documents.read_solved(data, name))
        else:
            drawn = (Drawn(one, [], []) for one in puzzles_of(kind, data, name))
        if fen:
            tests = _write_positions(answers, drawn, test)
        elif files:
            tests = files.write(drawn, test, answers)
        else:
            tests = _draw(answers, (one.text(ascii) for one in drawn), test)
    if test is not None and test > tests:
        raise RookeryError(f"expected a test from 1 to {tests}, got {test}")
    return status.DONE


def _draw(answers: Answers, drawings: Iterable[str], test: int | None) -> int:
    """Write the drawings, or that of one test; return the number of drawings read."""
    number = 0
    for number, drawing in enumerate(drawings, 1):
        if test is None or number == test:
            gap = "\n" if test is None and number > 1 else ""
            answers.write(f"{gap}test {number}\n{drawing}\n")
        if number == test:
            break
    return number


def _write_positions(answers: Answers, tests: Iterable[Drawn], test: int | None) -> int:
    """Write the answers, or the puzzles, in FEN; return the number of tests read."""
    number = 0
    for number, drawn in enumerate(tests, 1):
        if test in (None, number):
            for answer in drawn.answers or [None]:
                answers.write(f"{fen_of(drawn.puzzle, answer)}\n")
        if number == test:
            break
    return number


def _answered(kind: str, puzzles: Iterable[Any], tokens: Tokens) -> Iterator[Drawn]:
    for number, puzzle in enumerate(puzzles, 1):
        answer, words = read_output(kind, puzzle, number, tokens)
        drawn = [one for one in answers_of(puzzle, answer) if one is not None]
        yield Drawn(puzzle, drawn, [words, *faults_of(kind, puzzle, answer)])


def _solved(solved: SolvedPuzzle, most: int | None) -> Drawn:
    """Return a puzzle with at most `most` answers of its result."""
    puzzle, result = solved
    if result is None:
        return Drawn(puzzle, [], [])
    answers = [result.answer] if result.answers is None else result.answers
    drawn = [one for answer in answers for one in answers_of(puzzle, answer) if one is not None]
    words = [result.summary()]
    if most is not None and len(drawn) > most:
        words.insert(0, f"the first {most} of {len(drawn):,}")
    if result.status is Status.OPTIMAL and result.answer is not None:
        words += puzzle.check(result.answer)
    return Drawn(puzzle, drawn[:most], words)


def _detected(data: bytes, name: str) -> str:
    """Return the kind of a text."""
    try:
        return kind_of(data, name)
    except RookeryError as error:
        raise RookeryError(
            f"{name}: no puzzle: not a text of any known kind; if it is one, name it with "
            "--puzzle. To draw answers alone, print them with --json: "
            "rookery queens 8 --json | rookery show"
        ) from error
