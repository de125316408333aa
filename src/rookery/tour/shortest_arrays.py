"""Counting of shortest tours with arrays, for many states; the array form of `ShortestTours`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.tour.compiled_layers import CompiledLayers
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WAYS = 1 << 62  # paths; larger counts are added up as Python integers


class Frontier(NamedTuple):
    """The frontier states of one square: distinct sets of missing targets, in order."""

    missing: NDArray[np.int64]  # targets, as bits
    ways: NDArray[np.int64] | NDArray[np.object_]  # paths to each state; objects above 64 bits


class ShortestArrays:
    """The frontiers of states on shortest tours, move by move, with their numbers of paths.

    Parameters
    ----------
    plan
        The plan of a tour.
    words
        Its layers, `done`.

    Notes
    -----
    A transition costs about 20 ns, and one to a state on a shortest tour about 100 ns.
    """

    def __init__(self, plan: TourPlan, words: CompiledLayers) -> None:
        self._words = words
        self._visited = words.visited
        self._ends = {square: plan.moves.destinations(square) for square in plan.moves.reached}
        self._most_ends = max(map(len, self._ends.values()))
        self._start = plan.start

    def totals(self, check_deadline: Callable[[], object] = bool) -> Iterator[int]:
        """Yield the number of prefixes of shortest tours for 0, 1, ... moves.

        The last number is that of the tours. `check_deadline` is called at every square; it may
        raise.
        """
        ways = np.ones(1, np.int64)
        waves = {self._start: Frontier(np.array([self._words.missing], np.int64), ways)}
        total = 1
        yield total
        for left in range(self._words.least_moves, 0, -1):
            if total * self._most_ends >= MOST_WAYS:
                waves = {
                    square: Frontier(wave.missing, wave.ways.astype(object))
                    for square, wave in waves.items()
                }
            waves = self._onward(waves, left, check_deadline)
            total = sum(int(wave.ways.sum()) for wave in waves.values())
            yield total

    def _onward(
        self, waves: dict[int, Frontier], left: int, check_deadline: Callable[[], object]
    ) -> dict[int, Frontier]:
        """Return the next frontier."""
        parts: dict[int, list[Frontier]] = {}
        for square, wave in waves.items():
            for end in self._ends[square]:
                check_deadline()
                missing = wave.missing & ~self._visited[end]
                held = self._words.held(left - 1, end, missing)
                if held.any():
                    parts.setdefault(end, []).append(Frontier(missing[held], wave.ways[held]))
        merged = {}
        for end, found in parts.items():
            check_deadline()
            merged[end] = _merged(found)
        return merged


def _merged(parts: list[Frontier]) -> Frontier:
    """Merge equal states and add up their paths."""
    missing = np.concatenate([part.missing for part in parts])
    ways = np.concatenate([part.ways for part in parts])
    order = np.argsort(missing, kind="stable")
    missing, ways = missing[order], ways[order]
    first = np.flatnonzero(np.concatenate(([True], missing[1:] != missing[:-1])))
    return Frontier(missing[first], np.add.reduceat(ways, first))
