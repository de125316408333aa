"""Pieces by Betza notation or name, with their attacks and moves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import Any

from rookery.boards.betza import parse_betza
from rookery.boards.board import Board, Sides, Square, board_of
from rookery.boards.grammar import ATOMS, COMPOUNDS
from rookery.boards.motions import Motion, Route
from rookery.boards.notebook import Guessed
from rookery.errors import MEANT, NotationError, PuzzleError, did_you_mean, shown

NAMED: dict[str, str] = {
    # chess
    "king": "K",
    "queen": "Q",
    "rook": "R",
    "bishop": "B",
    "knight": "N",
    "pawn": "mfWcfF",
    # shogi, dai shogi
    "gold": "WfF",
    "gold-general": "WfF",
    "silver": "FfW",
    "silver-general": "FfW",
    "horse": "BW",
    "dragon-horse": "BW",
    "dragon": "RF",
    "dragon-king": "RF",
    "lance": "fR",
    "shogi-knight": "fN",
    "shogi-pawn": "fW",
    "phoenix": "WA",
    "kirin": "FD",
    # xiangqi, janggi
    "cannon": "mRcpR",
    "pao": "mRcpR",
    "vao": "mBcpB",
    "leo": "mQcpQ",
    "mao": "nN",
    "elephant": "nA",
    "advisor": "F",
    "general": "W",
    "soldier": "fsW",
    "janggi-elephant": "nZ",
    # fairy pieces
    "wazir": "W",
    "ferz": "F",
    "fers": "F",
    "dabbaba": "D",
    "alfil": "A",
    "threeleaper": "H",
    "tripper": "G",
    "camel": "C",
    "zebra": "Z",
    "nightrider": "NN",
    "dabbabarider": "DD",
    "alfilrider": "AA",
    "grasshopper": "gQ",
    "amazon": "QN",
    "superqueen": "QN",
    "chancellor": "RN",
    "empress": "RN",
    "marshal": "RN",
    "archbishop": "BN",
    "princess": "BN",
    "cardinal": "BN",
    "centaur": "KN",
    "champion": "WAD",
    "wizard": "FC",
    "squirrel": "NAD",
    # bent, crooked and skipping pieces
    "griffon": "[F?R]",
    "manticore": "[W?B]",
    "rose": "qN",
    "crooked-bishop": "zB",
    "crooked-rook": "zR",
    "ski-bishop": "jB",
    "ski-rook": "jR",
    "moa": "[F-W]",
    "moo": "nN[F-W]",
}

NAME = r"[a-z][a-z0-9-]+"
LISTED = "'rookery pieces' lists them"


@dataclass(frozen=True)
class Piece(Guessed):
    """A piece by its Betza notation or its name.

    Parameters
    ----------
    betza
        A notation such as ``"BW"``, or a name such as ``"horse"`` from `NAMED`, an installed
        package or `own_pieces`.
    name, letter
        The user's own name and letter, for drawings and their words: a name in small letters and
        a single sign, by default the name's first letter as a capital. Equality ignores them.
        Documents and texts of puzzles contain the Betza notation only.

    Attributes
    ----------
    motions : tuple of Motion
        The moves along straight lines, one per direction. `leaps`, `rides` and `hops` are subsets.
    routes : tuple of Motion and Route
        The other moves: they bend, skip squares, or go around the edges of an unwrapped board.

    Raises
    ------
    NotationError
        If a name or letter is unknown. The text gives the letter's position, from 1.
    PuzzleError
        If the own name or letter is malformed, or the name belongs to another piece.

    Examples
    --------
    >>> Piece("gold").betza, len(Piece("gold").leaps)
    ('WfF', 6)
    >>> Piece("NC", name="gnu")
    Piece(betza='NC', name='gnu', letter='G')
    >>> board = Board(3)
    >>> sorted(board.name(s) for s in Piece("R").attacks(board, (2, 0), {(2, 1)}))
    ['a2', 'a3', 'b1']
    """

    betza: str
    name: str = field(default="", compare=False, kw_only=True)
    letter: str = field(default="", compare=False, kw_only=True)
    motions: tuple[Motion, ...] = field(init=False, repr=False, compare=False)
    routes: tuple[Motion | Route, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.betza, str):
            raise NotationError(expected="a piece's Betza notation", found=shown(self.betza))
        name, known = "-".join(self.betza.lower().split()), _OWN.get()
        own = known.get(name)
        if own is None and name.removesuffix("s") in NAMED:
            name = name.removesuffix("s")  # the plural
        if own is None and name not in NAMED and re.fullmatch(NAME, self.betza):
            own = _from_outside(name)
        betza = NAMED.get(name, self.betza) if own is None else own.betza
        own = own or known.get(betza)
        motions, routes = _motions_and_routes(betza)
        set_field = object.__setattr__
        set_field(self, "betza", betza)
        set_field(self, "motions", motions)
        set_field(self, "routes", routes)
        if self.name or self.letter:
            is_name = isinstance(self.name, str) and re.fullmatch(NAME, self.name)
            if not is_name or NAMED.get(self.name, betza) != betza:
                expected = "a name of small letters that no other piece has, such as 'gnu'"
                raise PuzzleError(expected=expected, found=shown(self.name))
            is_sign = isinstance(self.letter, str) and len(self.letter) <= 1
            if not is_sign or not self.letter.isprintable() or self.letter.isspace():
                raise PuzzleError(expected="one letter, such as 'G'", found=shown(self.letter))
            set_field(self, "letter", self.letter or self.name[0].upper())
        elif own is not None:
            set_field(self, "name", own.name)
            set_field(self, "letter", own.letter)

    def __repr__(self) -> str:
        own = f", name={self.name!r}, letter={self.letter!r}" if self.letter else ""
        return f"Piece(betza={self.betza!r}{own})"

    def __str__(self) -> str:
        return self.betza

    @property
    def word(self) -> str:
        """The piece's name, the user's own first; for a piece without one its Betza notation.

        >>> Piece("Q").word, Piece("NC").word
        ('queen', 'NC')
        """
        return self.name or next(
            (n for n, betza in NAMED.items() if betza == self.betza), self.betza
        )

    @property
    def ways(self) -> tuple[Motion | Route, ...]:
        """All moves, straight ones first."""
        return (*self.motions, *self.routes)

    @property
    def leaps(self) -> tuple[Motion, ...]:
        """Single steps, which only a lame leaper's path can block."""
        return tuple(m for m in self.motions if m.reach == 1 and not m.hop)

    @property
    def rides(self) -> tuple[Motion, ...]:
        """Repeated steps up to the first obstacle."""
        return tuple(m for m in self.motions if m.reach != 1 and not m.hop)

    @property
    def hops(self) -> tuple[Motion, ...]:
        """Repeated steps over exactly one obstacle."""
        return tuple(m for m in self.motions if m.hop)

    def attacks(
        self,
        board: Board | Sides,
        square: Square | str,
        occupied: Collection[Square | str] = frozenset(),
    ) -> frozenset[Square]:
        """Return the squares on which the piece could capture an enemy.

        Parameters
        ----------
        board
            The board. Its walls stop every line and can be neither attacked nor hopped over.
        square
            The square of the piece, by name or as (row, column).
        occupied
            The squares of other pieces of either side, by name or (row, column); a set of pairs is
            the fastest.

        Examples
        --------
        >>> board = Board(3)
        >>> sorted(map(board.name, Piece("pawn").attacks(board, "b1")))
        ['a2', 'c2']
        """
        board = board_of(board)
        start, taken = board.square(square), _pairs(board, occupied)
        return frozenset(
            end for m in self.ways if m.captures for end in m.squares(board, start, taken)
        )

    def moves(
        self, square: Square | str, board: Board | Sides = 8, occupied: Iterable[Any] = ()
    ) -> list[str]:
        """Return the sorted names of the squares the piece can move to.

        Parameters
        ----------
        square, board
            The square and board of the piece.
        occupied
            The squares of other pieces, by name or (row, column).

        Examples
        --------
        >>> Piece("knight").moves("a1")
        ['b3', 'c2']
        """
        place = board_of(board)
        taken = place.square_set(occupied)
        return sorted(map(place.name, self.destinations(place, square, taken)))

    def destinations(
        self,
        board: Board | Sides,
        square: Square | str,
        occupied: Collection[Square | str] = frozenset(),
    ) -> frozenset[Square]:
        """Return the empty squares the piece can move to.

        Parameters
        ----------
        board, square, occupied
            As for `attacks`.

        Examples
        --------
        >>> board = Board(3)
        >>> sorted(map(board.name, Piece("pawn").destinations(board, (2, 1))))
        ['b2']
        """
        board = board_of(board)
        start, taken = board.square(square), _pairs(board, occupied)
        return frozenset(
            end
            for m in self.ways
            if m.moves
            for end in m.squares(board, start, taken)
            if end not in taken
        )


