"""All shortest tours: how many there are, and each in turn, read off the layers of a tour.

With L moves in all, a state after t moves lies on a shortest tour exactly when layer L - t holds
it. So a walk that stays inside the layers never has to turn back, and the number of tours is a sum
over states, move by move. A move is told by where it ends: two ways to get there are one move.
Where moves visit what they pass over, the same squares may so leave one set of targets or another,
and their state has all of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.tour.moves import square_of

if TYPE_CHECKING:
    from rookery.tour.layers import Layers
    from rookery.tour.plan import Plan
    from rookery.tour.words import Words

State = tuple[int, frozenset[int]]
"""A square, and the sets of targets that may be missing there, as bits."""


class Shortest:
    """The shortest tours of a plan, from its layers once they are done.

    Examples
    --------
    >>> from rookery.tour.layers import Layers
    >>> from rookery.tour.plan import Plan
    >>> from rookery.tour.puzzle import Tour
    >>> plan = Plan.of(Tour.parse(["Q...", "....", "N..B"]))
    >>> layers = Layers(plan)
    >>> layers.grow()
    True
    >>> shortest = Shortest(plan, layers)
    >>> shortest.count(), next(shortest.tours())
    (5, ((0, 0), (1, 0), (1, 2)))
    """

    def __init__(self, plan: Plan, layers: Layers | Words) -> None:
        self._plan = plan
        self._layers = layers
        self._ends: dict[int, list[tuple[int, list[int]]]] = {}
        self._visited = plan.visited()
        everything = (1 << len(plan.targets)) - 1
        self._start = (plan.start, frozenset([everything & ~self._visited[plan.start]]))
        self.moves = layers.least_moves

    def tours(self) -> Iterator[tuple[Square, ...]]:
        """Yield the tours in lexicographic order, each when asked for."""
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

    def count(self) -> int:
        """Return how many tours there are."""
        *_, total = self.totals()
        return total

    def totals(self, look: Callable[[], object] = bool) -> Iterator[int]:
        """Yield for every number of moves, from 0, how many beginnings of tours there are.

        `look` is called at every state; it may raise.
        """
        wave = {self._start: 1}
        yield 1
        for left in range(self.moves, 0, -1):
            onward: dict[State, int] = {}
            for state, ways in wave.items():
                look()
                for end in self._next(state, left):
                    onward[end] = onward.get(end, 0) + ways
            wave = onward
            yield sum(wave.values())

    def _next(self, state: State, left: int) -> Iterator[State]:
        """Yield in order the states one move on from which one move less is enough."""
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
