"""``rookery queens``: placements of n queens, listed, counted, estimated and sampled."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

import rookery as api
from rookery.boards.board import Board
from rookery.cli import status
from rookery.cli.options import SQUARES_AND_ROWS, Solving, number_option, solving_options
from rookery.cli.puzzles import field_options, refuse_mixed
from rookery.cli.report import (
    MOST_DRAWN,
    Output,
    json_line_of,
    output_options,
    reporting,
    rows_from_one,
    units_text,
)
from rookery.cli.streams import answering, say
from rookery.cli.types import Side, queens_methods
from rookery.cli.workers import print_count, refuse_units, unit_options, units_of
from rookery.errors import LimitError, PuzzleError, shown
from rookery.queens.document import FIELDS, placement_data
from rookery.queens.puzzle import Queens, contradiction
from rookery.results.limits import Clock
from rookery.results.result import Reason, Result, Status

if TYPE_CHECKING:
    from rookery.queens.listing.blocks import Block

EPILOG = """\b
Examples:
  rookery queens 8 --at a8
  rookery queens 12 --count --fundamental
  rookery queens 8 --fundamental
  rookery queens 8 --at a8 --json | rookery show
  rookery queens 40 --estimate --seconds 60
  rookery queens 20 --count --save n20.ledger
  rookery queens 20 --count --resume n20.ledger
  rookery queens 20 --count --workers 8 --verify 0.05
  rookery queens 20 --count --device cuda
  rookery queens 20 --block a1 --block b2 --first 5 --json
  rookery queens 14 --from "1 3 5 7 9" --first 1
  rookery queens 12 --sample 3 --seed 7
  rookery queens 1000000 --any

