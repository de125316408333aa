"""``rookery cover``: the cheapest pieces that check every king."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import rookery as api
from rookery.api.texts import COVER
from rookery.boards.board import WRAPS
from rookery.cli import covers, status
from rookery.cli.cluster import cluster, cluster_options
from rookery.cli.fields import credit_options
from rookery.cli.json_puzzles import json_puzzle
from rookery.cli.kinds import telling_kind
from rookery.cli.names import Choice, NamedOption, methods_of, piece_names
from rookery.cli.options import SQUARES_AND_ROWS, Solving, json_option, solving_options
from rookery.cli.progress import on_terminal, progress_text, told
from rookery.cli.ranges import Integer, Sides, sides
from rookery.cli.report import json_line
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.cover import text as form
from rookery.cover.validation import SHOWDOWN_NAMES, Price, rational
from rookery.errors import InputError, PuzzleError, shown
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.tokens import END, Tokens
from rookery.results.progress import Progress
from rookery.results.result import Result, Status

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece

PIECES = ",".join(SHOWDOWN_NAMES)
USUAL_GUARD = "queen"  # the default piece on a whole board

LONGEST_SIDE = 9999
ANY = "-"
EPILOG = """\b
Examples:
  rookery cover board.txt --seconds 5
  rookery cover board.txt --costs 3,5,3,2,2,4,3,4 --json
  rookery cover board.txt --pieces Q,R,N --costs 9,5,3 --stock 1,2,-
  rookery cover board.txt > answer.txt; rookery cover board.txt --start answer.txt
  rookery cover board.txt --seconds 600 --workers 8
  rookery cover board.txt --pieces Q --costs 1 --wrap torus
  rookery cover --whole 8
  rookery cover --whole 8 --pieces knight --json | rookery show

\b
The board is rows of these letters:
  #  a king, to be put in check       X  a wall
  _  an empty square, also .          x  an empty square where nothing may be placed
  +  an empty square to guard:        *  one like x, to be attacked
     attacked or occupied             o  an empty square to spare: not to be attacked

It may also be a diagram, or a FEN such as 3k/8, in which k is a king to be checked and capitals are
your own pieces that stand already: see "rookery help formats".

\b
The pieces of showdown, in the order of their costs:
  1 bishop  2 rook  3 knight  4 gold  5 silver  6 horse  7 phoenix  8 cannon

