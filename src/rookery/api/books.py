"""Books: pages of region puzzles in one file each, with the hints computed beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from rookery.api.listing import is_unique
from rookery.api.regions import explain, generate_regions
from rookery.api.solving import solve
from rookery.boards.pieces import NAMED
from rookery.document import document_of, step_data
from rookery.errors import PuzzleError
from rookery.families import each_puzzle, family_of
from rookery.numbers import of_kind
from rookery.regions.draft import BY_RULES
from rookery.regions.puzzle import Regions
from rookery.results.settings import AnyLimits
from rookery.view.book import Book, page_of
from rookery.view.glyphs import UNIT, glyph_svg

TITLE = "Star Battle"
BEYOND = "beyond the rules"  # the difficulty of a puzzle that no rule solves


def book(
    puzzles: Regions | Iterable[Regions],
    *,
    title: str = TITLE,
    first_day: date | None = None,
    links: Mapping[str, str] | None = None,
    limits: AnyLimits = None,
) -> Book:
    """Return a page of region puzzles in one HTML file, to be played without a server.

    The page asks nothing of the network. It has the puzzles with their difficulty, hints and steps
    to the answer, a clock, and the times of those that were solved, which the browser keeps.

    Parameters
    ----------
    puzzles
        A puzzle, or several, each with exactly one answer.
    title
        The title of the page.
    first_day
        The day of the first puzzle, if there is one for each day. The page opens on today's, and
        cannot open those of later days.
    links
        The names of other pages and their addresses, such as ``{"Every day": "days.html"}``, to be
        linked at the head of the page.
    limits
        As for `explain`, for each puzzle.

    Returns
    -------
    Book
        The text of the page; ``.save("book.html")`` writes it. It has some 160 kilobytes and about
        8 for each puzzle of 8x8.

    Raises
    ------
    PuzzleError
        If there is no puzzle, or one is of another family or does not have exactly one answer.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> page = book([Regions(["AAAB", "ABBB", "CCDD", "CCDD"])], title="For the bus")
    >>> "<title>For the bus</title>" in page
    True
    """
    of_kind(title, str, "a line as title")
    of_kind(first_day, date | None, "a date as first_day")
    pages = of_kind(links or {}, Mapping, "links such as {'Every day': 'days.html'}")
    hrefs = {str(name): str(address) for name, address in pages.items()}
    entries = [
        _entry(puzzle, f"puzzle {at}", limits) for at, puzzle in enumerate(each_puzzle(puzzles), 1)
    ]
    if not entries:
        raise PuzzleError(expected="a puzzle", found="none")
    pieces = sorted({entry["puzzle"]["piece"] for entry in entries})
    names = {betza: name for name, betza in reversed(NAMED.items())}
    drawn = [
        {"betza": betza, "name": names.get(betza, betza), "glyph": glyph_svg(betza)}
        for betza in pieces
    ]
    digest = hashlib.sha256(repr([entry["puzzle"] for entry in entries]).encode()).hexdigest()
    if first_day is not None:
        for at, entry in enumerate(entries):
            entry["day"] = str(first_day + timedelta(days=at))
    about = {"glyph_box": f"0 0 {UNIT} {UNIT}", "pieces": drawn}
    return page_of(title, {"id": digest[:8], "about": about, "entries": entries}, hrefs)


def daily_puzzles(first_day: date, days: int, size: int) -> list[Regions]:
    """Return the puzzles of days in a row, seeded by the day; raise a `LimitError` without time."""
    seeds = (int(f"{first_day + timedelta(days=at):%Y%m%d}") * 100 + size for at in range(days))
    return [generate_regions(size, difficulty=BY_RULES, seed=seed) for seed in seeds]


def _entry(puzzle: Regions, place: str, limits: AnyLimits) -> dict[str, Any]:
    """Return what the page knows of a puzzle."""
    family = family_of(puzzle).name
    if family != "regions":
        raise PuzzleError(expected="a region puzzle", found=family, place=place)
    if not is_unique(puzzle):
        raise PuzzleError(expected="exactly one answer", found="several or none", place=place)
    name = puzzle.board.name
    explained = explain(puzzle, limits=limits)
    answer = explained.answer or solve(puzzle).answer
    reach = {  # rows down and columns right, from anywhere on an empty board
        (row - at[0], column - at[1])
        for at in puzzle.board.squares()
        for row, column in puzzle.piece.attacks(puzzle.board, at)
    }
    return {
        "puzzle": document_of(puzzle),
        "level": explained.difficulty or BEYOND,
        "answer": [name(square) for square in answer or ()],
        "steps": [step_data(step) for step in explained.steps],
        "units": [[unit.name, [name(at) for at in unit.squares]] for unit in puzzle.units],
        "reach": sorted(reach),
    }
