r"""The text of tours: a board of any size, as in the statement, then settings in any order.

``rookery help tour`` lists the letters of the board and the settings. The text is read as tokens,
so line breaks and blanks do not matter. A board without settings is the statement's. The board may
also be a diagram (see `rookery.reading.diagrams`) or a FEN position (`rookery.reading.fen`). Their
letters have the same meaning in either case, except that a single white piece is the mover, on its
starting square.

>>> from rookery.tour.puzzle import Tour
>>> print(Tour.parse("Q.. ..# N.. mover knight target c1,c3"))
Q..
..#
N..
mover N
target c1,c3
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rookery.boards.board import rows_of_letters
from rookery.errors import PuzzleError
from rookery.family import TextForm
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
from rookery.reading.fields import SOME_SQUARES
from rookery.reading.settings import WRAP, Setting, SettingsTable, setting
from rookery.reading.tokens import Tokens
from rookery.tour.document import FIELDS
from rookery.tour.validation import (
    ALL,
    BESIDE,
    GOAL,
    LETTERS,
    PAWN,
    START,
    TARGET,
    WALL,
    drawn,
    target_name,
)

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour

_PIECES = {letter: letter for letter in (START, TARGET, GOAL, PAWN)}
_SMALL = {letter.lower(): letter for letter in _PIECES}
# The signs of rows and diagrams, then of FEN; letters count in either case.
SIGNS = Signs(
    LETTERS,
    EMPTY_SIGNS | {WALL_SIGN: WALL} | chess_signs(_PIECES) | _SMALL,
    _PIECES | _SMALL | {FEN_WALL: WALL},
)


def read(make: type[Tour], tokens: Tokens, **chosen: Any) -> Tour:
    """Read a tour to the end of a text.

    `chosen` are keywords of `Tour`, and `wrap` of its board, that override the text. An
    `InputError` at the first fault has its place; faults of the whole tour are placed at the first
    row. A `NotationError` is raised if the mover is not a piece.
    """
    with tokens.dataset():
        letters = SIGNS.fen if is_fen(tokens) else {}
        white = [letter for letter in text_of(tokens.peek() or b"") if letters and letter in CHESS]
        mover: dict[str, Any] = {}
        if len(white) == 1:  # the only white piece of a FEN is the mover
            others = {s: letters[s] for s in letters if s not in (*CHESS, START.lower())}
            rows = fen_rows(tokens, {white[0]: START} | others)
            mover["mover"] = chess_piece(white[0])
        else:  # a setting begins with a small letter and is not a row
            rows = board_rows(
                tokens, SIGNS, lambda word: word[:1].islower() and any(s not in SIGNS for s in word)
            )
        found = drawn(rows, must_start=False)
        drawn_goal = {} if found.goal is None else {"goal": found.goal}
        settings = drawn_goal | SETTINGS.read(tokens, found.board, given=drawn_goal)
        targets = [*found.targets, *settings.pop("targets", ())]
        if settings.pop(ALL, False):
            squares = found.board.squares()
            targets = [*(square for square in squares if square not in found.pawns), *targets]
        settings = mover | settings | dict(tokens.credits) | chosen
        board = replace(found.board, wrap=settings.pop("wrap", ""))
        if found.start is None and not settings.get("once"):
            raise PuzzleError(expected=f"one start {START!r}, or the setting 'once'", found="0")
        return make(board, found.start, targets, pawns=found.pawns, **settings)


def write(tour: Tour) -> str:
    """Return the text of a tour; `read` is its inverse."""
    board = tour.board
    letters = dict.fromkeys(board.walls, WALL) | dict.fromkeys(tour.pawns, PAWN)
    squares = [target for target in tour.targets if isinstance(target, tuple)]
    letters |= dict.fromkeys(() if _is_all(tour) else squares, TARGET)
    if isinstance(tour.goal, tuple):
        letters[tour.goal] = GOAL
    if tour.start is not None:
        letters[tour.start] = START
    rows = rows_of_letters(board, letters)
    return "\n".join((*rows, *SETTINGS.write(tour), *credit_lines(tour)))


def _targets(tour: Tour) -> Iterator[str]:
    """Yield the targets that no letter on the board expresses."""
    single = {tour.goal, tour.start} if isinstance(tour.goal, tuple) else {tour.start}
    for target in tour.targets:
        if isinstance(target, frozenset) or (target in single and not _is_all(tour)):
            yield target_name(tour.board, target)


def _is_all(tour: Tour) -> bool:
    """Return whether every free square, including the start, is a target by itself."""
    return tour.visit != BESIDE and set(tour.free_squares()) <= set(tour.targets)


SETTINGS = SettingsTable(
    setting(FIELDS["mover"]),
    setting(FIELDS["visit"]),
    Setting(ALL, ALL, lambda _: True, lambda tour: [""] * _is_all(tour)),
    Setting("target", "targets", lambda words: [words.of(SOME_SQUARES)], _targets, repeats=True),
    setting(FIELDS["once"]),
    setting(FIELDS["turn"]),
    WRAP,
    setting(FIELDS["closed"]),
    Setting(
        "goal",
        "goal",
        lambda words: words.of(SOME_SQUARES),
        lambda tour: (
            [target_name(tour.board, tour.goal)]
            if isinstance(tour.goal, frozenset) and not tour.closed
            else []
        ),
    ),
)


TEXT = TextForm(
    lambda make, data, name, say: read(make, drawing_tokens(data, name, say)),
    lambda tour: f"{write(tour)}\n",
)
