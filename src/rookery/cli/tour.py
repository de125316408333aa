"""``rookery tour``: the fewest moves past every target to the goal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.api.texts import TOUR
from rookery.boards.board import WRAPS
from rookery.cli import status
from rookery.cli.fields import credit_options
from rookery.cli.json_puzzles import json_puzzle
from rookery.cli.kinds import telling_kind
from rookery.cli.names import Choice, NamedOption, methods_of, piece_names
from rookery.cli.options import SQUARES, Solving, json_option, solving_options
from rookery.cli.progress import live_line, on_terminal, progress_text
from rookery.cli.ranges import Integer, Sides, sides
from rookery.cli.report import json_line
from rookery.cli.streams import STDIN, Answers, answering, reading, say
from rookery.reading.diagrams import drawing_tokens
from rookery.results.progress import Progress
from rookery.results.result import Result, Status
from rookery.tour.rules import TURNS
from rookery.tour.validation import ALL, BESIDE, OVER, VISITS

if TYPE_CHECKING:
    from rookery.boards.board import Board, Square
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
    "--mover",
    cls=NamedOption,
    names=piece_names,
    metavar="BETZA",
    help="The piece that tours: Betza notation, or a name such as knight; default: what FILE says, "
    "else a queen; with --whole a knight.",
)
@click.option(
    "--whole",
    callback=sides(LONGEST_SIDE),
    metavar="SIZE",
    help="In place of FILE: a board of this size, such as 8 or 5x6, every square of which is to be "
    "stood on just once.",
)
@click.option(
    "--visit",
    type=Choice(VISITS),
    help="How targets are visited: from beside them, by standing on them, or by passing over them "
    "too; default: what FILE says, else beside; with --whole on. With --whole over is for a queen "
    "unless --mover says otherwise, and squares may be stood on again.",
)
@click.option(
    "--wrap",
    type=Choice(WRAPS[1:]),
    help="Join the left and right edge, or all; default: what FILE says, else none.",
)
@click.option("--start", metavar="SQUARE", help="With --whole: where the tour starts.")
@click.option("--goal", metavar="SQUARE", help="With --whole: where it ends.")
@click.option("--closed", is_flag=True, help="With --whole: it ends where it began.")
@click.option(
    "--once", is_flag=True, help="With --whole --visit over: no square is stood on twice."
)
@click.option(
    "--turn",
    type=Choice(tuple(TURNS)),
    help="With --whole --closed: it looks the same when the board is turned so far.",
)
@click.option("--count", is_flag=True, help="Print only the number of shortest paths.")
@click.option("--all", "every", is_flag=True, help="Print all shortest paths, in order.")
@click.option("--first", type=Integer(min=1), metavar="K", help="Print the first K shortest paths.")
@credit_options
@json_option
@solving_options(methods_of("tour"), told="10 where it searches; else no limit")
def tour(  # noqa: PLR0913 - the options of a command
    file: str,
    mover: str | None,
    whole: Sides | None,
    visit: str | None,
    wrap: str | None,
    start: str | None,
    goal: str | None,
    closed: bool,
    once: bool,
    turn: str | None,
    count: bool,
    every: bool,
    first: int | None,
    credits: dict[str, str],
    as_json: bool,
    solving: Solving,
) -> int:
    """Find the shortest tour past all targets.

    FILE holds the board; without it, or when it is -, standard input is read.
    """
    if count + every + (first is not None) > 1:
        raise click.UsageError("expected one of --count, --all and --first")
    if whole is None and (start or goal or closed or once or turn):
        raise click.UsageError("expected --whole with --start, --goal, --closed, --once and --turn")
    if whole is not None and file != STDIN:
        raise click.UsageError("expected FILE or --whole, got both")
    over = visit == OVER
    if whole is not None and (visit == BESIDE or (once and not over)):
        raise click.UsageError("expected --visit on or over with --whole, and over with --once")
    with answering() as answers:
        if whole is not None:
            ends = {"start": start, "goal": goal, "closed": closed, "turn": turn, **credits}
            board = _board(whole, wrap or "")
            puzzle = _passed(board, mover, once, ends) if over else _whole(board, mover, ends)
        else:
            puzzle = _read(file, {"mover": mover, "visit": visit, "wrap": wrap, **credits})
        if every or first is not None:
            return _list(puzzle, first, as_json, solving, answers)
        ask = _count if count else _solve
        with live_line(
            on_terminal(solving.quiet), partial(progress_text, word="moves")
        ) as on_progress:
            result = ask(puzzle, solving.keywords() | {"on_progress": on_progress})
        if count:
            answers.write(json_line(result) if as_json else _number(result))
        else:
            answers.write(json_line(result) if as_json else _text(result))
        if not solving.quiet:
            _explain(result, count)
    return status.of_result(result)


def _read(file: str, chosen: dict[str, str | None]) -> Tour:
    from rookery.tour.text import read

    said = {name: value for name, value in chosen.items() if value is not None}
    with reading(file) as (stream, name):
        data = stream.read_all()
    puzzle: Tour | None = json_puzzle(TOUR, data, name, list(chosen))
    if puzzle is not None:
        return puzzle
    with telling_kind(TOUR, data, name):
        return read(drawing_tokens(data, name), **said)


def _board(size: Sides, wrap: str) -> Board:
    from rookery.boards.board import Board

    return Board(*size, wrap=wrap)


def _whole(board: Board, mover: str | None, ends: dict[str, Any]) -> Tour:
    """Return the tour that stands on every square once."""
    from rookery.tour.puzzle import Tour

    return Tour.hamiltonian(board, mover or USUAL_WALKER, **ends)


def _passed(board: Board, mover: str | None, once: bool, ends: dict[str, Any]) -> Tour:
    """Return the tour that stands on every square or passes over it."""
    from rookery.tour.puzzle import Tour

    if ends["start"] is None and not once:
        raise click.UsageError("expected --start or --once with --visit over")
    return Tour(board, targets=ALL, mover=mover or USUAL_PASSER, visit=OVER, once=once, **ends)


def _solve(puzzle: Tour, keywords: dict[str, Any]) -> Result:
    return api.solve(puzzle, **keywords)


def _count(puzzle: Tour, keywords: dict[str, Any]) -> Result:
    return api.count(puzzle, **keywords)


def _text(result: Result) -> str:
    if result.answer is not None:
        return "".join(_names(result.puzzle, result.answer)) + "\n"
    return "impossible\n" if result.status is Status.INFEASIBLE else ""


def _number(result: Result) -> str:
    return "" if result.value is None else f"{result.value}\n"


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


def _names(puzzle: Tour, path: tuple[Square, ...]) -> list[str]:
    return [puzzle.board.name(square) for square in path]


def _list(
    puzzle: Tour, first: int | None, as_json: bool, solving: Solving, answers: Answers
) -> int:
    """Write shortest paths, each as soon as it is found."""
    listing = api.listing(puzzle, first=first, limits=solving.keywords()["limits"])
    kept: list[tuple[Square, ...]] = []
    for paths in listing:
        if as_json:
            kept += paths
        else:
            answers.write("".join("".join(_names(puzzle, path)) + "\n" for path in paths))
    result = listing.result
    if as_json:
        answers.write(json_line(replace(result, answers=tuple(kept))))
    elif result.status is Status.INFEASIBLE:
        answers.write("impossible\n")
        if not solving.quiet:
            _explain(result, count=True)
    return status.of_result(result)
