"""Pages of puzzles to print: several boards a page, the answers on pages of their own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from rookery.errors import PuzzleError, shown
from rookery.numbers import integer
from rookery.view import layers
from rookery.view.glyphs import UNIT
from rookery.view.scenes import scene_of
from rookery.view.sheet import Look, Panel, Picture, page

A4 = (794, 1123)
"""The sides of a page in pixels of 1/96 inch."""
ROOM = 60
"""For the margins of a page, in pixels."""
WORDS = 40
"""For the words below a board."""
SMALLEST, LARGEST = 4, 64


def pages(
    puzzles: Iterable[Any],
    *,
    answers: Iterable[Any] | None = None,
    words: Iterable[str] | None = None,
    per_page: int = 6,
) -> list[Picture]:
    """Return pages of paper (A4) with so many puzzles each, numbered from 1.

    Parameters
    ----------
    puzzles
        Of any family.
    answers
        One to each puzzle, to be drawn too, as on the pages at the end of a book.
    words
        What is written below each puzzle, behind its number.
    per_page
        At most so many boards on a page; all boards are drawn as large as they fit.

    Raises
    ------
    PuzzleError
        When there is no puzzle, or not an answer and words for each, or `per_page` is below 1.

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
    told = [""] * len(every) if words is None else list(words)
    if not every or len(solved) != len(every) or len(told) != len(every):
        found = f"{len(every)}, {len(solved)} and {len(told)}"
        raise PuzzleError(expected="puzzles, with an answer and words for each", found=found)
    panels = [
        Panel(scene_of(puzzle, answer), (f"{at}" + (f" · {line}" if line else ""),)).credited(
            puzzle
        )
        for at, (puzzle, answer, line) in enumerate(zip(every, solved, told, strict=True), 1)
    ]
    size, columns = max(
        (_size(panels, columns, number), -columns) for columns in range(1, number + 1)
    )
    if size < SMALLEST:
        raise PuzzleError(expected="fewer boards on a page", found=shown(number))
    look = Look(size, "light")
    starts = range(0, len(panels), number)
    return [page(panels[at : at + number], look, A4, -columns) for at in starts]


def _size(panels: Sequence[Panel], columns: int, number: int) -> int:
    """Return the largest size of squares with which so many boards fit on a page."""
    across = (A4[0] - ROOM) / columns - ROOM / 2
    down = (A4[1] - ROOM) / math.ceil(number / columns) - WORDS
    sizes = [LARGEST * 1.0]
    for panel in panels:
        left, foot = layers.margins(panel.scene)
        board = panel.scene.board
        sizes.append(across / (board.columns + left / UNIT))
        sizes.append(down / (board.rows + foot / UNIT))
    return int(min(sizes))
