"""Addresses of penpa-edit.

Source: the program of penpa-edit, https://github.com/swaroopg92/penpa-edit: ``general.js``,
``class_p.js`` and ``class_square.js``. The parameter ``p`` is, to the base 64 and deflated, a text
of lines: the board's size, turn and credits, the space around the board, the tools, the problem,
the solver's marks, and so on. Words that are frequent in them are shortened to ``z`` and a letter.
A grid of points, two more than the board on every side, numbers squares and, from one grid later,
corners; the corner of a square is its lower right one.

The problem of a Star Battle is its thick edges and the stars and crosses on squares. The number of
stars is the single number outside the board, where penpa-edit puts that of puzz.link, else the one
that title or rules name. Marks of the solver are not read: they may be the answer.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from rookery.addresses.board import MOST_SIDE, Borders, Fault, StarBattle, above, beside, numbered
from rookery.boards.board import Board, Square
from rookery.errors import PuzzleError, shown

SITE = "https://swaroopg92.github.io/penpa-edit/#"
MOST_BYTES = 1 << 20  # of a text, inflated

_ADDRESS = re.compile(r"(?:\S*[?#&])?m=(?:edit|solve)&")
_DATA = re.compile(r"[?#&]p=([A-Za-z0-9+/ _-]*=*)")
_GENRE = "starbattle"
_STAR, _CROSS = "star", 0  # a kind of symbol, and its variant that is a cross
_STYLE, _LAYER = 2, 2  # black stars and thick black edges; in front of the edges
_BLACK = 4  # the colour of a square
_EDGES = {2, 3, 4, 5, 8, 9, 21}  # styles of thick edges
_MARGIN = 2  # points beside the board
_SPACE = 1  # squares of space on every side of a written board
_PIXELS = 38  # the side of a square
# what a problem may not have besides edges, numbers, symbols and colours
_OTHERS = (
    *("numberS", "line", "freeline", "freelineE", "thermo", "nobulbthermo", "arrows", "direction"),
    *("squareframe", "polygon", "wall", "cage", "killercages"),
)
_LISTS = {"thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"}
_EMPTY: Mapping[str, Any] = {
    **{name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")},
    **{name: {} for name in ("surface", "number", "symbol", "lineE", "deletelineE")},
    **{name: [] if name in _LISTS else {} for name in _OTHERS},
}
_SHORT = {
    **{"Z": "z", "O": "null"},
    **{
        short: f'"{name}"'
        for short, name in {
            **{"9": "qa", "Q": "pu_q", "A": "pu_a", "G": "grid", "M": "edit_mode", "S": "surface"},
            **{"L": "line", "E": "lineE", "W": "wall", "C": "cage", "N": "number", "Y": "symbol"},
            **{"P": "special", "B": "board", "R": "command_redo", "U": "command_undo"},
            **{"8": "command_replay", "1": "numberS", "F": "freeline", "2": "freelineE"},
            **{"T": "thermo", "3": "arrows", "D": "direction", "0": "squareframe", "5": "polygon"},
            **{"4": "deletelineE", "6": "killercages", "7": "nobulbthermo", "_": "__a"},
        }.items()
    },
}
_ESCAPES = {",": "%2C", "\n": "%2D", "&": "%2E", "=": "%2F"}
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_STARS = re.compile(
    rf"\b([1-9]|{'|'.join(_WORDS)})[ -]*(?:★|☆|⭐|(?:stars?|queens?)\b)", re.IGNORECASE
)


class _Grid(NamedTuple):
    """The grid of points of a board: the points in a row, and the board's first column and row."""

    columns: int
    rows: int
    left: int
    top: int

    def square(self, point: int) -> Square:
        """Return the row and column of a square's point, on the board or outside."""
        row, column = divmod(point, self.columns)
        return row - self.top, column - self.left

    def point(self, row: int, column: int) -> int:
        """Return the point of a square."""
        return self.columns * (row + self.top) + column + self.left

    def right_edge(self, row: int, column: int) -> str:
        """Return the corners at the ends of a square's right edge."""
        corners = self.columns * self.rows
        return f"{corners + self.point(row - 1, column)},{corners + self.point(row, column)}"

    def lower_edge(self, row: int, column: int) -> str:
        """Return the corners at the ends of a square's lower edge."""
        corners = self.columns * self.rows
        return f"{corners + self.point(row, column - 1)},{corners + self.point(row, column)}"


def matches(text: str) -> bool:
    """Return whether a text is an address of penpa-edit."""
    return _ADDRESS.match(text) is not None


