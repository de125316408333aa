"""Star Battle Notation, SBN: a puzzle as one word of letters and digits.

Source: the program of Star Battle Lab, https://github.com/Joseph-W-Bryant/StarbattlesTools,
``puzzle_handler.js``. The word begins with the side as a digit to the base 64, twice, the number of
stars, and ``W``, or ``e`` if marks follow. The borders are one number to the base 64: all vertical
borders row by row, then all horizontal ones column by column, padded at the front. The marks are
three squares a digit, after two squares of padding: 2 a star, 1 no star, 0 neither. A history of
moves after ``~`` is ignored.
"""

from __future__ import annotations

import re
import string

from rookery.addresses.board import Borders, Fault, StarBattle, above, beside, packed, unpacked
from rookery.boards.board import Square
from rookery.errors import PuzzleError

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "-_"
_WIDTH = 6  # bits of a digit
_LEAST, _MOST = 5, 25  # rows
_MOST_STARS = 9
_PADDING = 2  # squares before the first mark
_PLAIN, _MARKED = "W", "e"
_HEAD = re.compile(rf"(?P<side>[5-9A-P])(?P=side)(?P<stars>[1-9])(?P<flag>[{_PLAIN}{_MARKED}])")


def matches(text: str) -> bool:
    """Return whether a text is an SBN word: its head and the length that follows from it."""
    found = _HEAD.match(text)
    if found is None:
        return False
    side = _DIGITS.index(found["side"])
    length = found.end() + _border_digits(side)
    word = text.partition("~")[0]
    is_long_enough = len(word) >= length if found["flag"] == _MARKED else len(word) == length
    return is_long_enough and not word.strip(_DIGITS)


def read(text: str, fault: Fault) -> StarBattle:
    """Return the board of an SBN word."""
    found = _HEAD.match(text)
    assert found is not None
    side, start = _DIGITS.index(found["side"]), found.end()
    end = start + _border_digits(side)
    squares = [*beside(side), *_by_columns(side)]
    flags = unpacked(text[start:end], _DIGITS, fault, start)[-len(squares) :]
    borders = [square for square, is_border in zip(squares, flags, strict=True) if is_border]
    wide = sum(flags[: len(beside(side))])
    rows = Borders(set(borders[:wide]), set(borders[wide:])).regions(side)
    marks: dict[int, set[Square]] = {1: set(), 2: set()}
    for index, digit in enumerate(text[end:].partition("~")[0]):
        value = _DIGITS.index(digit)
        for at, mark in enumerate((value >> 4, value >> 2 & 3, value & 3), 3 * index - _PADDING):
            if mark in marks and 0 <= at < side * side:
                marks[mark].add(divmod(at, side))
    return StarBattle(rows, int(found["stars"]), frozenset(marks[2]), frozenset(marks[1]))


def write(board: StarBattle) -> str:
    """Return the SBN word of a board; it holds neither title nor author."""
    side, borders = board.side, board.borders()
    if not _LEAST <= side <= _MOST:
        raise PuzzleError(expected=f"{_LEAST} to {_MOST} rows for SBN", found=f"{side}")
    if board.stars is None or board.stars > _MOST_STARS:
        raise PuzzleError(expected=f"at most {_MOST_STARS} stars for SBN", found=f"{board.stars}")
    right = [square in borders.right for square in beside(side)]
    below = [square in borders.below for square in _by_columns(side)]
    padding = [False] * (-(len(right) + len(below)) % _WIDTH)
    head = f"{_DIGITS[side] * 2}{board.stars}"
    word = packed([*padding, *right, *below], _DIGITS)
    if not (board.given or board.blocked):
        return f"{head}{_PLAIN}{word}"
    squares = [divmod(at, side) for at in range(side * side)]
    marks = [2 if one in board.given else int(one in board.blocked) for one in squares]
    marks = [*[0] * _PADDING, *marks, *[0] * (-(len(marks) + _PADDING) % 3)]
    threes = zip(marks[::3], marks[1::3], marks[2::3], strict=True)
    return f"{head}{_MARKED}{word}" + "".join(_DIGITS[16 * a + 4 * b + c] for a, b, c in threes)


def _border_digits(side: int) -> int:
    return -(-2 * side * (side - 1) // _WIDTH)


def _by_columns(side: int) -> list[Square]:
    """Return the squares that have a square below, column by column."""
    return sorted(above(side), key=lambda square: square[::-1])
