r"""The text of queens puzzles: a square board, then the word ``queens``.

The rows of the board come first, the top row first: ``.`` a free square, ``Q`` a given queen, ``x``
a square on which no queen may stand. The board may also be a diagram (see
`rookery.reading.diagrams`) or a position in FEN (`rookery.reading.fen`).

>>> from rookery.queens.puzzle import Queens
>>> write(Queens(4, given=["a3"], blocked=["d4"]))
'...x\nQ...\n....\n....\nqueens\n'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.boards.board import FREE, Board, rows_of_letters, squares_by_letter
from rookery.errors import PuzzleError
from rookery.family import TextForm
from rookery.reading.diagrams import credit_lines, drawing_tokens
from rookery.reading.drawings import CHESS, EMPTY_SIGNS, WALL_SIGN, Signs, board_rows
from rookery.reading.fen import WALL as FEN_WALL
from rookery.reading.settings import Setting, SettingsTable
from rookery.reading.tokens import Tokens

if TYPE_CHECKING:
    from rookery.queens.puzzle import Queens

NAME = "queens"
QUEEN, BLOCKED = "Q", "x"
SIGNS = Signs(
    FREE + BLOCKED + QUEEN,
    EMPTY_SIGNS | {"#": BLOCKED, WALL_SIGN: BLOCKED} | dict.fromkeys(CHESS[QUEEN], QUEEN),
    {QUEEN: QUEEN, QUEEN.lower(): QUEEN, FEN_WALL: BLOCKED},
)
SETTINGS = SettingsTable(Setting(NAME, NAME, lambda _: True, lambda _: [""]))


def read(make: type[Queens], tokens: Tokens) -> Queens:
    """Return the puzzle of a text, read to its end; `make` is the class `Queens`.

    Raises an `InputError` at the first fault, with its place; faults of the whole puzzle are placed
    at the first row.
    """
    with tokens.dataset():
        rows = board_rows(tokens, SIGNS, NAME.__eq__)
        squares = squares_by_letter(rows, SIGNS.letters)
        if len(rows) != len(rows[0]):
            raise PuzzleError(expected="a square board", found=f"{len(rows)}x{len(rows[0])}")
        if not SETTINGS.read(tokens, Board(len(rows))):
            raise PuzzleError(expected=f"the word {NAME!r} below the board", found="none")
        return make(len(rows), squares[QUEEN], squares[BLOCKED], **tokens.credits)


def write(puzzle: Queens) -> str:
    """Return the text of a puzzle; `read` gives the same puzzle again.

    Raises a `PuzzleError` if a given square is blocked too, for which there is no letter.
    """
    if puzzle.given & puzzle.blocked:
        raise PuzzleError("no text of queens holds a given queen on a blocked square; use JSON")
    letters = dict.fromkeys(puzzle.given, QUEEN) | dict.fromkeys(puzzle.blocked, BLOCKED)
    rows = rows_of_letters(Board(puzzle.n), letters)
    return "\n".join((*rows, *SETTINGS.write(puzzle), *credit_lines(puzzle), ""))


TEXT = TextForm(lambda make, data, name, say: read(make, drawing_tokens(data, name, say)), write)
