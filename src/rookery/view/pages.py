"""Printable pages of puzzles: boards in a grid, below a heading, and pages of hints."""

from __future__ import annotations

import math
import textwrap
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

from rookery.errors import PuzzleError, did_you_mean, shown
from rookery.families import each_puzzle
from rookery.files import write_file
from rookery.numbers import integer, items, of_kind
from rookery.view import layers
from rookery.view.glyphs import UNIT
from rookery.view.palette import PAPER_THEME
from rookery.view.scenes import scene_of
from rookery.view.sheet import (
    FONT,
    GAP,
    LETTER,
    LINE,
    PDF,
    SMALLEST,
    Panel,
    Picture,
    PictureStyle,
    caption_lines,
    extent_of,
    panel_svg,
    pdf_of,
    picture_of,
)

PaperName = Literal["a4", "letter"]
PAPERS = {"a4": (794, 1123), "letter": (816, 1056)}  # width and height at 96 pixels an inch
MARGIN = 30  # pixels around the contents of a page
CAPTION = 40  # pixels kept below each board for its words
LARGEST_SQUARE = 64  # pixels
TITLE_FONT = 22  # pixels, size of the letters of the first line of a heading
LINE_OF = {FONT: LINE, TITLE_FONT: TITLE_FONT}  # pixels, height of a line by the size of letters
NAME_LINE = 42  # pixels, height of the line for a name
NAME_FIELDS = ("Name:", "Date:")
HINT_COLUMNS = 2


