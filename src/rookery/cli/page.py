"""``rookery page``: puzzles in one HTML file, played without a server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import click

from rookery.api.books import TITLE, book, daily_puzzles
from rookery.api.texts import puzzles_of
from rookery.cli import status
from rookery.cli.options import number_option, puzzle_option
from rookery.cli.streams import STDIN, STDOUT, answering, reading
from rookery.cli.types import Integer

DAY = click.DateTime(["%Y-%m-%d"])
EPILOG = """\b
Examples:
  rookery page puzzles.json -o book.html
  rookery page monday.txt tuesday.txt --title "For the bus" -o book.html
  rookery regions generate 8 --number 12 | rookery page -o book.html
  rookery page --days 30 --title "Queens of the day" -o index.html

The file needs no network: open it in any browser, mail it, or put it on any web host. It has the
puzzles with hints, steps and a clock, and keeps the times of those solved in the browser.
"""


@click.command(epilog=EPILOG, short_help="Write puzzles as one page to play, without a server.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("-o", "--output", metavar="FILE", default=STDOUT, help="The page; default: stdout.")
@click.option("--title", metavar="TEXT", default=TITLE, show_default=True, help="Its title.")
@number_option("--days", "Instead of FILEs: a puzzle for each of N days; later ones stay closed.")
@click.option("--from", "first", type=DAY, metavar="DATE", help="The first day; default: today.")
@number_option("--size", "Rows of the puzzles of days.", 8, type=Integer(4, 16))
@puzzle_option
def page(  # noqa: PLR0913 - the options of a command
    files: tuple[str, ...],
    output: str,
    title: str,
    days: int | None,
    first: datetime | None,
    size: int,
    kind: str | None,
) -> int:
    """Write the region puzzles of FILEs as one HTML page that is played without a server.

    Each puzzle must have exactly one answer. Without FILE standard input is read.
    """
    if days is None and first is not None:
        raise click.UsageError("expected --days with --from, got none")
    if days is not None and files:
        raise click.UsageError("expected FILEs or --days, got both")
    if days is None:
        text = book(_read(files or (STDIN,), kind), title=title)
    else:
        first_day = (first or datetime.now()).date()
        text = book(daily_puzzles(first_day, days, size), title=title, first_day=first_day)
    with answering(output) as answers:
        answers.write(text)
    return status.DONE


def _read(files: Iterable[str], kind: str | None) -> Iterator[Any]:
    for file in files:
        with reading(file) as (stream, name):
            yield from puzzles_of(kind, stream.read_all(), name)
