"""Pages of puzzles to print, with hints and answers on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

import rookery as api
from rookery.api.books import TITLE
from rookery.cli.options import number_option
from rookery.cli.types import Choice, Integer
from rookery.regions.puzzle import Regions
from rookery.view.glyphs import piece_name
from rookery.view.pages import PAPERS, Pages, PaperName, hint_pages, pages

STAR = "K"  # the piece that is drawn as a star


class Layout(NamedTuple):
    """How printed puzzles are laid out."""

    per_page: int
    paper: PaperName
    title: str
    name_line: bool
    hints: int

    def write(self, puzzles: Sequence[Regions], path: Path) -> None:
        """Write pages of puzzles, of hints and of answers: all to one PDF, or each to a file."""
        explained = [api.explain(puzzle) for puzzle in puzzles]
        solved = [api.solve(puzzle).answer for puzzle in puzzles]
        questions = pages(
            puzzles,
            words=[one.difficulty or "" for one in explained],
            per_page=self.per_page,
            paper=self.paper,
            heading=f"{self.title}\n{rule_of(puzzles[0])}",
            name_line=self.name_line,
        )
        first_steps = [[step.words for step in one.steps[: self.hints]] for one in explained]
        hints = hint_pages(first_steps, "Hints", self.paper) if self.hints else Pages()
        solutions = pages(
            puzzles, answers=solved, per_page=2 * self.per_page, paper=self.paper, heading="Answers"
        )
        if path.suffix.lower() == ".pdf":
            Pages([*questions, *hints, *solutions]).save(path)
            return
        questions.save(path)
        if hints:
            hints.save(path.with_name(f"{path.stem}-hints{path.suffix}"))
        solutions.save(path.with_name(f"{path.stem}-answers{path.suffix}"))


def rule_of(puzzle: Regions) -> str:
    """Return the rule of a region puzzle, for those who solve it."""
    number = "a star" if puzzle.stars == 1 else f"{puzzle.stars} stars"
    apart = "stars do not touch, not even at a corner"
    if puzzle.piece.betza != STAR:
        number = number.replace("star", "piece")
        apart = f"no piece attacks another; they move as the {piece_name(puzzle.piece)} does"
    return f"Place {number} in every row, column and region; {apart}."


LAYOUT_OPTIONS = (
    number_option("--per-page", "Boards on a page; pages of answers hold twice as many.", 6),
    click.option(
        "--paper",
        type=Choice([*PAPERS], str.lower),
        default="a4",
        show_default=True,
        help="The size of pages.",
    ),
    click.option(
        "--title", metavar="TEXT", default=TITLE, show_default=True, help="The title of pages."
    ),
    click.option("--name-line", is_flag=True, help="Leave a line for a name and a date on pages."),
    number_option(
        "--hints", "Pages with the first K steps of each puzzle.", 0, "K", Integer(min=0)
    ),
)
