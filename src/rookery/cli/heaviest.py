"""``rookery heaviest``: the placement of non-attacking queens of greatest weight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import WEIGHTS, boards_of
from rookery.cli import status
from rookery.cli.fields import credit_options
from rookery.cli.json_puzzles import json_puzzles
from rookery.cli.kinds import telling_kind
from rookery.cli.names import methods_of
from rookery.cli.options import (
    SQUARES_AND_ROWS,
    Solving,
    json_option,
    solving_options,
    square_options,
)
from rookery.cli.progress import live_line, on_terminal, progress_text
from rookery.cli.ranges import Integer
from rookery.cli.report import json_line, none_text, rows_from_one
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.errors import PuzzleError
from rookery.reading.diagrams import without_credits
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result
from rookery.results.values import Number

if TYPE_CHECKING:
    from rookery.heaviest.puzzle import Heaviest

EPILOG = """\b
Examples:
  rookery heaviest weights.csv
  rookery heaviest weights.txt --lightest --best 3

The file holds n lines of n numbers, whole or decimal, separated by spaces, commas or
semicolons. It may also be an input of the contest problem "sultan": a first line with the
number of 8 x 8 boards that follow. An answer is a line WEIGHT: ROW ROW ...: the row of the
queen in each column from the left.
"""
EPILOG += SQUARES_AND_ROWS


@click.command(epilog=EPILOG, short_help="Place n non-attacking queens on the greatest weights.")
@click.argument("file", default=STDIN)
@square_options
@click.option("--lightest", is_flag=True, help="Find the lightest placement instead.")
@click.option(
    "--best",
    type=Integer(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Print the K best placements, the best first.",
)
@credit_options
@json_option
@solving_options(methods_of("heaviest"))
def heaviest(
    file: str, credits: dict[str, str], as_json: bool, solving: Solving, **wanted: Any
) -> int:
    """Place n non-attacking queens so that the weights under them sum to the most.

    FILE holds the weights; without it, or when it is -, they are read from standard input.
    """
    statuses = [status.DONE]
    with answering() as answers:
        with reading(file) as (stream, name):
            data = stream.read_all()
        for puzzle in _puzzles(data, name, wanted, credits):
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


def _puzzles(
    data: bytes, name: str, wanted: dict[str, Any], credits: dict[str, str]
) -> Iterator[Heaviest]:
    """Yield the puzzles of a text of weights, of an input of ``sultan``, or of JSON."""
    puzzles = json_puzzles(WEIGHTS, data, name, {*wanted, *credits})
    if puzzles is not None:
        yield from puzzles
        return
    asked = {"given": wanted["at"], "blocked": wanted["block"]}
    asked |= {option: wanted[option] for option in ("lightest", "best")}
    asked |= without_credits(data)[1] | credits
    with telling_kind(WEIGHTS, data, name):
        for board in boards_of(data, name):
            yield _puzzle(board, name, **asked)


def _puzzle(board: list[list[Number]], name: str, **wanted: Any) -> Heaviest:
    from rookery.heaviest.puzzle import Heaviest

    try:
        return Heaviest(board, **wanted)
    except PuzzleError as error:
        raise error.placed(name) from error


def _written(result: Result, as_json: bool) -> str:
    """Return the placements of a result as the command prints them."""
    if as_json:
        return json_line(result)
    puzzle = result.puzzle
    placed = [(puzzle.weight(rows), rows_from_one(rows)) for rows in result.answer or ()]
    return "".join(f"{weight}: {' '.join(map(str, rows))}\n" for weight, rows in placed)


def _tell(result: Result) -> None:
    """Say why a search stopped, and what is proved, when it did not run to its end."""
    if result.answer is None:
        say(f"rookery: {none_text('placement', result.note or result.status.value)}")
    if result.reason not in (Reason.PROVED, Reason.DONE):
        last = Progress(result.seconds, result.value, result.bound)
        say(f"rookery: stopped ({result.reason.value}): {progress_text(last, 'weight')}")
