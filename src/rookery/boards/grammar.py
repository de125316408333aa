"""Grammar of Betza notation: parsing of text into parts, regardless of meaning.

::

    piece    part part ...
    part     modifiers atom range  |  modifiers "[" leg joint leg joint ... "]"
    leg      directions atom range
    joint    "?" (it may end there)  |  "-" (it may not)  |  nothing after "t" (it may)
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
MANNERS = "npgjzq"  # modifiers that exclude each other
OPEN, CLOSE = "[", "]"
MAY_END, GOES_ON = "?", "-"
ALL_MAY_END = "t"

# Letters of XBetza without a meaning for attacks, explained in messages.
_UNSUPPORTED = {
    "i": "which is for first moves only",
    "d": "which captures its own pieces",
    "e": "which captures in passing",
    "u": "which drops what it captured",
    "x": "which moves other pieces",
    "O": "which castles",
    "U": "which goes everywhere",
}

_RANGE_DIGITS = 9  # at most, of a range
MOST_STRIDES = 4096  # of all routes of a piece; their number multiplies with each leg


class Leg(NamedTuple):
    """An atom with its modifiers and range.

    Attributes
    ----------
    at
        The start of the leg in the text, from 0.
    modifiers, letter
        The small letters before the atom, and the atom.
    reach
        The range, or None.
    may_end
        Whether the piece may end its move before the next leg.
    """

    at: int
    modifiers: str
    letter: str
    reach: int | None = None
    may_end: bool = True

    @property
    def directions(self) -> str:
        """The modifiers that are directions."""
        return "".join(letter for letter in self.modifiers if letter in DIRECTIONS)

    @property
    def modes(self) -> str:
        """The modifiers that are not directions."""
        return "".join(letter for letter in self.modifiers if letter not in DIRECTIONS)


class NotationPart(NamedTuple):
    """A part of a piece's notation, one atom or legs in brackets.

    Attributes
    ----------
    whole
        The notation of the piece.
    at, end
        The start and end of the part in it.
    modifiers
        The small letters before the atom or the brackets.
    legs
        The single leg, or the legs in brackets.
    """

    whole: str
    at: int
    end: int
    modifiers: str
    legs: tuple[Leg, ...]

    @property
    def text(self) -> str:
        """The text of the part."""
        return self.whole[self.at : self.end]

    def refuse_strides(self, number: int) -> None:
        """Raise a `NotationError` if the number of strides, up to this part, is too large."""
        if number > MOST_STRIDES:
            expected = f"a piece whose moves have at most {MOST_STRIDES:,} strides in all"
            raise self.fault(expected, f"more with {shown(self.text)}")

    def fault(self, expected: str, found: str, at: int | None = None) -> NotationError:
        """Return an error whose expectation includes the letter's position, from 1."""
        where = f"at letter {(self.at if at is None else at) + 1} of {shown(self.whole)}"
        return NotationError(expected=f"{expected} {where}", found=found)


def parts_of(betza: str) -> Iterator[NotationPart]:
    """Yield the parts of a piece's notation.

    Raises
    ------
    NotationError
        If a letter is unknown or out of place. The text gives its position, from 1.

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
        yield NotationPart(betza, start, at, modifiers, legs)


def _bracket(betza: str, at: int, modifiers: str) -> tuple[int, tuple[Leg, ...]]:
    """Return the end of brackets and their legs."""
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
    """Return the end of an atom with modifiers and range, and the leg."""
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
    """Return the end of a range and its value, or None without a range."""
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
    why = f", {_UNSUPPORTED[betza[at]]}" if betza[at] in _UNSUPPORTED else ""
    return NotationError(expected=f"{expected} {where}", found=repr(betza[at]) + why)
