r"""The text of a cover: its board, then the costs of the pieces.

The rows of the board are letters: ``#`` a king, ``_`` or ``.`` an empty square, ``+`` one to be
guarded, ``x`` one where nothing may be placed, ``*`` one that is both, ``X`` a wall. Which pieces
there are is given separately; by default they are those of the statement ``showdown``.

>>> from rookery.reading.tokens import Tokens
>>> import io
>>> read(Tokens(io.BytesIO(b"#_\n_X\n3 5\n"), "board.txt"), ["B", "R"]).prices
(3, 5)
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rookery.boards.pieces import Piece
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover
from rookery.cover.validation import ALSO_EMPTY, LETTERS
from rookery.errors import NotationError, PuzzleError
from rookery.family import TextForm
from rookery.reading.tokens import Tokens

NAMES = ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon")


def read(
    tokens: Tokens,
    pieces: Iterable[Piece | str] = NAMES,
    costs: Sequence[int] | None = None,
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
    rows = _rows(tokens)
    costs = costs or [tokens.number(f"the cost of a {piece}", 1) for piece in pieces]
    tokens.finish()
    try:
        return Cover.parse(rows, costs, pieces, **chosen)
    except NotationError:
        raise
    except PuzzleError as error:
        raise error.placed(tokens.name) from error


def write(cover: Cover) -> str:
    """Return the text of a cover by the pieces of ``showdown``; `read` gives it again.

    Raises
    ------
    PuzzleError
        When it has other pieces, standing pieces, or a stock, which the text cannot express.
    """
    if cover.pieces != SHOWDOWN_PIECES:
        raise PuzzleError(expected="the eight pieces of showdown in a cover's text", found="others")
    if cover.standing or any(number is not None for number in cover.stock):
        what = "standing pieces" if cover.standing else "a stock"
        raise PuzzleError(f"a cover's text cannot tell {what}")
    return f"{cover}\n{' '.join(map(str, cover.prices))}\n"


def _rows(tokens: Tokens) -> list[str]:
    width = len(tokens.peek() or b"")
    letters = LETTERS + ALSO_EMPTY
    rows: list[str] = []
    while not rows or (tokens.peek() or b"0")[:1].decode("latin-1") in letters:
        rows.append(tokens.row(f"row {len(rows) + 1} of the board", width, letters).letters)
    return rows


def _read(data: bytes, name: str, say: Callable[[str], None] | None) -> Cover:
    return read(Tokens(io.BytesIO(data), name, say))


TEXT = TextForm(_read, write)
