"""Files of pieces of one's own: a name, a letter and the Betza notation on each line."""

from __future__ import annotations

from os import PathLike, fspath

from rookery.boards.pieces import Piece
from rookery.errors import InputError, Place, PuzzleError, shown

COMMENT = "#"
PARTS = ("a piece's name", "its letter", "its Betza notation")


def read_pieces(path: str | PathLike[str]) -> dict[str, Piece]:
    r"""Read pieces of one's own.

    Parameters
    ----------
    path
        A file with a piece on each line: its name, its letter and its Betza notation, with blanks
        between, such as ``gnu G NC``. Empty lines, and those that begin with ``#``, are left out.

    Returns
    -------
    dict
        The pieces by name.

    Raises
    ------
    InputError
        At the first fault, with its place.
    OSError
        When the file cannot be read.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     print("# mine\ngnu G NC", file=file, flush=True)
    ...     read_pieces(file.name)
    {'gnu': Piece(betza='NC', name='gnu', letter='G')}
    """
    with open(path, "rb") as stream:
        lines = stream.read().decode(errors="replace").splitlines()
    found: dict[str, Piece] = {}
    for number, line in enumerate(lines, 1):
        parts = line.split()
        if not parts or parts[0].startswith(COMMENT):
            continue
        place = Place(fspath(path), number, 1)
        if len(parts) != len(PARTS):
            raise InputError(place, ", ".join(PARTS), shown(line.strip()))
        name, letter, betza = parts
        if name in found:
            raise InputError(place, "each name once", shown(name))
        try:
            found[name] = Piece(betza, name=name, letter=letter)
        except PuzzleError as error:
            raise InputError(place, error.expected, error.found, error.message) from error
    return found
