"""Pieces: by Betza notation or name, with what they attack and where they can go."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rookery.boards.betza import Motion, parse_betza
from rookery.boards.board import Board, Square
from rookery.errors import NotationError, did_you_mean, shown

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
        All its ways of moving, one a direction; `leaps`, `rides` and `hops` are parts of it.

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

    def __post_init__(self) -> None:
        if not isinstance(self.betza, str):
            raise NotationError(expected="a piece's Betza notation", found=shown(self.betza))
        betza = NAMED.get(self.betza.lower(), self.betza)
        if betza.islower():  # every atom is a capital
            raise NotationError(f"unknown piece {shown(betza)}{did_you_mean(betza, NAMED)}")
        object.__setattr__(self, "betza", betza)
        object.__setattr__(self, "motions", parse_betza(betza))

    def __str__(self) -> str:
        return self.betza

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
        self, board: Board, square: Square, occupied: Collection[Square] = frozenset()
    ) -> frozenset[Square]:
        """Return the squares on which an enemy could be captured from `square`.

        Parameters
        ----------
        board
            Its walls stop every line; they can neither be attacked nor hopped over.
        square
            Where the piece stands, as (row, column).
        occupied
            Where other pieces stand, of either side; a set, for speed.

        Examples
        --------
        >>> board = Board(3)
        >>> sorted(map(board.name, Piece("pawn").attacks(board, (2, 1))))
        ['a2', 'c2']
        """
        return frozenset(
            end for m in self.motions if m.captures for end in m.squares(board, square, occupied)
        )

    def destinations(
        self, board: Board, square: Square, occupied: Collection[Square] = frozenset()
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
        return frozenset(
            end
            for m in self.motions
            if m.moves
            for end in m.squares(board, square, occupied)
            if end not in occupied
        )
