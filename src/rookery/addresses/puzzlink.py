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
from rookery.errors import shown

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
    """Return the board of an address.

    Raises
    ------
    InputError
        At the first fault, with its place.
    """
    found = _QUERY.match(text)
    assert found is not None
    parts = _parts(text, found.end())
    at, genre = next(parts)
    if re.fullmatch(r"pzprv3(\.\d)?", genre):
        return _read_file(text, at, fault)
    if genre.removesuffix("_edit").removesuffix("_play") != GENRE:
        raise fault(at, f"a puzzle of the genre {GENRE}", shown(genre))
    at, part = next(parts, (len(text), ""))
    if part and not part[0].isdigit():  # a variant or a flag of the board, which changes no rule
        at, part = next(parts, (len(text), ""))
    side = _number(at, part, "columns", MOST_SIDE, fault)
    at, part = next(parts, (len(text), ""))
    if _number(at, part, "rows", MOST_SIDE, fault) != side:
        raise fault(at, f"{side} rows, as many as columns", shown(part))
    at, part = next(parts, (len(text), ""))
    stars = _number(at, part, "stars", MOST_STARS, fault)
    at, digits = next(parts, (len(text), ""))
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
    """Return the address of a board; it holds neither title nor author.

    Raises
    ------
    PuzzleError
        If a region is not connected, or the board or the number of stars is too large.
    """
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


def _read_file(text: str, start: int, fault: Fault) -> StarBattle:
    """Return the board of an address that holds a file."""
    parts = _parts(text, start)
    next(parts)
    end = len(text), ""
    at, genre = next(parts, end)
    if genre != GENRE:
        raise fault(at, f"a puzzle of the genre {GENRE}", shown(genre))
    at, part = next(parts, end)
    side = _number(at, part, "rows", MOST_SIDE, fault)
    at, part = next(parts, end)
    if _number(at, part, "columns", MOST_SIDE, fault) != side:
        raise fault(at, f"{side} columns, as many as rows", shown(part))
    at, part = next(parts, end)
    stars = _number(at, part, "stars", MOST_STARS, fault)
    next(parts, end)
    lines: list[list[str]] = []
    for kind in ["regions"] * side + ["marks"] * side:
        at, part = next(parts, end)
        words = unquote(part).split()
        if len(words) != side or (kind == "regions" and not all(map(_NUMBER.fullmatch, words))):
            raise fault(at, f"{side} {kind} in row {len(lines) % side + 1}", shown(unquote(part)))
        lines.append(words)
    marks = [((r, c), mark) for r, row in enumerate(lines[side:]) for c, mark in enumerate(row)]
    return StarBattle(
        [list(map(int, words)) for words in lines[:side]],
        stars,
        frozenset(square for square, mark in marks if mark == _STAR),
        frozenset(square for square, mark in marks if mark == _NO_STAR),
    )


def _parts(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the parts between slashes, each with its index in the address."""
    for part in text[at:].split("/"):
        yield at, part
        at += len(part) + 1


def _number(at: int, part: str, what: str, most: int, fault: Fault) -> int:
    if not _NUMBER.fullmatch(part) or not 1 <= int(part) <= most:
        raise fault(at, f"a number of {what} from 1 to {most}", shown(part))
    return int(part)
