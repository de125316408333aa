"""Pictures of puzzles and answers."""

from __future__ import annotations

from typing import Any

from rookery.document import answer_of, placement_of
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Queens
from rookery.view.svg import svg


def picture(puzzle: Any, answer: Any, **chosen: Any) -> str:
    """Return a picture as SVG.

    Parameters
    ----------
    puzzle, answer
        The answer is plain data (see `rookery.document`), or None; of queens it may be a single
        placement.
    **chosen
        As for `rookery.svg`.
    """
    if not answer:
        return svg(puzzle, **chosen)
    if isinstance(puzzle, Queens | Heaviest):
        listed = [answer] if isinstance(answer[0], str) else answer
        return svg(puzzle, tuple(placement_of(puzzle.n, one, "answer") for one in listed), **chosen)
    return svg(puzzle, answer_of(puzzle, answer), **chosen)
