"""Files and texts of puzzles of any family, read, written and detected; files of own pieces."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from typing import Any

from rookery.addresses import NAMES as FORMS
from rookery.addresses import begins, is_web_address
from rookery.boards.pieces import Piece
from rookery.document import texts as documents
from rookery.errors import InputError, Place, PuzzleError, RookeryError, shown, unknown_name
from rookery.families import each_puzzle, families_from_outside, family_named, family_of, names
from rookery.files import write_file
from rookery.pictures import is_picture
from rookery.reading.diagrams import EMPTY, drawing_tokens
from rookery.reading.drawings import CHESS
from rookery.reading.fen import WALL, fen_rows, is_fen
from rookery.reading.tokens import BYTE_ORDER_MARK, Tokens, Utf8Reader
from rookery.statements import NAMES, load, own_name

TOUR, WEIGHTS, COVER, SULTAN, JSON = "tour", "heaviest", "cover", "sultan", "json"
NONATTACKING, QUEENS, REGIONS = "nonattacking", "queens", "regions"

#: Kinds of text to detect, in order of preference: an input of no tests, for example, fits several.
GUESSED = (
    TOUR,
    "traveling-queen",
    "showdown",
    SULTAN,
    "eight-queens",
    COVER,
    WEIGHTS,
    NONATTACKING,
    QUEENS,
    REGIONS,
)
KINDS = (*GUESSED, JSON)

LINES = ".jsonl"  # ending of a file with an object of JSON per line
COMMENT = "#"  # start of a line in a file of pieces
PARTS = ("a piece's name", "its letter", "its Betza notation")

_NUMBER = re.compile(rb"[^\s,;]")
_COUNT = re.compile(rb"[0-9]+")


def read(path: str | PathLike[str], kind: str | None = None) -> list[Any]:
    """Read all puzzles of a file or an address.

    Parameters
    ----------
    path
        The file, which may be a picture of a region puzzle (`rookery.read_picture`); or the address
        of a Star Battle on puzz.link or in penpa-edit, which is read as a text: nothing is fetched.
    kind
        The kind of text: a statement's, ``"eight-queens"`` or ``"UVa750"``, ``"sultan"`` or
        ``"UVa167"``, ``"traveling-queen"`` or ``"POJ2919"``, ``"showdown"`` or ``"CHE"``; a
        family's, ``"tour"``, ``"heaviest"``, ``"nonattacking"``, ``"regions"`` or ``"cover"``; or
        ``"json"``, the documents of `rookery.document`: an object, a list of them, or one per line;
        or ``"puzzlink"``, ``"penpa"`` or ``"sbn"``, addresses of region puzzles, as
        `Regions.address` writes them. If None, a file whose name ends in ``.json`` or ``.jsonl`` is
        JSON, and any other file is of the first kind that its whole text fits.

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
    name = fspath(path)
    if is_web_address(name):
        return list(puzzles_of(own_name(kind or REGIONS), name.encode(), "address"))
    with open(path, "rb") as stream:
        data = Utf8Reader(stream.read).read()
    return list(puzzles_of(own_name(kind) if kind else _by_ending(name), data, name))


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
        a family's text one puzzle, addresses any region puzzles, one per line, and JSON any
        puzzles. If None, a file whose name ends in ``.json`` or ``.jsonl`` (an object per line)
        gets JSON, and any other file the text of the statement that all puzzles fit, or else the
        text of the family of a single puzzle.

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
    kind = own_name(kind) if kind else None
    listed = each_puzzle(puzzles)
    ending = _by_ending(fspath(path))
    if kind == JSON or (kind is None and ending):
        is_lines = fspath(path).endswith(LINES)
        text = documents.write_lines(listed) if is_lines else text_of_all(listed, JSON)
    else:
        text = text_guessed(listed) if kind is None else text_of_all(listed, kind)
    write_file(path, text.encode())


def _by_ending(name: str) -> str | None:
    """Return the kind of text by the ending of a file's name, or None."""
    return "json" if name.endswith((".json", LINES)) else None


