"""What a picture shows, apart from how it is drawn: pieces, marks, lines and a path on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rookery.boards.asked import refuse_drawing
from rookery.boards.board import Board, Square, Step


@dataclass(frozen=True)
class Stand:
    """A piece on a square; `theirs` is drawn outlined, `words` say what it is."""

    betza: str
    square: Square
    words: str
    theirs: bool = False


@dataclass(frozen=True)
class Mark:
    """A sign on a square: its kind, a class of the style sheet, and words; a tag is a letter."""

    kind: str
    square: Square
    words: str
    tag: str = ""


@dataclass(frozen=True)
class Attack:
    """A line of attack, over a hopper's hurdle if there is one; faults have another colour.

    It goes so many rows down and columns right, where it goes around joined edges.
    """

    start: Square
    end: Square
    words: str
    hurdle: Square | None = None
    fault: bool = False
    span: Step | None = None


@dataclass(frozen=True)
class Scene:
    """One board and everything on it.

    Attributes
    ----------
    title, description
        For screen readers.
    from_top
        Whether rows and columns are numbered from the top left, instead of ranks and files.
    heat
        How strongly a square is tinted, from 0 to 1.
    labels
        Texts at the foot of squares.
    regions
        The squares of regions by name.
    path
        The squares of a tour, the first where the mover starts.
    spans
        How far each of its moves goes, where edges are joined: rows down and columns right.

    Raises
    ------
    LimitError
        When the board is too large to be drawn.
    """

    board: Board
    title: str
    description: str
    from_top: bool = False
    stands: tuple[Stand, ...] = ()
    marks: tuple[Mark, ...] = ()
    attacks: tuple[Attack, ...] = ()
    path: tuple[Square, ...] = ()
    spans: tuple[Step, ...] = ()
    heat: Mapping[Square, float] = field(default_factory=dict)
    labels: Mapping[Square, str] = field(default_factory=dict)
    regions: Mapping[str, Sequence[Square]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        refuse_drawing(self.board)
