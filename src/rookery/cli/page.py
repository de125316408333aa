"""``rookery page``: puzzles in one HTML file, played without a server."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from rookery.api.regions import TITLE, book, daily_puzzles
from rookery.api.texts import puzzles_of
from rookery.cli import status
from rookery.cli.options import number_option, puzzle_option
from rookery.cli.streams import STDIN, STDOUT, answering, read_all
from rookery.cli.types import Integer
from rookery.view.book import Book

DAY = click.DateTime(["%Y-%m-%d"])
FOLDER = click.Path(file_okay=False, path_type=Path)
FIRST_PAGE, DAYS_PAGE = "index.html", "days.html"
DAILY = "A puzzle for each day"
EPILOG = """\b
Examples:
  rookery page puzzles.json -o book.html
  rookery page monday.txt tuesday.txt --title "For the bus" -o book.html
  rookery regions generate 8 --number 12 | rookery page -o book.html
  rookery page --days 30 --title "Queens of the day" -o index.html
  rookery page puzzles.json --days 365 --static site

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
@click.option("--static", type=FOLDER, metavar="DIR", help="Write a site for any web host here.")
@puzzle_option
def page(  # noqa: PLR0913 - the options of a command
    files: tuple[str, ...],
    output: str,
    title: str,
    days: int | None,
    first: datetime | None,
    size: int,
    static: Path | None,
    kind: str | None,
) -> int:
    """Write the region puzzles of FILEs as one HTML page that is played without a server.

    Each puzzle must have exactly one answer. Without FILE standard input is read. With --static,
    DIR gets a page index.html, which any web host can serve; with FILEs and --days it has the
    puzzles of FILEs, and a page days.html those of the days.
    """
    if days is None and first is not None:
        raise click.UsageError("expected --days with --from, got none")
    if days is not None and files and static is None:
        raise click.UsageError("expected FILEs or --days, or both with --static, got both")
    if static is not None and output != STDOUT:
        raise click.UsageError("expected --output or --static, got both")
    pages: dict[str, Book] = {}
    both = files and days is not None
    if files or days is None:
        links = {DAILY: DAYS_PAGE} if both else {}
        pages[FIRST_PAGE] = book(
            (puzzle for file in files or (STDIN,) for puzzle in puzzles_of(kind, *read_all(file))),
            title=title,
            links=links,
        )
    if days is not None:
        first_day = (first or datetime.now()).date()
        name, heading = (DAYS_PAGE, f"{title}: {DAILY.lower()}") if both else (FIRST_PAGE, title)
        links = {"All puzzles": FIRST_PAGE} if both else {}
        puzzles = daily_puzzles(first_day, days, size)
        pages[name] = book(puzzles, title=heading, first_day=first_day, links=links)
    if static is None:
        with answering(output) as answers:
            answers.write(pages[FIRST_PAGE])
    else:
        static.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            with answering(str(static / name)) as answers:
                answers.write(text)
    return status.DONE
