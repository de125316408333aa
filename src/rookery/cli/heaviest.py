"""``rookery heaviest``: the placement of non-attacking queens of greatest weight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import WEIGHTS, boards_of
from rookery.cli import status
from rookery.cli.names import methods_of
from rookery.cli.options import SQUARES_AND_ROWS, Solving, json_option, solving_options
from rookery.cli.puzzles import field_options, json_puzzles, telling_kind
from rookery.cli.report import (
    json_line,
    live_line,
    none_text,
    on_terminal,
    progress_text,
    rows_from_one,
)
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.errors import PuzzleError
from rookery.heaviest.document import FIELDS
from rookery.reading.diagrams import without_credits
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result

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
@field_options(*FIELDS.options)
@json_option
@solving_options(methods_of("heaviest"))
def heaviest(file: str, fields: dict[str, Any], as_json: bool, solving: Solving) -> int:
    """Place n non-attacking queens so that the weights under them sum to the most.

    FILE holds the weights; without it, or when it is -, they are read from standard input.
    """
    statuses = [status.DONE]
    with answering() as answers:
        with reading(file) as (stream, name):
            data = stream.read_all()
        for puzzle in _puzzles(data, name, fields):
            in_weight = partial(progress_text, word="weight")
            with live_line(on_terminal(solving.quiet), in_weight) as on_progress:
                result = api.solve(puzzle, on_progress=on_progress, **solving.keywords())
            if as_json:
                answers.write(json_line(result))
            for one in () if as_json else result.answer or ():
                rows = " ".join(map(str, rows_from_one(one)))
                answers.write(f"{puzzle.weight(one)}: {rows}\n")
            if not solving.quiet:
                _tell(result)
            statuses.append(status.of_result(result))
            if statuses[-1] == status.INTERRUPTED:
                break
    return max(statuses)


def _puzzles(data: bytes, name: str, fields: dict[str, Any]) -> Iterator[Heaviest]:
    """Yield the puzzles of a text of weights, of an input of ``sultan``, or of JSON."""
    from rookery.heaviest.puzzle import Heaviest

    puzzles = json_puzzles(WEIGHTS, data, name, fields)
    if puzzles is not None:
        yield from puzzles
        return
    asked = without_credits(data)[1] | fields
    with telling_kind(WEIGHTS, data, name):
        for board in boards_of(data, name):
            try:
                puzzle = Heaviest(board, **asked)
            except PuzzleError as error:
                raise error.placed(name) from error
            yield puzzle


def _tell(result: Result) -> None:
    """Say why a search stopped, and what is proved, when it did not run to its end."""
    if result.answer is None:
        say(f"rookery: {none_text('placement', result.note or result.status.value)}")
    if result.reason not in (Reason.PROVED, Reason.DONE):
        last = Progress(result.seconds, result.value, result.bound)
        say(f"rookery: stopped ({result.reason.value}): {progress_text(last, 'weight')}")
