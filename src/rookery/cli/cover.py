"""``rookery cover``: the cheapest pieces that check every king."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import click

from rookery import api
from rookery.cli import status
from rookery.cli.cluster import cluster, cluster_options
from rookery.cli.options import Solving, json_option, solving_options
from rookery.cli.progress import on_terminal, progress_text, told
from rookery.cli.report import json_line
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.cover import text as form
from rookery.errors import PuzzleError, shown
from rookery.reading.tokens import Tokens
from rookery.results.progress import Progress
from rookery.results.result import Result

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece

PIECES = ",".join(form.NAMES)
ANY = "-"
EPILOG = """\b
Examples:
  rookery cover board.txt --seconds 5
  rookery cover board.txt --costs 3,5,3,2,2,4,3,4 --json
  rookery cover board.txt --pieces Q,R,N --costs 9,5,3 --stock 1,2,-
  rookery cover board.txt > answer.txt; rookery cover board.txt --start answer.txt
  rookery cover board.txt --seconds 600 --workers 8

\b
The board is rows of these letters:
  #  a king, to be put in check       X  a wall
  _  an empty square, also .          x  an empty square where nothing may be placed
  +  an empty square to guard:        *  one like x, to be attacked
     attacked or occupied

The costs of the pieces follow the board, unless --costs gives them. The answer is a line with
the number of pieces and their cost, then a line for each piece: its type, counted from 1 in
the order of --pieces, its row and its column, counted from 1 at the top left.
"""


class Pieces(NamedTuple):
    """Which pieces there are: the options that name, price and count them."""

    names: list[str]
    costs: list[int] | None
    stock: list[int | None] | None
    standing: list[tuple[str, str]]


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.option(
    "--pieces",
    default=PIECES,
    metavar="P,P,...",
    help="Pieces by name or in Betza notation; default: the eight of showdown.",
)
@click.option("--costs", metavar="X,X,...", help="Cost of each piece, if not in the file.")
@click.option(
    "--stock", metavar="K,K,...", help="How many of each piece there are; - for any number."
)
@click.option(
    "--standing",
    multiple=True,
    metavar="P@SQUARE",
    help="A piece of yours that is already on the board, such as N@c3.",
)
@click.option(
    "--start",
    metavar="ANSWERFILE",
    help="An answer to improve on, as printed by this command.",
)
@cluster_options
@json_option
@solving_options(told="30 for --method auto; else no limit")
@click.pass_obj
def cover(  # noqa: PLR0913 - the options of a command
    started: float,
    /,
    file: str,
    start: str | None,
    as_json: bool,
    dask: str | None,
    workers: int | None,
    solving: Solving,
    **chosen: str | tuple[str, ...],
) -> int:
    """Check every king, and guard every square that is to be guarded, at the least cost.

    FILE holds the board; without it, or when it is -, standard input is read. With --dask or
    --workers all workers search the same board and share what they find.
    """
    if file == start == STDIN:
        raise click.UsageError("expected FILE or ANSWERFILE to be a file, got '-' twice")
    pieces = _pieces(**chosen)  # type: ignore[arg-type]
    with answering() as answers:
        puzzle = _read(file, pieces, solving.quiet)
        known = None if start is None else _read_start(start, puzzle, solving.quiet)
        with (
            cluster(dask, workers) as executor,
            told(solving.quiet, progress_text) as on_progress,
        ):
            keywords = solving.keywords(started) | {"start": known, "executor": executor}
            result = api.solve(puzzle, on_progress=on_progress, **keywords)
        if as_json:
            answers.write(json_line(result))
        elif result.answer is not None:
            placed_pieces = [(kind + 1, row + 1, column + 1) for kind, row, column in result.answer]
            lines = [(len(placed_pieces), result.value), *placed_pieces]
            answers.write("".join(f"{' '.join(map(str, line))}\n" for line in lines))
        if on_terminal(solving.quiet):
            say(_summary(result))
        if result.note and not solving.quiet:
            say(f"rookery: {result.note}")
    return status.of_result(result)


def _read(file: str, pieces: Pieces, quiet: bool) -> Cover:
    """Return the puzzle of a file and the options."""
    chosen = {"standing": pieces.standing, "stock": pieces.stock}
    with reading(file) as (stream, name):
        tokens = Tokens(stream, name, None if quiet else say)
        return form.read(tokens, pieces.names, pieces.costs, **chosen)


def _read_start(path: str, puzzle: Cover, quiet: bool) -> list[PlacedPiece]:
    """Return the pieces of an answer file; one that does not cover all is refused."""
    board = puzzle.board
    with reading(path) as (stream, name):
        tokens = Tokens(stream, name, None if quiet else say)
        count = tokens.number("the number of pieces", 1, board.rows * board.columns)
        cost = tokens.number("the total cost", 1)
        placed_pieces = [
            (
                tokens.number(f"the type of piece {number}", 1, len(puzzle.pieces)) - 1,
                tokens.number(f"the row of piece {number}", 1, board.rows) - 1,
                tokens.number(f"the column of piece {number}", 1, board.columns) - 1,
            )
            for number in range(1, count + 1)
        ]
        tokens.finish()
    faults = puzzle.check(placed_pieces)
    if faults:
        raise PuzzleError(f"expected a right answer to start from, but {faults[0]}", place=name)
    if puzzle.value(placed_pieces) != cost:
        true_cost = puzzle.value(placed_pieces)
        raise PuzzleError(expected=f"a total cost of {true_cost}", found=f"{cost}", place=name)
    return placed_pieces


def _summary(result: Result) -> str:
    last = Progress(result.seconds, result.value, result.bound)
    return f"{progress_text(last)}, {result.status.value}"


def _pieces(pieces: str, costs: str | None, stock: str | None, standing: tuple[str, ...]) -> Pieces:
    names = _parts(pieces)
    return Pieces(
        names,
        None if costs is None else [_cost(part) for part in _parts(costs, len(names), "costs")],
        None if stock is None else [_stock(part) for part in _parts(stock, len(names), "stocks")],
        [_standing(text) for text in standing],
    )


def _parts(text: str, count: int | None = None, what: str = "") -> list[str]:
    parts = re.split(r"[,\s]+", text.strip())
    if count is not None and len(parts) != count:
        raise click.BadParameter(f"expected {count} {what}, got {len(parts)}")
    return parts


def _cost(part: str) -> int:
    if not re.fullmatch(r"0*[1-9][0-9]{0,17}", part):
        raise click.BadParameter(f"expected a cost of 1 or more, got {shown(part)}")
    return int(part)


def _stock(part: str) -> int | None:
    if not re.fullmatch(rf"{ANY}|[0-9]{{1,18}}", part):
        raise click.BadParameter(f"expected a stock of 0 or more, or {ANY!r}, got {shown(part)}")
    return None if part == ANY else int(part)


def _standing(text: str) -> tuple[str, str]:
    piece, at, square = text.partition("@")
    if not (piece and at and square):
        raise click.BadParameter(f"expected a piece and its square, as N@c3, got {shown(text)}")
    return piece, square
