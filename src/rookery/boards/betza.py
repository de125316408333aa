r"""Betza notation: parsing of a piece's moves.

The notation is Ralph Betza's "funny notation" with the extensions of XBetza that matter for
attacks (R. Betza, "The Bent Riders", chessvariants.com; H. G. Muller, "Betza notation (extended)",
chessvariants.com). ``rookery help pieces`` lists its letters; ``L`` is ``C`` and ``J`` is ``Z``.

Of the eight leaps of an oblique atom, ``f`` selects the two that go farthest forward, ``fs`` the
two that go less far forward, ``fh`` all four; ``fr`` and ``rf`` select the right one of ``fs`` and
of ``f``. ``hr`` and ``hl`` select the four that turn right, or left, after their longer part.
Directions before ``R``, ``B``, ``Q`` and ``K`` apply to each of their atoms: ``fK`` is ``fWfF`` and
``flK`` is ``flWflF``, the steps forward, left and between (XBoard reads ``fK`` as ``fW`` and
``flK`` as ``flF``).

A range counts squares from the piece, including the hurdle and skipped squares: ``pR3`` lands two
or three squares away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rookery.boards.board import Step
from rookery.boards.grammar import (
    ALL_MAY_END,
    ATOMS,
    DIRECTIONS,
    MANNERS,
    NotationPart,
    parts_of,
    steps_left,
    unit,
)
from rookery.boards.motions import ENDLESS, Motion, Route


@lru_cache(maxsize=256)
def parse_betza(betza: str) -> tuple[Motion | Route, ...]:
    """Return the motions and routes of a piece in Betza notation.

    Raises a `NotationError`, which gives the position from 1, if a letter is unknown or out of
    place, or the piece has too many moves. The cost is linear in the length of the notation and the
    strides of all moves, which are limited.
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
        raise part.fault("compatible modifiers", repr(strange))
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
    for atom, reach in leg.atoms:
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
            expected = f"a range of 2 or more after {hop!r}: one square has no room for a hurdle"
            raise part.fault(expected, repr(part.text))
        reach = ENDLESS
    for step in steps:
        yield Motion(step, reach, hop, _passed(step) if manner == "n" else ())


def _passed(step: Step) -> tuple[Step, ...]:
    """Return the offsets that a lame leap passes, with orthogonal steps before diagonal ones."""
    down, right = step
    diagonal = unit(step)
    straight = abs(abs(down) - abs(right))
    along = (diagonal[0], 0) if abs(down) > abs(right) else (0, diagonal[1])
    passed: list[Step] = []
    row = column = 0
    for taken in range(max(abs(down), abs(right)) - 1):
        move = along if taken < straight else diagonal
        row, column = row + move[0], column + move[1]
        passed.append((row, column))
    return tuple(passed)
