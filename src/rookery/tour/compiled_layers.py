"""Breadth-first layers of a tour as 64-bit words, grown and counted with arrays and kernels."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.compiled.arrays import Bools, Int32s, Int64s
from rookery.results.limits import Check
from rookery.tour import memory
from rookery.tour.layers_kernel import (
    BLOCK,
    FULL,
    GROWN,
    LOW_TARGETS,
    PLACES,
    REACHED,
    STATES,
    STUCK,
    LayerStore,
    LayerTables,
    grow,
)
from rookery.tour.plan import TourPlan

ONE = np.uint64(1)
FIRST_LAYERS = 24  # layers allocated at first
SLICE_WORDS = 1 << 22  # words between two deadline checks: some hundredths of a second
MOST_WAYS = 1 << 62  # paths; larger counts are added up as Python integers


class CompiledLayers:
    """The layers of a tour as arrays of words; the compiled form of `BitsetLayers`.

    A layer takes 2**targets bits per reachable square, in whole 64-bit words, and all layers are
    kept. (The rows of other squares are never touched, so they take no memory.) On one core a layer
    of 64 squares and 20 targets, 8 MiB, grows in about five milliseconds.

    >>> from rookery.tour.layers import ShortestTours
    >>> from rookery.tour.puzzle import Tour
    >>> words = CompiledLayers(TourPlan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> words.grow(), words.done, words.least_moves
    (True, True, 2)
    >>> next(ShortestTours(words).tours())
    ((0, 0), (1, 0), (1, 3))
    """

    def __init__(self, plan: TourPlan) -> None:
        moves, squares, targets = plan.moves, len(plan.moves.reached), len(plan.targets)
        memory.refuse_size(squares, targets)
        self.plan = plan
        cells = plan.board.rows * plan.board.columns
        visited = plan.visited()
        jumps = [moves.jumps.get(square, ()) for square in range(cells)] if moves.jumps else []
        self._tables = LayerTables(
            shorts(sorted(moves.reached)),
            *compressed(moves.runs),
            *(compressed(jumps) if jumps else (shorts(()), shorts(()))),
            shorts(plan.goal),
            np.frombuffer(array("q", visited), np.int64),
            plan.start,
            (1 << targets) - 1 & ~visited[plan.start],
        )
        self._layer_bytes = memory.layer_bytes(squares, targets)
        kept = max(2, min(FIRST_LAYERS, memory.MOST_BYTES // self._layer_bytes))
        words = max(1, (1 << targets) >> LOW_TARGETS)
        self._store = LayerStore(
            np.empty((kept, cells, words), np.uint64),
            np.empty((kept, cells, -(-words // BLOCK)), np.uint8),
            np.empty((cells, BLOCK), np.uint64),
            np.empty(cells, np.uint8),
            np.empty(cells, np.uint8),
            np.empty(BLOCK, np.uint64),
            np.zeros(STATES, np.int64),
        )
        self._at_once = not self._tables.missing and plan.start in plan.goal
        self._blocks = SLICE_WORDS // (cells * BLOCK)
        self.done = self._at_once

    @property
    def grown(self) -> int:
        """The number of layers."""
        return max(1, int(self._store.state[GROWN]))

    @property
    def least_moves(self) -> int:
        """The proved lower bound on the moves; the optimum once `done`."""
        if self._at_once:
            return 0
        is_known = self.done or not self._store.state[GROWN]  # layer 0 has not been checked yet
        return self.grown if is_known else self.grown + 1

    def grow(self, most: int | None = None, check_deadline: Check = bool) -> bool:
        """Add layers for some hundredths of a second, until `done`, or up to `most` layers.

        Return False if further layers would hold nothing new, so the tour does not exist. A
        `LimitError` is raised if all layers together need more than 2 GiB.
        """
        kept = len(self._store.layers)
        limit = kept if most is None else min(most, kept)
        status = grow(self._tables, self._store, limit, max(1, self._blocks))
        if status == FULL and limit == kept:
            self._make_room(check_deadline)
        self.done = status == REACHED
        return bool(status != STUCK)

    def has(self, layer: int, square: int, missing: int) -> bool:
        """Return whether a layer holds a state: whether that many moves are enough from it."""
        word = int(self._store.layers[layer, square, missing >> LOW_TARGETS])
        return bool(word >> (missing & PLACES) & 1)

    def held(self, layer: int, square: int, missing: Int64s) -> Bools:
        """Return the result of `has` for each set of missing targets."""
        words = self._store.layers[layer, square, missing >> LOW_TARGETS]
        is_held: Bools = (words >> (missing & PLACES).astype(np.uint64)) & ONE != 0
        return is_held

    def totals(self, check_deadline: Check = bool) -> Iterator[int]:
        """Yield the number of prefixes of shortest tours for 0, 1, ... moves; requires `done`.

        This is the array form of `ShortestTours.totals`, for many states. A transition costs about
        20 ns, and one to a state on a shortest tour about 100 ns.
        """
        moves, visited = self.plan.moves, self._tables.visited
        ends = {square: moves.destinations(square) for square in moves.reached}
        most_ends = max(map(len, ends.values()))
        missing = np.array([self._tables.missing], np.int64)
        waves = {self.plan.start: Frontier(missing, np.ones(1, np.int64))}
        total = 1
        yield total
        for left in range(self.least_moves, 0, -1):
            if total * most_ends >= MOST_WAYS:
                waves = {
                    square: Frontier(wave.missing, wave.ways.astype(object))
                    for square, wave in waves.items()
                }
            arrived: dict[int, list[Frontier]] = {}
            for square, wave in waves.items():
                for end in ends[square]:
                    check_deadline()
                    missing = wave.missing & ~visited[end]
                    held = self.held(left - 1, end, missing)
                    if held.any():
                        arrived.setdefault(end, []).append(Frontier(missing[held], wave.ways[held]))
            waves = {}
            for end, parts in arrived.items():
                check_deadline()
                waves[end] = _merged(parts)
            total = sum(int(wave.ways.sum()) for wave in waves.values())
            yield total

    def _make_room(self, check_deadline: Check) -> None:
        """Double the number of allocated layers, within the memory limit."""
        old = self._store.layers
        layers = len(old) + 1
        memory.refuse(f"{layers} layers", layers * self._layer_bytes)
        kept = min(2 * len(old), memory.MOST_BYTES // self._layer_bytes)
        squares = self._tables.squares
        self._store = self._store._replace(
            layers=_enlarged(old, kept, squares, check_deadline),
            changed=_enlarged(self._store.changed, kept, squares, check_deadline),
        )


class Frontier(NamedTuple):
    """The frontier states of one square: distinct sets of missing targets, in order."""

    missing: Int64s  # targets, as bits
    ways: Int64s | NDArray[np.object_]  # paths to each state; objects above 64 bits


def _merged(parts: list[Frontier]) -> Frontier:
    """Merge equal states and add up their paths."""
    missing = np.concatenate([part.missing for part in parts])
    ways = np.concatenate([part.ways for part in parts])
    order = np.argsort(missing, kind="stable")
    missing, ways = missing[order], ways[order]
    first = np.flatnonzero(np.concatenate(([True], missing[1:] != missing[:-1])))
    return Frontier(missing[first], np.add.reduceat(ways, first))


def shorts(numbers: Sequence[int]) -> Int32s:
    """Return integers as an int32 array; for short lists twice as fast as `numpy.array`."""
    return np.frombuffer(array("i", numbers), np.int32) if numbers else np.empty(0, np.int32)


def compressed(rows: Sequence[Collection[int]]) -> tuple[Int32s, Int32s]:
    """Return rows of integers in compressed form: the start of each row, and all integers."""
    starts = array("i", accumulate(map(len, rows), initial=0))
    return np.frombuffer(starts, np.int32), shorts(list(chain.from_iterable(rows)))


def _enlarged(
    old: NDArray[Any], length: int, squares: Int32s, check_deadline: Check
) -> NDArray[Any]:
    """Return an array with space for more layers; the rows of the given squares are copied."""
    new = np.empty((length, *old.shape[1:]), old.dtype)
    for number, layer in enumerate(old):
        check_deadline()
        new[number, squares] = layer[squares]
    return new
