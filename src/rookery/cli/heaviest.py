"""``rookery heaviest``: the placement of peaceful queens on the greatest weights."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from rookery import api
from rookery.cli import status
from rookery.cli.options import Solving, json_option, solving_options, square_options
from rookery.cli.report import json_line, rows_from_one
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.errors import InputError, Place, PuzzleError, shown
from rookery.result import Number

EPILOG = """\b
Examples:
  rookery heaviest weights.csv
  rookery heaviest weights.txt --lightest --best 3

The file holds n lines of n numbers, whole or decimal, parted by blanks, commas or
semicolons. An answer is a line WEIGHT: ROW ROW ...: the rows from 1 at the top, one for each
column from the left.
"""

_TOKEN = re.compile(rb"[^\s,;]+")
_INTEGER = re.compile(rb"[+-]?[0-9]{1,300}")
_DECIMAL = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
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
    from rookery.heaviest.puzzle import Heaviest

    with answering() as answers:
        with reading(file) as (stream, name):
            weights = read_weights(stream.read_all(), name)
        try:
            given, blocked = wanted.pop("at"), wanted.pop("block")
            puzzle = Heaviest(weights, given=given, blocked=blocked, **wanted)
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error}") from error
        result = api.solve(puzzle, **solving.keywords())
        answer = () if result.answer is None else result.answer
        found = (answer,) if answer and puzzle.best == 1 else answer
        placed = [(puzzle.weight(rows), rows_from_one(rows)) for rows in found]
        if as_json:
            listed = [{"weight": weight, "rows": rows} for weight, rows in placed]
            answers.write(json_line(result, placements=listed))
        else:
            for weight, rows in placed:
                answers.write(f"{weight}: {' '.join(map(str, rows))}\n")
        if not placed and not solving.quiet:
            say(f"rookery: no placement: {result.status.value}")
    return status.of_result(result)


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
