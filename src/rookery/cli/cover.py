"""``rookery cover``: the cheapest pieces that check every king."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import COVER
from rookery.boards.board import Board, refuse_size
from rookery.boards.pieces import Piece
from rookery.cli import status
from rookery.cli.options import (
    SQUARES_AND_ROWS,
    Solving,
    certificate_option,
    number_option,
    solving_options,
)
from rookery.cli.puzzles import board_and_piece, expect_one_each, field_options, read_puzzle
from rookery.cli.report import (
    Output,
    on_terminal,
    output_options,
    print_listing,
    progress_text,
    reporting,
)
from rookery.cli.streams import STDIN, answering, reading, say
from rookery.cli.types import Choice, Sides, methods_of, sides
from rookery.cli.workers import cluster, cluster_options, print_count
from rookery.cover import text as form
from rookery.cover.document import FIELDS
from rookery.cover.validation import SHOWDOWN_NAMES, Price
from rookery.errors import InputError, PuzzleError
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.fields import WRAP
from rookery.reading.tokens import END, Tokens
from rookery.results.progress import Progress
from rookery.results.result import Result, Status
from rookery.results.settings import settings_for

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece

LONGEST_SIDE = 9999  # squares; longest side of --whole
EPILOG = """\b
Examples:
  rookery cover board.txt --seconds 5
  rookery cover board.txt --costs 3,5,3,2,2,4,3,4 --json
  rookery cover board.txt --pieces Q,R,N --costs 9,5,3 --stock 1,2,-
  rookery cover board.txt > answer.txt; rookery cover board.txt --start answer.txt
  rookery cover board.txt --seconds 600 --workers 8
  rookery cover board.txt --pieces Q --costs 1 --wrap torus
  rookery cover board.txt --certificate proof.txt; rookery verify proof.txt
  rookery cover 8
  rookery cover 8 knight --svg knights.svg

\b
The board is rows of these letters:
  #  a king, to be put in check       X  a wall
  _  an empty square, also .          x  an empty square where nothing may be placed
  +  an empty square to guard:        *  one like x, to be attacked
     attacked or occupied             o  an empty square to spare: not to be attacked

It may also be a diagram, or a FEN such as 3k/8, in which k is a king to be checked and capitals are
your own pieces already on the board: see "rookery help formats".

\b
The pieces of showdown, in the order of their costs:
  1 bishop  2 rook  3 knight  4 gold  5 silver  6 horse  7 phoenix  8 cannon

