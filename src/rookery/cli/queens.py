"""``rookery queens``: the placements of n queens, or how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rookery import api
from rookery.cli import status
from rookery.cli.cluster import cluster, cluster_options
from rookery.cli.options import Solving, json_option, solving_options, square_options
from rookery.cli.progress import told, units_text
from rookery.cli.report import json_line, rows_from_one
from rookery.cli.streams import answering, say
from rookery.result import Clock, Reason, Result, Status

if TYPE_CHECKING:
    from rookery.queens.puzzle import Queens

EPILOG = """\b
Examples:
  rookery queens 8 --at a8
  rookery queens 12 --count --fundamental
  rookery queens 20 --count --save n20.ledger
  rookery queens 20 --count --resume n20.ledger
  rookery queens 20 --count --workers 8
  rookery queens 20 --block a1 --block b2 --first 5 --json

A placement is a line of rows from 1 at the top, one for each column from the left. They
come in lexicographic order, each as soon as it is found.
"""


@click.command(epilog=EPILOG)
@click.argument("n", type=click.IntRange(min=1))
@square_options
@click.option("--count", is_flag=True, help="Print how many there are, and none of them.")
@click.option(
    "--fundamental", is_flag=True, help="With --count: turned and mirrored images count once."
)
@click.option(
    "--save",
    metavar="FILE",
    help="With --count: write each unit of work to a new file, the ledger.",
)
@click.option(
    "--resume", metavar="FILE", help="With --count: go on from a ledger that --save began."
)
@cluster_options
@click.option(
    "--batch", type=click.IntRange(min=1), metavar="K", help="Units sent to a worker together."
)
@click.option("--first", type=click.IntRange(min=1), metavar="K", help="Stop after K placements.")
@json_option
@solving_options()
def queens(  # noqa: PLR0913 - the options of a command
    n: int,
    count: bool,
    fundamental: bool,
    save: str | None,
    resume: str | None,
    dask: str | None,
    workers: int | None,
    batch: int | None,
    first: int | None,
    as_json: bool,
    solving: Solving,
    **squares: tuple[str, ...],
) -> int:
    """List or count placements of peaceful queens.

    N queens stand on an N x N board so that none attacks another.
    """
    from rookery.queens.puzzle import Queens

    if count and first is not None:
        raise click.UsageError("expected --count or --first, got both")
    puzzle = Queens(n, given=squares["at"], blocked=squares["block"])
    counting: dict[str, Any] = {"fundamental": fundamental, "save": save, "resume": resume}
    if count:
        with cluster(dask, workers) as executor:
            counting |= {"executor": executor, "batch": batch or 1}
            return _count(puzzle, counting, as_json, solving)
    for name, value in (counting | {"dask": dask, "workers": workers, "batch": batch}).items():
        if value:
            raise click.UsageError(f"expected --{name} with --count, got it without")
    return _list(puzzle, first, as_json, solving)


def _count(puzzle: Queens, counting: dict[str, Any], as_json: bool, solving: Solving) -> int:
    with answering() as answers, told(solving.quiet, units_text) as on_progress:
        result = api.count(puzzle, on_progress=on_progress, **counting, **solving.keywords())
        if as_json:
            answers.write(json_line(result))
        elif result.status is Status.OPTIMAL:
            answers.write(f"{result.value}\n")
        elif not solving.quiet:
            say(f"rookery: at least {result.value}, not counted to the end: {result.reason.value}")
    return status.of_result(result)


def _list(puzzle: Queens, first: int | None, as_json: bool, solving: Solving) -> int:
    listing = _Listing(first, Clock(solving.keywords()["limits"]))
    kept: list[list[int]] = []
    with answering() as answers:
        for rows in listing.each(puzzle):
            if as_json:
                kept.append(rows)
            else:
                answers.write(f"{' '.join(map(str, rows))}\n")
        result = listing.result(puzzle)
        if as_json:
            answers.write(json_line(result, placements=kept))
    return status.of_result(result)


class _Listing:
    """The placements up to a number, a time or Ctrl-C, and what ended them."""

    def __init__(self, first: int | None, clock: Clock) -> None:
        self.first = first
        self.clock = clock
        self.found = 0
        self.reason = Reason.PROVED

    def each(self, puzzle: Queens) -> Iterator[list[int]]:
        """Yield the rows of each placement, from 1 at the top."""
        from rookery.queens.placements import open_rows, search

        timed = self.clock.limits.seconds is not None
        try:
            for placement in search(open_rows(puzzle), bool(puzzle.blocked)):
                if timed and not self.clock.left():
                    self.reason = Reason.TIME
                    return
                if placement is None:
                    continue
                yield rows_from_one(placement)
                self.found += 1
                if self.found == self.first:
                    self.reason = Reason.DONE
                    return
        except KeyboardInterrupt:
            self.reason = Reason.INTERRUPTED

    def result(self, puzzle: Queens) -> Result:
        """Return what was found as a result; its value is the number listed."""
        proved = self.reason is Reason.PROVED
        value = self.found if proved or self.found else None
        return Result(
            puzzle,
            answer=None,
            value=value,
            bound=value if proved else None,
            status=Status.OPTIMAL if proved else Status.FEASIBLE if value else Status.UNKNOWN,
            reason=self.reason,
            seconds=self.clock.seconds(),
            method="search",
        )
