"""Conversion of answers as people write them to squares, pieces and placements.

A square is a name such as ``a1`` or a pair (row, column). Arrays, series and data frames are
accepted like lists. A board of booleans stands for the squares of its true values.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from rookery.boards.board import Board, Square, is_row_of_booleans, true_squares
from rookery.errors import PuzzleError, shown
from rookery.numbers import plain

PlacedPiece = tuple[int, int, int]
A_SQUARE = "a square such as 'a1' or (row, column)"
PLACED = "triples (piece, row, column), or pairs of a piece's index and a square"


def squares_in(answer: Any, board: Board) -> tuple[Square, ...]:
    """Return the squares of an answer in its order, or in ascending order if it is a set.

    Pairs of integers may be off the board, as the puzzle's rules check that.

    Raises
    ------
    PuzzleError
        If the answer is not a collection of squares. The text gives the place of the first fault.

    Examples
    --------
    >>> import numpy as np
    >>> squares_in("a1 b2", Board(2)), squares_in(np.eye(2, dtype=bool), Board(2))
    (((1, 0), (0, 1)), ((0, 0), (1, 1)))
    >>> squares_in(["a1", 7], Board(2))
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: answer[1]: expected a square such as 'a1' or (row, column), got 7
    """
    items = _items(answer, board, "squares such as 'a1' or (row, column)")
    found = tuple(_square(item, board, at) for at, item in enumerate(items))
    return tuple(sorted(found)) if isinstance(answer, Set) else found


def pieces_in(answer: Any, board: Board, kinds: int) -> tuple[PlacedPiece, ...]:
    """Return the pieces of an answer as triples (kind, row, column), in its order.

    If the puzzle has a single kind, squares alone are enough.

    Raises
    ------
    PuzzleError
        If the answer is not a collection of pieces. The text gives the place of the first fault.

    Examples
    --------
    >>> pieces_in(["a1", (0, 1)], Board(2), 1), pieces_in([(1, "a1"), (0, 0, 1)], Board(2), 2)
    (((0, 1, 0), (0, 0, 1)), ((1, 1, 0), (0, 0, 1)))
    """
    items = _items(answer, board, PLACED if kinds > 1 else f"squares, or {PLACED}")
    found = tuple(_piece(item, board, kinds, at) for at, item in enumerate(items))
    return tuple(sorted(found)) if isinstance(answer, Set) else found


def rows_in(placement: Any, n: int, place: str = "answer") -> Any:
    """Return a placement of queens as the row of each column, and other objects unchanged.

    Raises a `PuzzleError` if the placement is squares, but not one in each column.

    >>> rows_in(["a3", "b1", "c4", "d2"], 4), rows_in([1, 3, 0, 2], 4)
    ((1, 3, 0, 2), (1, 3, 0, 2))
    """
    if type(placement) is tuple and (not placement or type(placement[0]) is int):
        return placement
    items = plain(placement)
    if not isinstance(items, (str, list, tuple, Set)):
        return items
    if not isinstance(items, (str, Set)) and not any(map(_is_square, items)):
        rows = tuple(map(_integer, items))
        return rows if all(row is not None for row in rows) else tuple(items)
    try:
        squares = squares_in(items, Board(n))
    except PuzzleError as error:
        inner = (error.place or "answer").removeprefix("answer")
        raise PuzzleError(expected=error.expected, found=error.found, place=place + inner) from None
    by_column = {column: row for row, column in squares}
    if len(squares) != n or sorted(by_column) != list(range(n)):
        expected = f"one queen in each of {n} columns"
        raise PuzzleError(expected=expected, found=shown(placement), place=place)
    return tuple(by_column[column] for column in range(n))


def placements_in(answer: Any, n: int) -> Any:
    """Return one or more placements of queens as rows, and other objects unchanged.

    >>> placements_in([["a3", "b1", "c4", "d2"], [2, 0, 3, 1]], 4), placements_in("a1", 1)
    (((1, 3, 0, 2), (2, 0, 3, 1)), ((0,),))
    """
    if _starts_with_rows(answer, n) and set(map(type, answer)) == {tuple}:
        return answer
    if is_one_placement(answer, n):
        return (rows_in(answer, n),)
    items = plain(answer)
    if not isinstance(items, (list, tuple)):
        return items
    return tuple(rows_in(item, n, f"answer[{at}]") for at, item in enumerate(items))


def is_one_placement(answer: Any, n: int) -> bool:
    """Return whether an answer to n queens is a single placement: rows, squares or a board.

    If n is 2, two pairs of integers are two placements.
    """
    if _starts_with_rows(answer, n):
        return False
    items = plain(answer)
    if isinstance(items, (str, Set)):
        return True
    if not isinstance(items, (list, tuple)) or not items:
        return False
    first = plain(items[0])
    if isinstance(first, (list, tuple)) and len(first) == n and not is_row_of_booleans(first):
        return False
    return _is_square(first) or _integer(first) is not None


def _starts_with_rows(answer: Any, n: int) -> bool:
    """Return whether an answer is a tuple starting with a placement's rows, without a scan."""
    return (
        type(answer) is tuple
        and len(answer) > 0
        and type(answer[0]) is tuple
        and len(answer[0]) == n
        and type(answer[0][0]) is int
    )


def _is_square(item: Any) -> bool:
    """Return whether an item of a placement is a square or a row of booleans, not a row number."""
    item = plain(item)
    if not isinstance(item, (list, tuple)):
        return isinstance(item, str)
    if len(item) == 1:
        return isinstance(item[0], str)
    return is_row_of_booleans(item) or (len(item) == 2 and _integer(item[0]) is not None)


def _items(answer: Any, board: Board, expected: str) -> Sequence[Any]:
    """Return the items of an answer, or the squares of the true values of a board of booleans."""
    if isinstance(answer, str):
        answer = answer.replace(",", " ").split()
    items: Any = plain(answer)
    if not isinstance(items, (list, tuple)):
        if isinstance(items, Mapping) or not isinstance(items, Iterable):
            raise PuzzleError(expected=expected, found=shown(answer))
        items = list(items)
    return true_squares(list(items), board)


def _square(item: Any, board: Board, at: int) -> Square:
    """Return a square given by name, as a pair, or as a row of a data frame of names."""
    item = plain(item)
    if isinstance(item, (list, tuple)) and len(item) == 1:
        item = item[0]
    if isinstance(item, str):
        try:
            return board.square(item)
        except PuzzleError as error:
            place = f"answer[{at}]"
            raise PuzzleError(expected=error.expected, found=error.found, place=place) from None
    if isinstance(item, (list, tuple)) and len(item) == 2:
        row, column = map(_integer, item)
        if row is not None and column is not None:
            return row, column
    raise PuzzleError(expected=A_SQUARE, found=shown(item), place=f"answer[{at}]")


def _piece(item: Any, board: Board, kinds: int, at: int) -> PlacedPiece:
    item = plain(item)
    if isinstance(item, (list, tuple)) and len(item) in (2, 3):
        kind = _integer(item[0])
        square = item[1] if len(item) == 2 else item[1:]
        if kind is not None and (len(item) == 3 or _integer(square) is None):
            return (kind, *_square(square, board, at))
    if kinds == 1:
        return (0, *_square(item, board, at))
    expected = "a piece's index and its square"
    raise PuzzleError(expected=expected, found=shown(item), place=f"answer[{at}]")


def _integer(value: Any) -> int | None:
    """Return an integer of any type as `int`, or None for booleans and other objects."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
