"""Puzzles as plain data, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rookery.board import Board, Square
from rookery.cover.puzzle import Cover
from rookery.document.parts import DocumentError, Part, square_of, squares_of
from rookery.errors import did_you_mean, shown
from rookery.heaviest.puzzle import Heaviest
from rookery.pieces import Piece
from rookery.queens.puzzle import Queens
from rookery.tour.puzzle import BESIDE, Target, Tour

Puzzle = Queens | Heaviest | Tour | Cover
Document = dict[str, Any]


def document_of(puzzle: Puzzle) -> Document:
    """Return a puzzle as plain data, which `puzzle_of` makes into an equal puzzle again.

    Examples
    --------
    >>> document_of(Queens(8, given=["b4", "a1"]))
    {'family': 'queens', 'n': 8, 'given': ['a1', 'b4'], 'blocked': []}
    """
    return {"family": puzzle.family, **_WRITERS[puzzle.family](puzzle)}


def puzzle_of(document: Any) -> Puzzle:
    """Return the puzzle of plain data.

    Fields that have a default in the puzzle's class may be missing.

    Raises
    ------
    DocumentError
        When it is not the data of a puzzle, and when the puzzle makes no sense.

    Examples
    --------
    >>> puzzle_of({"family": "queens", "n": 8, "given": ["a1"]}).given
    frozenset({(7, 0)})
    >>> puzzle_of({"family": "queens", "n": 8, "given": ["a1", "1a"]})
    Traceback (most recent call last):
    ...
    rookery.document.parts.DocumentError: given[1]: expected a square such as 'a1', got '1a'
    """
    part = Part(document, "")
    if not isinstance(document, dict):
        raise part.fault("an object")
    if "family" not in document:
        raise DocumentError("family", "expected a family, got none")
    family = part["family"]
    if not isinstance(family.value, str) or family.value not in _READERS:
        hint = did_you_mean(family.value, _READERS)
        raise DocumentError("family", f"expected a family, got {shown(family.value)}{hint}")
    with part.told():
        return _READERS[family.value](part)


def _queens(part: Part) -> Queens:
    fields = part.fields(("family", "n"), ("given", "blocked"))
    with fields["n"].told():
        n = fields["n"].integer()
        board = Board(n)
    return Queens(n, _spots(fields, "given", board), _spots(fields, "blocked", board))


def _queens_data(puzzle: Queens) -> Document:
    board = Board(puzzle.n)
    return {
        "n": puzzle.n,
        "given": _names(puzzle.given, board),
        "blocked": _names(puzzle.blocked, board),
    }


def _heaviest(part: Part) -> Heaviest:
    fields = part.fields(("family", "weights"), ("given", "blocked", "lightest", "best"))
    with fields["weights"].told():
        rows = [[cell.value for cell in row.items()] for row in fields["weights"].items()]
        plain = Heaviest(rows)
    board = Board(plain.n)
    return Heaviest(
        plain.weights,
        lightest=_read(fields, "lightest", Part.flag, False),
        best=_read(fields, "best", Part.integer, 1),
        given=_spots(fields, "given", board),
        blocked=_spots(fields, "blocked", board),
    )


def _heaviest_data(puzzle: Heaviest) -> Document:
    board = Board(puzzle.n)
    return {
        "weights": [list(row) for row in puzzle.weights],
        "given": _names(puzzle.given, board),
        "blocked": _names(puzzle.blocked, board),
        "lightest": puzzle.lightest,
        "best": puzzle.best,
    }


def _tour(part: Part) -> Tour:
    fields = part.fields(
        ("family", "board", "start", "targets"), ("goal", "mover", "visit", "pawns", "closed")
    )
    board = _board(fields["board"])
    goal = fields.get("goal")
    return Tour(
        board,
        square_of(fields["start"], board),
        [_target(target, board) for target in fields["targets"].items()],
        None if goal is None or goal.value is None else _target(goal, board),
        mover=_read(fields, "mover", _piece, "Q"),
        visit=_read(fields, "visit", Part.text, BESIDE),
        pawns=_spots(fields, "pawns", board),
        closed=_read(fields, "closed", Part.flag, False),
    )


def _tour_data(tour: Tour) -> Document:
    board = tour.board
    goal = None if tour.goal is None or tour.closed else _target_data(tour.goal, board)
    return {
        "board": _board_data(board),
        "start": board.name(tour.start),
        "targets": [_target_data(target, board) for target in tour.targets],
        "goal": goal,
        "mover": tour.mover.betza,
        "visit": tour.visit,
        "pawns": _names(tour.pawns, board),
        "closed": tour.closed,
    }


def _cover(part: Part) -> Cover:
    fields = part.fields(
        ("family", "board", "kings", "pieces", "prices"),
        ("guarded", "blocked", "standing", "stock"),
    )
    board = _board(fields["board"])
    stock = fields.get("stock")
    counts = None
    if stock is not None and stock.value is not None:
        counts = [None if item.value is None else item.integer() for item in stock.items()]
    return Cover(
        board,
        squares_of(fields["kings"], board),
        [price.integer() for price in fields["prices"].items()],
        [_piece(piece) for piece in fields["pieces"].items()],
        guarded=_spots(fields, "guarded", board),
        blocked=_spots(fields, "blocked", board),
        standing=[_standing(pair, board) for pair in _read(fields, "standing", Part.items, [])],
        stock=counts,
    )


def _cover_data(cover: Cover) -> Document:
    board = cover.board
    return {
        "board": _board_data(board),
        "kings": _names(cover.kings, board),
        "pieces": [piece.betza for piece in cover.pieces],
        "prices": list(cover.prices),
        "guarded": _names(cover.guarded, board),
        "blocked": _names(cover.blocked, board),
        "standing": [[piece.betza, board.name(square)] for piece, square in cover.standing],
        "stock": list(cover.stock),
    }


_READERS: dict[str, Callable[[Part], Puzzle]] = {
    "queens": _queens,
    "heaviest": _heaviest,
    "tour": _tour,
    "cover": _cover,
}
_WRITERS: dict[str, Callable[[Any], Document]] = {
    "queens": _queens_data,
    "heaviest": _heaviest_data,
    "tour": _tour_data,
    "cover": _cover_data,
}


def _read(fields: dict[str, Part], name: str, read: Callable[[Part], Any], otherwise: Any) -> Any:
    """Return what a field holds; something else when it is missing."""
    return read(fields[name]) if name in fields else otherwise


def _spots(fields: dict[str, Part], name: str, board: Board) -> list[Square]:
    """Return the squares that a field lists; none when it is missing."""
    return squares_of(fields[name], board) if name in fields else []


def _board(part: Part) -> Board:
    fields = part.fields(("rows", "columns"), ("walls",))
    with part.told():
        board = Board(fields["rows"].integer(), fields["columns"].integer())
        return Board(board.rows, board.columns, _spots(fields, "walls", board))


def _board_data(board: Board) -> Document:
    walls = _names(board.walls, Board(board.rows, board.columns))
    return {"rows": board.rows, "columns": board.columns, "walls": walls}


def _target(part: Part, board: Board) -> Square | list[Square]:
    if isinstance(part.value, str):
        return square_of(part, board)
    squares = [square_of(item, board) for item in part.items("a square or a list of squares")]
    if not squares:
        raise part.fault("at least one square", "none")
    return squares


def _piece(part: Part) -> Piece:
    with part.told():
        return Piece(part.text())


def _standing(part: Part, board: Board) -> tuple[Piece, Square]:
    pair = part.items("a piece and its square")
    if len(pair) != 2:
        raise part.fault("a piece and its square")
    return _piece(pair[0]), square_of(pair[1], board)


def _target_data(target: Target, board: Board) -> str | list[str]:
    return board.name(target) if isinstance(target, tuple) else _names(target, board)


def _names(squares: Iterable[Square], board: Board) -> list[str]:
    """Return the names of squares, by file, then by rank."""
    return [board.name(square) for square in sorted(squares, key=lambda at: (at[1], -at[0]))]
