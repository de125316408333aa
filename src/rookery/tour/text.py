r"""The text of a tour: the statement's board of any size, then settings.

The rows of the board come first, the top row first, in the letters of the statement
``traveling-queen`` and one more: ``Q`` the start, ``N`` a target, ``B`` the goal, ``P`` a pawn,
``.`` empty, ``#`` a wall. Behind them may stand, in any order:

==================  ==========================================================
``mover BETZA``     the piece that tours, in Betza notation or by name; else queen
``visit on``        targets and goal are free squares, to be stood on; with ``visit over`` targets
                    may be passed over too; ``visit beside``, as in the statement, when not given
``target S,S,...``  one target more, visited by standing on any of these squares
``goal S,S,...``    the tour ends on any of these squares
``closed``          the tour ends where it began
``all``             every free square is a target
``once``            no square is stood on twice, but for the start of a closed tour; then the board
                    need not show a start
``turn half``       a closed tour of the whole board looks the same after it; or ``turn quarter``
``wrap W``          edges are joined: W is ``cylinder`` or ``torus``
==================  ==========================================================

All is read by tokens: lines and blanks do not matter. A board without settings is the
statement's. It may also be a diagram (see `rookery.reading.diagrams`) or a position in FEN
(`rookery.reading.fen`), in which the letters mean the same, in capitals or not; but when a single
one is a capital, that is the mover, and the start where it stands.

>>> from rookery.tour.puzzle import Tour
>>> print(Tour.parse("Q.. ..# N.. mover knight target c1,c3"))
Q..
..#
N..
mover N
target c1,c3
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rookery.boards.board import WRAPS, Board, Square
from rookery.boards.pieces import Piece
from rookery.errors import InputError, NotationError, PuzzleError, did_you_mean, shown
from rookery.forms import TextForm
from rookery.reading.diagrams import credit_lines, drawing_tokens, text_of
from rookery.reading.drawings import (
    CHESS,
    EMPTY_SIGNS,
    WALL_SIGN,
    Signs,
    board_rows,
    chess_piece,
    chess_signs,
)
from rookery.reading.fen import WALL as FEN_WALL
from rookery.reading.fen import fen_rows, is_fen
from rookery.reading.tokens import Tokens
from rookery.tour.puzzle import ALL, BESIDE, VISITS, Tour
from rookery.tour.symmetry import TURNS
from rookery.tour.validation import (
    EMPTY,
    GOAL,
    LETTERS,
    PAWN,
    START,
    TARGET,
    WALL,
    Drawn,
    drawn,
    target_name,
)

MOVER, VISIT, SET_TARGET, SET_GOAL = "mover", "visit", "target", "goal"
CLOSED, ONCE, TURN, WRAP = "closed", "once", "turn", "wrap"
FLAGS = (CLOSED, ALL, ONCE)
SETTINGS = (MOVER, VISIT, SET_TARGET, SET_GOAL, TURN, WRAP, *FLAGS)
DEFAULT_MOVER = Piece("Q")

_PIECES = {letter: letter for letter in (START, TARGET, GOAL, PAWN)}
_SMALL = {letter.lower(): letter for letter in _PIECES}
SIGNS = Signs(
    LETTERS,
    EMPTY_SIGNS | {WALL_SIGN: WALL} | chess_signs(_PIECES) | _SMALL,
    _PIECES | _SMALL | {FEN_WALL: WALL},
)
"""Of rows and diagrams, and of FEN; the case of letters does not matter."""


def parse(text: str, **chosen: Any) -> Tour:
    """Return the tour of a text; for the arguments see `read`.

    Raises
    ------
    InputError
        At the first fault, with its place.
    """
    return read(drawing_tokens(text.encode(), "text"), **chosen)


def read(tokens: Tokens, **chosen: Any) -> Tour:
    """Return the tour of a text, read to its end.

    Parameters
    ----------
    tokens
        Of the text.
    **chosen
        Keywords of `Tour`, and `wrap` of its board, that take the place of what the text says.

    Raises
    ------
    InputError
        At the first fault, with its place; what is wrong with the whole has the first row's.
    NotationError
        When the mover is no piece.
    """
    tokens.mark()
    first = tokens.count
    try:
        rows, white = _board(tokens)
        found = drawn(rows, must_start=False)
        targets: list[Any] = list(found.targets)
        settings: dict[str, Any] = {}
        if found.goal is not None:
            settings["goal"] = found.goal
        for name, value in _settings(tokens, found.board):
            if name == SET_TARGET:
                targets.append(value)
            elif name in settings:
                raise tokens.fault(tokens.count - 1, f"one {name}", "another")
            else:
                settings[name] = value
        if settings.pop(ALL, False):
            targets = [*_free(found), *targets]
        settings = white | settings | dict(tokens.credits) | chosen
        board = replace(found.board, wrap=settings.pop(WRAP, ""))
        if found.start is None and not settings.get(ONCE):
            raise PuzzleError(expected=f"one start {START!r}", found="0")
        return Tour(board, found.start, targets, pawns=found.pawns, **settings)
    except (InputError, NotationError):
        raise
    except PuzzleError as error:
        raise tokens.refused(first, error) from error


def write(tour: Tour) -> str:
    """Return the text of a tour; `read` gives the same tour again."""
    board = tour.board
    letters = dict.fromkeys(board.walls, WALL) | dict.fromkeys(tour.pawns, PAWN)
    squares = [target for target in tour.targets if isinstance(target, tuple)]
    letters |= dict.fromkeys(() if _is_all(tour) else squares, TARGET)
    if isinstance(tour.goal, tuple):
        letters[tour.goal] = GOAL
    if tour.start is not None:
        letters[tour.start] = START
    rows = [
        "".join(letters.get((row, column), EMPTY) for column in range(board.columns))
        for row in range(board.rows)
    ]
    return "\n".join((*rows, *_written_settings(tour, letters), *credit_lines(tour)))


def _board(tokens: Tokens) -> tuple[list[str], dict[str, Piece]]:
    """Return the rows of a board; and White's only piece in a FEN, as the mover."""
    letters = SIGNS.fen if is_fen(tokens) else {}
    white = [letter for letter in text_of(tokens.peek() or b"") if letters and letter in CHESS]
    if len(white) != 1:
        return board_rows(tokens, SIGNS, _is_setting), {}
    others = {sign: letters[sign] for sign in letters if sign not in (*CHESS, START.lower())}
    return fen_rows(tokens, {white[0]: START} | others), {MOVER: chess_piece(white[0])}


