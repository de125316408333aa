"""Files of puzzles, and checks of answers by the rules."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

LINES = ".jsonl"


def read(path: str | PathLike[str], kind: str | None = None) -> list[Any]:
    """Read all puzzles of a file.

    Parameters
    ----------
    path
        The file.
    kind
        The kind of text: a statement's, ``"eight-queens"``, ``"sultan"``, ``"traveling-queen"`` or
        ``"showdown"``; a family's, ``"tour"``, ``"heaviest"``, ``"nonattacking"``, ``"regions"`` or
        ``"cover"``; or ``"json"``, the documents of `rookery.document`: an object, a list of them,
        or one per line. If None, a file whose name ends in ``.json`` or ``.jsonl`` is JSON, and any
        other file is of the first kind that its whole text fits.

    Returns
    -------
    list
        Puzzles of any family.

    Raises
    ------
    InputError
        At the first error in the text, with its place.
    PuzzleError
        When `kind` is unknown, or a puzzle is inconsistent.
    RookeryError
        When the text fits no kind.
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
    from rookery.api.texts import puzzles_of

    name = fspath(path)
    with open(path, "rb") as stream:
        data = stream.read()
    return list(puzzles_of(kind or _by_ending(name), data, name))


def write(path: str | PathLike[str], puzzles: Any, kind: str | None = None) -> None:
    r"""Write puzzles to a file, so that `read` with the same `kind` returns them.

    Parameters
    ----------
    path
        The file; an existing one is overwritten.
    puzzles
        A puzzle, or several.
    kind
        The kind of text, as for `read`. A statement's text holds puzzles that the statement allows,
        a family's text one puzzle, and JSON any puzzles. If None, a file whose name ends in
        ``.json`` or ``.jsonl`` (an object per line) gets JSON, and any other file the text of the
        statement that all puzzles fit, or else the text of the family of a single puzzle.

    Raises
    ------
    PuzzleError
        When this kind of text cannot hold the puzzles. Nothing is written then.
    OSError
        When the file cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from rookery.queens.puzzle import Queens
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "boards.txt")
    ...     write(path, [Queens(8, given=["a8"]), Queens(8, given=["d6"])])
    ...     path.read_text(), len(read(path))
    ('2\n\n1 1\n\n3 4\n', 2)
    """
    from rookery.api import texts
    from rookery.document.texts import write_lines
    from rookery.families import is_puzzle

    listed = [puzzles] if is_puzzle(puzzles) else list(puzzles)
    ending = _by_ending(fspath(path))
    if kind == texts.JSON or (kind is None and ending):
        is_lines = fspath(path).endswith(LINES)
        text = write_lines(listed) if is_lines else texts.text_of_all(listed, texts.JSON)
    else:
        text = texts.text_guessed(listed) if kind is None else texts.text_of_all(listed, kind)
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _by_ending(name: str) -> str | None:
    """Return the kind of text by the ending of a file's name, or None."""
    return "json" if name.endswith((".json", LINES)) else None


def check(puzzle: Any, answer: Any) -> list[str]:
    """Return the faults of an answer by the rules, in words; an empty list if it is right.

    Parameters
    ----------
    puzzle
        A puzzle of any family.
    answer
        An answer in the form of the puzzle's answers, or a `Result` with one. Squares are names or
        pairs (row, column). If all pieces are of one kind, squares suffice. Arrays, data frames and
        boards of booleans are accepted like lists.

    Returns
    -------
    list of str
        The faults. Each puzzle's own `check` describes the rules; none checks whether a better
        answer exists.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> check(Tour.parse(["Q..", "...", "N.B"]), ["a3", "c3"])
    ['target a1 is not visited', 'the last square c3 is not beside the goal c1']
    """
    from rookery.results.result import Result

    faults: list[str] = puzzle.check(answer.answer if isinstance(answer, Result) else answer)
    return faults
