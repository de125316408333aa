"""Readers of the outputs of commands and contest programs, test by test, for ``show``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from rookery.errors import PuzzleError, shown
from rookery.reading.tokens import Tokens
from rookery.statements import NAMES, load
from rookery.statements.statement import Output, counted

if TYPE_CHECKING:
    from typing import Any

    from rookery.heaviest.puzzle import Heaviest
    from rookery.nonattacking.puzzle import NonAttacking
    from rookery.queens.puzzle import Queens
    from rookery.regions.puzzle import Regions
    from rookery.tour.puzzle import Tour

IMPOSSIBLE = b"impossible"
_SQUARE = re.compile(r"[a-z]+[0-9]+")
_PLACED = re.compile(rb"(?:([0-9]{1,9}):)?([a-z]+[0-9]+)")
_WEIGHT = re.compile(rb"[+-]?[0-9.]+(e[+-]?[0-9]+)?:")
_PATH = re.compile(rb"([a-z]+[0-9]+)+")


def read_output(kind: str, puzzle: Any, number: int, tokens: Tokens) -> Output:
    """Return the claims of an output about a test, given its number from 1.

    Raises an `InputError` at a fault of the form, and a `PuzzleError` for a family without a
    reader.
    """
    tokens.mark()
    if kind in NAMES:
        return load(kind).read_output(puzzle, number, tokens)
    if puzzle.family not in READERS:
        known = ", ".join([*NAMES, *READERS])
        raise PuzzleError(f"there is no output of {puzzle.family} to draw, only of {known}")
    return READERS[puzzle.family](puzzle, tokens)


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


def _queens(puzzle: Queens, tokens: Tokens) -> Output:
    """Return the placements of an output, each a line of rows from 1."""
    placements = []
    while not tokens.at_end():
        rows = (tokens.number("a row", 1, puzzle.n) for _ in range(puzzle.n))
        placements.append(tuple(row - 1 for row in rows))
    return Output(tuple(placements) or None, counted(len(placements), "placement"))


def _heaviest(puzzle: Heaviest, tokens: Tokens) -> Output:
    """Return the placements of an output, each a line: the weight and a colon, then rows from 1."""
    placements, weights = [], []
    while not tokens.at_end():
        expected = "a weight such as '24:'"
        word = tokens.take(expected)
        if not _WEIGHT.fullmatch(word):
            raise tokens.fault(tokens.count - 1, expected, shown(word))
        weights.append(word[:-1].decode())
        rows = (tokens.number("a row", 1, puzzle.n) for _ in range(puzzle.n))
        placements.append(tuple(row - 1 for row in rows))
    if not placements:
        return Output(None, "no placement")
    return Output(tuple(placements), f"weight{'s' * (len(weights) > 1)} {', '.join(weights)}")


def _regions(puzzle: Regions, tokens: Tokens) -> Output:
    """Return the answer on the first line."""
    placed = []
    for word in _words_of_line(tokens, "a square such as 'a1'"):
        try:
            placed.append(puzzle.board.square(word.decode(errors="replace")))
        except PuzzleError as error:
            raise tokens.refused(tokens.count - 1, error) from error
    return Output(tuple(placed), counted(len(placed), "piece")) if placed else NO_ANSWER


def _words_of_line(tokens: Tokens, expected: str) -> Iterator[bytes]:
    """Yield the tokens of the next line."""
    line = tokens.here().line
    while not tokens.at_end() and tokens.here().line == line:
        yield tokens.take(expected)


def _nonattacking(puzzle: NonAttacking, tokens: Tokens) -> Output:
    """Return the placement on the first line; an empty output is a placement of no piece."""
    placed = []
    expected = "a square such as 'a1', or '0:a1' of several kinds of pieces"
    for word in _words_of_line(tokens, expected):
        found = _PLACED.fullmatch(word)
        kind = int(found[1] or 0) if found else 0
        try:
            if found is None or kind >= len(puzzle.pieces):
                raise PuzzleError("")
            placed.append((kind, *puzzle.board.square(found[2].decode())))
        except PuzzleError:
            raise tokens.fault(tokens.count - 1, expected, shown(word)) from None
    return Output(tuple(sorted(placed)), counted(len(placed), "piece"))


def faults_of(kind: str, puzzle: Any, answer: Any) -> list[str]:
    """Return the faults of an output's answer, in words."""
    if answer is None:
        return []
    check = None if kind in NAMES else CHECKS.get(puzzle.family)
    return list(puzzle.check(answer) if check is None else check(puzzle, answer))


NO_ANSWER = Output(None, "no answer")

# By family: checks of an output of the family's command, which may list only some answers.
CHECKS: Mapping[str, Callable[[Any, Any], Iterable[str]]] = {
    "queens": lambda puzzle, answer: puzzle.listing_faults(answer),
    "heaviest": lambda puzzle, answer: chain.from_iterable(
        puzzle.check((each,)) for each in answer
    ),
}

# By family: readers of an output of the family's command.
READERS: Mapping[str, Callable[[Any, Tokens], Output]] = {
    "queens": _queens,
    "heaviest": _heaviest,
    "nonattacking": _nonattacking,
    "regions": _regions,
    "tour": _tour,
    "cover": lambda puzzle, tokens: (
        Output(None, "no cover")
        if tokens.at_end()
        else load("showdown").read_output(puzzle, 1, tokens)
    ),
}
