"""The shortest tour by layers of bitsets, backwards from the goal; exact.

A state is a square and the set of targets that are still missing there. There are too many
to be looked at one by one, so a *layer* keeps for every square one integer whose bit m says
whether, standing there with the targets in m missing, a fixed number t of moves is enough.
(m is the number that has bit i for target i.) Layer 0 is bit 0 on the squares that visit the
goal. Layer t + 1 follows from layer t in two steps, each for all sets at once:

*Visiting*. A set m is good enough before the mover arrives on a square if what it leaves
missing, m without the targets visited there, is good enough afterwards. Target by target:
keep the bits whose index lacks i, and copy them 2**i places up, to the index with i.

*Moving*. From a square of a run the mover reaches every other square of it; so each takes
the OR of the whole run, one pass to gather it and one to give it out. The square's own bits
are in that OR. They stand for a move that is not made, do no harm where "t moves" means "at
most t moves", and save the two directed sweeps with which they could be left out.

Layers grow until a first move leads into one. The tour is then read off from the last layer to
the first: each time the mover takes the first square from which the moves left are enough.
Since every layer holds all states, not only those of one path, this is the lexicographically
first of the shortest tours.

The method is a breadth-first search on sets of states; the usual dynamic programme over
visited sets (R. Bellman, "Dynamic programming treatment of the travelling salesman problem",
J. ACM 9, 1962; M. Held and R. Karp, 1962) with a word of bits in place of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from rookery.boards.board import Square
from rookery.tour import memory
from rookery.tour.moves import Moves, square_of
from rookery.tour.plan import Plan

QUICK_BYTES = 1 << 22  # of a layer; it grows in some milliseconds, without looks at the clock
REMEMBERED_TARGETS = 14  # up to so many the table, 28 kB, is kept for other tours

Item = TypeVar("Item")
Layer = list[int]
Shift = tuple[int, int]
"""For a target i: the bits whose index lacks i, and 2**i."""


class Layers:
    """The layers of one tour, as many as have been grown.

    Parameters
    ----------
    plan
        Of a tour; one that is not `possible` has no layers worth growing.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB; the text says how much.

    Notes
    -----
    A layer takes at most ``squares * 2**targets`` bits and a fifteenth; all are kept. Growing
    one costs about eight operations a square on integers of ``2**targets`` bits, and three
    more for each target visited there.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> layers = Layers(Plan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> layers.done, layers.grow(), layers.done, layers.least_moves
    (False, True, True, 2)
    >>> layers.tour()
    ((0, 0), (1, 0), (1, 3))
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        squares, targets = len(plan.moves.reached), len(plan.targets)
        memory.refuse_size(squares, targets)
        self._layer_bytes = memory.layer_bytes(squares, targets)
        self._visited = plan.visited()
        table = _table(targets)
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
        self._ends: dict[int, list[int]] = {}
        self._arrivals: dict[int, list[tuple[int, int]]] = {}

    @property
    def grown(self) -> int:
        """How many layers there are."""
        return len(self._layers)

    @property
    def least_moves(self) -> int:
        """What is proved: every tour has at least so many moves; once `done`, one has."""
        if self._at_once:
            return 0
        return self.grown if self.done else self.grown + 1

    @property
    def done(self) -> bool:
        """Whether the layers hold a tour."""
        if self._at_once:
            return True
        return self._next(self._plan.start, [self._missing], self._layers[-1]) is not None

    def grow(self, most: int | None = None, look: Callable[[], object] = bool) -> bool:
        """Add a layer; return False, and add none, when it would hold nothing new.

        None is added either when there are `most` already, or when `look`, which is called now
        and then while a layer above `QUICK_BYTES` grows, raises.

        Raises
        ------
        LimitError
            When all layers together may need more than 2 GiB.
        """
        if self.grown == most:
            return True
        memory.refuse_layers(self.grown + 1, self._layer_bytes)
        layer = self._layers[-1]
        watch = look if self._layer_bytes > QUICK_BYTES else None
        if self._plan.rides is None:
            grown = _grown(layer, self._shifts, self._plan.moves, watch)
        else:
            grown = _grown_passing(layer, self._shifts, self._plan, watch)
        if grown == layer:
            return False
        self._layers.append(grown)
        return True

    def has(self, layer: int, square: int, missing: int) -> bool:
        """Return whether so many moves as the layer's number are enough from a state."""
        return bool(self._layers[layer][square] >> missing & 1)

    def tour(self) -> tuple[Square, ...]:
        """Return the lexicographically first shortest tour; only once `done`."""
        square, missing = self._plan.start, {self._missing}
        path = [square]
        for layer in [] if self._at_once else reversed(self._layers):
            found = self._next(square, missing, layer)
            if found is None:
                raise RuntimeError("the layers hold no tour yet")
            square, missing = found
            path.append(square)
        return tuple(square_of(self._plan.board, square) for square in path)

    def _next(
        self, square: int, missing: Collection[int], layer: Layer
    ) -> tuple[int, set[int]] | None:
        """Return the first move into a layer, as the square and what may be missing there.

        Several sets may be missing, before and after, by the ways that moves can go.
        """
        if self._plan.rides is None:
            if square not in self._ends:
                self._ends[square] = self._plan.moves.destinations(square)
            (before,) = missing
            for end in self._ends[square]:
                after = before & ~self._visited[end]
                if layer[end] >> after & 1:
                    return end, {after}
            return None
        if square not in self._arrivals:
            self._arrivals[square] = self._plan.arrivals(square, self._visited)
        for end, ways in groupby(self._arrivals[square], key=itemgetter(0)):
            seen_there = [seen for _, seen in ways]
            left = {before & ~seen for before in missing for seen in seen_there}
            if held := {after for after in left if layer[end] >> after & 1}:
                return end, held
        return None


def _grown(
    layer: Layer,
    shifts: dict[int, list[Shift]],
    moves: Moves,
    watch: Callable[[], object] | None,
) -> Layer:
    """Return the layer of one move more; `watch` is called now and then, if there is one."""
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
    layer: Layer, shifts: dict[int, list[Shift]], plan: Plan, watch: Callable[[], object] | None
) -> Layer:
    """Return the layer of one move more where a ride visits what it passes over.

    On each square of a ride, from the last one back, the mover may stop or go on.
    """

    def visiting(square: int, bits: int) -> int:
        for lacking, shift in shifts.get(square, ()):
            bits &= lacking
            bits |= bits << shift
        return bits

    grown = layer[:]
    for square, rides in _watched((plan.rides or {}).items(), watch):
        for ride in rides:
            riding = 0
            for end in reversed(ride):
                riding = visiting(end, riding | layer[end])
            grown[square] |= riding
    for square, ends in _watched(plan.moves.jumps.items(), watch):
        for end in ends:
            grown[square] |= visiting(end, layer[end])
    return grown


def _watched(items: Iterable[Item], watch: Callable[[], object] | None) -> Iterable[Item]:
    """Return items; `watch`, if there is one, is called before each."""
    if watch is None:
        return items

    def watched() -> Iterator[Item]:
        for item in items:
            watch()
            yield item

    return watched()


def _table(targets: int) -> tuple[Shift, ...]:
    return _remembered(targets) if targets <= REMEMBERED_TARGETS else _shift_table(targets)


def _shift_table(targets: int) -> tuple[Shift, ...]:
    """Return for each target those of 2**targets bits whose index lacks it, and its own bit."""
    table = []
    for target in range(targets):
        lacking = (1 << (1 << target)) - 1
        for higher in range(target + 1, targets):
            lacking |= lacking << (1 << higher)
        table.append((lacking, 1 << target))
    return tuple(table)


_remembered = lru_cache(maxsize=REMEMBERED_TARGETS)(_shift_table)