def read(text: str, fault: Fault) -> StarBattle:
    """Return the board of an address; refuse a damaged one, and a board that is no Star Battle."""
    found = _DATA.search(text)
    if found is None:
        raise fault(len(text), "the parameter p of penpa-edit", "none")
    at = found.start(1)
    lines = _inflated(found[1], at, fault).split("\n")
    head = lines[0].split(",")
    if head[0] != "square":
        raise fault(at, "a board of squares", shown(head[0]) if head[0].isalpha() else "another")
    try:
        grid = _Grid(int(head[1]) + 2 * _MARGIN, int(head[2]) + 2 * _MARGIN, 0, 0)
        problem = json.loads(lines[3])
        points = list(accumulate(json.loads(lines[5])))
        turn, mirrored, upside_down = (int(word) for word in head[4:7])
        tags = json.loads(lines[17] or "[]") if len(lines) > 17 else []
        genres = [re.sub(r"[\W_]", "", tag).lower() for tag in tags]
        squares = sorted(grid.square(int(point)) for point in points)
        top, left = squares[0]
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
        raise fault(at, "a board of penpa-edit", "damaged data") from error
    if genres and _GENRE not in genres:
        raise fault(at, f"a puzzle of the genre {_GENRE}", shown(genres[0]))
    side = squares[-1][0] - top + 1
    if side > MOST_SIDE or squares != [
        (top + r, left + c) for r in range(side) for c in range(side)
    ]:
        raise fault(at, f"a board of as many rows as columns, at most {MOST_SIDE}", "another shape")
    rules = "".join(head[18:19])
    for letter, escape in _ESCAPES.items():
        rules = rules.replace(escape, letter)
    try:
        reader = _ProblemReader(problem, grid._replace(left=left, top=top), side)
        board = reader.board(_credits(head), rules)
    except PuzzleError as error:
        raise fault(at, error.expected, error.found) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise fault(at, "a board of penpa-edit", "damaged data") from error
    return _turned(board, turn % 360 // 90, mirrored < 0, upside_down < 0)


class _ProblemReader:
    """The reader of a problem on a board of `side` rows."""

    def __init__(self, problem: Mapping[str, Any], grid: _Grid, side: int) -> None:
        self._problem = problem
        self._grid = grid
        self._side = side
        self._given: set[Square] = set()
        self._blocked: set[Square] = set()

    def board(self, credits: Mapping[str, str], rules: str) -> StarBattle:
        """Return the board."""
        for name in _OTHERS:
            if self._problem.get(name):
                raise PuzzleError(expected="regions and stars only", found=shown(name))
        outside = []
        for square, (number, *_) in self._entries("number"):
            if self._is_inside(square):
                found = f"{shown(number)} on {self._name(square)}"
                raise PuzzleError(expected="no number on the board of a Star Battle", found=found)
            outside.append(str(number))
        for square, (variant, kind, *_) in self._entries("symbol"):
            if self._is_inside(square) and kind != _STAR:
                found = f"{shown(kind)} on {self._name(square)}"
                raise PuzzleError(expected="stars and crosses only", found=found)
            if self._is_inside(square):
                (self._blocked if variant == _CROSS else self._given).add(square)
        for square, colour in self._entries("surface"):
            if self._is_inside(square) and colour == _BLACK:
                self._blocked.add(square)
        if len(outside) > 1:
            found = ", ".join(map(shown, outside))
            raise PuzzleError(expected="one number outside the board", found=found)
        stars = int(outside[0]) if outside and re.fullmatch("[1-9][0-9]{0,2}", outside[0]) else None
        thick = {edge for edge, style in self._problem["lineE"].items() if style in _EDGES}
        borders = Borders(
            {square for square in beside(self._side) if self._grid.right_edge(*square) in thick},
            {square for square in above(self._side) if self._grid.lower_edge(*square) in thick},
        )
        return StarBattle(
            borders.regions(self._side),
            stars or stars_named(rules) or stars_named(credits.get("title", "")),
            frozenset(self._given),
            frozenset(self._blocked - self._given),
            credits,
        )

    def _entries(self, name: str) -> Iterator[tuple[Square, Any]]:
        """Yield the entries of a part of the problem, by their squares."""
        for point, entry in self._problem.get(name, {}).items():
            if int(point) < self._grid.columns * self._grid.rows:
                yield self._grid.square(int(point)), entry

    def _is_inside(self, square: Square) -> bool:
        return all(0 <= at < self._side for at in square)

    def _name(self, square: Square) -> str:
        return Board(self._side).name(square)


def stars_named(words: str) -> int | None:
    """Return the number of stars that a text names, or None for none or several.

    >>> stars_named("Place two stars in each row."), stars_named("Star Battle (2★)")
    (2, 2)
    >>> stars_named("One star or two stars?") is stars_named("Star Battle") is None
    True
    """
    named = {found.lower() for found in _STARS.findall(words)}
    if len(named) != 1:
        return None
    (word,) = named
    return _WORDS.index(word) + 1 if word in _WORDS else int(word)


def write(board: StarBattle) -> str:
    """Return the address of a board, ready to be solved."""
    side = board.side
    points = side + 2 * (_SPACE + _MARGIN)
    grid = _Grid(points, points, _SPACE + _MARGIN, _SPACE + _MARGIN)
    problem = _problem(board, grid)
    squares = [grid.point(r, c) for r in range(side) for c in range(side)]
    # The middle point of the board: a corner if the side is even.
    middle = (
        points // 2 * (points + 1) if points % 2 else points**2 + (points // 2 - 1) * (points + 1)
    )
    width = _PIXELS * (side + 2 * _SPACE + 1)
    plural = "" if board.stars == 1 else "s"
    rules = (
        f"Place {board.stars} star{plural} in each row, column and region. "
        "Stars do not touch, not even diagonally."
    )
    title, author, source = (
        board.credits.get(name, "").replace(",", _ESCAPES[","])
        for name in ("title", "author", "source")
    )
    head = (
        *("square", side + 2 * _SPACE, side + 2 * _SPACE, _PIXELS, 0, 1, 1, width, width),
        *(middle, middle, 0, 0, 0, 0, f"Title: {title}", f"Author: {author}"),
        *(source, "".join(_ESCAPES.get(letter, letter) for letter in rules), "OFF", "false"),
    )
    tools = (["2", "2", "1"], "combi", [_STAR, ""])  # a dashed grid; the tool that places stars
    lines = [
        ",".join(map(str, head)),
        json.dumps([_SPACE] * 4),
        "~".join(map(_compact, tools)),
        _compact(problem),
        "",
        _compact([squares[0], *(b - a for a, b in pairwise(squares))]),
        _compact(["Surface", "Composite"]),
        *("{}", '"x"', '"x"', "[3,2,3]", "", '"x"', "0"),
        *(_compact(_EMPTY), "x", "{}", _compact([_GENRE]), "false"),
    ]
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    text = "\n".join(lines).replace("z", "zZ").encode()
    data = base64.b64encode(deflate.compress(text) + deflate.flush()).decode()
    return f"{SITE}m=solve&p={data}"


def _problem(board: StarBattle, grid: _Grid) -> dict[str, Any]:
    """Return the problem of a board; its number of stars stands above the last column."""
    side, borders = board.side, board.borders()
    edges = [grid.right_edge(*square) for square in beside(side) if square in borders.right]
    edges += [grid.lower_edge(*square) for square in above(side) if square in borders.below]
    symbols = {grid.point(*square): [_STYLE, _STAR, _LAYER] for square in sorted(board.given)}
    symbols |= {grid.point(*square): [_CROSS, _STAR, _LAYER] for square in sorted(board.blocked)}
    symbols[grid.point(-1, side)] = [_STYLE, _STAR, _LAYER]
    return {
        **_EMPTY,
        "number": {grid.point(-1, side - 1): [f"{board.stars}", 1, "1"]},
        "symbol": symbols,
        "lineE": dict.fromkeys(edges, _STYLE),
    }


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _inflated(data: str, at: int, fault: Fault) -> str:
    """Return the text of the parameter `p`."""
    data = data.replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        text = inflate.decompress(base64.b64decode(data + "=" * (-len(data) % 4)), MOST_BYTES)
    except (ValueError, zlib.error) as error:
        raise fault(at, "deflated data to the base 64", shown(data)) from error
    if not inflate.eof:
        found = "more" if inflate.unconsumed_tail else "its beginning only"
        raise fault(at, f"deflated data of at most {MOST_BYTES:,} bytes", found)
    return re.sub(
        "z(.)", lambda short: _SHORT.get(short[1], short[0]), text.decode(errors="replace")
    )


def _credits(head: list[str]) -> dict[str, str]:
    parts = {
        "title": "".join(head[15:16]).removeprefix("Title: "),
        "author": "".join(head[16:17]).removeprefix("Author: "),
        "source": "".join(head[17:18]),
    }
    lines = {name: part.replace(_ESCAPES[","], ",").strip() for name, part in parts.items()}
    return {name: line for name, line in lines.items() if line and line.isprintable()}


def _turned(board: StarBattle, quarters: int, mirrored: bool, upside_down: bool) -> StarBattle:
    """Return the board as it is shown: turned clockwise, then mirrored."""
    last = board.side - 1

    def shown_at(square: Square) -> Square:
        row, column = square
        for _ in range(quarters):
            row, column = column, last - row
        return (last - row if upside_down else row, last - column if mirrored else column)

    rows = [[0] * board.side for _ in range(board.side)]
    for square, region in numbered(board.borders().regions(board.side)):
        row, column = shown_at(square)
        rows[row][column] = region
    return StarBattle(
        rows,
        board.stars,
        frozenset(map(shown_at, board.given)),
        frozenset(map(shown_at, board.blocked)),
        board.credits,
    )
