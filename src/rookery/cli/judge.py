"""``rookery judge``: a statement's input in, the statement's output out."""

from __future__ import annotations

import click

from rookery.cli.judging import judge_file
from rookery.cli.names import statement_methods
from rookery.cli.options import Solving, puzzle_argument, solving_options
from rookery.cli.streams import STDIN

EPILOG = """\b
Examples:
  rookery judge eight-queens < input.txt
  rookery judge showdown boards.txt --seconds 5 > answers.txt

Every answer is written as soon as it is known. When the input has a fault, the answers before
it are written, then a line FILE:LINE:COLUMN: expected X, got 'Y'; the exit status is 2.
"""


@click.command(epilog=EPILOG, short_help="Answer the input of a contest problem in its own format.")
@puzzle_argument
@click.argument("file", default=STDIN)
@solving_options(
    statement_methods, told="9 for showdown, for all tests and the start-up together; else no limit"
)
@click.pass_obj
def judge(started: float, puzzle: str, file: str, solving: Solving) -> int:
    """Answer the input of a contest problem in the problem's own format.

    PUZZLE is eight-queens, sultan, traveling-queen or showdown. Without FILE, or when it is -,
    standard input is read.
    """
    return judge_file(puzzle, file, started, solving.quiet, **solving.keywords())
