"""Reading puzzles, and checking answers by the rules."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any


def read(path: str | PathLike[str], statement: str) -> list[Any]:
    """Read all puzzles of a statement's input file.

    Parameters
    ----------
    path
        The file.
    statement
        ``"eight-queens"``, ``"sultan"``, ``"traveling-queen"`` or ``"showdown"``.

    Returns
    -------
    list
        `Queens`, `Heaviest`, `Tour` or `Cover` puzzles.

    Raises
    ------
    InputError
        At the first fault, with its place.
    PuzzleError
        When there is no such statement.
    OSError
        When the file cannot be read.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     print("1  1 1", file=file, flush=True)
    ...     read(file.name, "eight-queens")
    [Queens(n=8, given=frozenset({(0, 0)}), blocked=frozenset())]
    """
    from rookery.reading.tokens import Tokens
    from rookery.statements import load

    module = load(statement)
    with open(path, "rb") as stream:
        return list(module.read(Tokens(stream, fspath(path))))


def check(puzzle: Any, answer: Any) -> list[str]:
    """Return what is wrong with an answer by the rules, in words; nothing when it is right.

    Parameters
    ----------
    puzzle
        Of any family.
    answer
        From anywhere, in the form of the puzzle's answers.

    Returns
    -------
    list of str
        The faults. That no better answer exists is not looked at; what is looked at is told by
        each puzzle's own `check`.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> check(Tour.parse(["Q..", "...", "N.B"]), ["a3", "c3"])
    ['target a1 is not visited', 'the last square c3 is not beside the goal c1']
    """
    faults: list[str] = puzzle.check(answer)
    return faults
