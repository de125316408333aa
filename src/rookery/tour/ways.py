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


class StraightRoute(NamedTuple):
    """A straight route between squares: its step, and the squares where its steps end."""

    step: Step
    squares: tuple[Square, ...]
    hops: bool

    @property
    def span(self) -> Step:
        """The rows down and the columns right, counted across wrapped edges."""
        return len(self.squares) * self.step[0], len(self.squares) * self.step[1]

    @property
    def passed(self) -> tuple[Square, ...]:
        """The squares passed over; none for a hop."""
        return () if self.hops else self.squares[:-1]


def ways_of(
    motions: Collection[Motion], blocked: BlockedBoard, start: Square, end: Square
) -> list[StraightRoute]:
    """Return the legal straight routes from start to end, the shortest first."""
    ways = []
    for motion in towards(motions, blocked.board, start, end):
        squares = line_to(motion, blocked.board, start, end)
        if squares and line_fault(motion, blocked, squares) is None:
            ways.append(StraightRoute(motion.step, tuple(squares), bool(motion.hop)))
    return sorted(ways, key=lambda way: max(map(abs, way.span)))


def best_options(
    choices: Sequence[Iterable[Collection[Thing]]], required: Collection[Thing]
) -> list[Option[Thing]]:
    """Return one option per choice, restricted to the required things.

    If any selection covers all required things, return such a selection. Otherwise take options
    greedily: the option that covers most of the remaining things comes first. The exact search
    takes time exponential in the number of relevant choices in the worst case.

    >>> best_options([[{1, 2}, {3}], [{1}, {2}]], {2, 3})
    [frozenset({3}), frozenset({2})]
    >>> best_options([[{1, 2}, {3}], [{1}]], {1, 2, 3})
    [frozenset({1, 2}), frozenset()]
    """
    left = frozenset(required)
    useful = _useful(dict(enumerate(map(frozenset, options) for options in choices)), left)
    taken = _cover_all(useful, left)
    if taken is None:
        taken = _cover_greedily(useful, left)
    return [taken.get(number, frozenset()) for number in range(len(choices))]


def _cover_all(choices: Choices[Thing], required: Option[Thing]) -> dict[int, Option[Thing]] | None:
    """Return options by choice that together cover all required things, or None."""
    taken: dict[int, Option[Thing]] = {}
    while sure := {
        number: next(iter(options)) for number, options in choices.items() if len(options) == 1
    }:
        taken |= sure
        required = required.difference(*sure.values())
        choices = _useful(choices, required, sure)
    if not required:
        return taken
    ways = {
        thing: [
            (number, option)
            for number, options in choices.items()
            for option in options
            if thing in option
        ]
        for thing in required
    }
    for number, option in min(ways.values(), key=len):
        left = required - option
        rest = _cover_all(_useful(choices, left, [number]), left)
        if rest is not None:
            return taken | {number: option} | rest
    return None


def _cover_greedily(choices: Choices[Thing], required: Option[Thing]) -> dict[int, Option[Thing]]:
    """Return options by choice; the option that covers most of the remaining things comes first."""
    taken: dict[int, Option[Thing]] = {}
    while choices:
        number, option = max(
            ((number, option) for number, options in choices.items() for option in options),
            key=lambda numbered: len(numbered[1]),
        )
        taken[number] = option
        required -= option
        choices = _useful(choices, required, [number])
    return taken


def _useful(
    choices: Mapping[int, Iterable[Option[Thing]]],
    required: Option[Thing],
    made: Collection[int] = (),
) -> Choices[Thing]:
    """Return the undominated options of choices not yet `made`, cut to the required things."""
    useful = {}
    for number, options in choices.items():
        if number in made:
            continue
        held = [option & required for option in options]
        cut = [option for at, option in enumerate(held) if option and option not in held[:at]]
        if cut:
            useful[number] = [option for option in cut if not any(option < other for other in cut)]
    return useful
