"""Scenes: the contents of a picture without its style, and the lines of attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rookery.boards.board import Board, Square, Step, refuse_drawing
from rookery.boards.motions import Motion
from rookery.boards.pieces import Piece
from rookery.view.glyphs import piece_name


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

    A hopper's line has a `hurdle`. A `fault` has another colour. On a board with wrapped edges,
    `span` is the number of rows down and columns right that the line covers.
    """

    start: Square
    end: Square
    words: str
    hurdle: Square | None = None
    fault: bool = False
    span: Step | None = None


@dataclass(frozen=True)
class Scene:
    """A board and everything on it; a board that is too large to draw is refused."""

    board: Board
    title: str  # texts for screen readers
    description: str
    stands: tuple[Stand, ...] = ()
    marks: tuple[Mark, ...] = ()
    attacks: tuple[AttackLine, ...] = ()
    path: tuple[Square, ...] = ()  # the squares of a tour, from the mover's start
    # The rows down and columns right of each move, on a board with wrapped edges
    spans: tuple[Step, ...] = ()
    # The strength of a square's tint, from 0 to 1
    heat: Mapping[Square, float] = field(default_factory=dict)
    labels: Mapping[Square, str] = field(default_factory=dict)  # texts at the bottom of squares
    # The squares of regions by name
    regions: Mapping[str, Sequence[Square]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        refuse_drawing(self.board)


def attacks_on(
    board: Board,
    pieces: Iterable[tuple[Piece, Square]],
    targets: Collection[Square],
    obstacles: Collection[Square],
) -> Iterator[AttackLine]:
    """Yield a line for every attack of a piece on a target.

    Walls of the board stop every line. `obstacles` are all occupied squares, including those of the
    `pieces`.

    >>> board = Board(1, 5)
    >>> line, = attacks_on(
    ...     board, [(Piece("cannon"), (0, 0))], [(0, 4)], {(0, 0), (0, 2), (0, 4)})
    >>> line.words, line.hurdle
    ('cannon at a1 attacks e1 over c1', (0, 2))
    """
    targets, where = frozenset(targets), board.name
    for piece, square in pieces:
        seen: set[Square] = set()
        for motion in piece.ways:
            if not motion.captures:
                continue
            hurdle: Square | None = None
            spans: dict[Square, Step] = {}
            if isinstance(motion, Motion):
                down, right = motion.step
                if motion.hop:  # over the first piece in its direction
                    ray = board.ray(square, motion.step)
                    hurdle = next((passed for passed in ray if passed in obstacles), None)
                if board.wrap:
                    line = enumerate(motion.line(board, square), 1)
                    spans = {end: (taken * down, taken * right) for taken, end in line}
            for end in motion.squares(board, square, obstacles):
                if end in targets and end not in seen:
                    seen.add(end)
                    words = f"{piece_name(piece)} at {where(square)} attacks {where(end)}"
                    if hurdle is not None:
                        words += f" over {where(hurdle)}"
                    yield AttackLine(square, end, words, hurdle, span=spans.get(end))


def conflicts(board: Board, queens: Sequence[Square]) -> Iterator[AttackLine]:
    """Yield a line for each pair of queens that attack each other.

    >>> [line.words for line in conflicts(Board(4), [(0, 0), (1, 1), (3, 2)])]
    ['the queens on a4 and b3 attack each other']
    """
    for queen, other in combinations(queens, 2):
        down, right = abs(queen[0] - other[0]), abs(queen[1] - other[1])
        if down in (0, right) or right == 0:
            words = f"the queens on {board.name(queen)} and {board.name(other)} attack each other"
            yield AttackLine(queen, other, words, fault=True)
