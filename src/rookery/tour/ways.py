"""The straight routes of moves, and their choice so that together they visit the targets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rookery.boards.board import Square, Step
from rookery.boards.motions import Motion
from rookery.tour.rules import BlockedBoard, line_fault, line_to, towards

Thing = TypeVar("Thing")
Option = frozenset[Thing]
Choices = Mapping[int, Collection[Option[Thing]]]


class Way(NamedTuple):
    """A straight route from square to square: its step, and the squares where its steps end."""

    step: Step
    squares: tuple[Square, ...]
    hops: bool

    @property
    def span(self) -> Step:
        """The rows down and the columns right, with those across wrapped edges counted."""
        return len(self.squares) * self.step[0], len(self.squares) * self.step[1]

    @property
    def passed(self) -> tuple[Square, ...]:
        """The squares passed over; none for a hop."""
        return () if self.hops else self.squares[:-1]


def ways_of(
    motions: Collection[Motion], blocked: BlockedBoard, start: Square, end: Square
) -> list[Way]:
    """Return the legal straight routes from start to end, the shortest first."""
    found = []
    for motion in towards(motions, blocked.board, start, end):
        squares = line_to(motion, blocked.board, start, end)
        if squares and line_fault(motion, blocked, squares) is None:
            found.append(Way(motion.step, tuple(squares), bool(motion.hop)))
    return sorted(found, key=lambda way: max(map(abs, way.span)))


def best_options(
    choices: Sequence[Iterable[Collection[Thing]]], wanted: Collection[Thing]
) -> list[Option[Thing]]:
    """Return one option per choice, restricted to the wanted things.

    If some selection holds everything wanted, such a selection is returned. Otherwise options are
    taken greedily, the one that holds most of the rest first. The exact search takes time
    exponential in the number of relevant choices in the worst case.

    >>> best_options([[{1, 2}, {3}], [{1}, {2}]], {2, 3})
    [frozenset({3}), frozenset({2})]
    >>> best_options([[{1, 2}, {3}], [{1}]], {1, 2, 3})
    [frozenset({1, 2}), frozenset()]
    """
    left = frozenset(wanted)
    useful = _useful(dict(enumerate(map(frozenset, options) for options in choices)), left)
    taken = _all_met(useful, left)
    if taken is None:
        taken = _mostly_met(useful, left)
    return [taken.get(number, frozenset()) for number in range(len(choices))]


def _all_met(choices: Choices[Thing], wanted: Option[Thing]) -> dict[int, Option[Thing]] | None:
    """Return options by choice that together hold everything wanted, or None."""
    taken: dict[int, Option[Thing]] = {}
    while sure := {
        number: next(iter(options)) for number, options in choices.items() if len(options) == 1
    }:
        taken |= sure
        wanted = wanted.difference(*sure.values())
        choices = _useful(choices, wanted, sure)
    if not wanted:
        return taken
    ways = {
        thing: [
            (number, option)
            for number, options in choices.items()
            for option in options
            if thing in option
        ]
        for thing in wanted
    }
    for number, option in min(ways.values(), key=len):
        left = wanted - option
        rest = _all_met(_useful(choices, left, [number]), left)
        if rest is not None:
            return taken | {number: option} | rest
    return None


def _mostly_met(choices: Choices[Thing], wanted: Option[Thing]) -> dict[int, Option[Thing]]:
    """Return options by choice, greedily: the one that holds most of the rest first."""
    taken: dict[int, Option[Thing]] = {}
    while choices:
        number, option = max(
            ((number, option) for number, options in choices.items() for option in options),
            key=lambda found: len(found[1]),
        )
        taken[number] = option
        wanted -= option
        choices = _useful(choices, wanted, [number])
    return taken


def _useful(
    choices: Mapping[int, Iterable[Option[Thing]]],
    wanted: Option[Thing],
    made: Collection[int] = (),
) -> Choices[Thing]:
    """Return the undominated options with something wanted, of the choices not yet `made`."""
    found = {}
    for number, options in choices.items():
        if number in made:
            continue
        held = [option & wanted for option in options]
        cut = [one for at, one in enumerate(held) if one and one not in held[:at]]
        if cut:
            found[number] = [one for one in cut if not any(one < other for other in cut)]
    return found
