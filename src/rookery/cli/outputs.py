"""What outputs say, test by test, for drawing them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rookery.errors import PuzzleError, shown
from rookery.reading.tokens import Tokens
from rookery.statements import NAMES, load
from rookery.statements.output import Output, counted

if TYPE_CHECKING:
    from typing import Any

    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.tour.puzzle import Tour

IMPOSSIBLE = b"impossible"
TOUR = "tour"
"""In place of a statement's name: the text of a tour, and the path that `rookery tour` prints."""

NONATTACKING = "nonattacking"
"""The text of such a puzzle, and the line of squares that `rookery nonattacking` prints."""

_SQUARE = re.compile(r"[a-z]+[0-9]+")
_PLACED = re.compile(rb"(?:([0-9]{1,9}):)?([a-z]+[0-9]+)")
_PATH = re.compile(rb"([a-z]+[0-9]+)+")


def read_output(kind: str, puzzle: Any, number: int, tokens: Tokens) -> Output:
    """Return what an output says of the test of this number, from 1.

    Raises
    ------
    InputError, OutputFault
        When it does not have the form that the kind of text asks for.
    PuzzleError
        When nothing is known of such outputs.
    """
    tokens.mark()
    if kind == TOUR:
        return _tour(puzzle, tokens)
    if kind == NONATTACKING:
        return _nonattacking(puzzle, tokens)
    if kind not in NAMES:
        known = ", ".join([*NAMES, TOUR, NONATTACKING])
        raise PuzzleError(f"there is no output of {kind} to draw, only of {known}")
    return load(kind).read_output(puzzle, number, tokens)


def _tour(puzzle: Tour, tokens: Tokens) -> Output:
    word = tokens.take("a path or 'impossible'")
    if word == IMPOSSIBLE:
        return Output(None, "impossible")
    fault = tokens.fault(tokens.count - 1, "a path or 'impossible'", shown(word))
    if not _PATH.fullmatch(word):
        raise fault
    try:
        path = tuple(puzzle.board.square(name) for name in _SQUARE.findall(word.decode()))
    except PuzzleError:
        raise fault from None
    return Output(path, counted(len(path) - 1, "move"))


def _nonattacking(puzzle: NonAttacking, tokens: Tokens) -> Output:
    """Return the placement on the first line; none is a placement of no piece."""
    placed = []
    line = tokens.here().line
    while not tokens.at_end() and tokens.here().line == line:
        expected = "a square such as 'a1', or '0:a1' of several kinds of pieces"
        word = tokens.take(expected)
        found = _PLACED.fullmatch(word)
        kind = int(found[1] or 0) if found else 0
        try:
            if found is None or kind >= len(puzzle.pieces):
                raise PuzzleError("")
            placed.append((kind, *puzzle.board.square(found[2].decode())))
        except PuzzleError:
            raise tokens.fault(tokens.count - 1, expected, shown(word)) from None
    return Output(tuple(sorted(placed)), counted(len(placed), "piece"))
