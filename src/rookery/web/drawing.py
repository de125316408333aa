"""Pictures of puzzles and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery.document import answer_of, placement_of
from rookery.errors import LimitError
from rookery.families import Table
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Placement, Queens
from rookery.view.svg import svg

LARGEST = 1 << 23  # characters


def picture(puzzle: Any, answer: Any, **chosen: Any) -> str:
    """Return a picture as SVG.

    Parameters
    ----------
    puzzle, answer
        The answer is plain data (see `rookery.document`), or None; of queens it may be a single
        placement.
    **chosen
        As for `rookery.svg`.

    Raises
    ------
    LimitError
        When the picture is larger than `LARGEST`.
    """
    drawn = svg(puzzle, READERS.of(puzzle)(puzzle, answer) if answer else None, **chosen)
    if len(drawn) > LARGEST:
        raise LimitError(f"the picture is too large: {len(drawn):,} characters of {LARGEST:,}")
    return drawn


def _placements(puzzle: Queens | Heaviest, answer: Any) -> tuple[Placement, ...]:
    """Return the placements of an answer of several or of one."""
    listed = [answer] if isinstance(answer[0], str) else answer
    return tuple(placement_of(puzzle.n, one, "answer") for one in listed)


READERS: Table[Callable[[Any, Any], Any]] = Table(
    "answer to draw",
    {
        "queens": _placements,
        "heaviest": _placements,
    },
    whole=False,
    default=answer_of,
)
