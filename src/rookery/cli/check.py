"""``rookery check``: the verdict and score of every test of an output."""

from __future__ import annotations

from math import fsum

import click

from rookery.cli import status
from rookery.cli.options import puzzle_argument, quiet_option
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.reading.tokens import Tokens
from rookery.statements import load

EPILOG = """\b
Example:
  rookery judge sultan boards.txt | rookery check sultan boards.txt -

Exit status: 0 accepted, 1 rejected, 2 when a file cannot be read.
"""


@click.command(epilog=EPILOG, short_help="Check the output of a contest problem, by the rules.")
@puzzle_argument
@click.argument("input")
@click.argument("output")
@quiet_option
def check(puzzle: str, input: str, output: str, quiet: bool) -> int:
    """Check the OUTPUT of a contest problem for its INPUT, by the rules.

    Prints a line for each test, then a summary. Spaces and line ends do not matter. One of the
    two files may be -, standard input.
    """
    if input == output == STDIN:
        raise click.UsageError("expected INPUT or OUTPUT to be a file, got '-' twice")
    tests = rejected = 0
    scores: list[float] = []
    warn = None if quiet else say
    with (
        answering() as answers,
        reading(input) as (puzzles, input_name),
        reading(output) as (given, output_name),
    ):
        verdicts = load(puzzle).check(
            Tokens(puzzles, input_name, warn), Tokens(given, output_name, warn)
        )
        for verdict in verdicts:
            answers.write(f"{verdict}\n")
            tests += 1
            rejected += not verdict.accepted
            if verdict.score is not None:
                scores.append(verdict.score)
        answers.write(_summary(tests, rejected, scores))
    return status.REJECTED if rejected else status.DONE


def _summary(tests: int, rejected: int, scores: list[float]) -> str:
    counted = f"{tests} test" if tests == 1 else f"{tests} tests"
    if rejected:
        return f"rejected: {rejected} of {counted}\n"
    score = f", score {fsum(scores):.4f}" if scores else ""
    return f"accepted: {counted}{score}\n"
