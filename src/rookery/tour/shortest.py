"""Enumeration and counting of all shortest tours from the layers of a tour.

If the shortest tours have L moves, a state after t moves lies on one of them exactly if layer
L - t holds it. So an enumeration inside the layers never backtracks in vain, and the number of
tours is a sum over frontier states, move by move. Moves are identified by their ends: two routes
to the same square are one move. If moves visit the squares they pass over, the same squares may
leave different sets of targets missing, and their state holds all of these sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.tour.moves import square_of

if TYPE_CHECKING:
    from rookery.engine.lanes import Check
    from rookery.tour.compiled_layers import CompiledLayers
    from rookery.tour.layers import BitsetLayers
    from rookery.tour.plan import TourPlan

TourState = tuple[int, frozenset[int]]  # square, and the possible sets of missing targets, as bits


class ShortestTours:
    """The shortest tours of a plan, from its layers, which must be `done`.

    Examples
    --------
    >>> from rookery.tour.layers import BitsetLayers
    >>> from rookery.tour.plan import TourPlan
    >>> from rookery.tour.puzzle import Tour
    >>> plan = TourPlan.of(Tour.parse(["Q...", "....", "N..B"]))
    >>> layers = BitsetLayers(plan)
    >>> layers.grow()
    True
    >>> shortest = ShortestTours(plan, layers)
    >>> list(shortest.totals()), next(shortest.tours())
    ([1, 2, 5], ((0, 0), (1, 0), (1, 2)))
    """

    def __init__(self, plan: TourPlan, layers: BitsetLayers | CompiledLayers) -> None:
        self._plan = plan
        self._layers = layers
        self._ends: dict[int, list[tuple[int, list[int]]]] = {}
        self._visited = plan.visited()
        everything = (1 << len(plan.targets)) - 1
        self._start = (plan.start, frozenset([everything & ~self._visited[plan.start]]))
        self.moves = layers.least_moves

    def tours(self) -> Iterator[tuple[Square, ...]]:
        """Yield the tours lazily, in lexicographic order."""
        board = self._plan.board
        path = [self._start]
        open_ends = [self._next(self._start, self.moves)]
        while open_ends:
            if len(path) > self.moves:
                yield tuple(square_of(board, square) for square, _ in path)
                open_ends.pop()
                path.pop()
                continue
            state = next(open_ends[-1], None)
            if state is None:
                open_ends.pop()
                path.pop()
            else:
                path.append(state)
                open_ends.append(self._next(state, self.moves - len(path) + 1))

    def totals(self, check_deadline: Check = bool) -> Iterator[int]:
        """Yield the number of prefixes of 0, 1, ... moves of shortest tours, and last of tours.

        `check_deadline` is called at every state.
        """
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