def _pairs(board: Board, squares: Collection[Any]) -> Collection[Square]:
    """Return squares as pairs; only the first is looked at, because searches pass pairs."""
    is_ready = isinstance(squares, Collection) and isinstance(next(iter(squares), ()), tuple)
    return squares if is_ready else board.square_set(squares)


@contextmanager
def own_pieces(pieces: Iterable[Piece]) -> Iterator[None]:
    """Let `Piece` know the user's own pieces, by name and notation, within the context.

    Examples
    --------
    >>> with own_pieces([Piece("NC", name="gnu")]):
    ...     Piece("gnu"), Piece("NC").name
    (Piece(betza='NC', name='gnu', letter='G'), 'gnu')
    """
    listed = list(pieces)
    known = {piece.betza: piece for piece in listed} | {piece.name: piece for piece in listed}
    before = _OWN.set(_OWN.get() | known)
    try:
        yield
    finally:
        _OWN.reset(before)


_OWN: ContextVar[dict[str, Piece]] = ContextVar("_OWN", default={})  # noqa: B039 - never changed


@lru_cache(maxsize=256)
def _from_outside(name: str) -> Piece | None:
    """Return the piece that an installed package provides by this name, or None."""
    from rookery import outside

    if name not in outside.found(outside.PIECES):
        return None
    brought = outside.loaded(outside.PIECES, name)
    piece = brought if isinstance(brought, Piece) else Piece(brought)
    return Piece(piece.betza, name=name, letter=piece.letter)


