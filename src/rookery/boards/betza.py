r"""Betza notation: from text to the ways in which a piece moves.

The notation is Ralph Betza's "funny notation" with the extensions of XBetza that matter to
what a piece attacks (R. Betza, "The Bent Riders", chessvariants.com; H. G. Muller, "Betza
notation (extended)", chessvariants.com). A piece is a row of *atoms*, each a capital with
small *modifiers* before it and an optional *range* after it:

======  ===========  =====================================================
atoms   W F          one square orthogonally, diagonally (wazir, ferz)
\       D A          two squares orthogonally, diagonally (dabbaba, alfil)
\       H G          three squares orthogonally, diagonally
\       N C=L Z=J    leaps of (2, 1), (3, 1), (3, 2): knight, camel, zebra
\       R B Q K      ``WW``, ``FF``, ``WWFF``, ``WF``
range   WW W0 W3     a rider: without end, without end, up to 3 steps
where   f b l r      forward (up the board), backward, left, right
\       v s          forward and backward, left and right
how     m c          only moves, only captures (checks)
\       n            lame: squares passed over must be empty
\       p g          hops over one piece: to any square beyond, to the next
======  ===========  =====================================================

Of the eight leaps of an oblique atom, ``f`` takes the two that go forward most, ``fs`` the
two that go forward less, ``fh`` all four; ``fr`` and ``rf`` take the right one of the latter
and of the former. ``hr`` and ``hl`` take the four that turn right, and left, after their longer
part. Directions before ``R``, ``B``, ``Q`` and ``K`` are those of each of their atoms: ``fK`` is
``fWfF`` and ``flK`` is ``flWflF``, the steps forward and left and the one between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rookery.boards.board import Board, Square, Step
from rookery.errors import NotationError, shown

ENDLESS = 0

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
_DIRECTIONS = "fblrvsh"
_MODES = "mcnpg"
_RANGE_DIGITS = 9
HANDED = ("hr", "hl")


@dataclass(frozen=True, slots=True)
class Motion:
    """One way of moving in one direction.

    Attributes
    ----------
    step
        Rows down and columns right of one step.
    reach
        The most steps it takes; `ENDLESS` (0) when only obstacles end it.
    hop
        ``""`` when it jumps no piece, ``"p"`` when it must pass exactly one and may land on
        any square beyond (cannon), ``"g"`` when it must land on the next one (grasshopper).
    path
        Offsets from the start of a step that must be empty for it (lame leapers).
    moves, captures
        Whether it may go to an empty square, and to an enemy's.
    """

    step: Step
    reach: int = 1
    hop: str = ""
    path: tuple[Step, ...] = ()
    moves: bool = True
    captures: bool = True

    def squares(
        self, board: Board, start: Square, occupied: Collection[Square]
    ) -> Iterator[Square]:
        """Yield where it reaches: every empty square and the obstacle that ends it."""
        hurdle = False
        for taken, square in enumerate(board.ray(start, self.step), 1):
            if self.reach != ENDLESS and taken > self.reach:
                return
            if self.path and self._blocked(board, square, occupied):
                return
            if self.hop and not hurdle:
                hurdle = square in occupied
                continue
            yield square
            if self.hop == "g" or square in occupied:
                return

    def passed(self, board: Board, start: Square) -> frozenset[Square]:
        """Return the squares that must be empty for the steps of a lame leaper or rider."""
        starts = [start, *board.ray(start, self.step)] if self.reach != 1 else [start]
        around = (board.around(r + down, c + right) for r, c in starts for down, right in self.path)
        return frozenset(square for square in around if square is not None)

    def _blocked(self, board: Board, end: Square, occupied: Collection[Square]) -> bool:
        row, column = end[0] - self.step[0], end[1] - self.step[1]
        passed = (board.around(row + down, column + right) for down, right in self.path)
        return any(square in occupied or square in board.walls for square in passed)


@lru_cache(maxsize=256)
def parse_betza(betza: str) -> tuple[Motion, ...]:
    """Return the motions of a piece in Betza notation.

    Raises
    ------
    NotationError
        When a letter is unknown or out of place, with its position from 1.
    """
    if not betza:
        raise NotationError(expected="a piece's Betza notation", found="''")
    motions: dict[Motion, None] = {}
    at = 0
    while at < len(betza):
        at, found = _parse_atom(betza, at)
        motions.update(dict.fromkeys(found))
    return tuple(motions)


def _parse_atom(betza: str, at: int) -> tuple[int, list[Motion]]:
    """Return where the atom that begins at `at` ends, and its motions."""
    start = at
    while at < len(betza) and betza[at] in _DIRECTIONS + _MODES:
        at += 1
    modifiers = betza[start:at]
    if at == len(betza) or betza[at] not in ATOMS.keys() | COMPOUNDS.keys():
        raise _unknown(betza, at)
    letter = betza[at]
    at += 1
    at, reach = _parse_range(betza, at, letter)
    parts = COMPOUNDS.get(letter) or ((letter, 1),)
    found = []
    for atom, own_reach in parts:
        steps = _steps(betza, start, modifiers, ATOMS[atom])
        limit = own_reach if reach is None else reach
        found += _with_modes(betza, start, modifiers, steps, limit)
    return at, found


def _parse_range(betza: str, at: int, letter: str) -> tuple[int, int | None]:
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


def _with_modes(
    betza: str, start: int, modifiers: str, steps: list[Step], reach: int
) -> list[Motion]:
    hop = "".join(mode for mode in "pg" if mode in modifiers)
    if len(hop) == 2 or (hop and "n" in modifiers):
        raise NotationError(
            expected=f"one of 'n', 'p', 'g' before the atom at letter {start + 1} of "
            f"{shown(betza)}",
            found=repr(modifiers),
        )
    if hop and reach == 1:
        reach = ENDLESS
    either = ("m" in modifiers) == ("c" in modifiers)
    return [
        Motion(
            step=step,
            reach=reach,
            hop=hop,
            path=_passed(step) if "n" in modifiers else (),
            moves=either or "m" in modifiers,
            captures=either or "c" in modifiers,
        )
        for step in steps
    ]


def _steps(betza: str, start: int, modifiers: str, atom: Step) -> list[Step]:
    """Return the steps of an atom that its direction modifiers leave."""
    far, near = atom
    every = sorted(
        {
            (down * a, right * b)
            for a, b in ((far, near), (near, far))
            for down in (-1, 1)
            for right in (-1, 1)
        }
    )
    letters = "".join(letter for letter in modifiers if letter in _DIRECTIONS)
    if not letters:
        return every
    split = _split_oblique if 0 < near < far else _split_straight if near == 0 else _split_diagonal
    groups = split(letters)
    steps = [step for step in every if any(_agrees(step, group) for group in groups)]
    if not steps or "~hh" in groups or ("h" in letters and not 0 < near < far):
        raise NotationError(
            expected=f"directions of the atom at letter {start + 1} of {shown(betza)}",
            found=repr(letters),
        )
    return steps


def _split_straight(letters: str) -> list[str]:
    return list(letters)


def _split_diagonal(letters: str) -> list[str]:
    """Pair a vertical with a lateral letter beside it: ``fr`` is one direction."""
    groups: list[str] = []
    for letter in letters:
        if groups and len(groups[-1]) == 1 and (groups[-1] in "fbv") != (letter in "fbv"):
            groups[-1] += letter
        else:
            groups.append(letter)
    return groups


def _split_oblique(letters: str) -> list[str]:
    """Pair letters two by two; a single one is doubled: ``f`` takes the narrow forward pair."""
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
    """Return whether a step goes the way of a group of letters.

    Oblique groups begin with ``~``: of their two letters the second names the longer part
    of the leap; ``h`` as second takes both, as first all of a hand.
    """
    if not group.startswith("~"):
        return all(_goes(step, letter) for letter in group)
    _, first, second = tuple(group)
    if group[1:] in HANDED:
        return _turns_right(step) == (second == "r")
    if second == "h":
        return _goes(step, first)
    lateral = second in "lrs"
    longer = abs(step[1]) > abs(step[0])
    return longer == lateral and _goes(step, first) and _goes(step, second)


def _turns_right(step: Step) -> bool:
    """Return whether a leap turns right from its longer part to its shorter one."""
    down, right = step
    return (down * right > 0) == (abs(right) > abs(down))


def _goes(step: Step, letter: str) -> bool:
    down, right = step
    ways = {"f": down < 0, "b": down > 0, "l": right < 0, "r": right > 0}
    ways["v"] = ways["f"] or ways["b"]
    ways["s"] = ways["l"] or ways["r"]
    return ways.get(letter, False)


def _passed(step: Step) -> tuple[Step, ...]:
    """Return the offsets a lame leap passes: orthogonal steps first, then diagonal ones."""
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


def _unknown(betza: str, at: int) -> NotationError:
    if at == len(betza):
        where = f"after letter {at} of {shown(betza)}"
        return NotationError(expected=f"an atom {where}", found="the end")
    where = f"at letter {at + 1} of {shown(betza)}"
    return NotationError(expected=f"an atom or modifier {where}", found=repr(betza[at]))
