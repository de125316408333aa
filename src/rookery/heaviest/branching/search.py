"""The method ``branch``: linear programs re-optimised down a tree, bounds in integers.

GLOP solves the relaxation of the whole board; annealing finds a placement near the best; then
`branch_kernel` re-optimises the linear program at every node of a tree by a dozen pivots, and
closes in it what its bound, in integers, excludes.

`docs/methods/heaviest.md` tells what each part gains, and what was tried and left out.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from rookery.heaviest.annealing import annealing
from rookery.heaviest.branching.in_order import first_to_end, in_order
from rookery.heaviest.branching.tableau import Board, Explorer
from rookery.heaviest.branching.tree import NO_STEP, Tree
from rookery.heaviest.duals import Losses, Relaxation
from rookery.heaviest.ordered import InOrder
from rookery.heaviest.search import Ranked, Search, Slices
from rookery.queens.puzzle import Placement

EQUALS = 64  # of the placements that equal the last one wanted, so many more are kept
LARGEST_TABLEAU = 100  # side; larger boards are annealed and searched without a tableau
NODES_A_TREE_SLICE = 1 << 30  # more than any has: a slice ends by its effort
WALK_SLICE = 1_000_000  # steps of a walk between two looks at the clock
WALK_STEPS_A_NODE = 10_000  # take about as long
MORE_THAN_WANTED = 1.5  # times the wanted placements, for a limit that holds enough

Collected = tuple[list[Ranked], int | None]
"""All placements wanted, in order, or all there are, and None; or, when too many equal the last,
those that lose less and the loss of the last."""

_loss = itemgetter(0)


class AnnealedSearch(Search):
    """`Search` that starts from an annealed placement.

    Parameters
    ----------
    losses, wanted
        See `Search`.
    seed
        Of the annealing.
    """

    def __init__(self, losses: Losses, wanted: int, seed: int) -> None:
        super().__init__(losses, wanted)
        self._seed = seed

    def _dive(self, rows: list[int]) -> Slices[None]:
        """Anneal."""
        for placement in annealing(self.losses, self._seed):
            if placement is not None:
                self._keep((self.losses.of(placement), placement))
            yield 0


class Branching(AnnealedSearch):
    """`AnnealedSearch`, with the branch-and-bound kernel at its bottom.

    Parameters
    ----------
    relaxation
        Of the board.
    wanted, seed
        See `AnnealedSearch`.
    budget
        Returns how many nodes the next slice may search, given the most it would.
    """

    def __init__(
        self, relaxation: Relaxation, wanted: int, seed: int, budget: Callable[[int], int]
    ) -> None:
        super().__init__(relaxation.losses, wanted, seed)
        self._relaxation = relaxation
        self._budget = budget
        self._everything = sum(map(max, self.losses.squares))
        self._everything += sum(self.losses.rising) + sum(self.losses.falling)
        self._ready: Explorer | None = None

    def ranked(self) -> Slices[None]:
        """Find the placements wanted in order of loss, then lexicographically.

        Those within a limit are collected, and the limit rises until they are enough. When too
        many equal the last, the first of these are found by `_equals`.
        """
        rows = list(self.losses.open_rows)
        yield from self._dive(rows)
        ways = [self._collected(rows)]
        if self.wanted > 1 and InOrder.fits(self.losses):
            ways.append(self._walked(rows))
        better, last = yield from first_to_end(ways)
        least = better[0][0] if better else last
        if least is not None:  # a walk proves it without having told
            self._raise_floor(least)
        self.found = [placement for _, placement in better]
        if last is not None:
            yield from self._equals(rows, last)

    def _explorer(self) -> Explorer:
        if self._ready is None:
            alone = self.wanted == 1 and self.best is not None
            limit = self.best[0] if alone and self.best else self._everything
            self._ready = Explorer(Board(self._relaxation, limit))
        return self._ready

    def _tree(self, rows: list[int], limit: int, step: int) -> Tree:
        explorer = self._explorer()
        # Losses rounded down by a shift tell placements apart only when they differ by more.
        slack = len(rows) << explorer.board.shift if explorer.board.shift else 0
        return Tree(explorer, rows, limit, step if step == NO_STEP else min(step, -slack))

    def _grown(self, tree: Tree) -> tuple[list[Ranked], int]:
        """Return the placements that one slice met, ranked, and the nodes it searched."""
        met, nodes = tree.grow(self._budget(NODES_A_TREE_SLICE))
        ranked = [(self.losses.of(placement), placement) for placement in set(met)]
        if ranked:
            self._keep(min(ranked))
        return ranked, nodes

    def _collected(self, rows: list[int]) -> Slices[Collected]:
        """Return the wanted placements in order, by trees."""
        if self.wanted == 1:
            if self.best is not None and self.best[0] <= self.floor:
                return [], self.best[0]
            limit = self._everything if self.best is None else self.best[0]
            return (yield from self._collect(rows, limit))
        for limit, counts in self._limits():
            top, last = yield from self._collect(rows, limit)
            if len(top) >= self.wanted or last is not None:
                break
            counts.append((limit, len(top)))
        return top, last

    def _collect(self, rows: list[int], limit: int) -> Slices[Collected]:
        """Return as `_collected`, or all placements within the limit when they are fewer."""
        wanted, last = self.wanted, None
        top: list[Ranked] = []
        seen: set[Ranked] = set()
        tree = self._tree(rows, limit, 0 if wanted == 1 else NO_STEP)
        while tree.floor is not None:
            met, nodes = self._grown(tree)
            for ranked in met:
                if ranked[0] <= limit and ranked not in seen:
                    seen.add(ranked)
                    insort(top, ranked)
            if len(top) >= wanted and (last is None or top[wanted - 1][0] < last):
                tree.limit, last = top[wanted - 1][0], None
                del top[bisect_right(top, tree.limit, key=_loss) :]
                if len(top) > wanted + max(EQUALS, wanted if wanted > 1 else 0):
                    last = tree.limit
                    tree.limit -= self.losses.unit
            self._lift(tree)
            self._note(top, tree.floor)
            yield nodes
        if last is not None:
            return top[: bisect_left(top, last, key=_loss)], last
        return top[:wanted], None

    def _walked(self, rows: list[int]) -> Slices[Collected]:
        """Return the wanted placements in order, by a walk: without linear programs but quick.

        The walk meets equals in order, so that later ones are left out.
        """
        for limit, counts in self._limits():
            walk = InOrder(self.losses, rows, limit)
            top: list[Ranked] = []
            while not walk.is_over:
                nodes = self._budget(WALK_SLICE // WALK_STEPS_A_NODE)
                for placement in walk.go_on(nodes * WALK_STEPS_A_NODE):
                    insort(top, (self.losses.of(placement), placement))
                del top[self.wanted :]
                if len(top) == self.wanted:
                    walk.limit = min(walk.limit, top[-1][0] - self.losses.unit)
                if top:
                    self._keep(top[0])
                yield nodes
            if len(top) == self.wanted:
                break
            counts.append((limit, len(top)))
        return top, None

    def _limits(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield limits that rise until they hold everything, and where to note what each held."""
        limit = self.best[0] if self.best else self._step
        counts = [(limit, 0)]
        while True:
            yield min(limit, self._everything), counts
            if limit >= self._everything:
                return
            limit = _next_limit(counts, self.wanted, self._step)

    def _note(self, top: list[Ranked], floor: int | None) -> None:
        """Keep the placements that lose less than all that were not met yet."""
        if floor is not None and self.wanted > 1:
            proved = min(bisect_left(top, floor, key=_loss), self.wanted)
            if proved > len(self.found):
                self.found = [placement for _, placement in top[:proved]]

    def _lift(self, tree: Tree) -> None:
        """Raise the floor to that of a tree, or to the best placement where none is left."""
        floor = tree.floor
        if self.best is not None:
            floor = self.best[0] if floor is None else min(floor, self.best[0])
        if floor is not None:
            self._raise_floor(floor)

    def _equals(self, rows: list[int], last: int) -> Slices[None]:
        """Find the first placements of a loss in order, until they are as many as are wanted.

        A walk in plain order and trees that decide one prefix after the other take turns: where
        very many placements are equal the walk meets one soon, where few are it may not end.
        """
        better = self.found
        walk = InOrder(self.losses, rows, last) if InOrder.fits(self.losses) else None
        by_walk: list[Placement] = []
        by_trees: list[Placement] = []
        for met in in_order(self.losses, rows, last, self._any_by_tree):
            nodes = 0
            if isinstance(met, int):
                nodes = met
            else:
                by_trees.append(met)
            if walk is not None:
                walked = self._budget(WALK_SLICE // WALK_STEPS_A_NODE)
                by_walk += walk.go_on(walked * WALK_STEPS_A_NODE)
                nodes += walked
            lists = ([p for p in by if self.losses.of(p) == last] for by in (by_walk, by_trees))
            self.found = [*better, *max(lists, key=len)][: self.wanted]
            if len(self.found) == self.wanted or (walk is not None and walk.is_over):
                return
            yield nodes

    def _any_by_tree(self, rows: list[int], limit: int) -> Slices[Placement | None]:
        """Return some placement on open rows that loses at most the limit."""
        tree = self._tree(rows, limit, 0)
        while tree.floor is not None:
            met, nodes = self._grown(tree)
            for loss, placement in met:
                if loss <= limit:
                    return placement
            yield nodes
        return None


def _next_limit(counts: Sequence[tuple[int, int]], wanted: int, typical: int) -> int:
    """Return the limit of loss to try next, given how many placements each before it held.

    Their number grows about exponentially with the limit, which rises by a part of a typical
    loss first.
    """
    (before, fewer), (limit, many) = counts[-2:]
    step = max(1, typical // 4, 2 * (limit - counts[0][0]))
    if fewer and many > fewer:
        steps = math.log(MORE_THAN_WANTED * wanted / many) / math.log(many / fewer)
        step = min(step, 1 + (limit - before) * round(100 * steps) // 100)
    return limit + step
