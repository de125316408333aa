"""``rookery tour``: the fewest moves past every target to the goal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import TOUR
from rookery.boards.board import Board, Square
from rookery.cli import status
from rookery.cli.options import SQUARES, Solving, number_option, solving_options
from rookery.cli.puzzles import board_and_piece, field_options, read_puzzle
from rookery.cli.report import (
    Output,
    live_line,
    on_terminal,
    output_options,
    print_listing,
    progress_text,
)
from rookery.cli.streams import STDIN, answering, say
from rookery.cli.types import Sides, methods_of, sides
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.fields import WRAP
from rookery.results.progress import Progress
from rookery.results.result import Result, Status
from rookery.tour.document import FIELDS
from rookery.tour.validation import ALL, BESIDE, OVER

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour

LONGEST_SIDE = 999  # squares; longest side of --whole

EPILOG = """\b
Examples:
  rookery tour board.txt
  rookery tour board.txt --mover knight --count
  rookery tour board.txt --mover WA --all --json
  rookery tour board.txt --seconds 10
  rookery tour 8 --closed
  rookery tour 5x6 --count
  rookery tour --whole 5 --wrap torus --closed
  rookery tour --whole 8 --visit over --start c6 --closed

The board is rows, of any size, of Q (the start, whatever the mover), N (a target, visited
from a square beside it), B (the goal, visited last; optional), P (a pawn, an obstacle), # (a wall,
which hoppers cannot pass either) and . (empty); or a diagram or a FEN, see "rookery help formats".
These lines may follow it:

\b
  mover BETZA       the piece that tours; default: a queen
  visit on          N and B are free squares, visited by standing on them
  visit over        the same, but passing over a target visits it too
  target a1,b2      another target: any of these squares, visited by standing on it
  goal a1,b2        the tour ends on any of these squares
  closed            the tour ends where it began
  all               every free square is a target
  once              no square is stood on twice; the board then needs no Q
  turn half         the closed tour of all squares has half-turn symmetry; also turn quarter
  wrap torus        all edges wrap around; wrap cylinder: the left and right ones only

The answer is the first of the shortest paths when squares are compared by file, then by rank,
or the word impossible. With too many targets for that search, it is the best path found within
--seconds; with --whole, any path that stands on every square once. The proved bound is printed to
standard error, or with --json.
"""
EPILOG += SQUARES


@click.command(epilog=EPILOG)
@click.option(
    "--whole",
    callback=sides(LONGEST_SIDE),
    metavar="SIZE",
    help="Instead of FILE: stand once on every square of a board of this size, such as 8 or 5x6.",
)
@field_options(WRAP, *FIELDS.options)
@click.option("--count", is_flag=True, help="Print only the number of shortest paths.")
@click.option("--all", "every", is_flag=True, help="Print all shortest paths, in order.")
@number_option("--first", "Print the first K shortest paths.", metavar="K")
@output_options
@solving_options(methods_of("tour"), no_seconds="10 if it needs a search; else no limit")
@board_and_piece("whole", "mover")
def tour(  # noqa: PLR0913 - the options of a command
    file: str,
    whole: Sides | None,
    fields: dict[str, Any],
    count: bool,
    every: bool,
    first: int | None,
    output: Output,
    solving: Solving,
) -> int:
    """Find the shortest tour past all targets.

    FILE holds the board; without it, or if it is -, standard input is read. A SIZE such as 8 or 5x6
    stands for --whole, and a PIECE after either for --mover.
    """
    if count + every + (first is not None) > 1:
        raise click.UsageError("expected one of --count, --all and --first")
    if whole is None and not fields.keys().isdisjoint(("start", "goal", "closed", "once", "turn")):
        raise click.UsageError("expected --whole with --start, --goal, --closed, --once and --turn")
    if whole is not None and file != STDIN:
        raise click.UsageError("expected FILE or --whole, got both")
    if whole is None:
        from rookery.tour.puzzle import Tour
        from rookery.tour.text import read

        puzzle: Tour = read_puzzle(
            TOUR, file, fields, lambda *given: read(Tour, drawing_tokens(*given), **fields)
        )
    else:
        puzzle = _whole(whole, fields)
    if every or first is not None:
        listing = api.listing(puzzle, first=first, limits=solving.keywords()["limits"])
        result = print_listing(listing, output, solving.quiet, partial(_line, puzzle), "tours")
        if result.status is Status.INFEASIBLE and not output.as_json:
            with answering() as answers:
                answers.write("impossible\n")
            if not solving.quiet:
                _report(result, count=True)
        return status.of_result(result)
    with answering() as answers:
        with live_line(
            on_terminal(solving.quiet), partial(progress_text, word="moves")
        ) as on_progress:
            call = api.count if count else api.solve
            result = call(puzzle, on_progress=on_progress, **solving.keywords())
        if result.status is Status.INFEASIBLE and not count:
            text = "impossible\n"
        elif count:
            text = "" if result.value is None else f"{result.value}\n"
        else:
            text = "" if result.answer is None else _line(puzzle, result.answer)
        output.write(answers, result, text)
        if not solving.quiet:
            _report(result, count)
    return status.of_result(result)


def _whole(sides: Sides, fields: dict[str, Any]) -> Tour:
    """Return the tour that visits every square once, by standing on it or also by passing over."""
    from rookery.tour.puzzle import Tour

    over = fields.get("visit") == OVER
    if fields.get("visit") == BESIDE or ("once" in fields and not over):
        raise click.UsageError("expected --visit on or over with --whole, and over with --once")
    board = Board(*sides, wrap=fields.pop("wrap", ""))
    if not over:
        fields.pop("visit", None)
        return Tour.hamiltonian(board, **{"mover": "knight"} | fields)
    if not {"start", "once"} & fields.keys():
        raise click.UsageError("expected --start or --once with --visit over")
    return Tour(board, **{"start": None, "mover": "queen", "targets": ALL} | fields)


def _report(result: Result, count: bool) -> None:
    """Print the bound of an answer, or why none was found, and the result's note."""
    if result.status is Status.FEASIBLE:
        last = Progress(result.seconds, result.value, result.bound)
        say(f"rookery: {progress_text(last, 'moves')}: {result.reason.value}")
        return
    if result.status is Status.UNKNOWN:
        known = "" if count else f", bound {result.bound}"
        say(f"rookery: no answer: {result.reason.value}{known}")
    if result.note and not (result.puzzle.once and result.answer):
        say(f"rookery: {result.note}")


def _line(puzzle: Tour, path: tuple[Square, ...]) -> str:
    return "".join(map(puzzle.board.name, path)) + "\n"
