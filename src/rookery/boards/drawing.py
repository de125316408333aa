"""Rows of letters that draw a board, read: which letter stands on which squares."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import PuzzleError, shown


def squares_by_letter(lines: Iterable[str], letters: str) -> dict[str, list[tuple[int, int]]]:
    """Return the squares (row, column) of each letter, row by row from the top.

    Parameters
    ----------
    lines
        The rows, all of one length.
    letters
        Those that may stand in them.

    Raises
    ------
    PuzzleError
        When rows differ in length, hold another letter, or there are none.

    Examples
    --------
    >>> squares_by_letter(["#.", "##"], ".#")
    {'.': [(0, 1)], '#': [(0, 0), (1, 0), (1, 1)]}
    """
    found: dict[str, list[tuple[int, int]]] = {letter: [] for letter in letters}
    width = None
    for row, line in enumerate(lines):
        width = len(line) if width is None else width
        if len(line) != width:
            raise PuzzleError(expected=f"{width} squares in row {row + 1}", found=shown(line))
        for column, letter in enumerate(line):
            try:
                found[letter].append((row, column))
            except KeyError:
                raise PuzzleError(
                    expected=f"{_one_of(letters)} in row {row + 1}, column {column + 1}",
                    found=repr(letter),
                ) from None
    if width is None:
        raise PuzzleError(expected="rows of a board", found="none")
    return found


def _one_of(letters: str) -> str:
    known = [repr(letter) for letter in letters]
    return " or ".join(known) if len(known) <= 2 else f"one of {', '.join(known)}"
