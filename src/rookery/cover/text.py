r"""The text of a cover: its board, then the costs of the pieces.

The rows of the board are letters: ``#`` a king, ``_`` or ``.`` an empty square, ``+`` one to be
guarded, ``x`` one where nothing may be placed, ``*`` one that is both, ``o`` one that is to stay
empty and unattacked, ``X`` a wall. ``wrap cylinder`` or ``wrap torus`` may follow, where edges of
the board are joined. The board may also be a diagram (see `rookery.reading.diagrams`) or a position
in FEN (`rookery.reading.fen`); a king is ``k`` too, and ``K Q R B N P`` are pieces of ours that
stand already. Costs are integers, decimals or fractions. Which pieces there
are is given separately; by default they are those of the statement ``showdown``.

>>> read(drawing_tokens(b"#_\n_X\n3 5/2\n", "board.txt"), ["B", "R"]).prices
(3, Fraction(5, 2))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rookery.boards.board import WRAPS, Square
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover, PlacedPiece
from rookery.cover.validation import ALSO_EMPTY, KING, LETTERS, WALL, Price, rational
from rookery.errors import NotationError, PuzzleError, shown
from rookery.forms import TextForm
from rookery.reading.diagrams import credit_lines, drawing_tokens
from rookery.reading.drawings import (
    CHESS,
    EMPTY_SIGNS,
    WALL_SIGN,
    Signs,
    board_rows,
    chess_signs,
    pieces_in,
    without_pieces,
)
from rookery.reading.fen import WALL as FEN_WALL
from rookery.reading.tokens import Tokens

_OWN = {letter: letter for letter in CHESS}
SIGNS = Signs(
    LETTERS + ALSO_EMPTY + "".join(_OWN),
    EMPTY_SIGNS | {"k": KING, WALL_SIGN: WALL} | chess_signs(_OWN | {"K": KING}),
    _OWN | {"k": KING, FEN_WALL: WALL},
)
"""Capitals are pieces that stand already, and a king to be checked is ``k`` too."""

WRAP = b"wrap"
_SIGNED = re.compile("[+-][0-9]")
COST = re.compile(r"\+?[0-9]{1,18}([./][0-9]{1,18})?")
NAMES = ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon")


def read(
    tokens: Tokens,
    pieces: Iterable[Piece | str] = NAMES,
    costs: Sequence[Price] | None = None,
    **chosen: Any,
) -> Cover:
    """Return the puzzle of a text.

    Parameters
    ----------
    tokens
        The text, read to its end.
    pieces
        The pieces there are.
    costs
        Their costs; by default they follow the board in the text.
    **chosen
        More keywords of `Cover.parse`.

    Raises
    ------
    InputError
        At the first token that is neither a row of the board nor a cost.
    PuzzleError
        When the puzzle makes no sense; the message begins with the name of the text.
    """
    pieces = list(pieces)
    rows, standing = drawn(tokens)
    chosen["standing"] = [*standing, *chosen.get("standing", ())]
    edges = {"wrap": _wrap(tokens)} if tokens.peek() == WRAP else {}
    costs = costs or [cost(tokens, f"the cost of a {piece}") for piece in pieces]
    tokens.finish()
    try:
        return Cover.parse(rows, costs, pieces, **edges | dict(tokens.credits) | chosen)
    except NotationError:
        raise
    except PuzzleError as error:
        raise error.placed(tokens.name) from error


def cost(tokens: Tokens, what: str) -> Price:
    """Return the next token as a cost: an integer, a decimal or a fraction above 0."""
    expected = f"{what} above 0"
    token = tokens.take(expected).decode("latin-1")
    found = rational(token) if COST.fullmatch(token) else None
    if not found:
        raise tokens.fault(tokens.count - 1, expected, shown(token))
    return found


def read_answer(tokens: Tokens, cover: Cover) -> tuple[Price, list[PlacedPiece]]:
    """Return the cost that an answer tells, and its pieces, as `rookery cover` prints them."""
    board = cover.board
    count = tokens.number("the number of pieces", 1, board.rows * board.columns)
    told = cost(tokens, "the total cost")
    placed_pieces = [
        (
            tokens.number(f"the type of piece {number}", 1, len(cover.pieces)) - 1,
            tokens.number(f"the row of piece {number}", 1, board.rows) - 1,
            tokens.number(f"the column of piece {number}", 1, board.columns) - 1,
        )
        for number in range(1, count + 1)
    ]
    return told, placed_pieces


def write(cover: Cover) -> str:
    """Return the text of a cover by the pieces of ``showdown``; `read` gives it again.

    Raises
    ------
    PuzzleError
        When it has other pieces, standing pieces, a stock, or a condition, which the text cannot
        express.
    """
    if cover.pieces != SHOWDOWN_PIECES:
        raise PuzzleError(expected="the eight pieces of showdown in a cover's text", found="others")
    if cover.standing or any(number is not None for number in cover.stock):
        what = "standing pieces" if cover.standing else "a stock"
        raise PuzzleError(f"a cover's text cannot tell {what}")
    wrap = cover.board.wrap
    if cover != Cover.parse(str(cover), cover.prices, wrap=wrap):
        raise PuzzleError("a cover's text cannot tell how often, and at which squares, it is asked")
    edges = f"{WRAP.decode()} {wrap}\n" if wrap else ""
    prices = " ".join(map(str, cover.prices))
    return "\n".join((f"{cover}\n{edges}{prices}", *credit_lines(cover), ""))


def _is_setting(word: str) -> bool:
    """Return whether a word is none of a board: a number, or it begins with no letter of one."""
    return word[:1] not in SIGNS or _SIGNED.match(word) is not None


def drawn(tokens: Tokens) -> tuple[list[str], list[tuple[Piece, Square]]]:
    """Return the rows of a board, in the letters of `Cover.parse`, and the pieces that stand."""
    rows = board_rows(tokens, SIGNS, _is_setting)
    return without_pieces(rows), pieces_in(rows)


def drawn_whole(text: str) -> tuple[list[str], list[tuple[Piece, Square]]]:
    """Return the same of a text that holds nothing but a board."""
    tokens = drawing_tokens(text.encode(), "text")
    tokens.mark()
    found = drawn(tokens)
    if not tokens.at_end():
        word = tokens.take("a row")
        raise tokens.fault(tokens.count - 1, "a row of the board", shown(word))
    return found


def _wrap(tokens: Tokens) -> str:
    tokens.take("wrap")
    word = tokens.take("a wrap").decode(errors="replace")
    if word not in WRAPS[1:]:
        raise tokens.fault(tokens.count - 1, f"one of {', '.join(WRAPS[1:])}", shown(word))
    return word


def _read(data: bytes, name: str, say: Callable[[str], None] | None) -> Cover:
    return read(drawing_tokens(data, name, say))


TEXT = TextForm(_read, write)