def puzzles_of(
    kind: str | None, data: bytes, name: str, left: list[str] | None = None
) -> Iterator[Any]:
    """Yield the puzzles of a text, each as soon as it is read.

    Parameters
    ----------
    kind
        One of `KINDS` or a form of addresses; detected if None.
    data, name
        The text, and its name for messages.
    left
        Receives messages about data left over.

    Raises
    ------
    RookeryError
        When no kind fits; or, after the puzzles before the fault, when the text is not of the given
        kind.
    """
    kind = kind or kind_of(data, name)
    say = None if left is None else left.append
    if kind == JSON:
        yield from documents.read(data, name)
    elif kind == REGIONS and is_picture(data):
        from rookery.regions.screenshots import read_noted

        yield read_noted(data, name)
    elif kind in NAMES:
        yield from load(kind).read(Tokens(io.BytesIO(data), name, say))
    elif kind in FORMS or (kind == REGIONS and begins(data)):
        from rookery.regions.addresses import read as read_addresses
        from rookery.regions.puzzle import Regions

        tokens = Tokens(io.BytesIO(data), name, say)
        yield from read_addresses(Regions, tokens, kind if kind in FORMS else None)
    else:
        refuse_unknown(kind)
        family = family_named(kind)
        if family.text is None:
            raise PuzzleError(f"there is no text of {kind}", place=name)
        yield family.text().read(family.puzzle, data, name, say)


def kind_of(data: bytes, name: str) -> str:
    """Return the first of `KINDS` that a text fits to its end.

    A text that begins like JSON is JSON, and one that begins with an address, or like a picture, is
    of regions, even if it has errors.

    Raises
    ------
    RookeryError
        When the text fits no kind. Its cause is the error of the only kind that fits the most
        lines, if there is one.
    """
    if documents.looks_like_json(data):
        return JSON
    if begins(data) or is_picture(data):
        return REGIONS
    faults: dict[int, list[RookeryError]] = {}
    for kind in _kinds_to_try():
        left: list[str] = []
        try:
            for _ in puzzles_of(kind, data, name, left):
                pass
        except RookeryError as error:
            place = re.match(rf"{re.escape(name)}:([0-9]+):", str(error))
            faults.setdefault(int(place[1]) if place else 1, []).append(error)
            continue
        if not left:
            return kind
    nearest = faults[max(faults)]
    position = _fault_of_fen(data, name)
    if max(faults) == 1 and position is not None:
        nearest = [position]
    if len(nearest) == 1 and (position is not None or max(faults) > 1):
        message = f"{name}: no puzzle; the nearest kind of text has a fault: {nearest[0]}"
        raise RookeryError(message) from nearest[0]
    raise RookeryError(f"{name}: not a text of any known kind; say which kind it is")


def _fault_of_fen(data: bytes, name: str) -> InputError | None:
    """Return the fault of a text that is a position in FEN with any pieces of chess, if any."""
    tokens = drawing_tokens(data, name)
    try:
        if is_fen(tokens):
            fen_rows(tokens, dict.fromkeys([*CHESS, *map(str.lower, CHESS), WALL], EMPTY))
    except InputError as error:
        return error
    return None


def _kinds_to_try() -> Iterator[str]:
    """Yield the kinds that can be detected. Packages' families are loaded if no other kind fits."""
    yield from GUESSED
    yield from (family.name for family in families_from_outside() if family.text is not None)


def weights_in(data: bytes, name: str) -> Iterator[Any]:
    r"""Yield the `Heaviest` puzzle of a text of weights, or those of an input of ``sultan``.

    Raises errors as `puzzles_of`.

    >>> [puzzle.weights for puzzle in weights_in(b"1 2\n3 4\n", "w.txt")]
    [((1, 2), (3, 4))]
    >>> len(list(weights_in(b"2\n" + 16 * b"1 2 3 4 5 6 7 8\n", "w.txt")))
    2
    """
    lines = [
        line for line in data.removeprefix(BYTE_ORDER_MARK).split(b"\n") if _NUMBER.search(line)
    ]
    is_sultan = len(lines) > 1 and _COUNT.fullmatch(lines[0].strip())
    yield from puzzles_of(SULTAN if is_sultan else WEIGHTS, data, name)


