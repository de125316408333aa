"""Validation of the arguments of a `NonAttacking` puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rookery.boards.board import Board, Square, listed_squares
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown
from rookery.numbers import argument, integer, plain, weight
from rookery.results.result import Number

Span = tuple[int, int | None]  # least and most; None for no most

PlacedPiece = tuple[int, int, int]
"""A piece by its index, from 0, and the row and column of its square."""

ANY: Span = (0, None)
A_SPAN = "a number, or the least and the most"
NO_REGION = (".", "#")


def span_of(value: Any) -> Span:
    """Return a number, a pair of the least and the most, or None for any number, as a span.

    >>> span_of(3), span_of((1, 2)), span_of((1, None)), span_of(None)
    ((3, 3), (1, 2), (1, None), (0, None))
    >>> span_of((2, 1))
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected a number, or the least and the most, got (2, 1)
    """
    if value is None:
        return ANY
    value = plain(value)
    if not isinstance(value, (tuple, list)):
        number = integer(value, A_SPAN, 0)
        return number, number
    if len(value) != 2:
        raise PuzzleError(expected=A_SPAN, found=shown(value))
    least = 0 if value[0] is None else integer(value[0], A_SPAN, 0)
    most = None if value[1] is None else integer(value[1], A_SPAN, 0)
    if most is not None and most < least:
        raise PuzzleError(expected=A_SPAN, found=shown(value))
    return least, most


def holds(span: Span, number: int) -> bool:
    """Return whether a number is within a span."""
    least, most = span
    return least <= number and (most is None or number <= most)


def span_words(span: Span) -> str:
    """Return a span in words.

    >>> [span_words(span) for span in ((2, 2), (1, 3), (1, None), (0, 3), (0, None))]
    ['2', '1 to 3', 'at least 1', 'at most 3', 'any number']
    """
    least, most = span
    if most is None:
        return f"at least {least}" if least else "any number"
    if least == most:
        return f"{least}"
    return f"{least} to {most}" if least else f"at most {most}"


def pieces_of(pieces: Any, number: Any) -> tuple[tuple[Piece, ...], tuple[Span, ...]]:
    """Return the kinds of pieces and the span of the number of each.

    Parameters
    ----------
    pieces, number
        As `NonAttacking` takes them.
    """
    if isinstance(pieces, (str, Piece)):
        return (_piece(pieces),), (argument("number", span_of, number),)
    if isinstance(pieces, Mapping):
        if number is not None:
            raise PuzzleError(expected="the numbers in the pieces only", found=shown(number))
        kinds, numbers = list(pieces), list(pieces.values())
    else:
        kinds = _listed(pieces, "a piece, or several")
        is_alone = len(kinds) == 1 and not (hasattr(number, "__len__") and len(number) == 1)
        if number is None or is_alone:
            numbers = [number] * len(kinds)
        else:
            numbers = _listed(number, "a number for each kind")
    if not kinds or len(kinds) != len(numbers):
        expected = "at least one kind of piece, and a number for each"
        raise PuzzleError(expected=expected, found=f"{len(kinds)} and {len(numbers)}")
    spans = tuple(argument("number", span_of, number) for number in numbers)
    return tuple(map(_piece, kinds)), spans


def _piece(piece: Any) -> Piece:
    return piece if isinstance(piece, Piece) else Piece(piece)


def given_of(given: Any, board: Board, kinds: int) -> tuple[PlacedPiece, ...]:
    """Return the given pieces: squares of a single kind, (kind, square) or (kind, row, column)."""
    return tuple(sorted({_given(item, board, kinds) for item in listed_squares(given, board)}))


def _given(item: Any, board: Board, kinds: int) -> PlacedPiece:
    item = plain(item)
    if isinstance(item, (tuple, list)) and len(item) == 3:
        item = (item[0], tuple(item[1:]))
    is_pair = isinstance(item, (tuple, list)) and len(item) == 2
    if is_pair and isinstance(item[1], (str, tuple, list)):
        square: Any = item[1]
        kind = integer(item[0], f"the index of a piece from 0 to {kinds - 1}", 0)
        if kind >= kinds:
            raise PuzzleError(expected=f"an index from 0 to {kinds - 1}", found=shown(kind))
        return (kind, *board.square(square))
    if kinds > 1:
        raise PuzzleError(expected="a piece's index and its square", found=shown(item))
    return (0, *board.square(item))


def tolerated_of(pairs: Any, kinds: int) -> frozenset[tuple[int, int]]:
    """Return pairs of indexes of pieces, the lower first."""
    expected = f"pairs of indexes of pieces from 0 to {kinds - 1}"
    found = set()
    for pair in _listed(pairs, expected):
        if len(_listed(pair, expected)) != 2:
            raise PuzzleError(expected=expected, found=shown(pair))
        low, high = sorted(integer(index, expected, 0) for index in pair)
        if high >= kinds:
            raise PuzzleError(expected=expected, found=shown(pair))
        found.add((low, high))
    return frozenset(found)


def regions_of(regions: Any, board: Board) -> tuple[frozenset[Square], ...]:
    r"""Return regions: sets of squares, or rows of letters or integers, one a region.

    ``.`` and ``#`` are in no region. Regions of such rows are ordered by first appearance.

    >>> [sorted(region) for region in regions_of(["AAB", "A.B"], Board(2, 3))]
    [[(0, 0), (0, 1), (1, 0)], [(0, 2), (1, 2)]]
    """
    if isinstance(regions, str):
        regions = regions.split()
    rows = [plain(row) for row in _listed(regions, "regions: rows of letters, or sets of squares")]
    if not rows or not all(map(_is_drawn, rows)):
        sets = tuple(board.square_set(squares) for squares in rows)
        if not all(sets):
            raise PuzzleError(expected="regions of at least one square", found="none")
        return sets
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        found = f"{len(rows)} rows of {', '.join(map(str, sorted(set(map(len, rows)))))}"
        raise PuzzleError(expected=f"{board.rows} rows of {board.columns} letters", found=found)
    found_regions: dict[str | int, set[Square]] = {}
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter not in NO_REGION:
                found_regions.setdefault(letter, set()).add((row, column))
    return tuple(map(frozenset, found_regions.values()))


def _is_drawn(row: Any) -> bool:
    """Return whether a row holds names of regions; neither a letter nor an integer is a square."""
    return isinstance(row, str) or (
        isinstance(row, (list, tuple))
        and len(row) > 0
        and all(isinstance(name, int) or (isinstance(name, str) and len(name) == 1) for name in row)
    )


def weights_of(weights: Any, board: Board) -> tuple[tuple[Number, ...], ...] | None:
    """Return rows of weights in the shape of the board."""
    if weights is None:
        return None
    rows = [_listed(row, "a row of weights") for row in _listed(weights, "rows of weights")]
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        expected = f"{board.rows} rows of {board.columns} weights"
        raise PuzzleError(expected=expected, found=shown(weights))
    return tuple(
        tuple(weight(cell, row, column) for column, cell in enumerate(line, 1))
        for row, line in enumerate(rows, 1)
    )


def _listed(things: Any, expected: str) -> list[Any]:
    things = plain(things)
    if isinstance(things, str) or not isinstance(things, Iterable):
        raise PuzzleError(expected=expected, found=shown(things))
    return list(things)