The costs of the pieces follow the board, unless --costs gives them: integers, decimals or
fractions such as 1/3. A line "wrap torus" or "wrap cylinder" between them joins edges. The answer
is a line with the number of pieces and their cost, then a line for each piece: its type, counted
from 1 in the order of --pieces, its row and its column.
"""
EPILOG += SQUARES_AND_ROWS


TOLD_BY_JSON = ("pieces", "costs", "square_costs", "allow")  # options, beside the conditions


class Pieces(NamedTuple):
    """The options that name, price and count the pieces."""

    names: list[str]
    costs: list[Price] | None
    conditions: dict[str, Any]


@click.command(epilog=EPILOG, short_help="Check every king, or guard squares, at the least cost.")
@click.argument("file", default=STDIN)
@click.option(
    "--pieces",
    cls=NamedOption,
    names=piece_names,
    metavar="P,P,...",
    help="Pieces by name or in Betza notation; default: the eight of showdown, named below; with "
    "--whole queens.",
)
@click.option(
    "--costs",
    metavar="X,X,...",
    help="Cost of each piece, if not in the file; with --whole 1 each by default.",
)
@click.option(
    "--whole",
    callback=sides(LONGEST_SIDE),
    metavar="SIZE",
    help="In place of FILE: a board of this size, such as 8 or 5x6, every square of which is to be "
    "guarded.",
)
@click.option(
    "--square-costs",
    metavar="COSTFILE",
    help="Rows of numbers, one a square, by which the cost of a piece there is multiplied.",
)
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
    "--allow",
    multiple=True,
    metavar="P@SQUARE,...",
    help="The only squares on which a piece may be placed, such as B@a1,c1.",
)
@click.option(
    "--wrap",
    type=Choice(WRAPS[1:]),
    help="Join the left and right edge of the board, or all; default: what FILE says, else none.",
)
@click.option("--total", is_flag=True, help="Guarded squares must be attacked, even when occupied.")
@click.option(
    "--at-least",
    metavar="K",
    type=Integer(min=1),
    default=1,
    help="Cover every target at least K times.",
)
@click.option("--at-most", metavar="K", type=Integer(min=1), help="Cover no target more often.")
@click.option("--independent", is_flag=True, help="No piece of yours may attack another.")
@click.option(
    "--start",
    metavar="ANSWERFILE",
    help="An answer to improve on, as printed by this command.",
)
@click.option("--count", is_flag=True, help="Print only how many cheapest covers there are.")
@click.option("--all", "all_", is_flag=True, help="Print all cheapest covers, in order.")
@click.option(
    "--first", type=Integer(min=1), metavar="K", help="Print the first K cheapest covers."
)
@click.option(
    "--fundamental",
    is_flag=True,
    help="With --count, --all or --first: covers that are rotations or reflections of each other "
    "once.",
)
@credit_options
@cluster_options
@json_option
@solving_options(methods_of("cover"), told="30 for --method auto; else no limit")
@click.pass_obj
def cover(  # noqa: PLR0913 - the options of a command
    started: float,
    /,
    file: str,
    whole: Sides | None,
    start: str | None,
    as_json: bool,
    dask: str | None,
    workers: int | None,
    solving: Solving,
    count: bool,
    all_: bool,
    first: int | None,
    fundamental: bool,
    **chosen: Any,
) -> int:
    """Check every king, and guard every square that is to be guarded, at the least cost.

    FILE holds the board; without it, or when it is -, standard input is read. With --dask or
    --workers all workers search the same board and share what they find.
    """
    if file == start == STDIN:
        raise click.UsageError("expected FILE or ANSWERFILE to be a file, got '-' twice")
    if fundamental and not (count or all_ or first):
        raise click.UsageError("expected --fundamental with --count, --all or --first, got without")
    if whole is not None and file != STDIN:
        raise click.UsageError("expected FILE or --whole, got both")
    pieces = _pieces(usual=PIECES if whole is None else USUAL_GUARD, **chosen)
    if count or all_ or first:
        puzzle = _read(file, whole, pieces, solving.quiet)
        if count:
            return covers.count(puzzle, fundamental, as_json, solving)
        return covers.show_all(puzzle, first, fundamental, as_json, solving)
    with answering() as answers:
        puzzle = _read(file, whole, pieces, solving.quiet)
        known = None if start is None else _read_start(start, puzzle, solving.quiet)
        with (
            cluster(dask, workers, solving.keywords(started)["limits"].seconds) as executor,
            told(solving.quiet, progress_text) as on_progress,
        ):
            keywords = solving.keywords(started) | {"start": known, "executor": executor}
            result = api.solve(puzzle, on_progress=on_progress, **keywords)
        if as_json:
            answers.write(json_line(result))
        elif result.answer is not None:
            answers.write(covers.answer_text(puzzle, result.answer))
        if not solving.quiet:
            _tell(result)
    return status.of_result(result)


def _read(file: str, whole: Sides | None, pieces: Pieces, quiet: bool) -> Cover:
    """Return the puzzle of a file, or of a whole board, and the options."""
    if whole is not None:
        return _guarded(whole, pieces)
    with reading(file) as (stream, name):
        data = stream.read_all()
    puzzle: Cover | None = json_puzzle(COVER, data, name, {*TOLD_BY_JSON, *pieces.conditions})
    if puzzle is not None:
        return puzzle
    with telling_kind(COVER, data, name):
        tokens = drawing_tokens(data, name, None if quiet else say)
        try:
            return form.read(tokens, pieces.names, pieces.costs, **pieces.conditions)
        except InputError as error:
            if not error.expected.startswith("the cost") or error.found != END:
                raise
            told = f"{error.message}; --costs tells them too"
            raise InputError(error.place, error.expected, error.found, told) from error


def _guarded(size: Sides, pieces: Pieces) -> Cover:
    """Return the cover of all squares of a board on which none of ours stands already."""
    from rookery.boards.asked import refuse_size
    from rookery.boards.board import Board
    from rookery.cover.puzzle import Cover

    conditions = dict(pieces.conditions)
    board = Board(*size, wrap=conditions.pop("wrap", ""))
    refuse_size("a cover", board.rows, board.columns)
    taken = board.square_set(square for _, square in conditions["standing"])
    guarded = (square for square in board.squares() if square not in taken)
    costs = pieces.costs or [1] * len(pieces.names)
    return Cover(board, (), costs, pieces.names, guarded=guarded, **conditions)


def _read_start(path: str, puzzle: Cover, quiet: bool) -> list[PlacedPiece]:
    """Return the pieces of an answer file; one that does not cover all is refused."""
    with reading(path) as (stream, name):
        tokens = Tokens(stream, name, None if quiet else say)
        cost, placed_pieces = form.read_answer(tokens, puzzle)
        tokens.finish()
    faults = puzzle.check(placed_pieces)
    if faults:
        raise PuzzleError(f"expected a right answer to start from, but {faults[0]}", place=name)
    if puzzle.value(placed_pieces) != cost:
        true_cost = puzzle.value(placed_pieces)
        raise PuzzleError(expected=f"a total cost of {true_cost}", found=f"{cost}", place=name)
    return placed_pieces


def _tell(result: Result) -> None:
    """Say how far an answer is proved, or why there is none, and what else is to be known of it."""
    last = progress_text(Progress(result.seconds, result.value, result.bound))
    if on_terminal(quiet=False):
        say(f"{last}, {result.status.value}")
    elif result.status is Status.FEASIBLE:
        say(f"rookery: stopped ({result.reason.value}): {last}")
    if result.status is Status.UNKNOWN:
        say(f"rookery: no answer: {result.reason.value}")
    if result.note:
        say(f"rookery: {result.note}")


def _pieces(  # noqa: PLR0913 - the options of a command
    usual: str,
    pieces: str | None,
    costs: str | None,
    square_costs: str | None,
    stock: str | None,
    standing: tuple[str, ...],
    allow: tuple[str, ...],
    credits: dict[str, str],
    **asked: Any,
) -> Pieces:
    names = _parts(usual if pieces is None else pieces)
    stocks = None if stock is None else _parts(stock, len(names), "--stock")
    allowed: dict[str, list[str]] = {}
    for text in allow:
        piece, squares = _standing(text, "--allow")
        allowed.setdefault(piece, []).extend(_parts(squares))
    return Pieces(
        names,
        None if costs is None else [_cost(part) for part in _parts(costs, len(names), "--costs")],
        {
            "stock": stocks and [_stock(part) for part in stocks],
            "standing": [_standing(text) for text in standing],
            "allowed": allowed,
            "square_prices": None if square_costs is None else _square_costs(square_costs),
            **{name: value for name, value in asked.items() if value is not None},
            **credits,
        },
    )


def _square_costs(path: str) -> list[list[Price]]:
    """Return the rows of a file of costs, one line a row."""
    rows: dict[int, list[Price]] = {}
    with reading(path) as (stream, name):
        tokens = Tokens(stream, name)
        while not tokens.at_end():
            line = tokens.here().line
            rows.setdefault(line, []).append(form.cost(tokens, "the cost of a square"))
    return list(rows.values())


def _parts(text: str, count: int | None = None, option: str = "") -> list[str]:
    parts = re.split(r"[,\s]+", text.strip())
    if count is not None and len(parts) != count:
        raise _refused(option, f"{count}, one for each piece", str(len(parts)))
    return parts


def _refused(option: str, expected: str, found: str) -> click.BadParameter:
    return click.BadParameter(f"expected {expected}, got {found}", param_hint=f"'{option}'")


def _cost(part: str) -> Price:
    found = rational(part) if form.COST.fullmatch(part) else None
    if not found:
        raise _refused("--costs", "a cost above 0", shown(part))
    return found


def _stock(part: str) -> int | None:
    if not re.fullmatch(rf"{ANY}|[0-9]{{1,18}}", part):
        raise _refused("--stock", f"a stock of 0 or more, or {ANY!r}", shown(part))
    return None if part == ANY else int(part)


def _standing(text: str, option: str = "--standing") -> tuple[str, str]:
    piece, at, square = text.partition("@")
    if not (piece and at and square):
        raise _refused(option, "a piece and its square, as N@c3", shown(text))
    return piece, square
