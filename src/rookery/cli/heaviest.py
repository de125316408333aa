"""``rookery heaviest``: the placement of peaceful queens on the greatest weights."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

import click

from rookery import api
from rookery.cli import status
from rookery.cli.options import Solving, json_option, solving_options, square_options
from rookery.cli.progress import live_line, on_terminal, progress_text
from rookery.cli.report import json_line, rows_from_one
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.errors import InputError, Place, PuzzleError, shown
from rookery.result import Number, Progress, Reason, Result

if TYPE_CHECKING:
    from rookery.heaviest.puzzle import Heaviest

EPILOG = """\b
Examples:
  rookery heaviest weights.csv
  rookery heaviest weights.txt --lightest --best 3

The file holds n lines of n numbers, whole or decimal, parted by blanks, commas or
semicolons; or it begins with a line of one number, how many boards of 8 x 8 follow: an input
of the statement "sultan". An answer is a line WEIGHT: ROW ROW ...: the rows from 1 at the
top, one for each column from the left.
"""

_TOKEN = re.compile(rb"[^\s,;]+")
_INTEGER = re.compile(rb"[+-]?[0-9]{1,300}")
_DECIMAL = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_COUNT = re.compile(rb"[0-9]+")
_MARK = b"\xef\xbb\xbf"


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@square_options
@click.option("--lightest", is_flag=True, help="Find the least weight instead.")
@click.option(
    "--best",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="The K best placements, the best first.",
)
@json_option
@solving_options()
def heaviest(file: str, as_json: bool, solving: Solving, **wanted: Any) -> int:
    """Place peaceful queens on the greatest weights.

    FILE holds the weights; standard input when it is - or missing.
    """
    statuses = [status.DONE]
    given, blocked = wanted.pop("at"), wanted.pop("block")
    with answering() as answers:
        with reading(file) as (stream, name):
            data = stream.read_all()
        for board in read_boards(data, name):
            puzzle = _puzzle(board, name, given=given, blocked=blocked, **wanted)
            in_weight = partial(progress_text, word="weight")
            with live_line(on_terminal(solving.quiet), in_weight) as on_progress:
                result = api.solve(puzzle, on_progress=on_progress, **solving.keywords())
            answers.write(_written(result, as_json))
            if not solving.quiet:
                _tell(result)
            statuses.append(status.of_result(result))
            if statuses[-1] == status.INTERRUPTED:
                break
    return max(statuses)


def _puzzle(board: list[list[Number]], name: str, **wanted: Any) -> Heaviest:
    from rookery.heaviest.puzzle import Heaviest

    try:
        return Heaviest(board, **wanted)
    except PuzzleError as error:
        raise PuzzleError(f"{name}: {error}") from error


def _written(result: Result, as_json: bool) -> str:
    """Return the placements of a result as the command prints them."""
    puzzle = result.puzzle
    answer = () if result.answer is None else result.answer
    found = (answer,) if answer and puzzle.best == 1 else answer
    placed = [(puzzle.weight(rows), rows_from_one(rows)) for rows in found]
    if as_json:
        listed = [{"weight": weight, "rows": rows} for weight, rows in placed]
        return json_line(result, placements=listed)
    return "".join(f"{weight}: {' '.join(map(str, rows))}\n" for weight, rows in placed)


def _tell(result: Result) -> None:
    """Say why a search stopped, and what is proved, when it did not run to its end."""
    if result.answer is None:
        say(f"rookery: no placement: {result.status.value}")
    if result.reason not in (Reason.PROVED, Reason.DONE):
        last = Progress(result.seconds, result.value, result.bound)
        say(f"rookery: stopped ({result.reason.value}): {progress_text(last, 'weight')}")


def read_boards(data: bytes, name: str) -> Iterator[list[list[Number]]]:
    r"""Yield the boards of a file of weights, or of an input of the statement ``sultan``.

    Raises
    ------
    InputError
        As `read_weights`, or as the statement's reader after all boards before the fault.

    Examples
    --------
    >>> list(read_boards(b"1 2\n3 4\n", "w.txt"))
    [[[1, 2], [3, 4]]]
    >>> len(list(read_boards(b"2\n" + 16 * b"1 2 3 4 5 6 7 8\n", "w.txt")))
    2
    """
    lines = [line for line in data.removeprefix(_MARK).split(b"\n") if _TOKEN.search(line)]
    if len(lines) > 1 and _COUNT.fullmatch(lines[0].strip()):
        from rookery.statements.sultan import read
        from rookery.text import Tokens

        for puzzle in read(Tokens(BytesIO(data), name)):
            yield [list(row) for row in puzzle.weights]
    else:
        yield read_weights(data, name)


def read_weights(data: bytes, name: str) -> list[list[Number]]:
    r"""Return the rows of numbers of a text.

    Raises
    ------
    InputError
        At the first token that is no number, and where a row is too short or too long.

    Examples
    --------
    >>> read_weights(b"1, 2.5\n3, 4\n", "weights.csv")
    [[1, 2.5], [3, 4]]
    >>> read_weights(b"1 2\n3 x\n", "w.txt")
    Traceback (most recent call last):
    ...
    rookery.errors.InputError: w.txt:2:3: expected a number, got 'x'
    """
    data = b" " * len(_MARK) + data[len(_MARK) :] if data.startswith(_MARK) else data
    rows: list[list[Number]] = []
    size = 0
    end = Place(name, 1, 1)
    for line, text in enumerate(data.split(b"\n"), 1):
        tokens = list(_TOKEN.finditer(text))
        if not tokens:
            continue
        size = size or len(tokens)
        end = Place(name, line, tokens[-1].end() + 1)
        if len(rows) == size:
            place = Place(name, line, tokens[0].start() + 1)
            raise InputError(place, f"the end after {size} rows of {size}", shown(tokens[0][0]))
        rows.append([_number(token, Place(name, line, token.start() + 1)) for token in tokens])
        if len(tokens) > size:
            place = Place(name, line, tokens[size].start() + 1)
            raise InputError(place, f"the end of a row of {size}", shown(tokens[size][0]))
        if len(tokens) < size:
            raise InputError(end, f"a row of {size} numbers", f"{len(tokens)}")
    if not rows or len(rows) < size:
        expected = f"{size} rows of {size} numbers" if rows else "rows of numbers"
        raise InputError(end, expected, f"{len(rows)}" if rows else "the end of the input")
    return rows


def _number(token: re.Match[bytes], place: Place) -> Number:
    text = token[0]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    raise InputError(place, "a number", shown(text))
