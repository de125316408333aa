"""Scenes: the contents of a picture, apart from its style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rookery.boards.asked import refuse_drawing
from rookery.boards.board import Board, Square, Step


@dataclass(frozen=True)
class Stand:
    """A piece on a square, outlined if `theirs`, with a description for screen readers.

    `betza` is its notation, or the `rookery.view.glyphs.sign` of the piece.
    """

    betza: str
    square: Square
    words: str
    theirs: bool = False


@dataclass(frozen=True)
class Mark:
    """A sign on a square, of a kind known to `layers`, with words and perhaps a short tag."""

    kind: str
    square: Square
    words: str
    tag: str = ""


@dataclass(frozen=True)
class AttackLine:
    """A line from a piece to the square it attacks.

    A hopper's line has its hurdle. A fault has another colour. `span` counts the rows down and
    columns right that a line goes on a board with wrapped edges.
    """

    start: Square
    end: Square
    words: str
    hurdle: Square | None = None
    fault: bool = False
    span: Step | None = None


@dataclass(frozen=True)
class Scene:
    """A board and everything on it.

    Attributes
    ----------
    title, description
        Texts for screen readers.
    from_top
        Whether rows and columns are numbered from the top left instead of naming ranks and files.
    heat
        The strength of a square's tint, from 0 to 1.
    labels
        Texts at the bottom of squares.
    regions
        The squares of regions by name.
    path
        The squares of a tour, from the mover's start.
    spans
        The rows down and columns right of each move, on a board with wrapped edges.

    Raises
    ------
    LimitError
        If the board is too large to draw.
    """

    board: Board
    title: str
    description: str
    from_top: bool = False
    stands: tuple[Stand, ...] = ()
    marks: tuple[Mark, ...] = ()
    attacks: tuple[AttackLine, ...] = ()
    path: tuple[Square, ...] = ()
    spans: tuple[Step, ...] = ()
    heat: Mapping[Square, float] = field(default_factory=dict)
    labels: Mapping[Square, str] = field(default_factory=dict)
    regions: Mapping[str, Sequence[Square]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        refuse_drawing(self.board)