class Pages(list[Picture]):
    """Pictures of whole pages, to print."""

    def pdf(self) -> bytes:
        """Return the pages as one PDF of lines and letters, set by Typst (the extra ``pdf``).

        A page is as large as its picture, at 96 pixels an inch. The theme ``auto`` is drawn light.
        Letters are embedded, in a font that Typst brings if the system has no sans-serif.

        Raises
        ------
        RookeryError
            If typst is not installed or cannot draw a picture.
        """
        return pdf_of(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the pages to one PDF, or each to a file of the format that the suffix names.

        Pages from the second on have a number in their file's name, padded so that names sort.
        Raises as `Picture.save` does.
        """
        target = Path(fspath(path))
        if target.suffix.lower() == PDF:
            write_file(target, self.pdf())
            return
        digits = len(str(len(self)))
        for number, picture in enumerate(self, 1):
            numbered = target.with_name(f"{target.stem}-{number:0{digits}}{target.suffix}")
            picture.save(target if number == 1 else numbered)


@dataclass(frozen=True)
class Paper:
    """A page without its boards: its size in pixels, its heading, and perhaps a line for a name."""

    width: int
    height: int
    heading: tuple[tuple[str, int], ...] = ()  # lines and the sizes of their letters
    name_line: bool = False

    @classmethod
    def of(cls, name: str, heading: str, name_line: bool) -> Paper:
        """Return the paper of a name in any case; its heading is wrapped. Refuses unknown names."""
        known = str(name).lower()
        if known not in PAPERS:
            found = f"{shown(name)}{did_you_mean(known, PAPERS)}"
            raise PuzzleError(expected="a size of paper", found=found)
        width, height = PAPERS[known]
        lines = [
            (line, font)
            for number, words in enumerate(of_kind(heading, str, "lines as heading").splitlines())
            for font in [FONT if number else TITLE_FONT]
            for line in textwrap.wrap(words, int((width - 2 * MARGIN) / (font * LETTER)))
        ]
        return cls(width, height, tuple(lines), bool(name_line))

    @property
    def top(self) -> int:
        """The height in pixels above the first row of boards."""
        heading = sum(LINE_OF[font] for _, font in self.heading)
        return GAP + heading + LINE * bool(heading) + NAME_LINE * self.name_line

    def drawn(self) -> str:
        """Return the heading and the line for a name as SVG."""
        parts = []
        y = GAP
        for line, font in self.heading:
            y += LINE_OF[font]
            parts.append(_text(line, MARGIN, y, font))
        y = self.top - GAP
        for number, field in enumerate(NAME_FIELDS if self.name_line else ()):
            x = MARGIN + number * self.width * 2 // 3
            start = x + int(len(field) * FONT * LETTER) + GAP
            end = self.width * 2 // 3 if number == 0 else self.width - MARGIN
            parts.append(_text(field, x, y, FONT))
            parts.append(f'<path class="rule" d="M{start} {y}H{end}" stroke-width="1"/>')
        return "".join(parts)


def pages(  # noqa: PLR0913 - the options of a page
    puzzles: Any,
    *,
    answers: Iterable[Any] | None = None,
    words: Iterable[str] | None = None,
    per_page: int = 6,
    paper: PaperName = "a4",
    heading: str = "",
    name_line: bool = False,
) -> Pages:
    """Return pages of puzzles, numbered from 1; ``.save("book.pdf")`` writes them to print.

    They are white. Regions have patterns as well as tints, so that copies in grey can be read.

    Parameters
    ----------
    puzzles
        A puzzle of any family, or several.
    answers
        One answer for each puzzle, drawn on its board.
    words
        The caption of each puzzle, written after its number.
    per_page
        The maximum number of boards on a page. All boards are drawn as large as fits.
    paper
        The size of the pages: ``"a4"`` or ``"letter"``.
    heading
        Lines above the boards of every page, the first in large letters.
    name_line
        Whether each page has a line for a name and a date.

    Raises
    ------
    PuzzleError
        If `puzzles` is empty, if the numbers of answers or words differ from that of puzzles, if
        `per_page` is below 1, or if `paper` is unknown.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> book = pages([Regions(["AAAB", "ABBB", "CCDD", "CCDD"])] * 7, heading="Monday")
    >>> len(book), "Monday</text" in book[1]
    (2, True)
    """
    number = integer(per_page, "at least 1 board on a page", 1)
    sheet = Paper.of(paper, heading, name_line)
    every = each_puzzle(puzzles)
    solved = [None] * len(every) if answers is None else items(answers, "answers")
    captions = [""] * len(every) if words is None else items(words, "words")
    if not every or len(solved) != len(every) or len(captions) != len(every):
        got = f"{len(every)} puzzles, {len(solved)} answers and {len(captions)} captions"
        raise PuzzleError(expected="puzzles, with an answer and words for each", found=got)
    panels = [
        Panel(scene_of(puzzle, answer), (f"{at}" + (f" · {line}" if line else ""),)).credited(
            puzzle
        )
        for at, (puzzle, answer, line) in enumerate(zip(every, solved, captions, strict=True), 1)
    ]
    size, columns = _grid(panels, number, sheet)
    if size < SMALLEST:
        expected = f"at most {_most_boards(panels, sheet)} boards on a page"
        raise PuzzleError(expected=expected, found=shown(number))
    style = PictureStyle(size, PAPER_THEME)
    starts = range(0, len(panels), number)
    return Pages(_page(panels[at : at + number], style, sheet, columns) for at in starts)


def most_boards(
    puzzle: Any, paper: PaperName = "a4", heading: str = "", name_line: bool = False
) -> int:
    """Return the greatest number of boards of a puzzle's size that `pages` puts on a page.

    >>> from rookery.queens.puzzle import Queens
    >>> most_boards(Queens(8), heading="Monday")
    143
    """
    return _most_boards([Panel(scene_of(puzzle), ())], Paper.of(paper, heading, name_line))


def _most_boards(panels: Sequence[Panel], paper: Paper) -> int:
    numbers = range(1, paper.width * paper.height)
    return bisect_left(numbers, True, key=lambda one: _grid(panels, one, paper)[0] < SMALLEST)


def hint_pages(hints: Iterable[Sequence[str]], title: str, paper: PaperName = "a4") -> Pages:
    """Return pages with the hints of each puzzle by its number, in columns below a title.

    >>> len(hint_pages([["Look at rank 4.", "Then at file b."]] * 50, "Hints"))
    2
    """
    sheet = Paper.of(paper, title, name_line=False)
    width = (sheet.width - 2 * MARGIN) // HINT_COLUMNS
    letters = int((width - GAP) / (FONT * LETTER))
    lines: list[str] = []
    for number, told in enumerate(hints, 1):
        for at, words in enumerate(told, 1):
            mark = f"{number}.{at}  "
            lines += textwrap.wrap(mark + words, letters, subsequent_indent=" " * len(mark))
        lines.append("")
    a_column = (sheet.height - sheet.top - MARGIN) // LINE
    style = PictureStyle(theme=PAPER_THEME)
    a_page = a_column * HINT_COLUMNS
    made = Pages()
    for first in range(0, len(lines), a_page):
        body = [sheet.drawn()]
        for at, line in enumerate(lines[first : first + a_page]):
            column, row = divmod(at, a_column)
            body.append(_text(line, MARGIN + column * width, sheet.top + (row + 1) * LINE, FONT))
        made.append(picture_of([], "".join(body), (sheet.width, sheet.height), style, title))
    return made


def _grid(panels: Sequence[Panel], number: int, paper: Paper) -> tuple[int, int]:
    """Return the largest side of a square, in pixels, and the columns of boards it needs."""
    size, columns = max(
        (_largest_square(panels, columns, number, paper), -columns)
        for columns in range(1, min(number, paper.width) + 1)  # a column has a pixel or more
    )
    return size, -columns


def _largest_square(panels: Sequence[Panel], columns: int, number: int, paper: Paper) -> int:
    """Return the largest side of a square, in pixels, that fits `number` boards on a page."""
    across = (paper.width - 2 * MARGIN) / columns - MARGIN
    down = (paper.height - paper.top - MARGIN) / math.ceil(number / columns) - CAPTION
    sizes = [LARGEST_SQUARE * 1.0]
    for panel in panels:
        left, foot = layers.margins(panel.scene)
        board = panel.scene.board
        sizes.append(across / (board.columns + left / UNIT))
        sizes.append(down / (board.rows + foot / UNIT))
    return int(min(sizes))


def _page(panels: Sequence[Panel], style: PictureStyle, paper: Paper, columns: int) -> Picture:
    """Return a page with panels centred in columns of equal width."""
    width = paper.width // columns
    boards = [paper.drawn()]
    x, y, lowest = 0, paper.top, 0
    for at, panel in enumerate(panels):
        lines = caption_lines(panel, style)
        across, down = extent_of(panel, lines, style)
        if at and at % columns == 0:
            x, y, lowest = 0, y + lowest + GAP, 0
        boards.append(panel_svg(panel, lines, style, (x + (width - across) // 2, y)))
        x, lowest = x + width, max(lowest, down)
    title = " ".join(line for line, font in paper.heading if font == TITLE_FONT)
    return picture_of(panels, "".join(boards), (paper.width, paper.height), style, title)


def _text(words: str, x: int, y: int, size: int) -> str:
    return f'<text class="text" x="{x}" y="{y}" font-size="{size}">{escape(words)}</text>'
