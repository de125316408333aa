"""Positions in FEN: the pieces of a puzzle and of answers to it, as other programs read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.asked import refuse_drawing
from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown
from rookery.families import Table, is_puzzle
from rookery.reading.diagrams import EMPTY
from rookery.reading.drawings import CHESS, chess_letter
from rookery.reading.fen import WALL, fen_text
from rookery.results.result import Result
from rookery.tour.validation import BESIDE
from rookery.view.svg import answers_of

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover
    from rookery.heaviest.puzzle import Heaviest
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.tour.puzzle import Tour

Letters = dict[Square, str]


def fen(thing: Any, answer: Any = None) -> str:
    """Return a puzzle, with an answer to it, or a result as the pieces of a position in FEN.

    Parameters
    ----------
    thing
        A puzzle of any family, or a `Result`.
    answer
        Of the puzzle, right or wrong; of queens one placement or a tuple of them.

    Returns
    -------
    str
        The first field of a FEN, the placement of the pieces; a line for each of several
        placements. A single row of letters only, or without any, has the other fields too.
        Capitals are the pieces that are placed and the mover of a tour on its start. Small letters
        are kings to be checked and, of a tour, the targets ``n``, the goal ``b`` and the pawns.
        Walls are ``*``, as Fairy-Stockfish writes them. What is no piece is left out: weights,
        regions, blocked and guarded squares, the path of a tour.

    Raises
    ------
    PuzzleError
        When `thing` is neither, a piece is none of chess, which FEN has no letter for, `answer`
        has not the form of an answer or leaves the board, or more than 1,000 squares side by side
        are empty.
    LimitError
        When the board is too large to be drawn.

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
    return "\n".join(position(puzzle, one) for one in answers_of(puzzle, answer))


def _position(board: Board, letters: Letters) -> str:
    """Return a board with letters on some of its squares."""
    refuse_drawing(board)
    signs = dict.fromkeys(board.walls, WALL) | letters
    columns = range(board.columns)
    return fen_text((signs.get((r, c), EMPTY) for c in columns) for r in range(board.rows))


def _letters(board: Board, placed: Iterable[tuple[Piece, Any]]) -> Letters:
    """Return the letters of pieces on squares, which may be named."""
    letters = {}
    for piece, square in placed:
        letter = chess_letter(piece)
        if letter is None:
            expected = f"a piece of chess, {' '.join(CHESS)}, for FEN"
            raise PuzzleError(expected=expected, found=shown(piece.betza))
        letters[board.square(square)] = letter
    return letters


def _queens(puzzle: Queens | Heaviest, placement: Sequence[int] | None) -> str:
    board = Board(puzzle.n)
    squares: Iterable[Square] = puzzle.given
    if placement is not None:
        squares = [(row, column) for column, row in enumerate(placement)]
    return _position(board, _letters(board, ((Piece("Q"), square) for square in squares)))


def _nonattacking(puzzle: NonAttacking, answer: Iterable[Any] | None) -> str:
    placed = _kinds(puzzle.pieces, puzzle.given if answer is None else answer)
    return _position(puzzle.board, _letters(puzzle.board, placed))


def _regions(puzzle: Regions, answer: Iterable[Square] | None) -> str:
    squares = puzzle.given if answer is None else answer
    placed = ((puzzle.piece, square) for square in squares)
    return _position(puzzle.board, _letters(puzzle.board, placed))


def _tour(puzzle: Tour, path: Sequence[Square] | None) -> str:
    single = [target for target in puzzle.targets if isinstance(target, tuple)]
    is_whole = puzzle.covers_all and puzzle.visit != BESIDE
    letters = dict.fromkeys(() if is_whole else single, "n")
    letters |= dict.fromkeys(puzzle.pawns, "p")
    if isinstance(puzzle.goal, tuple):
        letters[puzzle.goal] = "b"
    if puzzle.start is not None:
        letters |= _letters(puzzle.board, [(puzzle.mover, puzzle.start)])
    return _position(puzzle.board, letters)


def _cover(puzzle: Cover, answer: Iterable[Any] | None) -> str:
    placed = [*puzzle.standing, *_kinds(puzzle.pieces, answer or ())]
    letters = dict.fromkeys(puzzle.kings, "k") | _letters(puzzle.board, placed)
    return _position(puzzle.board, letters)


def _kinds(pieces: Sequence[Piece], answer: Iterable[Any]) -> Iterable[tuple[Piece, Any]]:
    """Yield the pieces of an answer by the index of their kind, and their squares."""
    for placed in answer:
        kind, *square = (0, placed) if isinstance(placed, str) and len(pieces) == 1 else placed
        if not 0 <= kind < len(pieces):
            raise PuzzleError(expected=f"a kind from 0 to {len(pieces) - 1}", found=shown(kind))
        yield pieces[kind], square[0] if len(square) == 1 else tuple(square)


POSITIONS: Table[Callable[[Any, Any], str]] = Table(
    "position in FEN",
    {
        "queens": _queens,
        "heaviest": _queens,
        "nonattacking": _nonattacking,
        "regions": _regions,
        "tour": _tour,
        "cover": _cover,
    },
)
