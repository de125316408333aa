"""Exact shortest tours by breadth-first layers of bitsets, backwards from the goal.

A state is a square and the set of targets still missing there. States are too numerous to visit
one by one, so layer t keeps one integer per square. Its bit m states whether t moves are enough
from that square with the targets in m missing, where m has bit i for target i. Layer 0 has bit 0
on the squares that visit the goal. Layer t + 1 follows from layer t by two transitions, each for
all sets at once:

*Visiting*. A set m is sufficient before the mover arrives on a square if m without the targets
visited there is sufficient afterwards. For every target i: keep the bits whose index lacks i, and
copy them 2**i places up, to the index with i.

*Moving*. From a square of a run the mover reaches every other square of it, so each takes the OR
of the whole run: one pass gathers it and one distributes it. The OR includes the square's own
bits, a move that is not made. This is harmless because "t moves" means "at most t moves", and it
saves the two directed sweeps needed to exclude them.

Layers grow until a first move leads into one. The tour is then traced from the last layer to the
first: every move goes to the first square from which the remaining moves are enough. A layer
holds all states, not only those of one path, so this tour is the lexicographically first of the
shortest tours.

The method is the dynamic program over visited sets (R. Bellman, "Dynamic programming treatment of
the travelling salesman problem", J. ACM 9, 1962; M. Held and R. Karp, 1962), run breadth first
on bitsets of states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

from rookery.boards.board import Square
from rookery.tour import memory
from rookery.tour.moves import Moves, square_of
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from rookery.engine.lanes import Check

QUICK_BYTES = 1 << 22  # bytes of a layer that grows in milliseconds, without deadline checks
REMEMBERED_TARGETS = 14  # targets; smaller shift tables, up to 28 kB, are cached

Item = TypeVar("Item")
Layer = list[int]
Shift = tuple[int, int]  # for a target i: the bits whose index lacks i, and 2**i


class BitsetLayers:
    """The layers of a tour, as Python integers.

    Parameters
    ----------
    plan
        The plan of a `possible` tour.

    Raises
    ------
    LimitError
        If the layers need more than 2 GiB; the message gives the size.

    Notes
    -----
    A layer takes at most ``squares * 2**targets`` bits plus a fifteenth, and all layers are kept.
    Growing a layer costs about eight operations per square on integers of ``2**targets`` bits,
    and three more for each target visited there.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> layers = BitsetLayers(TourPlan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> layers.done, layers.grow(), layers.done, layers.least_moves
    (False, True, True, 2)
    >>> layers.tour()
    ((0, 0), (1, 0), (1, 3))
    """

    def __init__(self, plan: TourPlan) -> None:
        self._plan = plan
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
        self._ends: dict[int, list[int]] = {}
        self._arrivals: dict[int, list[tuple[int, int]]] = {}

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
        return self._next(self._plan.start, [self._missing], self._layers[-1]) is not None

    def grow(self, most: int | None = None, check_deadline: Check = bool) -> bool:
        """Add a layer; return False, without adding it, if it would hold nothing new.

        No layer is added beyond `most` layers, or if `check_deadline` raises; it is called
        regularly while a layer above `QUICK_BYTES` grows.

        Raises
        ------
        LimitError
            If all layers together may need more than 2 GiB.
        """
        if self.grown == most:
            return True
        memory.refuse_layers(self.grown + 1, self._layer_bytes)
        layer = self._layers[-1]
        watch = check_deadline if self._layer_bytes > QUICK_BYTES else None
        if self._plan.rides is None:
            grown = _grown(layer, self._shifts, self._plan.moves, watch)
        else:
            grown = _grown_passing(layer, self._shifts, self._plan, watch)
        if grown == layer:
            return False
        self._layers.append(grown)
        return True

    def has(self, layer: int, square: int, missing: int) -> bool:
        """Return whether a layer holds a state: whether that many moves are enough from it."""
        return bool(self._layers[layer][square] >> missing & 1)

    def tour(self) -> tuple[Square, ...]:
        """Return the lexicographically first shortest tour; requires `done`."""
        square, missing = self._plan.start, {self._missing}
        path = [square]
        for layer in [] if self._at_once else reversed(self._layers):
            following = self._next(square, missing, layer)
            if following is None:
                raise RuntimeError("expected layers that contain a tour; grow more layers first")
            square, missing = following
            path.append(square)
        return tuple(square_of(self._plan.board, square) for square in path)

    def _next(
        self, square: int, missing: Collection[int], layer: Layer
    ) -> tuple[int, set[int]] | None:
        """Return the first move into a layer: the square and the sets that may be missing there."""
        # Different routes of the moves may leave different sets missing, before and after.
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
    for square, ends in _watched(plan.moves.jumps.items(), watch):
        for end in ends:
            grown[square] |= visiting(end, layer[end])
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
