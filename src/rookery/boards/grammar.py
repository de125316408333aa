"""The grammar of Betza notation: from text to parts, whatever they mean.

::

    piece    part part ...
    part     modifiers atom range  |  modifiers "[" leg joint leg joint ... "]"
    leg      directions atom range
    joint    "?" (it may end there)  |  "-" (it may not)  |  nothing behind "t" (it may)
    range    the atom again  |  digits
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rookery.boards.board import Step
from rookery.boards.directions import LETTERS as DIRECTIONS
from rookery.boards.motions import ENDLESS
from rookery.errors import NotationError, shown

ATOMS: dict[str, Step] = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "L": (3, 1),
    "J": (3, 2),
    "Z": (3, 2),
    "G": (3, 3),
}
COMPOUNDS: dict[str, tuple[tuple[str, int], ...]] = {
    "R": (("W", ENDLESS),),
    "B": (("F", ENDLESS),),
    "Q": (("W", ENDLESS), ("F", ENDLESS)),
    "K": (("W", 1), ("F", 1)),
}
MODIFIERS = DIRECTIONS + "mcnpgjozqayt"
OPEN, CLOSE = "[", "]"
MAY_END, GOES_ON = "?", "-"
ALL_MAY_END = "t"

_UNTOLD = {
    "i": "which is of first moves only",
    "d": "which captures pieces of its own",
    "e": "which captures in passing",
    "u": "which drops what it captured",
    "x": "which moves other pieces",
    "O": "which castles",
    "U": "which goes everywhere",
}
"""Letters of XBetza that say nothing of what a piece attacks here."""

_RANGE_DIGITS = 9
MOST_STRIDES = 4096  # of a piece, over all its ways of moving; legs multiply the ways


class Leg(NamedTuple):
    """An atom with what stands around it.

    Attributes
    ----------
    at
        Where it begins in the text, from 0.
    modifiers, letter
        The small letters before the atom, and the atom.
    reach
        Its range, None when there is none.
    may_end
        Whether the piece may end there where another leg follows.
    """

    at: int
    modifiers: str
    letter: str
    reach: int | None = None
    may_end: bool = True

    @property
    def directions(self) -> str:
        """Its modifiers that are directions."""
        return "".join(letter for letter in self.modifiers if letter in DIRECTIONS)

    @property
    def modes(self) -> str:
        """Its modifiers that are none."""
        return "".join(letter for letter in self.modifiers if letter not in DIRECTIONS)


class Part(NamedTuple):
    """A part of a piece's notation, one atom or legs in brackets.

    Attributes
    ----------
    whole
        The notation of the piece.
    at, end
        Where the part begins in it, and where it ends.
    modifiers
        The small letters before the atom or the brackets.
    legs
        One, or those in the brackets.
    """

    whole: str
    at: int
    end: int
    modifiers: str
    legs: tuple[Leg, ...]

    @property
    def text(self) -> str:
        """The part itself."""
        return self.whole[self.at : self.end]

    def refuse_strides(self, number: int) -> None:
        """Raise a `NotationError` if the piece has too many strides with those of this part."""
        if number > MOST_STRIDES:
            expected = f"a piece whose ways of moving have at most {MOST_STRIDES:,} strides in all"
            raise self.fault(expected, f"more with {shown(self.text)}")

    def fault(self, expected: str, found: str, at: int | None = None) -> NotationError:
        """Return what refuses it; the expected is told with the letter's position, from 1."""
        where = f"at letter {(self.at if at is None else at) + 1} of {shown(self.whole)}"
        return NotationError(expected=f"{expected} {where}", found=found)


def parts_of(betza: str) -> Iterator[Part]:
    """Yield the parts of a piece's notation.

    Raises
    ------
    NotationError
        When a letter is unknown or out of place, with its position from 1.

    Examples
    --------
    >>> [part.text for part in parts_of("WfF[F?R]")]
    ['W', 'fF', '[F?R]']
    """
    if not betza:
        raise NotationError(expected="a piece's Betza notation", found="''")
    at = 0
    while at < len(betza):
        start = at
        at, modifiers = _modifiers(betza, at)
        if betza[at : at + 1] == OPEN:
            at, legs = _bracket(betza, at, modifiers)
        else:
            at, leg = _leg(betza, start)
            legs = (leg,)
        yield Part(betza, start, at, modifiers, legs)


def _bracket(betza: str, at: int, modifiers: str) -> tuple[int, tuple[Leg, ...]]:
    """Return where brackets end, and the legs in them."""
    bare = ALL_MAY_END in modifiers
    at += 1
    legs: list[Leg] = []
    while True:
        at, leg = _leg(betza, at)
        ends = betza[at : at + 1] == CLOSE
        if not bare and not ends:
            if betza[at : at + 1] not in (MAY_END, GOES_ON):
                raise _fault(betza, at, f"{MAY_END!r}, {GOES_ON!r} or {CLOSE!r}")
            leg = Leg(leg.at, leg.modifiers, leg.letter, leg.reach, betza[at] == MAY_END)
        at += ends or not bare
        legs.append(leg)
        if ends:
            return at, tuple(legs)


def _leg(betza: str, start: int) -> tuple[int, Leg]:
    """Return where an atom with its modifiers and range ends, and what it is."""
    at, modifiers = _modifiers(betza, start)
    if at == len(betza) or betza[at] not in ATOMS.keys() | COMPOUNDS.keys():
        raise _fault(betza, at, "an atom" if at == len(betza) else "an atom or modifier")
    letter = betza[at]
    at, reach = _range(betza, at + 1, letter)
    return at, Leg(start, modifiers, letter, reach)


def _modifiers(betza: str, at: int) -> tuple[int, str]:
    start = at
    while at < len(betza) and betza[at] in MODIFIERS:
        at += 1
    return at, betza[start:at]


def _range(betza: str, at: int, letter: str) -> tuple[int, int | None]:
    """Return where the range ends and its value; None when there is none."""
    if betza[at : at + 1] == letter and letter in ATOMS:
        return at + 1, ENDLESS
    if letter == betza[at : at + 1] == "K":
        expected = f"one 'K' at letter {at + 1} of {shown(betza)}, or 'Q' for a king that rides"
        raise NotationError(expected=expected, found="'K'")
    start = at
    while at < len(betza) and betza[at] in "0123456789":
        at += 1
    if at - start > _RANGE_DIGITS:
        raise NotationError(
            expected=f"a range of at most {_RANGE_DIGITS} digits at letter {start + 1} of "
            f"{shown(betza)}",
            found=f"{at - start} digits",
        )
    return at, int(betza[start:at]) if at > start else None


def _fault(betza: str, at: int, expected: str) -> NotationError:
    if at == len(betza):
        where = f"after letter {at} of {shown(betza)}"
        return NotationError(expected=f"{expected} {where}", found="the end")
    where = f"at letter {at + 1} of {shown(betza)}"
    why = f", {_UNTOLD[betza[at]]}" if betza[at] in _UNTOLD else ""
    return NotationError(expected=f"{expected} {where}", found=repr(betza[at]) + why)
