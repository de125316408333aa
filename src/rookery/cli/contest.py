"""The contest problems: ``rookery judge``, ``rookery check`` and ``rookery generate``."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from typing import Any

import click

from rookery.cli import status
from rookery.cli.judging import judge_file
from rookery.cli.options import (
    Decorator,
    HelpfulGroup,
    Solving,
    number_option,
    puzzle_argument,
    quiet_option,
    seed_option,
    solving_options,
)
from rookery.cli.streams import STDIN, STDOUT, answering, reading, say
from rookery.cli.types import Integer, Real, statement_methods
from rookery.reading.tokens import Tokens
from rookery.statements import load, own_name
from rookery.statements.statement import counted

JUDGING = """\b
Examples:
  rookery judge eight-queens < input.txt
  rookery judge showdown boards.txt --seconds 5 > answers.txt

Every answer is written as soon as it is known. If the input has a fault, the answers before it
are written, then a line FILE:LINE:COLUMN: expected X, got 'Y'; the exit status is 2.
"""


@click.command(
    epilog=JUDGING, short_help="Answer the input of a contest problem in its own format."
)
@puzzle_argument
@click.argument("file", default=STDIN)
@solving_options(
    statement_methods,
    no_seconds="9 for showdown, for start-up and all tests together; else no limit",
)
@click.pass_obj
def judge(started: float, puzzle: str, file: str, solving: Solving) -> int:
    """Answer the input of a contest problem in the problem's own format.

    PUZZLE is eight-queens (also UVa750), sultan (UVa167), traveling-queen (POJ2919) or showdown
    (CHE). Without FILE, or if it is -, standard input is read.
    """
    return judge_file(puzzle, file, started, solving.quiet, **solving.keywords())


CHECKING = """\b
Example:
  rookery judge sultan boards.txt | rookery check sultan boards.txt -

Exit status: 0 accepted, 1 rejected, 2 if a file cannot be read.
"""


@click.command(epilog=CHECKING, short_help="Check the output of a contest problem, by the rules.")
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
            tests += verdict.tests
            rejected += 0 if verdict.accepted else verdict.tests
            if verdict.score is not None:
                scores.append(verdict.score)
        total = counted(tests, "test")
        score = f", score {fsum(scores):.4f}" if scores else ""
        answers.write(
            f"rejected: {rejected} of {total}\n" if rejected else f"accepted: {total}{score}\n"
        )
    return status.REJECTED if rejected else status.DONE


GENERATING = """\b
Examples:
  rookery generate showdown --seed 1 -o boards.txt
  rookery generate eight-queens --cases 5 | rookery judge eight-queens

The same options give the same input, byte for byte.
"""


class _Puzzles(HelpfulGroup):
    kind = "a puzzle"

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, own_name(cmd_name))


@click.group(cls=_Puzzles, epilog=GENERATING)
def generate() -> None:
    """Write a random input for one of the four contest problems."""


def _generator(puzzle: str, about: str, cases: int, *options: Decorator) -> click.Command:
    """Return the command that writes an input of a statement, with its generator's `options`."""

    def write(output: str, **chosen: Any) -> None:
        given = {name: value for name, value in chosen.items() if value is not None}
        chunks = load(puzzle).generate(**given)
        with answering(output) as answers:
            for chunk in chunks:
                answers.write(chunk)

    command: Callable[..., Any] = write
    number = number_option("--cases", "Number of tests.", cases, type=Integer(min=0))
    to = click.option(
        "-o",
        "--output",
        default=STDOUT,
        metavar="FILE",
        help="Write to FILE instead of standard output.",
    )
    every: tuple[Decorator, ...] = (seed_option("Seed."), number, to, *options)
    for option in reversed(every):
        command = option(command)
    return click.command(puzzle, help=about)(command)


for _command in (
    _generator("eight-queens", "Squares for one of the eight queens.", 8),
    _generator(
        "sultan",
        "Boards of weights from 1 to 99.",
        20,
        click.option("--family", metavar="NAME", help="Kind of weights: random, ties or extreme."),
    ),
    _generator(
        "traveling-queen",
        "Boards with a queen, knights, a bishop and pawns.",
        10,
        click.option(
            "--family",
            metavar="NAME",
            help="Kind of boards: random, sparse, dense, worst, impossible or mixed.",
        ),
    ),
    _generator(
        "showdown",
        "Boards with kings, and the costs of the pieces.\n\n"
        "Settings without an option vary from board to board.",
        15,
        click.option(
            "--size", type=Integer(), metavar="N", help="Side of the boards, 2 to 25; default: 25."
        ),
        click.option(
            "--density", type=Real(), metavar="X", help="Share of squares with a king, 0 to 1."
        ),
        click.option(
            "--layout", metavar="NAME", help="Layout of the kings: uniform, clustered or lines."
        ),
        click.option(
            "--prices",
            metavar="NAME",
            help="Spread of the costs: equal, uniform, log-uniform, balanced or uneven.",
        ),
    ),
):
    generate.add_command(_command)
