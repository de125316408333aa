"""FEN of puzzles and answers, for other programs to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square, refuse_drawing
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown
from rookery.families import Table, answers_of, is_puzzle
from rookery.reading.diagrams import EMPTY
from rookery.reading.drawings import CHESS, chess_letter
from rookery.reading.fen import WALL, fen_text
from rookery.results.result import Result
from rookery.tour.puzzle import Tour
from rookery.tour.validation import BESIDE
from rookery.view.scenes import placed_on

if TYPE_CHECKING:
    from rookery.heaviest.puzzle import Heaviest
    from rookery.queens.puzzle import Queens


def fen(thing: Any, answer: Any = None) -> str:
    """Return the pieces of a puzzle, with or without an answer, or of a result as FEN.

    Parameters
    ----------
    thing
        A puzzle of any family, or a `Result`.
    answer
        An answer to the puzzle, right or wrong, in any form that `rookery.check` takes. A `Queens`
        puzzle takes one placement or a tuple of placements.

    Returns
    -------
    str
        The first field of a FEN, the placement of the pieces; several placements take a line each.
        If the first field is a single row with only letters, or without any, the other fields
        follow. Placed pieces and a tour's mover, on its start square, are capitals. Small letters
        are the enemy kings of a cover and, in a tour, the targets ``n``, the goal ``b`` and the
        pawns ``p``. Walls are ``*``, as in Fairy-Stockfish. FEN cannot show weights, regions,
        blocked and guarded squares, and the path of a tour; they are omitted.

    Raises
    ------
    PuzzleError
        If `thing` is neither a puzzle nor a result, a piece is not a chess piece (FEN has no letter
        for it), `answer` does not have the form of an answer or leaves the board, or more than
        1,000 adjacent squares of a row are empty.
    LimitError
        If the board is too large to draw.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> fen(Queens(4), (1, 3, 0, 2))
    '2Q1/Q3/3Q/1Q2'
    >>> from rookery.tour.puzzle import Tour
    >>> knight = Tour.parse("N7/8/4n3/8 w - - 0 1")
    >>> knight.mover.betza, fen(knight)
    ('N', 'N7/8/4n3/8')
    """
    puzzle = thing
    if isinstance(thing, Result):
        puzzle, answer = thing.puzzle, thing.answer if answer is None else answer
    if not is_puzzle(puzzle):
        raise PuzzleError(expected="a puzzle or a result", found=shown(thing))
    position = POSITIONS.of(puzzle)
    return "\n".join(position(puzzle, placed) for placed in answers_of(puzzle, answer))


def _position(
    board: Board, placed: Iterable[tuple[Piece, Any]], others: Iterable[tuple[Square, str]] = ()
) -> str:
    """Return the FEN of a board with pieces, and with other letters on some of its squares."""
    signs = dict.fromkeys(board.walls, WALL) | dict(others)
    for piece, square in placed:
        letter = chess_letter(piece)
        if letter is None:
            expected = f"a chess piece ({' '.join(CHESS)}) for FEN"
            raise PuzzleError(expected=expected, found=shown(piece.betza))
        signs[board.square(square)] = letter
    refuse_drawing(board)
    columns = range(board.columns)
    return fen_text((signs.get((r, c), EMPTY) for c in columns) for r in range(board.rows))


def _queens(puzzle: Queens | Heaviest, placement: Sequence[int] | None) -> str:
    squares: Iterable[Square] = puzzle.given
    if placement is not None:
        squares = [(row, column) for column, row in enumerate(placement)]
    return _position(Board(puzzle.n), ((Piece("Q"), square) for square in squares))


def _tour(puzzle: Tour, path: Sequence[Square] | None) -> str:
    single = [target for target in puzzle.targets if isinstance(target, tuple)]
    is_whole = puzzle.covers_all and puzzle.visit != BESIDE
    letters = dict.fromkeys(() if is_whole else single, "n")
    letters |= dict.fromkeys(puzzle.pawns, "p")
    if isinstance(puzzle.goal, tuple):
        letters[puzzle.goal] = "b"
    mover = [] if puzzle.start is None else [(puzzle.mover, puzzle.start)]
    return _position(puzzle.board, mover, letters.items())


POSITIONS: Table[Callable[[Any, Any], str]] = Table(
    "position in FEN",
    {
        "queens": _queens,
        "heaviest": _queens,
        "nonattacking": lambda puzzle, answer: _position(
            puzzle.board, placed_on(puzzle, puzzle.given if answer is None else answer)
        ),
        "regions": lambda puzzle, answer: _position(
            puzzle.board,
            ((puzzle.piece, square) for square in (puzzle.given if answer is None else answer)),
        ),
        "tour": _tour,
        "cover": lambda puzzle, answer: _position(
            puzzle.board,
            [*puzzle.standing, *placed_on(puzzle, answer or ())],
            ((king, "k") for king in puzzle.kings),
        ),
    },
)
