r"""Betza notation: parsing of a piece's moves.

The notation is Ralph Betza's "funny notation" with the extensions of XBetza that matter for
attacks (R. Betza, "The Bent Riders", chessvariants.com; H. G. Muller, "Betza notation (extended)",
chessvariants.com). A piece is a row of *atoms*, each a capital with small *modifiers* before it and
an optional *range* after it:

======  ===========  =====================================================
atoms   W F          one square orthogonally, diagonally (wazir, ferz)
\       D A          two squares orthogonally, diagonally (dabbaba, alfil)
\       H G          three squares orthogonally, diagonally
\       N C=L Z=J    leaps of (2, 1), (3, 1), (3, 2): knight, camel, zebra
\       R B Q K      ``WW``, ``FF``, ``WWFF``, ``WF``
range   WW W0 W3     a rider: endless, endless, up to 3 steps
where   f b l r      forward (up the board), backward, left, right
\       v s          forward and backward, left and right
how     m c          only moves, only captures (checks)
\       n            lame: squares passed over must be empty
\       p g          hops over one piece: to any square beyond, to the next
\       j            skips the first square; of D and A: must jump a piece
\       o            wraps around the left and right edges
\       z            crooked: turns left and right alternately, as ``zB``
\       q            in circles, as the rose ``qN``
legs    [F?R]        one step, then another way: it may end after the first
\       [W-F]        it may not
\       t[FR]        as ``[F?R]``
\       afsW         legs of one atom, joined by ``a``: here the mao
======  ===========  =====================================================

Of the eight leaps of an oblique atom, ``f`` selects the two that go farthest forward, ``fs`` the
two that go less far forward, ``fh`` all four; ``fr`` and ``rf`` select the right one of ``fs`` and
of ``f``. ``hr`` and ``hl`` select the four that turn right, or left, after their longer part.
Directions before ``R``, ``B``, ``Q`` and ``K`` apply to each of their atoms: ``fK`` is ``fWfF`` and
``flK`` is ``flWflF``, the steps forward, left and between (XBoard reads ``fK`` as ``fW`` and
``flK`` as ``flF``).

A range counts squares from the piece, including the hurdle and skipped squares: ``pR3`` lands two
or three squares away.

The grammar::

    piece    part part ...
    part     modifiers atom range  |  modifiers "[" leg joint leg joint ... "]"
    leg      directions atom range
    joint    "?" (it may end there)  |  "-" (it may not)  |  nothing after "t" (it may)
    range    the atom again  |  digits
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rookery.boards.board import Step
from rookery.boards.directions import LETTERS as DIRECTIONS
from rookery.boards.directions import steps_left
from rookery.boards.motions import ENDLESS, Motion, Route
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
            expected = f"a piece whose ways of moving have at most {MOST_STRIDES:,} strides in all"
            raise self.fault(expected, f"more with {shown(self.text)}")

    def fault(self, expected: str, found: str, at: int | None = None) -> NotationError:
        """Return an error whose expectation includes the letter's position, from 1."""
        where = f"at letter {(self.at if at is None else at) + 1} of {shown(self.whole)}"
        return NotationError(expected=f"{expected} {where}", found=found)


@lru_cache(maxsize=256)
def parse_betza(betza: str) -> tuple[Motion | Route, ...]:
    """Return the motions and routes of a piece in Betza notation.

    Raises
    ------
    NotationError
        If a letter is unknown or out of place, or the piece has too many moves. The text gives
        the position, from 1.

    Notes
    -----
    The cost is linear in the length of the notation and the strides of all moves, which are
    limited.
    """
    found: dict[Motion | Route, None] = {}
    strides = 0
    for part in parts_of(betza):
        for way in _ways(part):
            found[way] = None
            if isinstance(way, Motion):
                strides += 1 + len(way.path)
            else:
                strides += len(way.first) + len(way.then)
            part.refuse_strides(strides)
    return tuple(found)


def _ways(part: NotationPart) -> Iterator[Motion | Route]:
    """Yield the motions and routes of a part of the notation."""
    modifiers = part.modifiers
    if len(part.legs) > 1 or part.whole[part.end - 1] == "]":
        from rookery.boards.bent import bracketed

        ways, allowed = bracketed(part), {*"mco", ALL_MAY_END}
    elif "a" in modifiers:
        from rookery.boards.bent import joined

        ways, allowed = joined(part), {*"mcpgya", *DIRECTIONS}
    else:
        ways, allowed = _single(part), {*"mco", *MANNERS, *DIRECTIONS}
    strange = "".join(letter for letter in modifiers if letter not in allowed)
    if strange:
        raise part.fault("modifiers that go together", repr(strange))
    last = modifiers.rpartition("a")[2]
    either = ("m" in last) == ("c" in last)
    for way in ways:
        yield way._replace(
            moves=either or "m" in last, captures=either or "c" in last, around="o" in modifiers
        )


def _single(part: NotationPart) -> Iterator[Motion | Route]:
    """Yield the motions and routes of an atom or a compound."""
    (leg,) = part.legs
    manners = [mode for mode in MANNERS if mode in part.modifiers]
    if len(manners) > 1:
        found = "".join(mode for mode in part.modifiers if mode in MANNERS)
        raise part.fault(f"one letter of {MANNERS!r} before the atom", repr(found))
    for atom, own in COMPOUNDS.get(leg.letter) or ((leg.letter, 1),):
        reach = own if leg.reach is None else leg.reach
        steps = steps_left(ATOMS[atom], leg.directions)
        if not steps:
            raise part.fault("directions of the atom", repr(leg.directions))
        if manners == ["j"]:
            from rookery.boards.bent import skipping

            yield from skipping(part, atom, steps, reach)
        elif manners in (["z"], ["q"]):
            from rookery.boards.bent import turning

            is_circle = manners == ["q"] and leg.reach is None
            yield from turning(part, atom, ENDLESS if is_circle else reach)
        else:
            yield from _straight(part, steps, reach, "".join(manners))


def _straight(
    part: NotationPart, steps: Iterable[Step], reach: int, manner: str
) -> Iterator[Motion]:
    """Yield the motions along straight lines: plain, hopping or lame."""
    hop = manner if manner in ("p", "g") else ""
    if hop and reach == 1:
        if part.legs[0].reach == 1:
            expected = f"a range of 2 or more behind {hop!r}: one square has no room for a hurdle"
            raise part.fault(expected, repr(part.text))
        reach = ENDLESS
    for step in steps:
        yield Motion(step, reach, hop, _passed(step) if manner == "n" else ())


def _passed(step: Step) -> tuple[Step, ...]:
    """Return the offsets that a lame leap passes, with orthogonal steps before diagonal ones."""
    down, right = step
    unit = ((down > 0) - (down < 0), (right > 0) - (right < 0))
    straight = abs(abs(down) - abs(right))
    along = (unit[0], 0) if abs(down) > abs(right) else (0, unit[1])
    passed: list[Step] = []
    row = column = 0
    for taken in range(max(abs(down), abs(right)) - 1):
        move = along if taken < straight else unit
        row, column = row + move[0], column + move[1]
        passed.append((row, column))
    return tuple(passed)


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
