"""Routes in Betza notation: legs in brackets, legs joined by ``a``, and ``j``, ``z``, ``q``.

A leg in brackets without directions continues as straight as its atom allows. After a step of
``F`` these are the two adjacent steps of ``W``, so ``[F?R]`` is the griffon. A leg after ``a`` uses
the directions of the eight neighbours, turned with the leg before (H. G. Muller, "Betza notation
(extended)", chessvariants.com).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import TypeVar

from rookery.boards.board import Step
from rookery.boards.grammar import (
    ATOMS,
    COMPASS,
    Leg,
    NotationPart,
    around,
    nearest,
    steps_left,
    turned,
    turns,
    unit,
)
from rookery.boards.motions import ANYTHING, EMPTY, ENDLESS, HURDLE, Motion, Route, Stride

Strides = tuple[Stride, ...]
Onward = TypeVar("Onward")

TOGGLED = {"W": "R", "F": "B", "K": "Q"}  # sliders by atom of one step

# Required state of a leg's last square, by the leg's modes, if another leg follows.
_PASSED = {
    "": EMPTY,
    "m": EMPTY,
    "y": EMPTY,
    "p": HURDLE,
    "g": HURDLE,
    "mp": ANYTHING,
    "pm": ANYTHING,
}

_LANDINGS = ("", "m", "c", "mc", "cm")


def skipping(part: NotationPart, atom: str, steps: Sequence[Step], reach: int) -> Iterator[Route]:
    """Yield the routes of ``j``: one-step atoms skip squares, and others must jump a piece.

    Raises a `NotationError` if no square would be left, or the atom has no square in its middle.
    """
    leaps, number = ATOMS[atom], part.modifiers.count("j")
    if leaps[0] == 1:
        if reach != ENDLESS and reach <= number:
            raise part.fault(f"a range above {number} after 'j', which skips squares", str(reach))
        for step in steps:
            skipped = (Stride(step, False, ANYTHING),) * number
            yield Route(part.text, skipped, (Stride(step),), reach)
        return
    if leaps not in ((2, 0), (2, 2)) or number > 1 or reach not in (1, ENDLESS):
        expected = "'j' before W, F, R, B, Q, K, or once before D and A without a number"
        raise part.fault(expected, repr(part.text))
    for step in steps:
        half = (step[0] // 2, step[1] // 2)
        jump = (Stride(half, False, HURDLE), Stride(half))
        yield Route(part.text, jump) if reach == 1 else Route(part.text, (), jump)


def turning(part: NotationPart, atom: str, reach: int) -> Iterator[Route]:
    """Yield the routes of ``z``, which alternates left and right, and of ``q``, which circles.

    Raises a `NotationError` if the atom leaves the turns ambiguous.
    """
    is_oblique = 0 < ATOMS[atom][1] < ATOMS[atom][0]
    if part.legs[0].directions:
        expected = "no directions beside 'z' and 'q', where they are ambiguous"
        raise part.fault(expected, repr(part.text))
    if "z" in part.modifiers and (is_oblique or reach == 1):
        expected = "a rider of one line after 'z', such as zB (others turn in several ways)"
        raise part.fault(expected, repr(part.text))
    if "q" in part.modifiers and not is_oblique:
        expected = "a leaper with eight directions after 'q', such as qN"
        raise part.fault(expected, repr(part.text))
    ring = around(ATOMS[atom])
    for at in range(len(ring)):
        for hand in (1, -1):
            if is_oblique:
                steps = [ring[(at + hand * turn) % len(ring)] for turn in range(len(ring))]
            else:
                steps = [ring[at], ring[(at + hand) % len(ring)]]
            yield Route(part.text, (), tuple(map(Stride, steps)), reach)


def bracketed(part: NotationPart) -> Iterator[Motion | Route]:
    """Yield the motions and routes of legs in brackets. Only the last leg may ride.

    Raises a `NotationError` if a leg has modes or no direction, or another leg than the last rides.
    """
    if len(part.legs) < 2:
        raise part.fault("two legs or more in brackets", repr(part.text))
    routes: list[Strides] = [()]
    for leg in part.legs[:-1]:
        _refuse_modes(part, leg)
        if leg.atoms[0][1] != 1:
            expected = "single steps in brackets before the last leg"
            raise part.fault(expected, repr(leg.letter), leg.at)
        onward = _by_last(routes, partial(_steps_after, part, leg))
        routes = [
            (*route, Stride(step, leg.may_end))
            for route in routes
            for step, _ in onward[_last(route)]
        ]
        part.refuse_strides(sum(map(len, routes)))
    _refuse_modes(part, part.legs[-1])
    onward = _by_last(routes, partial(_steps_after, part, part.legs[-1]))
    for route in routes:
        for step, reach in onward[_last(route)]:
            yield _completed(part, route, step, reach)


def joined(part: NotationPart) -> Iterator[Motion | Route]:
    """Yield the motions and routes of legs joined by ``a``.

    Raises a `NotationError` if the atom has more than one step, a range is given, or a mode cannot
    be part of an attack.
    """
    (leg,) = part.legs
    letter = leg.letter
    if letter not in TOGGLED or leg.reach is not None:
        expected = "W, F or K without a range after 'a'"
        raise part.fault(expected, repr(part.text))
    legs = [Leg(leg.at, modifiers, letter) for modifiers in leg.modifiers.split("a")]
    for before in legs[:-1]:
        if before.modes not in _PASSED:
            expected = "m, p, mp, g or y before 'a' (a capture on the way is not an attack)"
            raise part.fault(expected, repr(part.text))
    if legs[-1].modes not in _LANDINGS:
        raise part.fault("directions, m and c after the last 'a'", repr(part.text))
    slides = [before.modes in ("g", "y") for before in legs[:-1]]
    if any(slides[:-1]):
        raise part.fault("'g' and 'y' in the last leg but one", repr(part.text))
    routes: list[Strides] = [()]
    for before in legs[:-1]:
        onward = _by_last(routes, partial(_neighbours, part, before))
        routes = [
            (*route, Stride(step, False, _PASSED[before.modes]))
            for route in routes
            for step in onward[_last(route)]
        ]
        part.refuse_strides(sum(map(len, routes)))
    onward = _by_last(routes, partial(_neighbours, part, legs[-1]))
    for route in routes:
        for step in onward[_last(route)]:
            yield _completed(part, route, step, ENDLESS if slides[-1] else 1)


def _last(route: Strides) -> Step | None:
    return route[-1].step if route else None


def _by_last(
    routes: Iterable[Strides], continuations: Callable[[Step | None], list[Onward]]
) -> dict[Step | None, list[Onward]]:
    """Return the continuations of a leg by the last step of each route, which determines them."""
    return {last: continuations(last) for last in set(map(_last, routes))}


def _completed(part: NotationPart, route: Strides, step: Step, reach: int) -> Motion | Route:
    """Return a route with a last step or ride, as a lame leap if it reaches only one square."""
    steps = (stride.step for stride in route)
    path = tuple(accumulate(steps, lambda at, by: (at[0] + by[0], at[1] + by[1])))
    whole = (path[-1][0] + step[0], path[-1][1] + step[1])
    lame = all(not stride.stops and stride.passed == EMPTY for stride in route)
    if reach == 1 and lame and whole != (0, 0):
        return Motion(whole, path=path)
    if reach == 1:
        return Route(part.text, (*route, Stride(step)), reach=len(route) + 1)
    return Route(part.text, route, (Stride(step),), len(route) + reach if reach else ENDLESS)


def _steps_after(part: NotationPart, leg: Leg, last: Step | None) -> list[tuple[Step, int]]:
    """Return the steps of a leg after a last step, with their reach."""
    found: list[tuple[Step, int]] = []
    for atom, reach in leg.atoms:
        if last is None:
            steps = steps_left(ATOMS[atom], leg.directions)
        elif leg.directions in ("", "f"):
            steps = nearest(turned(ATOMS[atom]), last)
        else:
            # Orthogonal and diagonal steps only: the turns are those of the eight neighbours.
            at, steps = unit(last), []
            if at in COMPASS and _on_line(ATOMS[atom]) and _on_line(last):
                turned_by = turns(leg.directions)
                ways = [COMPASS[(COMPASS.index(at) + turn) % 8] for turn in turned_by]
                steps = [step for step in turned(ATOMS[atom]) if unit(step) in ways]
        found += [(step, reach) for step in steps]
    if not found:
        raise part.fault("directions of the atom", repr(leg.modifiers), leg.at)
    return found


def _neighbours(part: NotationPart, leg: Leg, last: Step | None) -> list[Step]:
    """Return the steps to neighbours of a leg joined by ``a``, after a last step."""
    if last is None:
        steps = (steps_left(ATOMS[atom], leg.directions) for atom, _ in leg.atoms)
        found = [step for ahead in steps for step in ahead]
    else:
        others = set(range(8)) - {4} if leg.letter == "K" else {0, 2, 6}
        ways = turns(leg.directions) if leg.directions else others
        at = COMPASS.index(last)
        found = [COMPASS[(at + turn) % 8] for turn in sorted(ways)]
    if not found:
        raise part.fault("directions of a leg", repr(leg.directions))
    return found


def _on_line(step: Step) -> bool:
    return 0 in step or abs(step[0]) == abs(step[1])


def _refuse_modes(part: NotationPart, leg: Leg) -> None:
    if leg.modes:
        expected = "directions only in brackets (modes stand before them)"
        raise part.fault(expected, repr(leg.modes), leg.at)