def _is_setting(word: str) -> bool:
    """Return whether a word is none of a board: it begins with a small letter, and is no row."""
    return word[:1].islower() and any(sign not in SIGNS for sign in word)


def _settings(tokens: Tokens, board: Board) -> Iterator[tuple[str, Any]]:
    """Yield the settings, each as a keyword of `Tour` or `SET_TARGET`, and its value."""
    while not tokens.at_end():
        name = tokens.take("a setting").decode(errors="replace")
        if name not in SETTINGS:
            hint = did_you_mean(name, SETTINGS)
            raise tokens.fault(tokens.count - 1, "a setting", shown(name) + hint)
        if name in FLAGS:
            yield name, True
        else:
            word = tokens.take(f"the value of {name!r}").decode(errors="replace")
            yield name, _value(tokens, board, name, word)


def _value(tokens: Tokens, board: Board, name: str, word: str) -> Any:
    """Return the value of a setting, whose word was taken last."""
    at = tokens.count - 1
    if name == MOVER:
        try:
            return Piece(word)
        except NotationError as error:
            raise error.placed(str(tokens.place(at))) from error
    if name == VISIT:
        if word not in VISITS:
            raise tokens.fault(at, "'beside', 'on' or 'over'", shown(word))
        return word
    if name == TURN:
        if word not in TURNS:
            raise tokens.fault(at, "'half' or 'quarter'", shown(word))
        return word
    if name == WRAP:
        if word not in WRAPS[1:]:
            raise tokens.fault(at, f"one of {', '.join(WRAPS[1:])}", shown(word))
        return word
    try:
        return board.square_set(word.split(","))
    except PuzzleError as error:
        raise tokens.refused(at, error) from error


def _written_settings(tour: Tour, letters: dict[Square, str]) -> Iterator[str]:
    """Yield what the letters on the board do not say."""
    if tour.mover != DEFAULT_MOVER:
        yield f"{MOVER} {tour.mover}"
    if tour.visit != BESIDE:
        yield f"{VISIT} {tour.visit}"
    if _is_all(tour):
        yield ALL
    for target in tour.targets:
        if isinstance(target, tuple) and _is_all(tour):
            continue
        if isinstance(target, frozenset) or letters.get(target) != TARGET:
            yield f"{SET_TARGET} {target_name(tour.board, target)}"
    if tour.once:
        yield ONCE
    if tour.turn is not None:
        yield f"{TURN} {tour.turn}"
    if tour.board.wrap:
        yield f"{WRAP} {tour.board.wrap}"
    if tour.closed:
        yield CLOSED
    elif isinstance(tour.goal, frozenset):
        yield f"{SET_GOAL} {target_name(tour.board, tour.goal)}"


def _is_all(tour: Tour) -> bool:
    """Return whether every free square is a target of its own, the start too."""
    return tour.visit != BESIDE and set(tour.free_squares()) <= set(tour.targets)


def _free(found: Drawn) -> list[Square]:
    return [square for square in found.board.squares() if square not in found.pawns]


def _read(data: bytes, name: str, say: Callable[[str], None] | None) -> Tour:
    return read(drawing_tokens(data, name, say))


def _write(tour: Tour) -> str:
    return f"{write(tour)}\n"


TEXT = TextForm(_read, _write)
