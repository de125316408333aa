"""Text drawings of boards and answers, with coordinates, for a terminal.

Squares have chess names (``a1`` at the bottom left), except in a cover: as in its statement,
rows and columns count from 1 at the top left. Chess pieces are Unicode symbols, or letters with
``ascii=True``. Every symbol is one column wide.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square, file_name, refuse_drawing
from rookery.boards.pieces import Piece
from rookery.families import Table, answers_of
from rookery.results.result import number_text
from rookery.view.glyphs import OWN_LETTER, sign

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover
    from rookery.heaviest.puzzle import Heaviest
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.tour.puzzle import Tour

CHESS_SYMBOLS = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞"}
PAWN_BETZA = Piece("pawn").betza
SIGNS = {"WfF": "G", "FfW": "S", "BW": "H", "WA": "P", "mRcpR": "C"}
PAWN, ASCII_PAWN = "♟", "P"
ENEMY_KING = "♔"
ASCII_ENEMY_KING = "k"
STAR = "★"
GAP = 3  # blanks between drawings side by side
MOST_SIDE_BY_SIDE = 3  # answers of a result that are drawn


def board_text(board: Board, labels: Mapping[Square, str], ascii: bool = False) -> str:
    """Return the drawing of a board with labels on some of its squares, all columns equally wide.

    Walls are drawn as blocks, or in ASCII. Raises a `LimitError` if the board is too large to draw.

    >>> print(board_text(Board(2, 3, walls=["c2"]), {(1, 0): "Q"}, ascii=True))
    2 . . #
    1 Q . .
      a b c
    """
    refuse_drawing(board)
    empty, wall = (".", "#") if ascii else ("·", "█")
    columns = range(board.columns)
    files = [file_name(column) for column in columns]
    width = max(map(len, (*files, *labels.values())))
    margin = len(str(board.rows))

    def line(head: object, cells: Iterable[str]) -> str:
        padded = (cell.rjust(width) for cell in cells)
        return f"{head:>{margin}} {' '.join(padded)}"

    rows = [
        line(
            board.rows - row,
            (
                wall if (row, column) in board.walls else labels.get((row, column), empty)
                for column in columns
            ),
        )
        for row in range(board.rows)
    ]
    return "\n".join([*rows, line("", files)])


def symbol(betza: str, ascii: bool = False) -> str:
    """Return the symbol of a piece's `sign`: a chess symbol, a letter, or its notation.

    >>> symbol("R"), symbol("R", ascii=True), symbol("mRcpR"), symbol("NN"), symbol("mfWcfF")
    ('♜', 'R', 'C', 'NN', '♟')
    """
    if betza in CHESS_SYMBOLS:
        return betza if ascii else CHESS_SYMBOLS[betza]
    if betza == PAWN_BETZA:
        return ASCII_PAWN if ascii else PAWN
    return SIGNS.get(betza, betza.removeprefix(OWN_LETTER))


def queens_text(puzzle: Queens, placement: Sequence[int] | None = None, ascii: bool = False) -> str:
    """Return the board with a placement or the given queens; blocked squares are walls."""
    board = Board(puzzle.n, puzzle.n, puzzle.blocked)
    squares = puzzle.given if placement is None else _squares(placement)
    return board_text(board, dict.fromkeys(squares, symbol("Q", ascii)), ascii)


def heaviest_text(
    puzzle: Heaviest, placement: Sequence[int] | None = None, ascii: bool = False
) -> str:
    """Return the weights, with the placement's squares in brackets."""
    chosen = set() if placement is None else set(_squares(placement))
    weights = [[number_text(weight) for weight in row] for row in puzzle.weights]
    width = max(len(weight) for row in weights for weight in row)
    labels = {}
    for row, texts in enumerate(weights):
        for column, weight in enumerate(texts):
            text = weight.rjust(width)
            labels[row, column] = f"[{text}]" if (row, column) in chosen else f" {text} "
    size = len(puzzle.weights)
    return board_text(Board(size), labels, ascii)


def nonattacking_text(
    puzzle: NonAttacking, answer: Iterable[Sequence[int]] | None = None, ascii: bool = False
) -> str:
    """Return the board with the pieces of a placement, or the given pieces without one.

    Blocked squares are ``x``. Without a placement, squares of regions show the region's number.
    """
    labels: dict[Square, str] = {}
    if answer is None:
        for number, region in enumerate(puzzle.regions, 1):
            labels |= dict.fromkeys(region, str(number))
    labels |= dict.fromkeys(puzzle.blocked, "x")
    for kind, row, column in puzzle.given if answer is None else answer:
        labels[row, column] = symbol(sign(puzzle.pieces[kind]), ascii)
    return board_text(puzzle.board, labels, ascii)


def regions_text(
    puzzle: Regions, answer: Iterable[Square] | None = None, ascii: bool = False
) -> str:
    """Return the letters of the regions, with the pieces of an answer or the given ones.

    Without an answer, blocked squares are ``x``.
    """
    labels = {square: letter for letter, squares in puzzle.regions.items() for square in squares}
    if answer is None:
        labels |= dict.fromkeys(puzzle.blocked, "x")
    pieces = puzzle.given if answer is None else answer
    labels |= dict.fromkeys(pieces, "*" if ascii else STAR)
    return board_text(puzzle.board, labels, ascii)


