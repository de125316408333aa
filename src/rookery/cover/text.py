r"""The text of a cover: its board, then the costs of the pieces.

The rows of the board are letters: ``#`` is a king, ``_`` or ``.`` an empty square, ``+`` a guarded
square, ``x`` a blocked square, ``*`` a guarded and blocked square, ``o`` a spared square (empty and
not attacked), ``X`` a wall. The board may also be a diagram (see `rookery.reading.diagrams`) or a
position in FEN (`rookery.reading.fen`), where ``k`` is a king too, and ``K Q R B N P`` are standing
pieces. Costs are integers, decimals or fractions, one for each piece. Settings may stand before and
behind the costs:

======================  ========================================================
``pieces P,P,...``      the pieces, before the costs; default: those of ``showdown``
``wrap W``              wrapped edges: W is ``cylinder`` or ``torus``
``stock K,K,...``       the number of each piece; ``-`` for any number
``standing P@S,...``    pieces that stand already
``allow P@S,S,...``     the only squares for a piece
``square-costs C ...``  factors of the costs, square by square from the top left
``total``               guarded squares must be attacked, even when occupied
``at-least K``          each target is covered at least K times; ``at-least K@S,S,...`` these
``at-most K``           each target is covered at most K times; ``at-most K@S,S,...`` these
``independent``         no piece attacks another
======================  ========================================================

>>> from rookery.cover.puzzle import Cover
>>> read(Cover, drawing_tokens(b"#_\n_X\npieces B,R\n3 5/2\nindependent", "board.txt")).prices
(3, Fraction(5, 2))
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.cover.document import FIELDS, STANDING, cost_in
from rookery.cover.validation import (
    ALSO_EMPTY,
    KING,
    LETTERS,
    SHOWDOWN_NAMES,
    SHOWDOWN_PIECES,
    WALL,
    Price,
)
from rookery.errors import NotationError, PuzzleError, RookeryError, shown
from rookery.family import TextForm
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
    from rookery.cover.puzzle import Cover, PlacedPiece

_OWN = {letter: letter for letter in CHESS}
SIGNS = Signs(
    LETTERS + ALSO_EMPTY + "".join(_OWN),
    EMPTY_SIGNS | {"k": KING, WALL_SIGN: WALL} | chess_signs(_OWN | {"K": KING}),
    _OWN | {"k": KING, FEN_WALL: WALL},
)
"""Capitals are pieces that stand already, and a king to be checked is ``k`` too."""

_SIGNED = re.compile("[+-][0-9]")

SQUARES, ROW_COLUMN = COORDINATES = ("squares", "row-column")  # of the pieces of an answer


def drawn(tokens: Tokens) -> tuple[list[str], list[tuple[Piece, Square]]]:
    """Return the rows of a board, in the letters of `Cover.parse`, and the standing pieces."""
    # a setting is a number, or begins with no letter of a board
    rows = board_rows(
        tokens, SIGNS, lambda word: word[:1] not in SIGNS or bool(_SIGNED.match(word))
    )
    return without_pieces(rows), pieces_in(rows)


def drawn_whole(text: str) -> tuple[list[str], list[tuple[Piece, Square]]]:
    """Return the same for a text that consists of a board only."""
    tokens = drawing_tokens(text.encode(), "text")
    tokens.mark()
    found = drawn(tokens)
    if not tokens.at_end():
        word = tokens.take("a row")
        raise tokens.fault(tokens.count - 1, "a row of the board", shown(word))
    return found


def read(
    make: type[Cover],
    tokens: Tokens,
    pieces: Sequence[Piece | str] | None = None,
    costs: Sequence[Price] | None = None,
    **chosen: Any,
) -> Cover:
    """Return the puzzle of a text, read to its end; `make` is the class `Cover`.

    Pieces, their costs, and further keywords of `Cover.parse` override the text. Pieces are by
    default those in the text, else those of ``showdown``; costs follow the board in the text. If
    the text has none, each of the `pieces` costs 1.

    Raises
    ------
    InputError
        At the first token that is neither a row of the board nor a cost.
    PuzzleError
        If the puzzle is inconsistent; the message begins with the name of the text.
    """
    rows, standing = drawn(tokens)
    board = Board(len(rows), len(rows[0]))
    settings = SETTINGS.read(tokens, board, to_end=False)
    drawn_pieces = settings.pop("pieces", SHOWDOWN_NAMES)
    if pieces and costs is None and tokens.at_end():
        costs = [1] * len(pieces)
    pieces = pieces or drawn_pieces
    costs = costs or [cost(tokens, f"the cost of a {piece}") for piece in pieces]
    settings |= SETTINGS.read(tokens, board, given=("pieces", *settings), to_end=False)
    tokens.finish()
    standing += settings.pop("standing", [])
    for name, values in settings.items():
        if name in MAPPINGS:
            are_mappings = all(isinstance(value, dict) for value in values)
            if len(values) > 1 and not are_mappings:
                found = f"{len(values)} {name.replace('_', '-')} settings, one without squares"
                raise PuzzleError(expected="squares after each number", found=found).placed(
                    tokens.name
                )
            settings[name] = dict(ChainMap(*reversed(values))) if are_mappings else values[0]
    chosen["standing"] = [*standing, *chosen.get("standing", ())]
    try:
        return make.parse(rows, costs, pieces, **settings | dict(tokens.credits) | chosen)
    except NotationError:
        raise
    except PuzzleError as error:
        raise error.placed(tokens.name) from error


def cost(tokens: Tokens, what: str) -> Price:
    """Return the next token as a cost: an integer, a decimal or a fraction above 0."""
    expected = f"{what} above 0"
    word = tokens.take(expected).decode("latin-1")
    try:
        return cost_in(word)
    except PuzzleError as error:
        raise tokens.fault(tokens.count - 1, expected, error.found) from error


def read_answer(tokens: Tokens, cover: Cover) -> tuple[Price, list[PlacedPiece]]:
    """Return the stated cost and the pieces of an answer as `write_answer` writes it."""
    board = cover.board
    count = tokens.number("the number of pieces", 1, board.rows * board.columns)
    told = cost(tokens, "the total cost")
    return told, [_placed_piece(tokens, cover, number) for number in range(1, count + 1)]


def _placed_piece(tokens: Tokens, cover: Cover, number: int) -> PlacedPiece:
    """Return a piece: its name and square, or the numbers of its type, row and column."""
    board, first = cover.board, tokens.peek()
    if first is None or re.fullmatch(rb"[+-]?[0-9]+", first):
        return (
            tokens.number(f"the type of piece {number}", 1, len(cover.pieces)) - 1,
            tokens.number(f"the row of piece {number}", 1, board.rows) - 1,
            tokens.number(f"the column of piece {number}", 1, board.columns) - 1,
        )
    word = tokens.take("").decode("utf-8", "replace")
    names = [piece.word for piece in cover.pieces]
    kinds = [kind for kind, piece in enumerate(cover.pieces) if word in (piece.word, piece.betza)]
    if not kinds:
        expected = f"piece {number}: {', '.join(names)}, or a number"
        raise tokens.fault(tokens.count - 1, expected, shown(word))
    square = tokens.take(f"the square of piece {number}").decode("utf-8", "replace")
    try:
        return (kinds[0], *board.square(square))
    except PuzzleError as error:
        raise tokens.refused(tokens.count - 1, error) from error


def write_answer(cover: Cover, answer: Iterable[PlacedPiece], coordinates: str = SQUARES) -> str:
    r"""Return the text of an answer: the number of pieces and their cost, then a line for each.

    A piece is its name and its square, or with the `coordinates` ``row-column``, as in the
    statement ``showdown``, its type, row and column as numbers from 1.

    >>> from rookery.cover.puzzle import Cover
    >>> write_answer(Cover.domination(3), [(0, 1, 1)])
    '1 1\nqueen b2\n'
    >>> write_answer(Cover.domination(3), [(0, 1, 1)], "row-column")
    '1 1\n1 2 2\n'
    """
    pieces, name = tuple(answer), cover.board.name
    lines = [f"{len(pieces)} {cover.value(pieces)}"]
    for kind, row, column in pieces:
        if coordinates == SQUARES:
            lines.append(f"{cover.pieces[kind].word} {name((row, column))}")
        else:
            lines.append(f"{kind + 1} {row + 1} {column + 1}")
    return "".join(f"{line}\n" for line in lines)


def write(cover: Cover) -> str:
    """Return the text of a cover; `read` is its inverse.

    Raises
    ------
    PuzzleError
        If its targets overlap in a way that no letters express.
    """
    prices = " ".join(map(str, cover.prices))
    lines = (str(cover), *SETTINGS.write(cover), prices, *credit_lines(cover), "")
    text = "\n".join(lines)
    try:
        is_same = read(type(cover), drawing_tokens(text.encode(), "text")) == cover
    except RookeryError:
        is_same = False
    if not is_same:
        raise PuzzleError("the text format of covers cannot express this puzzle; use JSON")
    return text


def _times(name: str) -> Setting:
    """Return the setting of a number for all targets, or of numbers for some."""
    field = FIELDS[name.replace("-", "_")]

    def read(words: SettingWords) -> list[Any]:
        def number(word: str) -> Any:
            times, at, squares = word.partition("@")
            if not re.fullmatch("[1-9][0-9]{0,17}", times) or bool(at) != bool(squares):
                raise PuzzleError(expected="a number such as 2, or 2@a1,b3", found=shown(word))
            if not at:
                return int(times)
            return dict.fromkeys(words.board.square_set(squares.split(",")), int(times))

        return [words.value("a number", number)]

    def write(cover: Cover) -> Iterator[str]:
        told = field.of(cover)
        if isinstance(told, dict):
            for number in sorted(set(told.values())):
                yield f"{number}@{','.join(name for name in told if told[name] == number)}"
        elif told != field.default:
            yield f"{told}"

    return Setting(name, field.name, read, write, repeats=True)


MAPPINGS = ("allowed", "at_least", "at_most")  # settings whose lines are merged
SETTINGS = SettingsTable(
    WRAP,
    setting(FIELDS["pieces"], is_default=lambda cover: cover.pieces == SHOWDOWN_PIECES),
    setting(FIELDS["stock"], is_default=lambda cover: set(cover.stock) == {None}),
    Setting(
        "standing",
        "standing",
        lambda words: [(one, at) for one, all in [words.of(STANDING)] for at in sorted(all)],
        lambda cover: (f"{piece}@{cover.board.name(square)}" for piece, square in cover.standing),
        repeats=True,
    ),
    Setting(
        "allow",
        "allowed",
        lambda words: [dict([words.of(STANDING)])],
        lambda cover: (
            f"{piece}@{','.join(names_of(squares, cover.board))}"
            for piece, squares in zip(cover.pieces, cover.allowed, strict=True)
            if squares is not None
        ),
        repeats=True,
    ),
    square_numbers(
        "square-costs",
        FIELDS["square_prices"],
        lambda words: cost(words.tokens, "the cost of a square"),
    ),
    setting(FIELDS["total"]),
    _times("at-least"),
    _times("at-most"),
    setting(FIELDS["independent"]),
)


TEXT = TextForm(lambda make, data, name, say: read(make, drawing_tokens(data, name, say)), write)
