"""Pieces: by Betza notation or name, with what they attack and where they can go."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import Any

from rookery.boards.betza import parse_betza
from rookery.boards.board import Board, Square
from rookery.boards.grammar import ATOMS, COMPOUNDS
from rookery.boards.motions import Motion, Route
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
    "silver": "FfW",
    "horse": "BW",
    "dragon": "RF",
    "lance": "fR",
    "shogi-knight": "fN",
    "shogi-pawn": "fW",
    "phoenix": "WA",
    "kirin": "FD",
    # xiangqi, janggi
    "cannon": "mRcpR",
    "mao": "nN",
    "elephant": "nA",
    "advisor": "F",
    "general": "W",
    "soldier": "fsW",
    "janggi-elephant": "nZ",
    # fairy pieces
    "wazir": "W",
    "ferz": "F",
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
    "chancellor": "RN",
    "archbishop": "BN",
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


@dataclass(frozen=True)
class Piece:
    """A piece by its Betza notation or its name.

    Parameters
    ----------
    betza
        Such as ``"BW"``, or a name of `NAMED` such as ``"horse"``.

    Attributes
    ----------
    motions : tuple of Motion
        Its ways of moving along straight lines, one a direction; `leaps`, `rides` and `hops` are
        parts of it.
    routes : tuple of Motion and Route
        Its other ways of moving: those that bend, skip squares, or go around the edge of a board
        whose edges are not joined.

    Raises
    ------
    NotationError
        For an unknown name or letter; the text gives the letter's position, from 1.

    Examples
    --------
    >>> Piece("gold").betza, len(Piece("gold").leaps)
    ('WfF', 6)
    >>> board = Board(3)
    >>> sorted(board.name(s) for s in Piece("R").attacks(board, (2, 0), {(2, 1)}))
    ['a2', 'a3', 'b1']
    """

    betza: str
    motions: tuple[Motion, ...] = field(init=False, repr=False, compare=False)
    routes: tuple[Motion | Route, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.betza, str):
            raise NotationError(expected="a piece's Betza notation", found=shown(self.betza))
        betza = NAMED.get(self.betza.strip().lower(), self.betza)
        motions, routes = _motions_and_routes(betza)
        object.__setattr__(self, "betza", betza)
        object.__setattr__(self, "motions", motions)
        object.__setattr__(self, "routes", routes)

    def __str__(self) -> str:
        return self.betza

    @property
    def ways(self) -> tuple[Motion | Route, ...]:
        """All its ways of moving, the straight ones first."""
        return (*self.motions, *self.routes)

    @property
    def leaps(self) -> tuple[Motion, ...]:
        """Single steps that nothing but a lame leaper's path can stop."""
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
        self, board: Board, square: Square | str, occupied: Collection[Square] = frozenset()
    ) -> frozenset[Square]:
        """Return the squares on which an enemy could be captured from `square`.

        Parameters
        ----------
        board
            Its walls stop every line; they can neither be attacked nor hopped over.
        square
            Where the piece stands, by name or as (row, column).
        occupied
            Where other pieces stand, of either side; a set, for speed.

        Examples
        --------
        >>> board = Board(3)
        >>> sorted(map(board.name, Piece("pawn").attacks(board, "b1")))
        ['a2', 'c2']
        """
        start = board.square(square) if isinstance(square, str) else square
        return frozenset(
            end for m in self.ways if m.captures for end in m.squares(board, start, occupied)
        )

    def destinations(
        self, board: Board, square: Square | str, occupied: Collection[Square] = frozenset()
    ) -> frozenset[Square]:
        """Return the empty squares to which the piece can move from `square`.

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
        start = board.square(square) if isinstance(square, str) else square
        return frozenset(
            end
            for m in self.ways
            if m.moves
            for end in m.squares(board, start, occupied)
            if end not in occupied
        )


@lru_cache(maxsize=256)
def _motions_and_routes(
    betza: str,
) -> tuple[tuple[Motion, ...], tuple[Motion | Route, ...]]:
    ways = _ways_of(betza)
    straight = [isinstance(way, Motion) and not way.around for way in ways]
    motions: Any = tuple(compress(ways, straight))
    return motions, tuple(compress(ways, map(not_, straight)))


def _ways_of(betza: str) -> tuple[Motion | Route, ...]:
    """Return the ways of a piece; what is no notation, but like a name or letter, is told so."""
    if betza.islower():  # every atom is a capital
        hint = _capital(betza) or did_you_mean(betza, NAMED)
        raise NotationError(f"unknown piece {shown(betza)}{hint}")
    try:
        return parse_betza(betza)
    except NotationError as error:
        name = did_you_mean(betza.lower(), NAMED) if betza.isalpha() else ""
        if not name.startswith(MEANT):
            raise
        raise NotationError(expected=error.expected, found=f"{error.found}{name}") from error


def _capital(letter: str) -> str:
    """Return a hint at the atom of a small letter, if there is one.

    >>> _capital("q"), _capital("x")
    ("; did you mean 'Q'?", '')
    """
    atom = letter.upper()
    return f"{MEANT} {atom!r}?" if atom in ATOMS or atom in COMPOUNDS else ""


def refuse_routes(piece: Piece, what: str) -> Piece:
    """Return a piece that goes along straight lines only.

    Raises
    ------
    PuzzleError
        When it does not, with what its notation says so and what it is refused for.
    """
    if not piece.routes:
        return piece
    way = piece.routes[0]
    named = f"the part {way.notation!r}" if isinstance(way, Route) else "a part with 'o'"
    raise PuzzleError(
        expected=f"a piece that neither bends, turns nor skips squares for {what}, "
        "which looks along straight lines",
        found=f"{shown(piece.betza)} with {named}",
    )
