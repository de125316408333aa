"""Options that write puzzles to a folder, or draw them on pages to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from rookery.cli.options import gathered
from rookery.cli.ranges import Integer

if TYPE_CHECKING:
    from rookery.regions.puzzle import Regions
    from rookery.view.sheet import Picture

_OPTIONS = (
    click.option("--folder", metavar="DIR", help="Write each puzzle to a text file in DIR."),
    click.option(
        "--sheet",
        metavar="FILE",
        help="Draw the puzzles on SVG pages and the answers on others; FILE names the first page.",
    ),
    click.option(
        "--per-page",
        type=Integer(min=1),
        default=6,
        show_default=True,
        metavar="N",
        help="Boards on a page; pages of answers hold twice as many.",
    ),
)


class Book(NamedTuple):
    """The files to write puzzles to; false if there are none."""

    folder: str | None
    sheet: str | None
    per_page: int

    def __bool__(self) -> bool:
        return self.folder is not None or self.sheet is not None

    def write(self, puzzles: Sequence[Regions]) -> None:
        """Write the texts and draw the pages."""
        if self.folder is not None:
            from rookery.regions.text import write

            folder = Path(self.folder)
            folder.mkdir(parents=True, exist_ok=True)
            digits = len(str(len(puzzles)))
            for number, puzzle in enumerate(puzzles, 1):
                path = folder / f"{number:0{digits}}.txt"
                path.write_text(write(puzzle), encoding="utf-8", newline="\n")
        if self.sheet is not None:
            self._draw(puzzles, Path(self.sheet))

    def _draw(self, puzzles: Sequence[Regions], path: Path) -> None:
        import rookery as api
        from rookery.regions.reasoning.explaining import difficulty_of
        from rookery.view.book import pages

        words = [difficulty_of(puzzle) or "" for puzzle in puzzles]
        solved = [api.solve(puzzle).answer for puzzle in puzzles]
        _save(pages(puzzles, words=words, per_page=self.per_page), path)
        answers = path.with_name(f"{path.stem}-answers{path.suffix}")
        _save(pages(puzzles, answers=solved, per_page=2 * self.per_page), answers)


def _save(drawn: Sequence[Picture], path: Path) -> None:
    """Write pages; names from the second on have a number, padded so that they sort."""
    digits = len(str(len(drawn)))
    for number, picture in enumerate(drawn, 1):
        numbered = path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}")
        place = path if number == 1 else numbered
        picture.save(place)


book_options = gathered("book", Book, Book._fields, _OPTIONS)
