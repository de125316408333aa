r"""The text of weights: n lines of n numbers, then settings.

Blanks, commas or semicolons separate the numbers. Where semicolons or tabs do, a comma between two
digits is a decimal point. Quotation marks, a line of names above the rows, a name before each row
and comments from a lone ``#`` to the end of a line are skipped. Settings may follow on lines of
their own:

===================  ========================================================
``given S,S,...``    queens stand on these squares
``blocked S,S,...``  no queen may stand on these squares
``lightest``         the least weight is wanted
``best K``           the K best placements are wanted
===================  ========================================================

>>> from rookery.heaviest.puzzle import Heaviest
>>> text = b"1, 2.5\n3, 4\nlightest best 2 blocked a1"
>>> print(write(TEXT.read(Heaviest, text, "text", None)))
  1 2.5
  3   4
blocked a1
lightest
best 2
<BLANKLINE>
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from itertools import islice
from math import isqrt
from typing import TYPE_CHECKING

from rookery.boards.board import Board
from rookery.errors import InputError, Place, PuzzleError, shown
from rookery.family import TextForm
from rookery.heaviest.document import FIELDS
from rookery.reading.diagrams import credit_lines, without_credits
from rookery.reading.settings import SettingsTable, setting
from rookery.reading.tokens import BYTE_ORDER_MARK, Tokens, blanked
from rookery.results.result import Number

if TYPE_CHECKING:
    from rookery.heaviest.puzzle import Heaviest

_TOKEN = re.compile(rb'[^\s,;"]+')
_DECIMAL_COMMA = re.compile(rb"(?<=[0-9]),(?=[0-9])")
_NAME = rb"""[A-Za-z\x80-\xff][^\s,;"]*"""
_NAMES_ABOVE = re.compile(rb"""[\s,;"]*(%b[ \t,;"]+)+%b[ \t,;"]*\r?\n""" % (_NAME, _NAME))
_NAME_BESIDE = re.compile(rb"""^[ \t"]*%b(?=[ \t,;"]+[-+.0-9])""" % _NAME, re.MULTILINE)
_INTEGER = re.compile(rb"[+-]?[0-9]{1,300}")
_DECIMAL = re.compile(rb"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_SETTINGS_BEGIN = re.compile(rb"(?<=\n)[ \t]*[a-z](?![a-z]*([:,;]|(?<!best)\t))")
_COMMENT = re.compile(rb"""(?<![^\s,;"])#(?=\s|\Z)[^\n]*""")  # no row of walls
_MINUS = re.compile(rb"""(?<![^\s,;"])\xe2\x88\x92(?=[.0-9])""")  # U+2212
_ALWAYS_READ = 1000  # numbers per row; longer rows are read only if the file can be square

SETTINGS = SettingsTable(*map(setting, FIELDS.fields[1:]))


def read(data: bytes, name: str) -> list[list[Number]]:
    r"""Return the rows of numbers in a text; refuse other tokens, and rows of other lengths.

    >>> read(b"1, 2.5\n3, 4\n", "weights.csv")
    [[1, 2.5], [3, 4]]
    >>> read(b"1 2\n3 x\n", "w.txt")
    Traceback (most recent call last):
    ...
    rookery.errors.InputError: w.txt:2:3: expected a number, got 'x'
    """
    data = (
        b" " * len(BYTE_ORDER_MARK) + data[len(BYTE_ORDER_MARK) :]
        if data.startswith(BYTE_ORDER_MARK)
        else data
    )
    data = _without_names(_MINUS.sub(b"  -", _without_comments(data)))
    if re.search(rb"[;\t]", data):
        data = _DECIMAL_COMMA.sub(b".", data)
    rows: list[list[Number]] = []
    most = max(_ALWAYS_READ, isqrt(len(data)))  # n rows of n numbers take at least n * n bytes
    size = 0
    end = Place(name, 1, 1)
    for line, text in enumerate(data.split(b"\n"), 1):
        tokens = list(islice(_TOKEN.finditer(text), most + 1))
        if not tokens:
            continue
        if len(tokens) > most:
            place = Place(name, line, tokens[most].start() + 1)
            expected = f"at most {most:,} numbers per row of a square in {len(data):,} bytes"
            raise InputError(place, expected, "more")
        size = size or len(tokens)
        end = Place(name, line, tokens[-1].end() + 1)
        if len(rows) == size:
            place = Place(name, line, tokens[0].start() + 1)
            raise InputError(place, f"the end after {size} rows of {size}", shown(tokens[0][0]))
        rows.append([_number(token, Place(name, line, token.start() + 1)) for token in tokens])
        if len(tokens) > size:
            place = Place(name, line, tokens[size].start() + 1)
            raise InputError(place, f"the end of a row of {size}", shown(tokens[size][0]))
        if len(tokens) < size:
            raise InputError(end, f"a row of {size} numbers", f"{len(tokens)}")
    if not rows or len(rows) < size:
        expected = f"{size} rows of {size} numbers" if rows else "rows of numbers"
        raise InputError(end, expected, f"{len(rows)}" if rows else "the end of the input")
    return rows


def _read(
    make: type[Heaviest], data: bytes, name: str, say: Callable[[str], None] | None
) -> Heaviest:
    data, credits = without_credits(data)
    data = _without_comments(data)
    found = _SETTINGS_BEGIN.search(data)
    end = len(data) if found is None else found.start()
    rows = read(data[:end], name)
    behind = Tokens(io.BytesIO(blanked(data, end)), name, say)
    try:
        settings = SETTINGS.read(behind, Board(len(rows)))
        return make(rows, **settings, **credits)
    except InputError:
        raise
    except PuzzleError as error:
        raise error.placed(name) from error


def write(puzzle: Heaviest) -> str:
    r"""Return the text of a puzzle.

    >>> from rookery.heaviest.puzzle import Heaviest
    >>> write(Heaviest([[1, 20], [3, 4.5]]))
    '  1  20\n  3 4.5\n'
    """
    rows = [list(map(str, row)) for row in puzzle.weights]
    width = max(len(cell) for row in rows for cell in row)
    lines = [" ".join(cell.rjust(width) for cell in row) for row in rows]
    return "\n".join((*lines, *SETTINGS.write(puzzle), *credit_lines(puzzle), ""))


def _without_comments(data: bytes) -> bytes:
    return _COMMENT.sub(lambda comment: b" " * len(comment[0]), data)


def _without_names(data: bytes) -> bytes:
    """Return a text with blanks for the names above its rows, and for those before every row."""
    above = _NAMES_ABOVE.match(data)
    data = data if above is None else blanked(data, above.end())
    count = sum(_TOKEN.search(line) is not None for line in data.split(b"\n"))
    if 1 < count == len(_NAME_BESIDE.findall(data)):
        data = _NAME_BESIDE.sub(lambda name: b" " * len(name[0]), data)
    return data


def _number(token: re.Match[bytes], place: Place) -> Number:
    text = token[0]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    raise InputError(place, "a number", shown(text))


TEXT = TextForm(_read, write)
