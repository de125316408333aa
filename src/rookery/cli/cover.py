"""``rookery cover``: the cheapest pieces that check every king."""

from __future__ import annotations

import re

import click

from rookery import api
from rookery.cli import status
from rookery.cli.options import Solving, json_option, solving_options
from rookery.cli.progress import live_line, on_terminal, progress_text
from rookery.cli.report import json_line
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.errors import PuzzleError, shown
from rookery.result import Progress, Result
from rookery.text import Tokens

SECONDS = 10.0
LETTERS = "#_"
PIECES = ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon")
EPILOG = """\b
Examples:
  rookery cover board.txt --seconds 5
  rookery cover board.txt --costs 3,5,3,2,2,4,3,4 --json

The board is rows of # (a king) and _ (empty); behind it stand the costs of bishop, rook,
knight, gold, silver, horse, phoenix and cannon, unless --costs gives them. The answer is a
line with the number of pieces and their cost, then a line a piece: its type from 1 in that
order, its row and its column from 1 at the top left.
"""


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.option("--costs", metavar="X,X,...", help="The eight costs, if not in the file.")
@json_option
@solving_options(SECONDS)
def cover(file: str, costs: str | None, as_json: bool, solving: Solving) -> int:
    """Check every king at the least cost.

    FILE holds the board; standard input when it is - or missing.
    """
    from rookery.cover.puzzle import Cover

    given = None if costs is None else _costs(costs)
    with answering() as answers:
        with reading(file) as (stream, name):
            tokens = Tokens(stream, name, None if solving.quiet else say)
            rows = _rows(tokens)
            prices = given or [tokens.number(f"the cost of a {piece}", 1) for piece in PIECES]
            tokens.finish()
        try:
            puzzle = Cover.parse(rows, prices)
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error}") from error
        shown_live = on_terminal(solving.quiet)
        with live_line(shown_live) as on_progress:
            result = api.solve(puzzle, on_progress=on_progress, **solving.keywords())
        men = [(kind + 1, row + 1, column + 1) for kind, row, column in result.answer or ()]
        if as_json:
            answers.write(json_line(result, pieces=men if result.answer else None))
        elif result.answer is not None:
            lines = [(len(men), result.value), *men]
            answers.write("".join(f"{' '.join(map(str, line))}\n" for line in lines))
        if shown_live:
            say(_summary(result))
    return status.of_result(result)


def _summary(result: Result) -> str:
    last = Progress(result.seconds, result.value, result.bound)
    return f"{progress_text(last)}, {result.status.value}"


def _rows(tokens: Tokens) -> list[str]:
    width = len(tokens.peek() or b"")
    rows: list[str] = []
    while not rows or (tokens.peek() or b"0")[:1].decode("latin-1") in LETTERS:
        rows.append(tokens.row(f"row {len(rows) + 1} of the board", width, LETTERS).letters)
    return rows


def _costs(text: str) -> list[int]:
    parts = re.split(r"[,\s]+", text.strip())
    if len(parts) != len(PIECES):
        raise click.BadParameter(f"expected {len(PIECES)} costs, got {len(parts)}")
    for part in parts:
        if not re.fullmatch(r"0*[1-9][0-9]{0,17}", part):
            raise click.BadParameter(f"expected a cost of 1 or more, got {shown(part)}")
    return [int(part) for part in parts]
