"""``rookery generate``: an input in a statement's text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from rookery.cli.options import HelpfulGroup
from rookery.cli.ranges import Integer, Real
from rookery.cli.streams import STDOUT, answering
from rookery.statements import load

Function = TypeVar("Function", bound=Callable[..., Any])

EPILOG = """\b
Examples:
  rookery generate showdown --seed 1 -o boards.txt
  rookery generate eight-queens --cases 5 | rookery judge eight-queens

The same options give the same input, byte for byte.
"""


class _Puzzles(HelpfulGroup):
    kind = "a puzzle"


@click.group(cls=_Puzzles, epilog=EPILOG)
def generate() -> None:
    """Write a random input for one of the four contest problems."""


def _common(cases: int) -> Callable[[Function], Function]:
    """Return a decorator that adds the options every statement's generator takes."""

    def decorate(function: Function) -> Function:
        seed = click.option(
            "--seed", type=Integer(), default=0, show_default=True, metavar="N", help="Seed."
        )
        number = click.option(
            "--cases",
            type=Integer(min=0),
            default=cases,
            show_default=True,
            metavar="N",
            help="Number of tests.",
        )
        output = click.option(
            "-o",
            "--output",
            default=STDOUT,
            metavar="FILE",
            help="Write to FILE instead of standard output.",
        )
        return seed(number(output(function)))

    return decorate


def _write(puzzle: str, output: str, options: dict[str, Any]) -> None:
    chosen = {name: value for name, value in options.items() if value is not None}
    chunks = load(puzzle).generate(**chosen)
    with answering(output) as answers:
        for chunk in chunks:
            answers.write(chunk)


@generate.command("eight-queens")
@_common(cases=8)
def eight_queens(output: str, **options: Any) -> None:
    """Squares for one of the eight queens."""
    _write("eight-queens", output, options)


@generate.command("sultan")
@_common(cases=20)
@click.option("--family", metavar="NAME", help="Kind of weights: random, ties or extreme.")
def sultan(output: str, **options: Any) -> None:
    """Boards of weights from 1 to 99."""
    _write("sultan", output, options)


@generate.command("traveling-queen")
@_common(cases=10)
@click.option(
    "--family",
    metavar="NAME",
    help="Kind of boards: random, sparse, dense, worst, impossible or mixed.",
)
def traveling_queen(output: str, **options: Any) -> None:
    """Boards with a queen, knights, a bishop and pawns."""
    _write("traveling-queen", output, options)


@generate.command("showdown")
@_common(cases=15)
@click.option(
    "--size", type=Integer(), metavar="N", help="Side of the boards, 2 to 25; default: 25."
)
@click.option("--density", type=Real(), metavar="X", help="Share of squares with a king, 0 to 1.")
@click.option(
    "--layout", metavar="NAME", help="Where the kings stand: uniform, clustered or lines."
)
@click.option(
    "--prices",
    metavar="NAME",
    help="How costs differ: equal, uniform, log-uniform, balanced or uneven.",
)
def showdown(output: str, **options: Any) -> None:
    """Boards with kings, and the costs of the pieces.

    Options that are not given vary from board to board.
    """
    _write("showdown", output, options)
