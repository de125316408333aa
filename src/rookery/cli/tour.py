"""``rookery tour``: the fewest moves past every target to the goal."""

from __future__ import annotations

import click

from rookery import api
from rookery.cli import status
from rookery.cli.options import Solving, json_option, solving_options
from rookery.cli.report import json_line
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.errors import NotationError, PuzzleError
from rookery.result import Status
from rookery.text import Tokens

LETTERS = ".QNBP"
EPILOG = """\b
Examples:
  rookery tour board.txt
  rookery tour board.txt --mover knight
  rookery tour board.txt --mover WA --json

The board is rows of Q (the start), N (visited from a square beside it), B (visited last),
P (in the way) and . (empty), of any size. The answer is the first of the shortest paths in
the order of its squares, or impossible.
"""


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.option(
    "--mover",
    default="Q",
    show_default=True,
    metavar="BETZA",
    help="The piece that tours: Betza notation, or a name such as knight.",
)
@json_option
@solving_options()
def tour(file: str, mover: str, as_json: bool, solving: Solving) -> int:
    """Find the shortest tour past all targets.

    FILE holds the board; standard input when it is - or missing.
    """
    from rookery.tour.puzzle import Tour

    with answering() as answers:
        with reading(file) as (stream, name):
            rows = _rows(Tokens(stream, name))
        try:
            puzzle = Tour.parse(rows, mover=mover)
        except NotationError:
            raise
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error}") from error
        result = api.solve(puzzle, **solving.keywords())
        squares = [puzzle.board.name(square) for square in result.answer or ()]
        if as_json:
            answers.write(json_line(result, path=squares if result.answer else None))
        elif result.answer is not None:
            answers.write("".join(squares) + "\n")
        elif result.status is Status.INFEASIBLE:
            answers.write("impossible\n")
        elif not solving.quiet:
            say(f"rookery: no answer: {result.reason.value}")
    return status.of_result(result)


def _rows(tokens: Tokens) -> list[str]:
    first = tokens.peek()
    width = len(first or b"")
    rows = [tokens.row("row 1 of the board", width, LETTERS).letters]
    while not tokens.at_end():
        what = f"row {len(rows) + 1} of the board"
        rows.append(tokens.row(what, width, LETTERS).letters)
    return rows
