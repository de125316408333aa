"""Addresses of puzz.link and other sites that run pzpr.

Source: the program of puzz.link, https://github.com/robx/pzprjs: ``Parser.js``, ``Encode.js`` and
``starbattle.js``. The part after the question mark is the genre, columns, rows, stars and borders.
Each digit to the base 32 holds five borders, the first highest: all vertical borders row by row,
and from a new digit on all horizontal ones. A board with marks is a file of pzpr instead, its
lines separated by slashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

from rookery.addresses.board import (
    MOST_SIDE,
    MOST_STARS,
    Borders,
    Fault,
    StarBattle,
    above,
    beside,
    packed,
    unpacked,
)
from rookery.errors import InputError, shown

SITE = "https://puzz.link/p?"
GENRE = "starbattle"
FILE = "pzprv3"  # the first line of a file

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_STAR, _NO_STAR, _UNKNOWN = "#", "+", "."
_QUERY = re.compile(r"[^?\s]*\?(?:\w+=\w+&)*(?=[\w.]+/)")
_NUMBER = re.compile(r"[0-9]{1,3}")


def matches(text: str) -> bool:
    """Return whether a text is an address of any genre of pzpr."""
    return _QUERY.match(text) is not None


def read(text: str, fault: Fault) -> StarBattle:
    """Return the board of an address."""
    found = _QUERY.match(text)
    assert found is not None
    parts = _Parts(text, found.end(), fault)
    genre = parts.take()
    if re.fullmatch(r"pzprv3(\.\d)?", genre):
        return _read_file(parts)
    if genre.removesuffix("_edit").removesuffix("_play") != GENRE:
        raise parts.fault(f"a puzzle of the genre {GENRE}", shown(genre))
    part = parts.take()
    if part and not part[0].isdigit():  # a variant or a flag of the board, which changes no rule
        part = parts.take()
    side = parts.side(part, "columns", "rows")
    stars = parts.number(parts.take(), "stars", MOST_STARS)
    at, digits = parts.next, parts.take()
    squares = beside(side), above(side)
    split = -(-len(squares[0]) // 5)
    length = split - (-len(squares[1]) // 5)
    if len(digits) != length:
        expected = f"{length} digits of borders on {side}x{side} squares"
        raise fault(at + min(length, len(digits)), expected, f"{len(digits)}")
    flags = (
        unpacked(digits[:split], _DIGITS, fault, at),
        unpacked(digits[split:], _DIGITS, fault, at + split),
    )
    right, below = (
        {square for square, is_border in zip(*both, strict=False) if is_border}
        for both in zip(squares, flags, strict=True)
    )
    return StarBattle(Borders(right, below).regions(side), stars)


def write(board: StarBattle) -> str:
    """Return the address of a board; it holds neither title nor author."""
    side, borders = board.side, board.borders()
    if board.given or board.blocked:
        return SITE + quote("/".join(_lines(board)), safe="/")
    right = packed([square in borders.right for square in beside(side)], _DIGITS)
    below = packed([square in borders.below for square in above(side)], _DIGITS)
    return f"{SITE}{GENRE}/{side}/{side}/{board.stars}/{right}{below}"


def _lines(board: StarBattle) -> Iterator[str]:
    side = board.side
    regions = board.borders().regions(side)
    yield from (
        FILE,
        GENRE,
        f"{side}",
        f"{side}",
        f"{board.stars}",
        f"{max(map(max, regions)) + 1}",
    )
    for row in regions:
        yield "".join(f"{number} " for number in row)
    for r in range(side):
        marks = (
            _STAR if (r, c) in board.given else _NO_STAR if (r, c) in board.blocked else _UNKNOWN
            for c in range(side)
        )
        yield "".join(f"{mark} " for mark in marks)
    yield ""


def _read_file(parts: _Parts) -> StarBattle:
    """Return the board of an address that holds a file, from its second line on."""
    genre = parts.take()
    if genre != GENRE:
        raise parts.fault(f"a puzzle of the genre {GENRE}", shown(genre))
    side = parts.side(parts.take(), "rows", "columns")
    stars = parts.number(parts.take(), "stars", MOST_STARS)
    parts.take()
    lines: list[list[str]] = []
    for kind in ["regions"] * side + ["marks"] * side:
        part = unquote(parts.take())
        words = part.split()
        if len(words) != side or (kind == "regions" and not all(map(_NUMBER.fullmatch, words))):
            raise parts.fault(f"{side} {kind} in row {len(lines) % side + 1}", shown(part))
        lines.append(words)
    marks = [((r, c), mark) for r, row in enumerate(lines[side:]) for c, mark in enumerate(row)]
    return StarBattle(
        [list(map(int, words)) for words in lines[:side]],
        stars,
        frozenset(square for square, mark in marks if mark == _STAR),
        frozenset(square for square, mark in marks if mark == _NO_STAR),
    )


class _Parts:
    """The parts of an address between slashes; behind the last one they are empty."""

    def __init__(self, text: str, at: int, fault: Fault) -> None:
        self.next = at  # the index of the next part
        self._at = at
        self._text = text
        self._fault = fault

    def take(self) -> str:
        """Return the next part."""
        self._at = self.next
        part = self._text[self._at :].partition("/")[0]
        self.next = min(self._at + len(part) + 1, len(self._text))
        return part

    def fault(self, expected: str, found: str) -> InputError:
        """Return the error for the part taken last."""
        return self._fault(self._at, expected, found)

    def number(self, part: str, what: str, most: int) -> int:
        """Return the part taken last as a number."""
        if not _NUMBER.fullmatch(part) or not 1 <= int(part) <= most:
            raise self.fault(f"a number of {what} from 1 to {most}", shown(part))
        return int(part)

    def side(self, part: str, one: str, other: str) -> int:
        """Return the number of rows, which is that of columns: of the part taken last, and next."""
        side = self.number(part, one, MOST_SIDE)
        part = self.take()
        if self.number(part, other, MOST_SIDE) != side:
            raise self.fault(f"{side} {other}, as many as {one}", shown(part))
        return side
