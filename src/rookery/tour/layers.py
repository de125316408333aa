"""Exact shortest tours by breadth-first layers of bitsets, backwards from the goal.

Layer t keeps one integer per square. Its bit m states whether t moves are enough from that square
with the targets in m missing, where m has bit i for target i. Layer t + 1 follows from layer t by
two transitions, *visiting* and *moving*, each for all sets at once. docs/methods/tour.md explains
them, and why the layers lead to the first of the shortest tours.

The number of tours is a sum over frontier states, move by move. Moves are identified by their ends:
two routes to the same square are one move. If moves visit the squares they pass over, the same
squares may leave different sets of targets missing, and their state holds all of these sets.

The method is the dynamic program over visited sets (R. Bellman, "Dynamic programming treatment of
the travelling salesman problem", J. ACM 9, 1962; M. Held and R. Karp, 1962), run breadth first
on bitsets of states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

from rookery.boards.board import Square
from rookery.results.limits import Check
from rookery.tour import memory
from rookery.tour.moves import Moves, square_of
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from rookery.tour.compiled_layers import CompiledLayers

QUICK_BYTES = 1 << 22  # bytes of a layer that grows in milliseconds, without deadline checks
REMEMBERED_TARGETS = 14  # targets; smaller shift tables, up to 28 kB, are cached

Item = TypeVar("Item")
Layer = list[int]
TourState = tuple[int, frozenset[int]]  # square, and the possible sets of missing targets, as bits
Shift = tuple[int, int]  # for a target i: the bits whose index lacks i, and 2**i


class BitsetLayers:
    """The layers of a tour, as Python integers.

    A layer takes at most ``squares * 2**targets`` bits plus a fifteenth, and all layers are kept.
    Growing a layer costs about eight operations per square on integers of ``2**targets`` bits, and
    three more for each target visited there. The plan must be `possible`; a `LimitError` is raised
    if the layers need more than 2 GiB.

    >>> from rookery.tour.puzzle import Tour
    >>> layers = BitsetLayers(TourPlan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> layers.done, layers.grow(), layers.done, layers.least_moves
    (False, True, True, 2)
    >>> next(ShortestTours(layers).tours())
    ((0, 0), (1, 0), (1, 3))
    """

    def __init__(self, plan: TourPlan) -> None:
        self.plan = plan
        squares, targets = len(plan.moves.reached), len(plan.targets)
        memory.refuse_size(squares, targets)
        self._layer_bytes = memory.layer_bytes(squares, targets)
        self._visited = plan.visited()
        table = (_remembered if targets <= REMEMBERED_TARGETS else _shift_table)(targets)
        self._shifts: dict[int, list[Shift]] = {}
        for shift, where in zip(table, plan.targets, strict=True):
            for square in where:
                self._shifts.setdefault(square, []).append(shift)
        layer = [0] * len(self._visited)
        for square in plan.goal:
            layer[square] = 1
        self._layers = [layer]
        self._missing = ((1 << len(plan.targets)) - 1) & ~self._visited[plan.start]
        self._at_once = not self._missing and plan.start in plan.goal
        self._first_moves = plan.arrivals(plan.start, self._visited)

    @property
    def grown(self) -> int:
        """The number of layers."""
        return len(self._layers)

    @property
    def least_moves(self) -> int:
        """The proved lower bound on the moves; the optimum once `done`."""
        if self._at_once:
            return 0
        return self.grown if self.done else self.grown + 1

    @property
    def done(self) -> bool:
        """Whether the layers contain a tour."""
        if self._at_once:
            return True
        return any(self.has(-1, end, self._missing & ~seen) for end, seen in self._first_moves)

    def grow(self, most: int | None = None, check_deadline: Check = bool) -> bool:
        """Add a layer; return False, without adding it, if it would hold nothing new.

        No layer is added beyond `most` layers, or if `check_deadline` raises; it is called
        regularly while a layer above `QUICK_BYTES` grows. A `LimitError` is raised if all layers
        together may need more than 2 GiB.
        """
        if self.grown == most:
            return True
        layers = self.grown + 1
        memory.refuse(f"{layers} layers", layers * self._layer_bytes)
        layer = self._layers[-1]
        watch = check_deadline if self._layer_bytes > QUICK_BYTES else None
        if self.plan.rides is None:
            grown = _grown(layer, self._shifts, self.plan.moves, watch)
        else:
            grown = _grown_passing(layer, self._shifts, self.plan, watch)
        if grown == layer:
            return False
        self._layers.append(grown)
        return True

    def has(self, layer: int, square: int, missing: int) -> bool:
        """Return whether a layer holds a state: whether that many moves are enough from it."""
        return bool(self._layers[layer][square] >> missing & 1)


class ShortestTours:
    """The shortest tours of a plan, from layers that contain one.

    >>> from rookery.tour.puzzle import Tour
    >>> layers = BitsetLayers(TourPlan.of(Tour.parse(["Q...", "....", "N..B"])))
    >>> layers.grow()
    True
    >>> shortest = ShortestTours(layers)
    >>> list(shortest.totals()), next(shortest.tours())
    ([1, 2, 5], ((0, 0), (1, 0), (1, 2)))
    """

    def __init__(self, layers: BitsetLayers | CompiledLayers) -> None:
        self._plan = plan = layers.plan
        self._layers = layers
        self._ends: dict[int, list[tuple[int, list[int]]]] = {}
        self._visited = plan.visited()
        everything = (1 << len(plan.targets)) - 1
        self._start = (plan.start, frozenset([everything & ~self._visited[plan.start]]))
        self.moves = layers.least_moves

    def tours(self) -> Iterator[tuple[Square, ...]]:
        """Yield the tours lazily, in lexicographic order."""
        for path in self.paths():
            yield tuple(square_of(self._plan.board, square) for square in path)

    def paths(self) -> Iterator[list[int]]:
        """Yield the tours as square numbers."""
        path = [self._start]
        open_ends = [self._next(self._start, self.moves)]
        while open_ends:
            if len(path) > self.moves:
                yield [square for square, _ in path]
                state = None
            else:
                state = next(open_ends[-1], None)
            if state is None:
                open_ends.pop()
                path.pop()
            else:
                path.append(state)
                open_ends.append(self._next(state, self.moves - len(path) + 1))

    def totals(self, check_deadline: Check = bool) -> Iterator[int]:
        """Yield the number of prefixes of 0, 1, ... moves of shortest tours, and last of tours."""
        wave = {self._start: 1}
        yield 1
        for left in range(self.moves, 0, -1):
            onward: dict[TourState, int] = {}
            for state, ways in wave.items():
                check_deadline()
                for end in self._next(state, left):
                    onward[end] = onward.get(end, 0) + ways
            wave = onward
            yield sum(wave.values())

    def _next(self, state: TourState, left: int) -> Iterator[TourState]:
        """Yield the next states in order, those held by the layer of one move less."""
        square, missing = state
        ends = self._ends.get(square)
        if ends is None:
            arrivals = groupby(self._plan.arrivals(square, self._visited), key=itemgetter(0))
            ends = [(end, [~seen for _, seen in ways]) for end, ways in arrivals]
            self._ends[square] = ends
        has = self._layers.has
        if self._plan.rides is None:
            (before,) = missing
            for end, (kept,) in ends:
                if has(left - 1, end, before & kept):
                    yield end, frozenset((before & kept,))
            return
        for end, ways in ends:
            held = [
                before & kept
                for kept in ways
                for before in missing
                if has(left - 1, end, before & kept)
            ]
            if held:
                yield end, frozenset(held)


def _grown(
    layer: Layer, shifts: dict[int, list[Shift]], moves: Moves, watch: Check | None
) -> Layer:
    """Return the next layer; `watch`, if given, is called regularly."""
    arriving = layer[:]
    for square, targets in _watched(shifts.items(), watch):
        bits = layer[square]
        if bits:
            for lacking, shift in targets:
                bits &= lacking
                bits |= bits << shift
            arriving[square] = bits
    grown = arriving[:]
    for run in _watched(moves.runs, watch):
        whole = 0
        for square in run:
            bits = arriving[square]
            if bits:
                whole |= bits
        if whole:
            for square in run:
                grown[square] |= whole
    for square, ends in _watched(moves.jumps.items(), watch):
        for end in ends:
            grown[square] |= arriving[end]
    return grown


def _grown_passing(
    layer: Layer, shifts: dict[int, list[Shift]], plan: TourPlan, watch: Check | None
) -> Layer:
    """Return the next layer if rides visit the squares they pass over."""

    def visiting(square: int, bits: int) -> int:
        for lacking, shift in shifts.get(square, ()):
            bits &= lacking
            bits |= bits << shift
        return bits

    grown = layer[:]
    for square, rides in _watched((plan.rides or {}).items(), watch):
        for ride in rides:
            riding = 0
            for end in reversed(ride):  # the mover may stop on each square or continue
                riding = visiting(end, riding | layer[end])
            grown[square] |= riding
    return grown


def _watched(items: Iterable[Item], watch: Check | None) -> Iterable[Item]:
    """Return the items; `watch`, if given, is called before each."""
    if watch is None:
        return items

    def watched() -> Iterator[Item]:
        for item in items:
            watch()
            yield item

    return watched()


def _shift_table(targets: int) -> tuple[Shift, ...]:
    """Return for each target the bits, of 2**targets, whose index lacks it, and its own bit."""
    table = []
    for target in range(targets):
        lacking = (1 << (1 << target)) - 1
        for higher in range(target + 1, targets):
            lacking |= lacking << (1 << higher)
        table.append((lacking, 1 << target))
    return tuple(table)


_remembered = lru_cache(maxsize=REMEMBERED_TARGETS)(_shift_table)
