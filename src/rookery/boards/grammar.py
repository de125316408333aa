"""Grammar of Betza notation: the parts of a text, and the steps that its direction letters select.

::

    piece    part part ...
    part     modifiers atom range  |  modifiers "[" leg joint leg joint ... "]"
    leg      directions atom range
    joint    "?" (it may end there)  |  "-" (it may not)  |  nothing after "t" (it may)
    range    the atom again  |  digits

A leg after another uses the directions of the eight neighbours, turned so that ``f`` is the
direction of the leg before::

    fl  f  fr
     l  .  r
    bl  b  br
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, pi
from typing import NamedTuple

from rookery.boards.board import Step
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
DIRECTIONS = "fblrvsh"  # modifiers
HANDED = ("hr", "hl")  # the four right and the four left turning leaps of an oblique atom
# The eight neighbours, clockwise from forward.
COMPASS: tuple[Step, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_ALONE = {"f": {0}, "b": {4}, "r": {2}, "l": {6}, "v": {0, 4}, "s": {2, 6}}  # eighths of a turn
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
    """An atom with its modifiers and range."""

    at: int  # the start of the leg in the text, from 0
    modifiers: str  # the small letters before the atom
    letter: str
    reach: int | None = None  # the range, or None
    may_end: bool = True  # whether the piece may end its move before the next leg

    @property
    def atoms(self) -> list[tuple[str, int]]:
        """The atoms of the letter with their reach."""
        parts = COMPOUNDS.get(self.letter) or ((self.letter, 1),)
        return [(atom, own if self.reach is None else self.reach) for atom, own in parts]

    @property
    def directions(self) -> str:
        """The modifiers that are directions."""
        return "".join(letter for letter in self.modifiers if letter in DIRECTIONS)

    @property
    def modes(self) -> str:
        """The modifiers that are not directions."""
        return "".join(letter for letter in self.modifiers if letter not in DIRECTIONS)


class NotationPart(NamedTuple):
    """A part of a piece's notation, one atom or legs in brackets."""

    whole: str  # the notation of the piece
    at: int  # the start of the part in it
    end: int
    modifiers: str  # the small letters before the atom or the brackets
    legs: tuple[Leg, ...]  # the single leg, or the legs in brackets

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

    Raises a `NotationError`, which gives the position from 1, if a letter is unknown or out of
    place.

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


def unit(step: Step) -> Step:
    """Return the step of a king in the direction of a step.

    >>> unit((-2, 1)), unit((0, 3))
    ((-1, 1), (0, 1))
    """
    return (step[0] > 0) - (step[0] < 0), (step[1] > 0) - (step[1] < 0)


def turned(atom: Step) -> list[Step]:
    """Return all steps of an atom, by rotation and reflection.

    >>> turned((1, 1))
    [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    """
    far, near = atom
    pairs = ((far, near), (near, far))
    return sorted({(v * a, w * b) for a, b in pairs for v in (-1, 1) for w in (-1, 1)})


def steps_left(atom: Step, letters: str) -> list[Step]:
    """Return the steps of an atom selected by direction letters, or none if these are invalid.

    >>> steps_left((2, 1), "f"), steps_left((1, 1), "fr")
    ([(-2, -1), (-2, 1)], [(-1, 1)])
    """
    every = turned(atom)
    if not letters:
        return every
    far, near = atom
    is_oblique = 0 < near < far
    split = _split_oblique if is_oblique else list if near == 0 else _split_diagonal
    groups = split(letters)
    if "~hh" in groups or ("h" in letters and not is_oblique):
        return []
    return [step for step in every if any(_agrees(step, group) for group in groups)]


def turns(letters: str) -> set[int]:
    """Return the turns of a following leg, in eighths clockwise, or none if letters are invalid.

    A vertical letter next to a lateral one means the diagonal between them. A doubled letter
    means its own direction.

    >>> sorted(turns("fs")), sorted(turns("fb")), sorted(turns("ffs"))
    ([1, 7], [0, 4], [0, 2, 6])
    """
    found: set[int] = set()
    if not _ALONE.keys() >= set(letters):
        return found
    at = 0
    while at < len(letters):
        one, other = letters[at], letters[at + 1 : at + 2]
        if other and _crosses(one + other):
            vertical, lateral = (one, other) if one in "fbv" else (other, one)
            # The diagonal between two directions a quarter turn apart, also across forward.
            found |= {
                (v + s + 8 * (abs(v - s) > 4)) // 2 % 8
                for v in _ALONE[vertical]
                for s in _ALONE[lateral]
            }
            at += 2
        else:
            found |= _ALONE[one]
            at += 2 if one == other else 1
    return found


def nearest(steps: list[Step], last: Step) -> list[Step]:
    """Return the steps with the smallest turn from the last step.

    >>> nearest(turned((1, 0)), (-1, 1)), nearest(turned((1, 0)), (-1, 0))
    ([(-1, 0), (0, 1)], [(-1, 0)])
    """
    turns_to = {step: abs(atan2(*step) - atan2(*last)) % (2 * pi) for step in steps}
    angles = {step: round(min(turn, 2 * pi - turn), 6) for step, turn in turns_to.items()}
    return [step for step in steps if angles[step] == min(angles.values())]


def around(atom: Step) -> list[Step]:
    """Return all steps of an atom, clockwise from forward.

    >>> around((1, 0))
    [(-1, 0), (0, 1), (1, 0), (0, -1)]
    """
    return sorted(turned(atom), key=lambda step: atan2(step[1], -step[0]) % (2 * pi))


def _split_diagonal(letters: str) -> list[str]:
    """Pair each vertical letter with an adjacent lateral one: ``fr`` is one direction."""
    groups: list[str] = []
    for letter in letters:
        if groups and len(groups[-1]) == 1 and (groups[-1] in "fbv") != (letter in "fbv"):
            groups[-1] += letter
        else:
            groups.append(letter)
    return groups


def _split_oblique(letters: str) -> list[str]:
    """Pair the letters and double a single one: ``f`` means the two leaps most forward."""
    groups: list[str] = []
    at = 0
    while at < len(letters):
        pair = letters[at : at + 2]
        whole = pair in HANDED or pair[:1] == pair[1:] or pair[1:] == "h" or _crosses(pair)
        if len(pair) == 2 and whole:
            groups.append("~" + pair)
            at += 2
        else:
            groups.append("~" + letters[at] * 2)
            at += 1
    return groups


def _crosses(pair: str) -> bool:
    return len(pair) == 2 and (pair[0] in "fbv") != (pair[1] in "fbv")


def _agrees(step: Step, group: str) -> bool:
    """Return whether a step agrees with a group of letters; oblique groups start with ``~``."""
    if not group.startswith("~"):
        return all(_goes(step, letter) for letter in group)
    _, first, second = tuple(group)
    if group[1:] in HANDED:
        down, right = step  # it turns right from its longer part to its shorter one
        return ((down * right > 0) == (abs(right) > abs(down))) == (second == "r")
    if second == "h":  # the longer part of the leap may have any direction
        return _goes(step, first)
    lateral = second in "lrs"
    longer = abs(step[1]) > abs(step[0])
    return longer == lateral and _goes(step, first) and _goes(step, second)


def _goes(step: Step, letter: str) -> bool:
    down, right = step
    ways = {"f": down < 0, "b": down > 0, "l": right < 0, "r": right > 0}
    ways["v"] = ways["f"] or ways["b"]
    ways["s"] = ways["l"] or ways["r"]
    return ways.get(letter, False)