def text_of(puzzle: Any, kind: str | None = None) -> str:
    r"""Return the text of a puzzle of a given kind, or as people write it, which `read` takes back.

    Without a kind it is the text of the family, or JSON if it has none. Raises a `PuzzleError` if a
    text of the kind cannot hold the puzzle.

    >>> from rookery.queens.puzzle import Queens
    >>> text_of(Queens(4, given=["a2"]))
    '....\n....\nQ...\n....\nqueens\n'
    >>> text_of(Queens(8, given=["a8"]), "eight-queens")
    '1\n\n1 1\n'
    """
    if kind is None:
        family = family_of(puzzle)
        kind = JSON if family.text is None else family.name
    return text_of_all([puzzle], kind)


def refuse_unknown(kind: str) -> None:
    """Raise a `PuzzleError` for an unknown kind of text."""
    known = (*KINDS, *FORMS, *names())
    if kind not in known:
        raise unknown_name("a kind of text", kind, known)


def text_of_all(puzzles: Sequence[Any], kind: str) -> str:
    r"""Return the text of a given kind that holds exactly these puzzles, or raise a `PuzzleError`.

    >>> from rookery.queens.puzzle import Queens
    >>> text_of_all([Queens(8, given=["a8"]), Queens(8, given=["b8"])], "eight-queens")
    '2\n\n1 1\n\n1 2\n'
    """
    refuse_unknown(kind)
    if kind == JSON:
        return documents.write(puzzles)
    of = REGIONS if kind in FORMS else kind
    for puzzle in puzzles:
        if not of == family_of(puzzle).name and not of == family_of(puzzle).statement:
            raise PuzzleError(f"a text of {kind} holds no puzzles of {family_of(puzzle).name}")
    if kind in FORMS:
        return "".join(f"{puzzle.address(kind)}\n" for puzzle in puzzles)
    if kind in NAMES:
        text = load(kind).write_input(puzzles)
        if not _holds(text, kind, puzzles):
            raise PuzzleError(f"a text of {kind} holds only puzzles of {load(kind).takes}")
        return text
    form = family_named(kind).text
    if form is None or len(puzzles) != 1:
        raise PuzzleError(expected=f"one puzzle for a text of {kind}", found=f"{len(puzzles)}")
    return form().write(puzzles[0])


def text_guessed(puzzles: Sequence[Any]) -> str:
    """Return a text of a detectable kind that holds these puzzles, or raise a `PuzzleError`.

    The kind is the statement that all puzzles fit, or the family of a single puzzle, which keeps
    its credits.
    """
    credited = any(getattr(puzzle, "credits", None) for puzzle in puzzles)
    kinds = {family.statement for family in map(family_of, puzzles)} - {None}
    kinds |= {family.name for family in map(family_of, puzzles[:1]) if family.text is not None}
    for kind in sorted(map(str, kinds), key=lambda kind: (kind in NAMES) == credited):
        try:
            text = text_of_all(puzzles, kind)
        except PuzzleError:
            continue
        if _holds(text, None, puzzles):
            return text
    raise PuzzleError("no single text format can hold all these puzzles; use kind='json'")


def _holds(text: str, kind: str | None, puzzles: Sequence[Any]) -> bool:
    """Return whether a text, read as `kind`, yields exactly these puzzles."""
    try:
        return list(puzzles_of(kind, text.encode(), "text")) == list(puzzles)
    except RookeryError:
        return False


def read_pieces(path: str | PathLike[str]) -> dict[str, Piece]:
    r"""Read the user's own pieces from a file.

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
        data = Utf8Reader(stream.read).read().removeprefix(BYTE_ORDER_MARK)
    lines = data.decode(errors="replace").splitlines()
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