The costs of the pieces follow the board, unless --costs gives them: integers, decimals or
fractions such as 1/3. A line "wrap torus" or "wrap cylinder" between them wraps edges. The answer
is a line with the number of pieces and their cost, then a line for each piece: its name and its
square. With --coordinates row-column, as in showdown, a piece is three numbers: its type, counted
from 1 in the order of --pieces, its row and its column.
"""
EPILOG += SQUARES_AND_ROWS


@click.command(epilog=EPILOG, short_help="Check every king, or guard squares, at the least cost.")
@click.option(
    "--whole",
    callback=sides(LONGEST_SIDE),
    metavar="SIZE",
    help="Instead of FILE: guard every square of a board of this size, such as 8 or 5x6.",
)
@field_options(WRAP, *FIELDS.options)
@click.option(
    "--start", metavar="ANSWERFILE", help="An answer to improve on, as printed by this command."
)
@click.option(
    "--coordinates",
    type=Choice(form.COORDINATES),
    default=form.SQUARES,
    show_default=True,
    help="Write pieces as names and squares, or as numbers, row and column of showdown.",
)
@click.option("--count", is_flag=True, help="Print only the number of cheapest covers.")
@click.option("--all", "all_", is_flag=True, help="Print all cheapest covers, in order.")
@number_option("--first", "Print the first K cheapest covers.", metavar="K")
@click.option(
    "--fundamental",
    is_flag=True,
    help="With --count, --all or --first: up to rotation and reflection.",
)
@certificate_option
@cluster_options
@output_options
@solving_options(methods_of("cover"), no_seconds="30 for --method auto; else no limit")
@board_and_piece("whole", "pieces")
@click.pass_obj
def cover(  # noqa: PLR0913 - the options of a command
    started: float,
    /,
    file: str,
    whole: Sides | None,
    start: str | None,
    coordinates: str,
    certificate: str | None,
    output: Output,
    dask: str | None,
    workers: int | None,
    solving: Solving,
    count: bool,
    all_: bool,
    first: int | None,
    fundamental: bool,
    fields: dict[str, Any],
) -> int:
    """Check every king, and guard every marked square, at the least cost.

    FILE holds the board; without it, or if it is -, standard input is read. A SIZE such as 8 or 5x6
    stands for --whole, and a PIECE after either for --pieces. With --dask or --workers all workers
    search the same board and share the best answer and bound.
    """
    if file == start == STDIN:
        raise click.UsageError("expected FILE or ANSWERFILE to be a file, got '-' twice")
    if fundamental and not (count or all_ or first):
        raise click.UsageError(
            "expected --fundamental with --count, --all or --first, got it without"
        )
    if certificate is not None and (count or all_ or first):
        raise click.UsageError("expected --certificate or a count or list of covers, got both")
    if whole is not None and file != STDIN:
        raise click.UsageError("expected FILE or --whole, got both")
    if count or all_ or first:
        puzzle = _read(file, whole, fields, solving.quiet)
        keywords = solving.keywords()
        del keywords["method"]  # of solving
        if count:
            keywords["fundamental"] = fundamental
            return print_count(puzzle, keywords, output, solving.quiet)
        from rookery.cover.methods import listing

        listed = listing(puzzle, settings_for(**keywords), first=first, fundamental=fundamental)
        text = partial(form.write_answer, puzzle, coordinates=coordinates)
        result = print_listing(listed, output, solving.quiet, text, "covers", between="\n")
        if result.status is Status.INFEASIBLE and not (output.as_json or solving.quiet):
            say(f"rookery: {result.note}")
        return status.of_result(result)
    with answering() as answers:
        puzzle = _read(file, whole, fields, solving.quiet)
        known = None if start is None else _read_start(start, puzzle, solving.quiet)
        with (
            cluster(dask, workers, solving.keywords(started)["limits"].seconds) as executor,
            reporting(solving.quiet, progress_text) as on_progress,
        ):
            keywords = solving.keywords(started) | {"start": known, "executor": executor}
            keywords["certificate"] = certificate
            result = api.solve(puzzle, on_progress=on_progress, **keywords)
        found = (
            "" if result.answer is None else form.write_answer(puzzle, result.answer, coordinates)
        )
        output.write(answers, result, found)
        if not solving.quiet:
            _report(result)
    return status.of_result(result)


def _read(file: str, whole: Sides | None, fields: dict[str, Any], quiet: bool) -> Cover:
    """Return the puzzle of a file or of a whole board, with the fields of the options."""
    from rookery.cover.puzzle import Cover

    if whole is not None:
        return _guarded(whole, _arguments(fields, ("queen",)))

    def read(data: bytes, name: str) -> Cover:
        arguments = _arguments(fields, () if b"pieces" in data.split() else SHOWDOWN_NAMES)
        arguments.pop("pieces", None)  # perhaps the default ones, which do not cost 1 each
        pieces, prices = fields.get("pieces"), arguments.pop("prices", None)
        tokens = drawing_tokens(data, name, None if quiet else say)
        try:
            return form.read(Cover, tokens, pieces, prices, **arguments)
        except InputError as error:
            if not error.expected.startswith("the cost") or error.found != END:
                raise
            hint = f"{error.message}; or give the costs with --costs"
            raise InputError(error.place, error.expected, error.found, hint) from error

    puzzle: Cover = read_puzzle(COVER, file, fields, read)
    return puzzle


def _guarded(size: Sides, arguments: dict[str, Any]) -> Cover:
    """Return the puzzle of guarding all squares of a board without a standing piece."""
    from rookery.cover.puzzle import Cover

    board = Board(*size, wrap=arguments.pop("wrap", ""))
    refuse_size("a cover", board.rows, board.columns)
    taken = board.square_set(square for _, square in arguments["standing"])
    guarded = (square for square in board.squares() if square not in taken)
    prices = [1] * len(arguments["pieces"])
    return Cover(board, **{"kings": (), "prices": prices, "guarded": guarded} | arguments)


def _read_start(path: str, puzzle: Cover, quiet: bool) -> list[PlacedPiece]:
    """Return the pieces of an answer file; refuse a wrong answer."""
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


def _report(result: Result) -> None:
    """Print the bound of an answer, or why none was found, and the result's note."""
    last = progress_text(Progress(result.seconds, result.value, result.bound))
    if on_terminal(quiet=False):
        say(f"{last}, {result.status.value}")
    elif result.status is Status.FEASIBLE:
        say(f"rookery: stopped ({result.reason.value}): {last}")
    if result.status is Status.UNKNOWN:
        say(f"rookery: no answer: {result.reason.value}")
    if result.note:
        say(f"rookery: {result.note}")


def _arguments(fields: dict[str, Any], default_pieces: tuple[str, ...]) -> dict[str, Any]:
    """Return the arguments of a cover from the fields of the options."""
    arguments = ({"pieces": default_pieces} if default_pieces else {}) | fields
    if "pieces" in arguments:
        for name in ("prices", "stock"):
            expect_one_each(name, arguments.get(name), arguments["pieces"])
    placed = arguments.get("standing", ())
    arguments["standing"] = [(piece, square) for piece, squares in placed for square in squares]
    if "allowed" in arguments:
        allowed: dict[Piece, list[str]] = {}
        for piece, squares in arguments["allowed"]:
            allowed.setdefault(piece, []).extend(squares)
        arguments["allowed"] = allowed
    if "square_prices" in arguments:
        rows: dict[int, list[Price]] = {}
        with reading(arguments["square_prices"]) as (stream, name):
            tokens = Tokens(stream, name)
            while not tokens.at_end():
                line = tokens.here().line
                rows.setdefault(line, []).append(form.cost(tokens, "the cost of a square"))
        arguments["square_prices"] = list(rows.values())
    return arguments
