"""What the outputs of the statements say, test by test, for drawing them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from rookery.boards.board import Square
from rookery.errors import PuzzleError, shown
from rookery.reading.tokens import Tokens

HEADER = (b"SOLN", b"COLUMN", b"#", *(b"%d" % column for column in range(1, 9)))
IMPOSSIBLE = b"impossible"
TOUR = "tour"
"""In place of a statement's name: the text of a tour, and the path that `rookery tour` prints."""

_SQUARE = re.compile(r"[a-z]+[0-9]+")
_PATH = re.compile(rb"([a-z]+[0-9]+)+")


class Output(NamedTuple):
    """The output for a test: what to draw, in words, and what is wrong with it."""

    answers: list[Any]
    words: str
    faults: list[str]


def read_output(name: str, puzzle: Any, tokens: Tokens) -> Output:
    """Return the output for a puzzle of the statement of this name.

    Raises
    ------
    InputError
        When it does not have the statement's form.
    PuzzleError
        When nothing is known of such outputs.
    """
    tokens.mark()
    readers: dict[str, Callable[[Any, Tokens], Output]] = {
        "eight-queens": _eight_queens,
        "sultan": _sultan,
        "traveling-queen": _traveling_queen,
        "showdown": _showdown,
        TOUR: _tour,
    }
    if name not in readers:
        raise PuzzleError(f"there is no output of {name} to draw, only of {', '.join(readers)}")
    return readers[name](puzzle, tokens)


def _eight_queens(puzzle: Any, tokens: Tokens) -> Output:
    for word in HEADER:
        _take(tokens, word)
    found = []
    while tokens.peek() not in (None, HEADER[0]):
        tokens.number("the number of a solution", 1)
        rows = tokens.numbers(puzzle.n, "a row", 1, puzzle.n)
        found.append(tuple(row - 1 for row in rows))
    return Output(found, _counted(len(found), "placement"), puzzle.check(tuple(found)))


def _sultan(puzzle: Any, tokens: Tokens) -> Output:
    return Output([], f"weight {tokens.number('a weight', 0)}", [])


def _traveling_queen(puzzle: Any, tokens: Tokens) -> Output:
    _take(tokens, b"Scenario")
    tokens.take("the scenario's number")
    return _tour(puzzle, tokens)


def _tour(puzzle: Any, tokens: Tokens) -> Output:
    word = tokens.take("a path or 'impossible'")
    if word == IMPOSSIBLE:
        return Output([], "impossible", [])
    fault = tokens.fault(tokens.count - 1, "a path or 'impossible'", shown(word))
    if not _PATH.fullmatch(word):
        raise fault
    try:
        path: list[Square] = [puzzle.board.square(s) for s in _SQUARE.findall(word.decode())]
    except PuzzleError:
        raise fault from None
    return Output([path], _counted(len(path) - 1, "move"), puzzle.check(tuple(path)))


def _showdown(puzzle: Any, tokens: Tokens) -> Output:
    size = puzzle.board.rows
    pieces = tokens.number("a number of pieces", 1, size * size)
    cost = tokens.number("a total cost", 1)
    placed_pieces = []
    for _ in range(pieces):
        kind = tokens.number("a type of piece", 1, len(puzzle.pieces))
        row, column = tokens.numbers(2, "a row or column", 1, size)
        placed_pieces.append((kind - 1, row - 1, column - 1))
    return Output(
        [placed_pieces], f"{_counted(pieces, 'piece')}, cost {cost}", puzzle.check(placed_pieces)
    )


def _take(tokens: Tokens, word: bytes) -> None:
    expected = shown(word)
    found = tokens.take(expected)
    if found != word:
        raise tokens.fault(tokens.count - 1, expected, shown(found))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
