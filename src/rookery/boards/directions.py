"""Directions in Betza notation: the steps of an atom selected by small letters.

A leg after another uses the directions of the eight neighbours, turned so that ``f`` is the
direction of the leg before::

    fl  f  fr
     l  .  r
    bl  b  br
"""

from __future__ import annotations

from math import atan2, pi

from rookery.boards.board import Step

LETTERS = "fblrvsh"
HANDED = ("hr", "hl")  # the four right and the four left turning leaps of an oblique atom
# The eight neighbours, clockwise from forward.
COMPASS: tuple[Step, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_ALONE = {"f": {0}, "b": {4}, "r": {2}, "l": {6}, "v": {0, 4}, "s": {2, 6}}  # eighths of a turn


def turned(atom: Step) -> list[Step]:
    """Return all steps of an atom, by rotation and reflection.

    >>> turned((1, 1))
    [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    """
    far, near = atom
    return sorted(
        {
            (down * a, right * b)
            for a, b in ((far, near), (near, far))
            for down in (-1, 1)
            for right in (-1, 1)
        }
    )


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

    >>> sorted(turns("fs")), sorted(turns("f")), sorted(turns("ffs"))
    ([1, 7], [0], [0, 2, 6])
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
    """Return whether a step agrees with a group of letters.

    Oblique groups start with ``~``. The second of their letters is the direction of the longer
    part of the leap. A second ``h`` allows both, and a first ``h`` selects a turning direction.
    """
    if not group.startswith("~"):
        return all(_goes(step, letter) for letter in group)
    _, first, second = tuple(group)
    if group[1:] in HANDED:
        down, right = step  # it turns right from its longer part to its shorter one
        return ((down * right > 0) == (abs(right) > abs(down))) == (second == "r")
    if second == "h":
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
