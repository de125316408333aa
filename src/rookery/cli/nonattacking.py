"""``rookery nonattacking``: placements of non-attacking pieces, solved, listed and counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import NONATTACKING, puzzles_of
from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.cli import status
from rookery.cli.options import SQUARES, Solving, number_option, solving_options
from rookery.cli.puzzles import (
    board_and_piece,
    expect_one_each,
    field_options,
    option_of,
    read_puzzle,
    refuse_mixed,
)
from rookery.cli.report import (
    Output,
    none_text,
    output_options,
    print_listing,
    progress_text,
    reporting,
    share_text,
)
from rookery.cli.streams import answering, say
from rookery.cli.types import Sides, methods_of, sides
from rookery.cli.workers import print_count, refuse_units, unit_options, units_of
from rookery.errors import PuzzleError, shown
from rookery.nonattacking.document import FIELDS
from rookery.nonattacking.validation import PlacedPiece
from rookery.reading.fields import WRAP, Option
from rookery.results.limits import Limits
from rookery.results.result import Reason, Result, Status

if TYPE_CHECKING:
    from rookery.nonattacking.puzzle import NonAttacking

LONGEST_SIDE = 10**9  # squares; longest side of --board
SYMMETRIC = {"count", "counts", "every", "first"}  # requests that --fundamental applies to
REQUESTS = ("count", "counts", "unique", "sample", "any_", "every", "first")

WRAP_BOARD = WRAP._replace(option=Option("Wrap the left and right edges of the board, or all."))

EPILOG = """\b
Examples:
  rookery nonattacking 8 knight
  rookery nonattacking 8 queen --maximal --lightest
  rookery nonattacking 6x8 bishop --number 4 --count
  rookery nonattacking 8 rook --counts
  rookery nonattacking 8 queen,knight --number 5,any --at queen@d1
  rookery nonattacking 6 bishop --number 10 --count --fundamental
  rookery nonattacking puzzle.txt --first 3
  rookery nonattacking 13 queen --counts --save queens.ledger

\b
The file holds rows of . (free), # (wall), x (no piece) and given pieces, K Q R B N or P; or a
diagram or a FEN, see "rookery help formats". These lines may follow:
  piece BETZA N     a kind of piece and its number; default: any number of given pieces, or queens
  given K a1,b2     pieces of the kind K, from 0, stand on these squares
  tolerate K K      pieces of these two kinds may attack each other
  rows N            N pieces in each row; also columns N, diagonals N
  regions ROWS      rows of letters, one letter a region; region a1,b2: one more region
  each N            N pieces in each region; default: 1
  weights NUMBERS   weight of a piece on each square, row by row from the top
  wrap torus        all edges wrap around; wrap cylinder: the left and right ones only
  equal             the same number of pieces of each kind
  shields           no rider attacks across a piece
  lightest          find the least weight, or the fewest pieces
  maximal           no further piece may fit