def tour_text(puzzle: Tour, path: Sequence[Square] | None = None, ascii: bool = False) -> str:
    """Return the board of a tour, with its path numbered from 0 at the start.

    Targets are knights, the goal is a bishop, and pawns are pawns. If a target has several squares,
    they are ``+``; if the goal has several, they are ``o``; squares of both are ``*``. If every
    free square is a target, no target is drawn. A square visited again has its last number.
    """
    labels = dict.fromkeys(puzzle.pawns, ASCII_PAWN if ascii else PAWN)
    wide = {
        square for target in puzzle.targets if isinstance(target, frozenset) for square in target
    }
    labels |= dict.fromkeys(wide, "+")
    if isinstance(puzzle.goal, frozenset):
        labels |= {square: "*" if square in wide else "o" for square in puzzle.goal}
    elif puzzle.goal is not None:
        labels[puzzle.goal] = symbol("B", ascii)
    if not puzzle.covers_all:
        knights = (target for target in puzzle.targets if isinstance(target, tuple))
        labels |= dict.fromkeys(knights, symbol("N", ascii))
    if puzzle.start is not None:
        labels[puzzle.start] = symbol(sign(puzzle.mover), ascii)
    labels |= {square: str(number) for number, square in enumerate(path or ())}
    return board_text(puzzle.board, labels, ascii)


def cover_text(
    puzzle: Cover, answer: Iterable[Sequence[int]] | None = None, ascii: bool = False
) -> str:
    """Return the board of a cover: outlined kings and the pieces of an answer.

    Pieces without a chess symbol are letters: gold G, silver S, horse H, phoenix P, cannon C.
    Pieces that stand already have a ``'``. Guarded squares are ``+``, blocked squares ``x``,
    squares that are both ``*``, and spared squares ``o``.
    """
    labels = dict.fromkeys(puzzle.kings, ASCII_ENEMY_KING if ascii else ENEMY_KING)
    labels |= dict.fromkeys(puzzle.guarded, "+") | dict.fromkeys(puzzle.blocked, "x")
    labels |= dict.fromkeys(puzzle.blocked.intersection(puzzle.guarded), "*")
    labels |= dict.fromkeys(puzzle.spared, "o")
    labels |= {square: f"{symbol(sign(piece), ascii)}'" for piece, square in puzzle.standing}
    for kind, row, column in answer or ():
        labels[row, column] = symbol(sign(puzzle.pieces[kind]), ascii)
    return board_text(puzzle.board, labels, ascii)


def puzzle_text(puzzle: Any, answer: Any = None, ascii: bool = False) -> str:
    """Return the drawing of a puzzle of any family, with an answer; of queens, one placement."""
    return TEXTS.of(puzzle)(puzzle, answer, ascii)


def show(thing: Any, answer: Any = None) -> None:
    """Print a board, puzzle or result as text, or show its picture in a notebook.

    Parameters
    ----------
    thing
        A `Board`, a puzzle, or a `Result`. The first answers of a result are drawn.
    answer
        The answer to draw on a puzzle.

    Raises
    ------
    PuzzleError
        If `thing` is none of these.

    Examples
    --------
    >>> import rookery as rk
    >>> rk.show(rk.placement(rk.Queens(4)))
    4 · · ♛ ·
    3 ♛ · · ·
    2 · · · ♛
    1 · ♛ · ·
      a b c d
    """
    display = getattr(sys.modules.get("IPython.display"), "display_svg", None)
    if display is not None and "ipykernel" in sys.modules:
        from rookery.view.svg import svg

        display(svg(thing, answer), raw=True)
    else:
        print(drawing(thing, answer))


def drawing(thing: Any, answer: Any = None) -> str:
    """Return a board, puzzle or result as text, with its first answers side by side."""
    if isinstance(thing, Board):
        return str(thing)
    puzzle = getattr(thing, "puzzle", thing)
    answers = answers_of(puzzle, getattr(thing, "answer", answer))
    return side_by_side([puzzle_text(puzzle, first) for first in answers[:MOST_SIDE_BY_SIDE]])


def side_by_side(drawings: Sequence[str], width: int = 80) -> str:
    r"""Return drawings in rows, as many side by side as fit.

    >>> print(side_by_side(["ab\nc", "d", "e"], width=6))
    ab   d
    c
    <BLANKLINE>
    e
    """
    bands: list[list[list[str]]] = []
    used = 0
    for drawing in drawings:
        lines = drawing.split("\n")
        needed = max(map(len, lines))
        if not bands or used + GAP + needed > width:
            bands.append([])
            used = -GAP
        bands[-1].append([line.ljust(needed) for line in lines])
        used += GAP + needed
    joined = []
    for band in bands:
        height = max(map(len, band))
        padded = [lines + [" " * len(lines[0])] * (height - len(lines)) for lines in band]
        rows = zip(*padded, strict=True)
        joined.append("\n".join((" " * GAP).join(row).rstrip() for row in rows))
    return "\n\n".join(joined)


def _squares(placement: Sequence[int]) -> list[Square]:
    return [(row, column) for column, row in enumerate(placement)]


def _scene_text(puzzle: Any, answer: Any, ascii: bool) -> str:
    """Draw the pieces of a puzzle's scene, for families without a drawing of their own."""
    from rookery.view.scenes import scene_of

    scene = scene_of(puzzle, answer)
    labels = {mark.square: mark.tag or "x" for mark in scene.marks}
    labels |= {stand.square: symbol(stand.betza, ascii) for stand in scene.stands}
    return board_text(scene.board, labels, ascii)


TEXTS: Table[Callable[[Any, Any, bool], str]] = Table(
    "drawing as text",
    {
        "queens": queens_text,
        "heaviest": heaviest_text,
        "nonattacking": nonattacking_text,
        "regions": regions_text,
        "tour": tour_text,
        "cover": cover_text,
    },
    default=_scene_text,
)
