"""The certificate of a count: its placements in parts, whose numbers add up to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from rookery.document import puzzle_of
from rookery.engine.run import Partial, Run, Steps
from rookery.recounting import Budget, Placements, State, TooLong

MOST_PARTS = 256
STEPS_BETWEEN_LOOKS = 256  # at the clock
SHORT = 100_000  # steps of the checker for a count that stays in one part; two seconds

Count = Callable[[Any, float], int | None]  # of a puzzle's placements, if it ends in some seconds


@dataclass(frozen=True, slots=True)
class Part:
    """Placements with some pieces and without others."""

    number: int
    state: State
    given: tuple[Any, ...]  # as in a document
    blocked: tuple[str, ...]


class Timed(Budget):
    """The steps that the checker may take before a deadline."""

    def __init__(self, steps: int, seconds_left: Callable[[], float]) -> None:
        super().__init__(steps)
        self._seconds_left = seconds_left

    def spend(self) -> None:
        """Take a step, or raise `TooLong` if none or no time is left."""
        super().spend()
        if self.steps % STEPS_BETWEEN_LOOKS == 0 and not self._seconds_left():
            raise TooLong


class CountTree:
    """A tree of parts, the largest of which is divided first."""

    def __init__(self, document: dict[str, Any], problem: Placements, value: int) -> None:
        self._document, self._problem = document, problem
        given, blocked = tuple(document["given"]), tuple(document["blocked"])
        self._parts = [Part(value, problem.start, given, blocked)]
        self._children: dict[int, tuple[str, int, int]] = {}

    def grow(self, count: Count, run: Run) -> Steps:
        """Divide the placements, unless the checker counts them in a short time.

        A part has as many placements without a piece as it has others than those with it.
        """
        problem, parts = self._problem, self._parts
        if not self._is_long(run):
            return None
        queue = [(-parts[0].number, 0)]
        while queue and len(parts) < 2 * MOST_PARTS - 1:
            yield Partial()
            at = heappop(queue)[1]
            part, bit = parts[at], problem.branch(parts[at].state)
            if bit <= 0:
                continue
            name = problem.name(bit)
            has_kinds = "pieces" in self._document
            given, blocked = (*part.given, [0, name] if has_kinds else name), (*part.blocked, name)
            puzzle = puzzle_of(self._document | {"given": given, "blocked": part.blocked})
            number = count(puzzle, run.remaining())
            if number is None:
                return None
            rest = part.state._replace(free=part.state.free & ~bit)
            pair = len(parts), len(parts) + 1
            parts += [
                Part(number, problem.placed(part.state, bit), given, part.blocked),
                Part(part.number - number, rest, part.given, blocked),
            ]
            self._children[at] = name, *pair
            for child in pair:
                heappush(queue, (-parts[child].number, child))
        return None

    def _is_long(self, run: Run) -> bool:
        if len(self._problem.pieces) > 1:  # the parts of several kinds are no puzzles
            return False
        try:
            self._problem.count(self._problem.start, Timed(SHORT, run.remaining))
        except TooLong:
            return True
        return False

    def lines(self) -> list[dict[str, Any]]:
        """Return the tree as the lines of a certificate."""
        lines: list[dict[str, Any]] = []
        waiting = [0]
        while waiting:
            at = waiting.pop()
            if at in self._children:
                name, *pair = self._children[at]
                lines.append({"split": [0, name]})
                waiting += reversed(pair)
            else:
                lines.append({"leaf": self._parts[at].number})
        return lines