N is a number, 2-4, 2- (at least two), -4 (at most four) or any. A placement is a line of squares;
with several kinds of pieces each square follows its kind, counted from 0, as in 0:a1 1:c2.
"""
EPILOG += SQUARES


@click.command(epilog=EPILOG, short_help="Place non-attacking pieces of any kinds on any board.")
@click.option(
    "--board",
    callback=sides(LONGEST_SIDE),
    metavar="N",
    help="The same as SIZE: the board, such as 8 or 6x8.",
)
@field_options(WRAP_BOARD, *FIELDS.options)
@click.option("--count", is_flag=True, help="Print only the number of placements.")
@click.option("--counts", is_flag=True, help="Print a count for each number of pieces.")
@click.option(
    "--fundamental",
    is_flag=True,
    help="With --count, --counts, --all or --first: up to rotation and reflection.",
)
@unit_options
@click.option(
    "--unique", is_flag=True, help="Print whether there is exactly one placement: yes or no."
)
@click.option("--all", "every", is_flag=True, help="Print all placements, in order.")
@number_option("--first", "Print K placements.", metavar="K")
@click.option(
    "--from",
    "start",
    metavar="PLACEMENT",
    help="With --all or --first: begin with the first placement not before this one.",
)
@number_option("--sample", "Draw K placements at random.", metavar="K")
@click.option("--any", "any_", is_flag=True, help="Print one placement, whichever is found first.")
@output_options
@solving_options(methods_of("nonattacking"))
@board_and_piece("board", "pieces", None)
def nonattacking(output: Output, solving: Solving, **options: Any) -> int:
    """Place pieces so that none attacks another: as many as possible, or the heaviest.

    FILE holds the puzzle; - is standard input. Without FILE, a SIZE such as 8 or 6x8, a PIECE after
    it, and the options up to --source define the puzzle.
    """
    requests = [name for name in REQUESTS if options[name]]
    refuse_mixed(requests)
    if not (options["count"] or options["counts"]):
        refuse_units(options)
    if options["fundamental"] and not SYMMETRIC.intersection(requests):
        raise click.UsageError(
            "expected --fundamental with --count, --counts, --all or --first, got it without"
        )
    if options["start"] is not None and not (options["every"] or options["first"]):
        raise click.UsageError("expected --from with --all or --first, got it without")
    puzzle = _puzzle(options["file"], options["board"], options["fields"])
    if options["count"] or options["counts"]:
        with units_of(options, solving) as keywords:
            keywords["fundamental"] = options["fundamental"]
            counts = (_counts,) if options["counts"] else ()
            return print_count(puzzle, keywords, output, solving.quiet, options, *counts)
    limits = solving.keywords()["limits"]
    if options["every"] or options["first"]:
        start = None if options["start"] is None else _placement(options["start"])
        selection = {name: options[name] for name in ("first", "fundamental")}
        listing = api.listing(puzzle, start=start, limits=limits, **selection)
        text = partial(_line, puzzle)
        result = print_listing(listing, output, solving.quiet, text, "placements")
        if result.status is Status.INFEASIBLE and not solving.quiet:
            say(f"rookery: {none_text('placement', result.note)}")
        return status.of_result(result)
    if options["sample"]:
        k, seed = options["sample"], solving.seed
        drawn = api.sample(puzzle, k, seed=seed, limits=limits)
        result = Result(puzzle, None, k, None, Status.FEASIBLE, Reason.DONE, seed=seed)
        result = replace(result, answers=tuple(drawn))
        placements = "".join(_line(puzzle, placement) for placement in drawn)
        with answering() as answers:
            output.write(answers, result, placements)
        return status.DONE
    if options["unique"]:
        return _unique(puzzle, limits, output, solving.quiet)
    call = api.placement if options["any_"] else api.solve
    words = partial(progress_text, word="value")
    with answering() as answers, reporting(solving.quiet, words) as on_progress:
        result = call(puzzle, on_progress=on_progress, **solving.keywords())
        output.write(answers, result, _line(puzzle, result.answer))
        if not solving.quiet:
            _report(result)
    return status.of_result(result)


def _puzzle(file: str | None, sides: Sides | None, fields: dict[str, Any]) -> NonAttacking:
    """Return the puzzle of a file or of the options."""
    from rookery.nonattacking.puzzle import NonAttacking

    if file is not None:
        for name in (*(["board"] if sides else ()), *fields):
            hint = "the lines of FILE, as --help lists them, say that"
            raise click.UsageError(f"expected {option_of(name)} without FILE, got both; {hint}")
        read = partial(puzzles_of, NONATTACKING)
        puzzle: NonAttacking = read_puzzle(NONATTACKING, file, (), lambda *text: next(read(*text)))
        return puzzle
    if sides is None:
        raise click.UsageError(
            "expected FILE (- is standard input) or a size such as 8, got neither"
        )
    board = Board(*sides, wrap=fields.pop("wrap", ""))
    pieces = fields.pop("pieces", [Piece("Q")])
    expect_one_each("number", fields.get("number"), pieces)
    given = _given(fields.pop("given", ()), pieces)
    return NonAttacking(board, pieces, given=given, **fields)


def _given(texts: Sequence[str], pieces: Sequence[Piece]) -> list[Any]:
    """Return the given pieces: squares, each with its kind if there are several.

    >>> _given(["knight@a1", "b2"], [Piece("Q"), Piece("N")])
    [(1, 'a1'), (1, 'b2')]
    """
    given: list[Any] = []
    kind = 0 if len(pieces) == 1 else None
    for text in texts:
        name, _, square = text.rpartition("@")
        if name:
            piece = Piece(name)
            if piece not in pieces:
                known = " or ".join(map(str, pieces))
                raise click.UsageError(f"--at: expected a {known}, got {shown(name)}")
            kind = pieces.index(piece)
        if kind is None:
            expected = f"expected a kind and a square such as {pieces[0]}@{square}"
            raise click.UsageError(f"--at: {expected}, got {shown(text)}")
        given.append(square if len(pieces) == 1 else (kind, square))
    return given


def _unique(puzzle: NonAttacking, limits: Limits, output: Output, quiet: bool) -> int:
    """Print whether there is exactly one placement."""
    listing = api.listing(puzzle, first=2, limits=limits)
    listed = tuple(placement for block in listing for placement in block)
    result = replace(listing.result, answers=listed)
    is_known = len(listed) == 2 or result.reason is Reason.PROVED
    text = ("yes\n" if len(listed) == 1 else "no\n") if is_known else ""
    with answering() as answers:
        output.write(answers, result, text)
    if is_known:
        return status.DONE
    if not quiet:
        _report(result)
    return status.of_result(result)


def _report(result: Result) -> None:
    """Print the state of an unproved result."""
    if result.status is Status.OPTIMAL or result.reason is Reason.DONE:
        return
    if result.status is Status.INFEASIBLE:
        say(f"rookery: {none_text('placement', result.note)}")
        return
    share = "" if result.share is None else f", {share_text(result.share)} of the work"
    known = "no placement found" if result.value is None else f"value {result.value} so far"
    bound = "" if result.bound is None else f", bound {result.bound}"
    say(f"rookery: {known}{bound}{share}: {result.note or result.reason.value}")


def _counts(result: Result) -> str:
    """Return a count for each number of pieces as lines."""
    if result.by_number is None:
        raise PuzzleError("these placements are not counted for every number of pieces")
    return "".join(f"{number} {count}\n" for number, count in enumerate(result.by_number))


def _placement(line: str) -> list[str | tuple[int, str]]:
    """Return a line of squares as a placement for `rookery.listing`.

    >>> _placement("a1 c2"), _placement("0:a1 1:c2")
    (['a1', 'c2'], [(0, 'a1'), (1, 'c2')])
    """
    found: list[str | tuple[int, str]] = []
    for word in line.replace(",", " ").split():
        kind, colon, square = word.rpartition(":")
        if colon and not (kind.isascii() and kind.isdigit() and len(kind) < 10):
            raise PuzzleError(
                expected="squares such as a1, or 0:a1", found=shown(word), place="--from"
            )
        found.append((int(kind), square) if colon else square)
    return found


def _line(puzzle: NonAttacking, placement: Sequence[PlacedPiece] | None) -> str:
    """Return a placement as a line of squares."""
    if placement is None:
        return ""
    kinds = len(puzzle.pieces) > 1
    name = puzzle.board.name
    squares = (f"{kind}:" * kinds + name((row, column)) for kind, row, column in placement)
    return " ".join(squares) + "\n"
