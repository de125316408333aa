"""``rookery heaviest``: the placement of non-attacking queens of greatest weight."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from rookery.api.texts import WEIGHTS, weights_in
from rookery.cli.options import SQUARES_AND_ROWS, Solving, certificate_option, solving_options
from rookery.cli.puzzles import field_options, json_puzzles, suggesting_reader
from rookery.cli.report import Output, output_options, rows_from_one, solve_each
from rookery.cli.streams import STDIN, read_all
from rookery.cli.types import methods_of, sides_of
from rookery.errors import PuzzleError
from rookery.heaviest.document import FIELDS
from rookery.heaviest.puzzle import Heaviest
from rookery.results.result import Result

EPILOG = """\b
Examples:
  rookery heaviest weights.csv
  rookery heaviest weights.txt --lightest --best 3
  rookery heaviest weights.csv --certificate proof.txt; rookery verify proof.txt

The file holds n lines of n integers or decimals, separated by spaces, commas or semicolons; beside
semicolons or tabs a comma is a decimal point. A line of names above them and names before the rows
are skipped, and lines such as "best 3", "lightest" or "blocked a1,b2" may follow. It may also be an
input of the contest problem "sultan": a first line with the number of 8 x 8 boards that follow. An
answer is a line WEIGHT: ROW ROW ...: the row of the queen in each column from the left.
"""
EPILOG += SQUARES_AND_ROWS


@click.command(epilog=EPILOG, short_help="Place n non-attacking queens on the greatest weights.")
@click.argument("file", default=STDIN)
@field_options(*FIELDS.options)
@certificate_option
@output_options
@solving_options(methods_of("heaviest"))
def heaviest(
    file: str,
    fields: dict[str, Any],
    certificate: str | None,
    output: Output,
    solving: Solving,
) -> int:
    """Place n non-attacking queens so that the sum of the weights under them is greatest.

    FILE holds the weights; without it, or if it is -, they are read from standard input.
    """
    puzzles = _puzzles(file, fields)
    if certificate is None:
        return solve_each(puzzles, solving, output, _lines, "placement")
    boards = list(puzzles)
    if len(boards) != 1:
        raise click.UsageError(f"expected one board with --certificate, got {len(boards)}")
    return solve_each(boards, solving, output, _lines, "placement", certificate)


def _lines(result: Result) -> str:
    """Return the placements of a result, each on a line after its weight."""
    weight = result.puzzle.weight
    lines = (
        f"{weight(placement)}: {' '.join(map(str, rows_from_one(placement)))}"
        for placement in result.answer or ()
    )
    return "".join(f"{line}\n" for line in lines)


def _puzzles(file: str, fields: dict[str, Any]) -> Iterator[Heaviest]:
    """Yield the puzzles of a text of weights, of an input of ``sultan``, or of JSON."""
    if sides_of(file) and not os.path.exists(file):
        hint = f"without weights, 'rookery queens {file}' places queens"
        raise click.UsageError(f"expected a file of weights, got the size {file}; {hint}")
    data, name = read_all(file)
    puzzles = json_puzzles(WEIGHTS, data, name, fields)
    if puzzles is not None:
        yield from puzzles
        return
    with suggesting_reader(WEIGHTS, data, name):
        for puzzle in weights_in(data, name):
            try:
                changed = replace(puzzle, **fields)
            except PuzzleError as error:
                raise error.placed(name) from error
            yield changed
