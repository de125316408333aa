"""The text of non-attacking pieces: a board, then settings in any order.

``rookery help nonattacking`` lists the letters of the board and the settings. The board may also be
a diagram (see `rookery.reading.diagrams`) or a position in FEN (`rookery.reading.fen`). Without a
``piece`` it is any number of the pieces given on the board, else of queens. All is read by tokens:
lines and blanks do not matter.

>>> from rookery.nonattacking.puzzle import NonAttacking
>>> print(write(NonAttacking.parse("..x ... ..# piece knight 2- rows 0-1")))
..x
...
..#
piece N 2-
rows -1
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import FREE, WALL, Board, Square, rows_of_letters, squares_by_letter
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown
from rookery.family import TextForm
from rookery.nonattacking.document import FIELDS, SPAN, span_text
from rookery.nonattacking.validation import ANY, regions_of
from rookery.reading.diagrams import credit_lines, drawing_tokens
from rookery.reading.drawings import (
    CHESS,
    EMPTY_SIGNS,
    WALL_SIGN,
    Signs,
    board_rows,
    chess_signs,
    pieces_in,
)
from rookery.reading.fen import WALL as FEN_WALL
from rookery.reading.fields import PIECE, SOME_SQUARES
from rookery.reading.parts import names_of
from rookery.reading.settings import (
    WRAP,
    Setting,
    SettingsTable,
    SettingWords,
    setting,
    square_numbers,
)
from rookery.reading.tokens import Tokens

if TYPE_CHECKING:
    from rookery.nonattacking.puzzle import NonAttacking

BLOCKED = "x"
_PIECES = {letter: letter for letter in CHESS}
_SMALL = {letter.lower(): letter for letter in CHESS}
SIGNS = Signs(
    FREE + WALL + BLOCKED + "".join(CHESS),
    EMPTY_SIGNS | {WALL_SIGN: WALL} | chess_signs(_PIECES) | _SMALL,
    _PIECES | _SMALL | {FEN_WALL: WALL},
)
DEFAULT = Piece("Q")

_WEIGHT = re.compile(r"[+-]?[0-9]{1,13}")


def read(make: type[NonAttacking], tokens: Tokens) -> NonAttacking:
    """Return the puzzle of a text, read to its end; `make` is the class `NonAttacking`.

    Raises
    ------
    InputError
        At the first fault, with its place; faults of the whole puzzle are placed at the first row.
    NotationError
        If a piece's notation is not understood.
    """
    with tokens.dataset():
        rows = board_rows(tokens, SIGNS, _is_setting)
        squares = squares_by_letter(rows, SIGNS.letters)
        whole = Board(len(rows), len(rows[0]))
        settings = SETTINGS.read(tokens, whole)
        board = Board(whole.rows, whole.columns, squares[WALL], settings.pop("wrap", ""))
        settings |= _pieces(pieces_in(rows), settings, whole)
        return make(board, blocked=squares[BLOCKED], **settings, **tokens.credits)


def write(puzzle: NonAttacking) -> str:
    """Return the text of a puzzle; `read` gives the same puzzle again."""
    board = puzzle.board
    letters = dict.fromkeys(puzzle.blocked, BLOCKED) | dict.fromkeys(board.walls, WALL)
    rows = rows_of_letters(board, letters)
    return "\n".join((*rows, *SETTINGS.write(puzzle), *credit_lines(puzzle), ""))


def _is_setting(word: str) -> bool:
    """Return whether a word is a setting, because it does not begin like a row of a board."""
    is_row = all(sign in SIGNS for sign in word)
    return not is_row and (word[:1].islower() or word[:1] not in SIGNS)


def _pieces(
    standing: Sequence[tuple[Piece, Square]], settings: dict[str, Any], board: Board
) -> dict[str, Any]:
    """Return the kinds, their numbers and the given pieces of a board and its settings.

    Raises
    ------
    PuzzleError
        If a piece on the board is none of the kinds in the settings.
    """
    on_board = [(piece, None) for piece in dict.fromkeys(piece for piece, _ in standing)]
    kinds = settings.get("pieces") or on_board or [(DEFAULT, None)]
    pieces = [piece for piece, _ in kinds]
    for piece, square in standing:
        if piece not in pieces:
            expected = f"a piece that is {' or '.join(map(str, pieces))}, as told below"
            raise PuzzleError(expected=expected, found=f"{piece} on {board.name(square)}")
    drawn = [(pieces.index(piece), square) for piece, square in standing]
    return {
        "pieces": pieces,
        "number": [number for _, number in kinds],
        "given": [*settings.get("given", ()), *drawn],
    }


def _kinds(puzzle: NonAttacking) -> Iterator[str]:
    if puzzle.pieces != (DEFAULT,) or puzzle.numbers != (ANY,):
        for piece, span in zip(puzzle.pieces, puzzle.numbers, strict=True):
            yield f"{piece} {span_text(span)}"


def _read_given(words: SettingWords) -> list[Any]:
    kind = words.tokens.number("the index of a piece", 0)
    return [(kind, square) for square in sorted(words.of(SOME_SQUARES))]


def _drawn_regions(words: SettingWords) -> list[Any]:
    board = words.board
    at = words.tokens.count
    rows = [words.word(f"row {row + 1} of the regions") for row in range(board.rows)]
    try:
        return list(regions_of(rows, board))
    except PuzzleError as error:
        raise words.tokens.refused(at, error) from error


def _weight(word: str) -> float:
    word = word.replace("\N{MINUS SIGN}", "-", 1)
    try:
        return int(word) if _WEIGHT.fullmatch(word) else float(word)
    except ValueError:
        raise PuzzleError(expected="a weight", found=shown(word)) from None


SETTINGS = SettingsTable(
    WRAP,
    Setting(
        "piece",
        "pieces",
        lambda words: [(words.of(PIECE), words.of(SPAN))],
        _kinds,
        repeats=True,
    ),
    Setting(
        "given",
        "given",
        _read_given,
        lambda puzzle: (f"{kind} {puzzle.board.name(square)}" for kind, *square in puzzle.given),
        repeats=True,
    ),
    Setting(
        "tolerate",
        "tolerated",
        lambda words: [[words.tokens.number("the index of a piece", 0) for _ in "ab"]],
        lambda puzzle: (f"{one} {other}" for one, other in sorted(puzzle.tolerated)),
        repeats=True,
    ),
    *(setting(FIELDS[lines]) for lines in ("rows", "columns", "diagonals")),
    setting(FIELDS["in_region"], "each"),
    Setting(
        "region",
        "regions",
        lambda words: [words.of(SOME_SQUARES)],
        lambda puzzle: (",".join(names_of(region, puzzle.board)) for region in puzzle.regions),
        repeats=True,
    ),
    Setting("regions", "regions", _drawn_regions, lambda _: (), repeats=True),
    square_numbers("weights", FIELDS["weights"], lambda words: words.value("a weight", _weight)),
    *(setting(FIELDS[flag]) for flag in ("shields", "equal", "lightest", "maximal")),
)


TEXT = TextForm(lambda make, data, name, say: read(make, drawing_tokens(data, name, say)), write)