A placement is a line of numbers: the row of the queen in each column from the left. Placements
are printed in lexicographic order, each as soon as it is found; samples are printed as they are
drawn.
"""
EPILOG += SQUARES_AND_ROWS


@click.command(epilog=EPILOG, short_help="List, count, estimate or sample non-attacking queens.")
@click.argument("n", type=Side(min=1))
@field_options(*FIELDS.options)
@click.option("--count", is_flag=True, help="Print only the number of placements.")
@click.option(
    "--estimate",
    is_flag=True,
    help="Print an estimate of that number, from random samples; --seconds is 10 by default.",
)
@click.option(
    "--fundamental", is_flag=True, help="Count or list placements up to rotation and reflection."
)
@unit_options
@click.option("--all", "every", is_flag=True, help="Print all placements, in order: the default.")
@number_option("--first", "Stop after K placements.", metavar="K")
@click.option(
    "--from",
    "start",
    metavar="ROWS",
    help="Begin with the first placement not before these rows; missing rows are 1.",
)
@number_option(
    "--sample",
    "Draw K placements at random, uniformly and independently; some may repeat.",
    metavar="K",
)
@click.option("--any", "any_", is_flag=True, help="Print one placement, whichever is found first.")
@output_options
@solving_options(queens_methods)
def queens(n: int, fields: dict[str, Any], output: Output, solving: Solving, **options: Any) -> int:
    """List, count, estimate or sample the placements of N non-attacking queens.

    The board is N x N; no two queens share a row, a column or a diagonal.
    """
    _refuse_mixed(options, solving)
    if options["estimate"] and output.draws:
        raise click.UsageError("expected --estimate or a picture of placements, got both")
    puzzle = Queens(n, **fields)
    if options["count"]:
        with units_of(options, solving) as keywords:
            keywords["fundamental"] = options["fundamental"]
            return print_count(puzzle, keywords, output, solving.quiet, options)
    if not solving.quiet and (fault := contradiction(puzzle)):
        say(f"rookery: no placement: {fault}")
    if options["estimate"]:
        return _estimate(puzzle, output, solving)
    if options["any_"]:
        with answering() as answers:
            result = api.placement(puzzle, **solving.keywords())
            found = [] if result.answer is None else [result.answer]
            output.write(answers, result, lines(found, n))
            if result.status is Status.UNKNOWN and not (output.as_json or solving.quiet):
                say(f"rookery: no placement found: {result.reason.value}")
            _say_none(result, output, solving)
        return status.of_result(result)
    if options["sample"]:
        return _sample(puzzle, options["sample"], output, solving)
    start = None if options["start"] is None else read_rows(options["start"], n)
    selection = {name: options[name] for name in ("first", "fundamental")}
    return _list(puzzle, selection | {"start": start}, output, solving)


def _refuse_mixed(options: dict[str, Any], solving: Solving) -> None:
    """Raise an error for options that exclude each other."""
    requests = [name for name in ("count", "estimate", "sample", "any_", "every") if options[name]]
    if options["first"] is not None or (options["start"] is not None and not options["every"]):
        requests.append("first" if options["start"] is None else "start")
    refuse_mixed(requests)
    if solving.method != "auto" and not (options["count"] or options["any_"]):
        raise click.UsageError("expected --method with --count or --any, got it without")
    if options["fundamental"] and requests and requests[0] in ("estimate", "sample", "any_"):
        refuse_mixed(["fundamental", *requests])
    if not options["count"]:
        refuse_units(options)


def read_rows(text: str, n: int) -> tuple[int, ...]:
    """Return the rows from 0 of a line of rows from 1; missing rows at its end are 0.

    >>> read_rows("2 4 1", 4)
    (1, 3, 0, 0)
    >>> read_rows("2 5", 4)
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: --from: expected a row from 1 to 4 in column 2, got '5'
    """
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= n:
        raise PuzzleError(expected=f"1 to {n} rows", found=f"{len(words)}", place="--from")
    for column, word in enumerate(words, 1):
        if not (word.isascii() and word.isdigit() and len(word) < 10 and 1 <= int(word) <= n):
            raise PuzzleError(
                expected=f"a row from 1 to {n} in column {column}",
                found=shown(word),
                place="--from",
            )
    return (*(int(word) - 1 for word in words), *[0] * (n - len(words)))


def _estimate(puzzle: Queens, output: Output, solving: Solving) -> int:
    keywords = solving.keywords()
    given = {name: keywords[name] for name in ("limits", "seed", "threads")}
    with answering() as answers, reporting(solving.quiet, units_text) as on_progress:
        estimate = api.estimate(puzzle, on_progress=on_progress, **given)
        if output.as_json:
            answers.write(f"{estimate.to_json()}\n")
        elif estimate.value is not None:
            answers.write(f"{estimate}\n")
        elif not solving.quiet:
            say(f"rookery: no estimate: {estimate.reason.value}")
    if estimate.reason is Reason.INTERRUPTED:
        return status.INTERRUPTED
    return status.NO_ANSWER if estimate.value is None else status.DONE


def _sample(puzzle: Queens, k: int, output: Output, solving: Solving) -> int:
    keywords = solving.keywords()
    clock = Clock(keywords["limits"])
    late = False
    with answering() as answers:
        found: list[Any] = []
        if not contradiction(puzzle):
            try:
                given = {name: keywords[name] for name in ("limits", "threads")}
                found = api.sample(puzzle, k, seed=solving.seed, **given)
            except LimitError as error:
                if clock.seconds_left():
                    raise
                late = True
                if not solving.quiet:
                    say(f"rookery: {error}")
        reason = Reason.TIME if late else Reason.DONE if found else Reason.PROVED
        empty = Status.UNKNOWN if late else Status.INFEASIBLE
        state = Status.FEASIBLE if found else empty
        value = len(found) if found else None
        result = Result(
            puzzle, tuple(found), value, None, state, reason, clock.seconds(), seed=solving.seed
        )
        output.write(answers, result, lines(found, puzzle.n))
    return status.NO_ANSWER if late else status.DONE


def _list(puzzle: Queens, selection: dict[str, Any], output: Output, solving: Solving) -> int:
    """Write placements block by block, as they are found."""
    kept: list[str] = []
    drawn: list[Any] = []
    limits = solving.keywords()["limits"]
    with answering() as answers:
        listing = api.listing(puzzle, limits=limits, **selection)
        for block in listing:
            if output.draws:
                drawn += (tuple(map(int, rows)) for rows in block[: MOST_DRAWN - len(drawn)])
            if output.as_json and isinstance(block, list):
                kept.append(json.dumps(list(map(placement_data, block))))
            elif output.as_json:
                import numpy as np

                kept.append(json.dumps(_name_table(puzzle.n)[np.arange(puzzle.n), block].tolist()))
            elif len(block):
                answers.write(lines(block, puzzle.n))
        result = listing.result
        if output.as_json:
            for part in json_line_of(result, kept):
                answers.write(part)
        elif result.reason not in (Reason.PROVED, Reason.DONE) and not solving.quiet:
            found = listing.found
            say(f"rookery: {found} placements, not listed to the end: {result.reason.value}")
        _say_none(result, output, solving)
        answers.flush()
        output.draw([replace(result, answers=tuple(drawn))])
    return status.of_result(result)


def _say_none(result: Result, output: Output, solving: Solving) -> None:
    """Say why a puzzle without a contradiction, which is named first, has no placement."""
    quiet = output.as_json or solving.quiet or result.status is not Status.INFEASIBLE
    if not quiet and not contradiction(result.puzzle):
        say(f"rookery: {result.note}")


@lru_cache(maxsize=1)
def _name_table(n: int) -> Any:
    """Return the names of the squares as an array: a row for each file, from the top."""
    import numpy as np

    name = Board(n).name
    files = [[name((row, column)) for row in range(n)] for column in range(n)]
    return np.array(files, dtype=object)


def lines(block: Block, n: int) -> str:
    r"""Return a block of placements as lines of rows from 1.

    >>> lines([(1, 3, 0, 2)], 4)
    '2 4 1 3\n'
    """
    if isinstance(block, list):
        return "".join(f"{' '.join(map(str, rows_from_one(rows)))}\n" for rows in block)
    import numpy as np

    words = np.array([f"{row} " for row in range(1, n + 1)], np.bytes_)
    text = words.view(np.uint8).reshape(n, -1)[block]  # padded with zeros
    ends = np.array([f"{row}\n" for row in range(1, n + 1)], np.bytes_)
    text[:, -1] = ends.view(np.uint8).reshape(n, -1)[block[:, -1]]
    flat = text.ravel()
    written: bytes = flat[flat != 0].tobytes()
    return written.decode()