@lru_cache(maxsize=256)
def _motions_and_routes(betza: str) -> tuple[tuple[Motion, ...], tuple[Motion | Route, ...]]:
    ways = _ways_of(betza)
    straight = [isinstance(way, Motion) and not way.around for way in ways]
    motions: Any = tuple(compress(ways, straight))
    return motions, tuple(compress(ways, map(not_, straight)))


def _ways_of(betza: str) -> tuple[Motion | Route, ...]:
    """Return the moves of a notation. Errors suggest a similar name or letter."""
    try:
        return parse_betza(betza)
    except NotationError as error:
        hint = _capital(betza) or did_you_mean(betza.lower(), names(), LISTED)
        # Every atom is a capital. A longer word is a name, misspelt or in another language.
        is_word = len(betza) > 3 and (betza[1:].islower() or MEANT in hint)
        if betza.islower() or is_word:
            raise NotationError(f"unknown piece {shown(betza)}{hint}") from error
        raise


def names() -> list[str]:
    """Return the names of all pieces: the user's own, the built-in ones, those of packages."""
    from rookery import outside

    own = [name for name in _OWN.get() if name.islower()]
    return list(dict.fromkeys((*own, *NAMED, *outside.found(outside.PIECES))))


def _capital(letter: str) -> str:
    """Return a hint at the atom of a small letter, or an empty string.

    >>> _capital("q"), _capital("x")
    ("; did you mean 'Q'?", '')
    """
    atom = letter.upper()
    return f"{MEANT} {atom!r}?" if atom in ATOMS or atom in COMPOUNDS else ""


def refuse_routes(piece: Piece, what: str) -> Piece:
    """Return a piece that moves along straight lines only.

    Any other raises a `PuzzleError` that names the part of its notation and the purpose `what`.
    """
    if not piece.routes:
        return piece
    way = piece.routes[0]
    named = f"the part {way.notation!r}" if isinstance(way, Route) else "a part with 'o'"
    raise PuzzleError(
        expected=f"a piece that neither bends, turns nor skips squares for {what}, "
        "which supports straight lines only",
        found=f"{shown(piece.betza)} with {named}",
    )
