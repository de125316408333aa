"""Printable pages with several boards each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from rookery.errors import PuzzleError, shown
from rookery.numbers import integer
from rookery.view import layers
from rookery.view.glyphs import UNIT
from rookery.view.scenes import scene_of
from rookery.view.sheet import Panel, Picture, PictureStyle, page

A4 = (794, 1123)  # pixels of 1/96 inch: width and height of a page
MARGINS = 60  # pixels, both margins of a page together
CAPTION = 40  # pixels kept below each board for its words
SMALLEST, LARGEST = 4, 64  # pixels, side of a square


def pages(
    puzzles: Iterable[Any],
    *,
    answers: Iterable[Any] | None = None,
    words: Iterable[str] | None = None,
    per_page: int = 6,
) -> list[Picture]:
    """Return A4 pages of puzzles, numbered from 1.

    Parameters
    ----------
    puzzles
        Puzzles of any family.
    answers
        One answer for each puzzle, drawn on its board.
    words
        The caption of each puzzle, written after its number.
    per_page
        The maximum number of boards on a page. All boards are drawn as large as fits.

    Raises
    ------
    PuzzleError
        If `puzzles` is empty, if the numbers of answers or words differ from that of puzzles, or
        if `per_page` is below 1.

    Examples
    --------
    >>> from rookery.regions.puzzle import Regions
    >>> book = pages([Regions(["AAAB", "ABBB", "CCDD", "CCDD"])] * 7, per_page=6)
    >>> len(book), "<text" in book[0]
    (2, True)
    """
    number = integer(per_page, "at least 1 board on a page", 1)
    every = list(puzzles)
    solved = [None] * len(every) if answers is None else list(answers)
    captions = [""] * len(every) if words is None else list(words)
    if not every or len(solved) != len(every) or len(captions) != len(every):
        found = f"{len(every)} puzzles, {len(solved)} answers and {len(captions)} captions"
        raise PuzzleError(expected="puzzles, with an answer and words for each", found=found)
    panels = [
        Panel(scene_of(puzzle, answer), (f"{at}" + (f" · {line}" if line else ""),)).credited(
            puzzle
        )
        for at, (puzzle, answer, line) in enumerate(zip(every, solved, captions, strict=True), 1)
    ]
    size, columns = max(
        (_size(panels, columns, number), -columns) for columns in range(1, number + 1)
    )
    if size < SMALLEST:
        raise PuzzleError(expected="fewer boards on a page", found=shown(number))
    style = PictureStyle(size, "light")
    starts = range(0, len(panels), number)
    return [page(panels[at : at + number], style, A4, -columns) for at in starts]


def _size(panels: Sequence[Panel], columns: int, number: int) -> int:
    """Return the largest side of a square, in pixels, that fits `number` boards on a page."""
    across = (A4[0] - MARGINS) / columns - MARGINS / 2
    down = (A4[1] - MARGINS) / math.ceil(number / columns) - CAPTION
    sizes = [LARGEST * 1.0]
    for panel in panels:
        left, foot = layers.margins(panel.scene)
        board = panel.scene.board
        sizes.append(across / (board.columns + left / UNIT))
        sizes.append(down / (board.rows + foot / UNIT))
    return int(min(sizes))
