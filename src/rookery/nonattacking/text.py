r"""The text of non-attacking pieces: a board, then settings.

The rows of the board come first, the top row first: ``.`` a free square, ``#`` a wall, ``x`` a
square on which no piece may stand, ``K Q R B N P`` a piece that is given. The board may also be a
diagram (see `rookery.reading.diagrams`) or a position in FEN (`rookery.reading.fen`). Behind it may
stand, in any order:

====================  ========================================================
``piece BETZA N``     a kind of piece, in Betza notation or by name, and how many
``given K S,S,...``   pieces of the kind K, from 0, stand on these squares
``tolerate K K``      pieces of these two kinds may attack each other
``wrap W``            edges are joined: W is ``cylinder`` or ``torus``
``shields``           no rider attacks across a piece
``equal``             as many pieces of each kind as of any other
``rows N``            so many in each row; ``columns N``, ``diagonals N`` too
``regions ROWS``      rows of letters, as many as the board's, one letter a region
``region S,S,...``    one region more
``each N``            so many in each region; else 1
``weights NUMBERS``   what a piece weighs on each square, row by row from the top
``lightest``          the least weight is wanted
``maximal``           no further piece may fit
====================  ========================================================

A number N is ``any``, ``3``, ``2-4``, ``2-`` (at least two) or ``-4`` (at most four). Without a
``piece`` it is any number of the pieces given on the board, else of queens. All is read by tokens:
lines and blanks do not matter.

>>> from rookery.nonattacking.text import parse
>>> print(write(parse("..x ... ..# piece knight 2- rows 0-1")))
..x
...
..#
piece N 2-
rows -1
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from rookery.boards.board import FREE, WALL, WRAPS, Board, Square
from rookery.boards.drawing import squares_by_letter
from rookery.boards.pieces import Piece
from rookery.errors import InputError, NotationError, PuzzleError, did_you_mean, shown
from rookery.forms import TextForm
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, Span
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
from rookery.reading.tokens import Tokens

BLOCKED = "x"
_PIECES = {letter: letter for letter in CHESS}
_SMALL = {letter.lower(): letter for letter in CHESS}
SIGNS = Signs(
    FREE + WALL + BLOCKED + "".join(CHESS),
    EMPTY_SIGNS | {WALL_SIGN: WALL} | chess_signs(_PIECES) | _SMALL,
    _PIECES | _SMALL | {FEN_WALL: WALL},
)
FLAGS = ("shields", "equal", "lightest", "maximal")
LINES = {"rows": "rows", "columns": "columns", "diagonals": "diagonals", "each": "in_region"}
SETTINGS = ("piece", "given", "tolerate", "wrap", *LINES, "regions", "region", "weights", *FLAGS)
DEFAULT = Piece("Q")
ANY_NUMBER = "any"

_SPAN = re.compile(r"([0-9]{1,9})?(-)?([0-9]{1,9})?")
_WEIGHT = re.compile(r"[+-]?[0-9]{1,13}")


def parse(text: str) -> NonAttacking:
    """Return the puzzle of a text.

    Raises
    ------
    InputError
        At the first fault, with its place.
    """
    return read(drawing_tokens(text.encode(), "text"))


def read(tokens: Tokens) -> NonAttacking:
    """Return the puzzle of a text, read to its end; for what is raised see `parse`."""
    tokens.mark()
    first = tokens.count
    try:
        rows = board_rows(tokens, SIGNS, _is_setting)
        squares = squares_by_letter(rows, SIGNS.letters)
        found = _Settings(tokens, Board(len(rows), len(rows[0])), pieces_in(rows))
        found.read()
        board = Board(len(rows), len(rows[0]), squares[WALL], found.wrap)
        return NonAttacking(board, blocked=squares[BLOCKED], **found.keywords(), **tokens.credits)
    except (InputError, NotationError):
        raise
    except PuzzleError as error:
        raise tokens.refused(first, error) from error


def write(puzzle: NonAttacking) -> str:
    """Return the text of a puzzle; `read` gives the same puzzle again."""
    board = puzzle.board
    letters = dict.fromkeys(puzzle.blocked, BLOCKED) | dict.fromkeys(board.walls, WALL)
    rows = [
        "".join(letters.get((row, column), FREE) for column in range(board.columns))
        for row in range(board.rows)
    ]
    return "\n".join((*rows, *_written(puzzle), *credit_lines(puzzle), ""))


def span_in(word: str) -> int | list[int | None] | None:
    """Return how many pieces a word tells: a number, the least and the most, or None for any.

    Raises
    ------
    PuzzleError
        When it tells no number.

    Examples
    --------
    >>> [span_in(word) for word in ("3", "2-4", "2-", "-4", "any")]
    [3, [2, 4], [2, None], [0, 4], None]
    """
    found = _SPAN.fullmatch(word)
    if word == ANY_NUMBER:
        return None
    if found is None or not (found[1] or found[3]):
        raise PuzzleError(expected="a number such as 3, 2-4, 2-, -4 or any", found=shown(word))
    if not found[2]:
        return int(word)
    least, most = int(found[1] or 0), None if found[3] is None else int(found[3])
    if most is not None and most < least:
        raise PuzzleError(expected="the least number before the most", found=shown(word))
    return [least, most]


def _is_setting(word: str) -> bool:
    """Return whether a word is none of a board: no row, and it begins as no row does."""
    is_row = all(sign in SIGNS for sign in word)
    return not is_row and (word[:1].islower() or word[:1] not in SIGNS)


class _Settings:
    """The settings behind a board, as keywords of `NonAttacking`."""

    def __init__(self, tokens: Tokens, board: Board, standing: list[tuple[Piece, Square]]) -> None:
        self._tokens = tokens
        self._board = board
        self._standing = standing
        self._pieces: list[tuple[Piece, Any]] = []
        self._given: list[Any] = []
        self._tolerated: list[Any] = []
        self._regions: list[Any] = []
        self._once: dict[str, Any] = {}
        self.wrap = ""

    def keywords(self) -> dict[str, Any]:
        """Return what was read.

        Raises
        ------
        PuzzleError
            When a piece that stands on the board is none of the kinds that were told.
        """
        drawn = [(piece, None) for piece in dict.fromkeys(piece for piece, _ in self._standing)]
        pieces = self._pieces or drawn or [(DEFAULT, None)]
        kinds = [piece for piece, _ in pieces]
        for piece, square in self._standing:
            if piece not in kinds:
                told = " or ".join(map(str, kinds))
                found = f"{piece} on {self._board.name(square)}"
                raise PuzzleError(expected=f"a piece that is {told}, as told below", found=found)
        return self._once | {
            "pieces": kinds,
            "number": [number for _, number in pieces],
            "given": [
                *self._given,
                *((kinds.index(piece), square) for piece, square in self._standing),
            ],
            "tolerated": self._tolerated,
            "regions": self._regions,
        }

    def read(self) -> None:
        """Read all settings to the end of the text."""
        while not self._tokens.at_end():
            name = self._word("a setting")
            if name not in SETTINGS:
                raise self._fault("a setting", shown(name) + did_you_mean(name, SETTINGS))
            if name in FLAGS:
                self._set(name, True)
            elif name in LINES:
                self._set(LINES[name], self._span())
            else:
                self._read_long(name)

    def _read_long(self, name: str) -> None:
        if name == "piece":
            self._pieces.append((self._piece(), self._span()))
        elif name == "given":
            kind = self._tokens.number("the index of a piece", 0)
            self._given += [(kind, square) for square in self._squares()]
        elif name == "tolerate":
            self._tolerated.append([self._tokens.number("the index of a piece", 0) for _ in "ab"])
        elif name == "wrap":
            self.wrap = self._word("a wrap")
            if self.wrap not in WRAPS:
                raise self._fault(f"one of {', '.join(WRAPS[1:])}", shown(self.wrap))
        elif name == "region":
            self._regions.append(self._squares())
        elif name == "regions":
            self._regions += self._drawn_regions()
        else:
            rows, columns = range(self._board.rows), range(self._board.columns)
            self._set(name, [[self._weight() for _ in columns] for _ in rows])

    def _set(self, name: str, value: Any) -> None:
        if name in self._once:
            raise self._fault(f"one {name}", "another")
        self._once[name] = value

    def _drawn_regions(self) -> list[Any]:
        from rookery.nonattacking.validation import regions_of

        at = self._tokens.count
        rows = [self._word(f"row {row + 1} of the regions") for row in range(self._board.rows)]
        try:
            return list(regions_of(rows, self._board))
        except PuzzleError as error:
            raise self._tokens.refused(at, error) from error

    def _piece(self) -> Piece:
        word = self._word("a piece")
        try:
            return Piece(word)
        except NotationError as error:
            raise error.placed(str(self._tokens.place(self._tokens.count - 1))) from error

    def _span(self) -> Any:
        word = self._word("a number")
        try:
            return span_in(word)
        except PuzzleError as error:
            raise self._fault(error.expected, error.found) from error

    def _weight(self) -> float:
        word = self._word("a weight")
        if _WEIGHT.fullmatch(word):
            return int(word)
        try:
            return float(word)
        except ValueError:
            raise self._fault("a weight", shown(word)) from None

    def _squares(self) -> Any:
        word = self._word("squares")
        try:
            return sorted(self._board.square_set(word.split(",")))
        except PuzzleError as error:
            raise self._tokens.refused(self._tokens.count - 1, error) from error

    def _word(self, expected: str) -> str:
        return self._tokens.take(expected).decode(errors="replace")

    def _fault(self, expected: str, found: str) -> InputError:
        return self._tokens.fault(self._tokens.count - 1, expected, found)


def _written(puzzle: NonAttacking) -> Iterator[str]:
    """Yield the settings that are not the default."""
    name = puzzle.board.name
    if puzzle.board.wrap:
        yield f"wrap {puzzle.board.wrap}"
    if puzzle.pieces != (DEFAULT,) or puzzle.numbers != (ANY,):
        for piece, span in zip(puzzle.pieces, puzzle.numbers, strict=True):
            yield f"piece {piece} {_span_text(span)}"
    for kind, row, column in puzzle.given:
        yield f"given {kind} {name((row, column))}"
    for one, other in sorted(puzzle.tolerated):
        yield f"tolerate {one} {other}"
    for setting, field in LINES.items():
        span = getattr(puzzle, field)
        if span != ((1, 1) if setting == "each" else ANY):
            yield f"{setting} {_span_text(span)}"
    for region in puzzle.regions:
        yield f"region {','.join(name(square) for square in sorted(region))}"
    if puzzle.weights is not None:
        yield "\n".join(("weights", *(" ".join(map(str, row)) for row in puzzle.weights)))
    yield from (flag for flag in FLAGS if getattr(puzzle, flag))


def _span_text(span: Span) -> str:
    least, most = span
    if span == ANY:
        return ANY_NUMBER
    if least == most:
        return f"{least}"
    return f"{least or ''}-{'' if most is None else most}"


def _read(data: bytes, name: str, say: Callable[[str], None] | None) -> NonAttacking:
    return read(drawing_tokens(data, name, say))


TEXT = TextForm(_read, write)
