"""The method ``branch``: linear programs re-optimised down a tree, bounds in integers.

GLOP solves the relaxation of the whole board; annealing finds a placement near the best; then
`branch_kernel` re-optimises the linear program at every node of a tree by a dozen pivots, and
closes in it what its bound, in integers, excludes.

What was measured on the way, on boards of uniform weights 1 ... 99, one core, each change by
itself:

========================================================  =====================================
kept
========================================================  =====================================
duals re-optimised at every node                          n = 20: 940 nodes a board, where the
                                                          method `duals`, which has the root's
                                                          alone, has 260,000
the annealed placement as first limit                     a half to a fifth of the nodes, n = 20
branching by penalties: closing the square, times the     half the nodes of the greatest penalty
sum over the squares a queen there attacks                in place of the sum
leaving variable by steepest edge, not the largest        n = 24: a third fewer pivots, 0.85 of
infeasibility                                             the time
rows of the tableau as arrays of their own                pivots 1.2 to 2.2 times as fast
========================================================  =====================================

========================================================  =====================================
tried and left out
========================================================  =====================================
closing squares whose queen, placed alone, lifts the      7 % fewer nodes, no less time
columns' or rows' least losses above the limit
leaving variable of the greatest gain                     n = 24: a fifth more pivots than by
                                                          steepest edge, 2.2 times the time
nodes above a slowly rising target put off                1.2 to 3 times the nodes: each starts
                                                          again from the whole board's tableau
limits that exclude equals, then a search for the         10 % fewer nodes before the second
lexicographically first                                   search
cuts (HiGHS's own, all kinds)                             close 17 % of the root's gap at n = 24
========================================================  =====================================
"""

from __future__ import annotations

import heapq
from bisect import insort
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from rookery.heaviest.annealing import annealing
from rookery.heaviest.branching.branch_state import EFFORT, NODES
from rookery.heaviest.branching.tableau import Board, Explorer
from rookery.heaviest.duals import Losses, Relaxation
from rookery.heaviest.search import Ranked, Search
from rookery.queens.puzzle import Placement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]

FIRST_EFFORT = 4_000_000
SLICE_EFFORT = 160_000_000
EQUALS = 64
LARGEST_TABLEAU = 100
UNLIMITED = 1 << 61
NO_STEP = -(1 << 61)


class Tree:
    """The nodes of a board that are still open, and their search by slices.

    A slice goes depth first from the node of the least bound, and hands back what it leaves.

    Parameters
    ----------
    explorer
        The kernel and its board.
    rows
        For every column the rows open to the search, as bits.
    limit
        No placement that loses more is looked for. May be lowered at any time.
    step
        What the next placement must lose less than the one met last; `NO_STEP` when it may
        lose more.

    Attributes
    ----------
    limit : int
    """

    def __init__(self, explorer: Explorer, rows: list[int], limit: int, step: int) -> None:
        self.explorer = explorer
        self.limit = limit
        self._step = step if step == NO_STEP else step >> explorer.board.shift
        self._nodes: list[tuple[int, int, Flags]] = [(0, 0, explorer.board.open_squares(rows))]
        self._number = 0
        self._effort = FIRST_EFFORT

    @property
    def floor(self) -> int | None:
        """What every placement not yet met loses at least; None when none is left."""
        shift = self.explorer.board.shift
        if not self._nodes or self._nodes[0][0] << shift > self.limit:
            return None
        return self._nodes[0][0] << shift

    def grow(self, nodes: int) -> tuple[list[Placement], int]:
        """Search for one slice of at most so many nodes.

        Returns
        -------
        list of placement
            All that were met: some perhaps again, some perhaps above the limit.
        int
            How many nodes were searched.
        """
        shift = self.explorer.board.shift
        limit = min(self.limit >> shift, UNLIMITED)
        met: list[Placement] = []
        searched = spent = 0
        while not met and searched < nodes and spent < self._effort:
            if not self._nodes or self._nodes[0][0] > limit:
                break
            bound, _, squares = heapq.heappop(self._nodes)
            tally = self.explorer.explore(
                squares,
                bound,
                limit,
                self._step,
                nodes - searched,
                self._effort - spent,
            )
            searched += int(tally.counts[NODES])
            spent += int(tally.counts[EFFORT])
            met = self.explorer.found()
            for left_bound, left in self.explorer.left():
                self._number += 1
                heapq.heappush(self._nodes, (left_bound, self._number, left))
        self._effort = min(2 * self._effort, SLICE_EFFORT)
        return met, searched


