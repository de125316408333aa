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

    from rookery.tour.puzzle import Tour

IMPOSSIBLE = b"impossible"
TOUR = "tour"
"""In place of a statement's name: the text of a tour, and the path that `rookery tour` prints."""

_SQUARE = re.compile(r"[a-z]+[0-9]+")
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
    if kind not in NAMES:
        known = ", ".join([*NAMES, TOUR])
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
