"""``rookery tour``: the fewest moves past every target to the goal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import TOUR
from rookery.cli import status
from rookery.cli.names import methods_of
from rookery.cli.options import SQUARES, Solving, json_option, solving_options
from rookery.cli.puzzles import field_options, json_puzzle, telling_kind
from rookery.cli.ranges import Integer, Sides, sides
from rookery.cli.report import json_line, live_line, on_terminal, progress_text, write_listing
from rookery.cli.streams import STDIN, Answers, answering, reading, say
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.fields import WRAP
from rookery.results.progress import Progress
from rookery.results.result import Result, Status
from rookery.tour.document import FIELDS
from rookery.tour.validation import ALL, BESIDE, OVER

if TYPE_CHECKING:
    from rookery.boards.board import Square
    from rookery.tour.puzzle import Tour

# Default movers on a whole board: on its squares, past them.
USUAL_WALKER, USUAL_PASSER = "knight", "queen"

LONGEST_SIDE = 999

EPILOG = """\b
Examples:
  rookery tour board.txt
  rookery tour board.txt --mover knight --count
  rookery tour board.txt --mover WA --all --json
  rookery tour board.txt --seconds 10
  rookery tour --whole 8 --closed
  rookery tour --whole 5x6 --count
  rookery tour --whole 5 --wrap torus --closed
  rookery tour --whole 8 --visit over --start c6 --closed

The board is rows, of any size, of Q (the start, whatever the mover), N (a target, visited
from a square beside it), B (the goal, visited last; there may be none), P (a pawn, in the
way), # (a wall, which hoppers cannot pass either) and . (empty); or a diagram or a FEN, see
"rookery help formats". These lines may follow it:

\b
  mover BETZA       the piece that tours; default: a queen
  visit on          N and B are free squares, visited by standing on them
  visit over        the same, but N are visited by passing over them too
  target a1,b2      another target: any of these squares, visited by standing on it
  goal a1,b2        the tour ends on any of these squares
  closed            the tour ends where it began
  all               every free square is a target
  once              no square is stood on twice; the board may lack Q then
  turn half         a closed tour of all squares looks the same after a half, or quarter, turn
  wrap torus        the edges are joined; wrap cylinder: only the left and right one

The answer is the first of the shortest paths when squares are compared by file, then by rank,
or the word impossible. With too many targets for that, the best path found within --seconds is
printed, and of a whole board any path that stands on every square once; what is proved about it
is said on standard error, or by --json.
"""
EPILOG += SQUARES


@click.command(epilog=EPILOG)
@click.argument("file", default=STDIN)
@click.option(
    "--whole",
    callback=sides(LONGEST_SIDE),
    metavar="SIZE",
    help="In place of FILE: a board of this size, such as 8 or 5x6, every square of which is to be "
    "stood on just once.",
)
@field_options(WRAP, *FIELDS.options)
@click.option("--count", is_flag=True, help="Print only the number of shortest paths.")
@click.option("--all", "every", is_flag=True, help="Print all shortest paths, in order.")
@click.option("--first", type=Integer(min=1), metavar="K", help="Print the first K shortest paths.")
@json_option
@solving_options(methods_of("tour"), told="10 where it searches; else no limit")
def tour(  # noqa: PLR0913 - the options of a command
    file: str,
    whole: Sides | None,
    fields: dict[str, Any],
    count: bool,
    every: bool,
    first: int | None,
    as_json: bool,
    solving: Solving,
) -> int:
    """Find the shortest tour past all targets.

    FILE holds the board; without it, or when it is -, standard input is read.
    """
    if count + every + (first is not None) > 1:
        raise click.UsageError("expected one of --count, --all and --first")
    if whole is None and not fields.keys().isdisjoint(("start", "goal", "closed", "once", "turn")):
        raise click.UsageError("expected --whole with --start, --goal, --closed, --once and --turn")
    if whole is not None and file != STDIN:
        raise click.UsageError("expected FILE or --whole, got both")
    with answering() as answers:
        puzzle = _read(file, fields) if whole is None else _whole(whole, fields)
        if every or first is not None:
            return _list(puzzle, first, as_json, solving, answers)
        with live_line(
            on_terminal(solving.quiet), partial(progress_text, word="moves")
        ) as on_progress:
            ask = api.count if count else api.solve
            result: Result = ask(puzzle, on_progress=on_progress, **solving.keywords())
        if as_json:
            answers.write(json_line(result))
        elif result.status is Status.INFEASIBLE and not count:
            answers.write("impossible\n")
        elif count:
            answers.write("" if result.value is None else f"{result.value}\n")
        elif result.answer is not None:
            answers.write(_line(puzzle, result.answer))
        if not solving.quiet:
            _explain(result, count)
    return status.of_result(result)


def _read(file: str, fields: dict[str, Any]) -> Tour:
    from rookery.tour.puzzle import Tour
    from rookery.tour.text import read

    with reading(file) as (stream, name):
        data = stream.read_all()
    puzzle: Tour | None = json_puzzle(TOUR, data, name, fields)
    if puzzle is not None:
        return puzzle
    with telling_kind(TOUR, data, name):
        return read(Tour, drawing_tokens(data, name), **fields)


def _whole(sides: Sides, fields: dict[str, Any]) -> Tour:
    """Return the tour that stands on every square once, or passes over those it does not."""
    from rookery.boards.board import Board
    from rookery.tour.puzzle import Tour

    over = fields.get("visit") == OVER
    if fields.get("visit") == BESIDE or ("once" in fields and not over):
        raise click.UsageError("expected --visit on or over with --whole, and over with --once")
    board = Board(*sides, wrap=fields.pop("wrap", ""))
    if not over:
        fields.pop("visit", None)
        return Tour.hamiltonian(board, **{"mover": USUAL_WALKER} | fields)
    if not {"start", "once"} & fields.keys():
        raise click.UsageError("expected --start or --once with --visit over")
    return Tour(board, **{"start": None, "mover": USUAL_PASSER, "targets": ALL} | fields)


def _explain(result: Result, count: bool) -> None:
    """Say what is not in the answer: how far it is proved, or why there is none."""
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


def _list(
    puzzle: Tour, first: int | None, as_json: bool, solving: Solving, answers: Answers
) -> int:
    """Write shortest paths, each as soon as it is found."""
    listing = api.listing(puzzle, first=first, limits=solving.keywords()["limits"])
    result = write_listing(listing, answers, as_json, partial(_line, puzzle))
    if result.status is Status.INFEASIBLE and not as_json:
        answers.write("impossible\n")
        if not solving.quiet:
            _explain(result, count=True)
    return status.of_result(result)
