"""The number of shortest tours by arrays: what `Shortest.count` does, for many states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.tour.plan import Plan
from rookery.tour.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WAYS = 1 << 62  # that are surely added up in 64 bits


class Wave(NamedTuple):
    """The states of one square after so many moves, in order, each once."""

    missing: NDArray[np.int64]
    ways: NDArray[np.int64] | NDArray[np.object_]
    """In how many ways each is reached; Python integers where 64 bits might not be enough."""


class Waves:
    """The waves of states on shortest tours, move by move, which add up to the number of tours.

    Parameters
    ----------
    plan
        Of a tour.
    words
        Its layers, done.

    Notes
    -----
    Costs some 20 ns for every state and move from it, and 100 ns for each that stays on a
    shortest tour.
    """

    def __init__(self, plan: Plan, words: Words) -> None:
        self._words = words
        self._visited = words.visited
        self._ends = {square: plan.moves.destinations(square) for square in plan.moves.reached}
        self._most_ends = max(map(len, self._ends.values()))
        self._start = plan.start

    def totals(self, look: Callable[[], object] = bool) -> Iterator[int]:
        """Yield for every number of moves, from 0, how many beginnings of tours there are.

        The last is the number of tours. `look` is called at every square; it may raise.
        """
        ways = np.ones(1, np.int64)
        waves = {self._start: Wave(np.array([self._words.missing], np.int64), ways)}
        total = 1
        yield total
        for left in range(self._words.least_moves, 0, -1):
            if total * self._most_ends >= MOST_WAYS:
                waves = {
                    square: Wave(wave.missing, wave.ways.astype(object))
                    for square, wave in waves.items()
                }
            waves = self._onward(waves, left, look)
            total = sum(int(wave.ways.sum()) for wave in waves.values())
            yield total

    def _onward(
        self, waves: dict[int, Wave], left: int, look: Callable[[], object]
    ) -> dict[int, Wave]:
        """Return the states one move on."""
        parts: dict[int, list[Wave]] = {}
        for square, wave in waves.items():
            for end in self._ends[square]:
                look()
                missing = wave.missing & ~self._visited[end]
                held = self._words.held(left - 1, end, missing)
                if held.any():
                    parts.setdefault(end, []).append(Wave(missing[held], wave.ways[held]))
        merged = {}
        for end, found in parts.items():
            look()
            merged[end] = _merged(found)
        return merged


def _merged(parts: list[Wave]) -> Wave:
    """Return states that may come several times each once, their ways added up."""
    missing = np.concatenate([part.missing for part in parts])
    ways = np.concatenate([part.ways for part in parts])
    order = np.argsort(missing, kind="stable")
    missing, ways = missing[order], ways[order]
    first = np.flatnonzero(np.concatenate(([True], missing[1:] != missing[:-1])))
    return Wave(missing[first], np.add.reduceat(ways, first))