class AnnealedSearch(Search):
    """`Search` that starts from an annealed placement.

    Parameters
    ----------
    losses, tick, on_change
        See `Search`.
    seed
        Of the annealing.
    """

    def __init__(
        self,
        losses: Losses,
        seed: int,
        tick: Callable[[], object],
        on_change: Callable[[Search], None],
    ) -> None:
        super().__init__(losses, tick, on_change)
        self._seed = seed

    def _dive(self, rows: list[int]) -> None:
        """Anneal; even without time left, so long that there is a placement."""
        for placement in annealing(self.losses, self._seed):
            if placement is not None:
                self._keep((self.losses.of(placement), placement))
            self.tick()


class Branching(AnnealedSearch):
    """`AnnealedSearch`, with the branch-and-bound kernel at its bottom.

    Parameters
    ----------
    relaxation
        Of the board.
    wanted
        How many placements will be asked for.
    seed
        Of the annealing that finds the first placement.
    spend
        Told how many nodes were searched; returns how many may be searched further. May raise.
    on_change
        See `Search`.
    """

    def __init__(
        self,
        relaxation: Relaxation,
        wanted: int,
        seed: int,
        spend: Callable[[int], int],
        on_change: Callable[[Search], None],
    ) -> None:
        super().__init__(relaxation.losses, seed, partial(spend, 0), on_change)
        self._relaxation = relaxation
        self._wanted = wanted
        self._spend = spend
        self._everything = sum(map(max, self.losses.squares))
        self._everything += sum(self.losses.rising) + sum(self.losses.falling)
        self._ready: Explorer | None = None
        self._spent = 0

    def ranked(self) -> Iterator[Placement]:
        """Yield the placements in order of loss, then lexicographically.

        The wanted ones are collected with all that equal the last in one search. When these
        are too many, the parts that are left after each are searched, as `Search` does.
        """
        rows = list(self.losses.open_rows)
        self._dive(rows)
        first = self._collect(rows)
        if first is None:
            yield from self._ranked_from(rows)
            return
        for _, placement in first:
            self.found.append(placement)
            yield placement

    def _explorer(self) -> Explorer:
        if self._ready is None:
            alone = self._wanted == 1 and self.best is not None
            limit = self.best[0] if alone and self.best else self._everything
            self._ready = Explorer(Board(self._relaxation, limit))
        return self._ready

    def _tree(self, rows: list[int], limit: int, step: int) -> Tree:
        explorer = self._explorer()
        # Losses rounded down by a shift tell placements apart only when they differ by more.
        slack = len(rows) << explorer.board.shift if explorer.board.shift else 0
        return Tree(explorer, rows, limit, step if step == NO_STEP else min(step, -slack))

    def _grown(self, tree: Tree) -> list[Ranked]:
        """Return what one slice met, ranked."""
        met, nodes = tree.grow(self._spend(0))
        ranked = [(self.losses.of(placement), placement) for placement in set(met)]
        if ranked:
            self._keep(min(ranked))
        self._spent = nodes
        return ranked

    def _collect(self, rows: list[int]) -> list[Ranked] | None:
        """Return the wanted placements in order; None when too many equal the last."""
        alone = self._wanted == 1
        top: list[Ranked] = [self.best] if self.best is not None and alone else []
        tree = self._tree(rows, top[0][0] if top else self._everything, 0 if alone else NO_STEP)
        while tree.floor is not None:
            for ranked in self._grown(tree):
                if ranked[0] <= tree.limit and ranked not in top:
                    insort(top, ranked)
            if len(top) >= self._wanted:
                tree.limit = top[self._wanted - 1][0] - 0
                top = [ranked for ranked in top if ranked[0] <= tree.limit]
            if len(top) > self._wanted + EQUALS:
                return None
            self._lift(tree)
        return top[: self._wanted]

    def _lift(self, tree: Tree) -> None:
        """Tell the floor and the nodes of the slice."""
        floor = tree.floor
        if self.best is not None:
            floor = self.best[0] if floor is None else min(floor, self.best[0])
        if floor is not None:
            self._raise_floor(floor)
        self._spend(self._spent)

    def _least(self, rows: list[int], best: Ranked | None, floor: int) -> Ranked | None:
        """Return a placement of least loss on open rows; None when there is none at all."""
        limit = self._everything if best is None else best[0] - self.losses.unit
        tree = self._tree(rows, limit, self.losses.unit)
        while tree.floor is not None:
            for ranked in self._grown(tree):
                if ranked[0] <= tree.limit:
                    best = ranked
                    tree.limit = ranked[0] - self.losses.unit
            self._spend(self._spent)
        return best

    def _any(self, rows: list[int], limit: int) -> Placement | None:
        """Return some placement on open rows that loses at most the limit."""
        tree = self._tree(rows, limit, 0)
        while tree.floor is not None:
            for loss, placement in self._grown(tree):
                if loss <= limit:
                    return placement
            self._spend(self._spent)
        return None
