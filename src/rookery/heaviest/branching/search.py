"""The method ``branch``: linear programs re-optimised down a tree, with integer bounds.

GLOP solves the relaxation of the whole board, and annealing finds a placement near the best.
Then `branch_kernel` re-optimises the linear program at every node of a tree by a dozen pivots,
and closes the squares that its integer bound excludes.

See `docs/methods/heaviest.md` for the gain of each part and the alternatives tried.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from rookery.heaviest.annealing import annealing
from rookery.heaviest.branching.lexicographic import lexicographic, race
from rookery.heaviest.branching.node_queue import NO_STEP, NodeQueue
from rookery.heaviest.branching.tableau import BranchBoard, Explorer
from rookery.heaviest.duals import Losses, SolvedRelaxation
from rookery.heaviest.ordered import LexicographicWalk
from rookery.heaviest.search import LossSearch, Ranked, Slices
from rookery.queens.puzzle import Placement

EXTRA_TIES = 64  # placements tied with the last wanted one that are kept beyond it
LARGEST_TABLEAU = 100  # rows; larger boards are searched without a tableau
NODES_A_TREE_SLICE = 1 << 30  # nodes; never reached, because the effort ends a slice first
WALK_SLICE = 1_000_000  # steps of the walk between two deadline checks
WALK_STEPS_A_NODE = 10_000  # steps of the walk that take as long as a node of the tree
MORE_THAN_WANTED = 1.5  # factor on the wanted placements when the next limit is estimated

# The best placements in order, and None. If too many tie with the last one: the placements
# better than it, and its loss.
Collected = tuple[list[Ranked], int | None]

_loss = itemgetter(0)


class AnnealedSearch(LossSearch):
    """`LossSearch` that starts from an annealed placement.

    Parameters
    ----------
    losses, wanted
        See `LossSearch`.
    seed
        The seed of the annealing.
    """

    def __init__(self, losses: Losses, wanted: int, seed: int) -> None:
        super().__init__(losses, wanted)
        self._seed = seed

    def _dive(self, rows: list[int]) -> Slices[None]:
        """Anneal, and keep the best placement."""
        for placement in annealing(self.losses, self._seed):
            if placement is not None:
                self._keep((self.losses.of(placement), placement))
            yield 0


class Branching(AnnealedSearch):
    """`AnnealedSearch` that solves its subproblems with the branch-and-bound kernel.

    Parameters
    ----------
    relaxation
        The solved relaxation of the board.
    wanted, seed
        See `AnnealedSearch`.
    budget
        A function from the node count that a slice asks for to the count it may search.
    """

    def __init__(
        self, relaxation: SolvedRelaxation, wanted: int, seed: int, budget: Callable[[int], int]
    ) -> None:
        super().__init__(relaxation.losses, wanted, seed)
        self._relaxation = relaxation
        self._budget = budget
        self._everything = sum(map(max, self.losses.squares))
        self._everything += sum(self.losses.rising) + sum(self.losses.falling)
        self._built_explorer: Explorer | None = None

    def ranked(self) -> Slices[None]:
        """Find the wanted placements in order of loss, then lexicographically.

        The search collects the placements up to a limit, and raises the limit until they are
        enough. If too many tie with the last one, `_first_ties` finds the first of these.
        """
        rows = list(self.losses.open_rows)
        yield from self._dive(rows)
        ways = [self._best_by_trees(rows)]
        if self.wanted > 1 and LexicographicWalk.fits(self.losses):
            ways.append(self._best_by_walk(rows))
        better, last = yield from race(ways)
        least = better[0][0] if better else last
        if least is not None:  # a walk proves the optimum without raising the bound
            self._raise_bound(least)
        self.found = [placement for _, placement in better]
        if last is not None:
            yield from self._first_ties(rows, last)

    def _explorer(self) -> Explorer:
        if self._built_explorer is None:
            alone = self.wanted == 1 and self.best is not None
            limit = self.best[0] if alone and self.best else self._everything
            self._built_explorer = Explorer(BranchBoard(self._relaxation, limit))
        return self._built_explorer

    def _tree(self, rows: list[int], limit: int, step: int) -> NodeQueue:
        explorer = self._explorer()
        # Losses rounded down by a shift order two placements only if they differ by more.
        slack = len(rows) << explorer.board.shift if explorer.board.shift else 0
        return NodeQueue(explorer, rows, limit, step if step == NO_STEP else min(step, -slack))

    def _run_slice(self, tree: NodeQueue) -> tuple[list[Ranked], int]:
        """Return the ranked placements found by one slice, and its node count."""
        met, nodes = tree.run_slice(self._budget(NODES_A_TREE_SLICE))
        ranked = [(self.losses.of(placement), placement) for placement in set(met)]
        if ranked:
            self._keep(min(ranked))
        return ranked, nodes

    def _best_by_trees(self, rows: list[int]) -> Slices[Collected]:
        """Return the wanted placements in order, by branch and bound."""
        if self.wanted == 1:
            if self.best is not None and self.best[0] <= self.lower_bound:
                return [], self.best[0]
            limit = self._everything if self.best is None else self.best[0]
            return (yield from self._best_within(rows, limit))
        for limit, counts in self._limits():
            top, last = yield from self._best_within(rows, limit)
            if len(top) >= self.wanted or last is not None:
                break
            counts.append((limit, len(top)))
        return top, last

    def _best_within(self, rows: list[int], limit: int) -> Slices[Collected]:
        """Return the wanted placements up to a limit, in order; fewer if the limit holds fewer."""
        wanted, last = self.wanted, None
        top: list[Ranked] = []
        seen: set[Ranked] = set()
        tree = self._tree(rows, limit, 0 if wanted == 1 else NO_STEP)
        while tree.lower_bound is not None:
            met, nodes = self._run_slice(tree)
            for ranked in met:
                if ranked[0] <= limit and ranked not in seen:
                    seen.add(ranked)
                    insort(top, ranked)
            if len(top) >= wanted and (last is None or top[wanted - 1][0] < last):
                tree.limit, last = top[wanted - 1][0], None
                del top[bisect_right(top, tree.limit, key=_loss) :]
                if len(top) > wanted + max(EXTRA_TIES, wanted if wanted > 1 else 0):
                    last = tree.limit
                    tree.limit -= self.losses.unit
            self._update_bound(tree)
            self._keep_proved(top, tree.lower_bound)
            yield nodes
        if last is not None:
            return top[: bisect_left(top, last, key=_loss)], last
        return top[:wanted], None

    def _best_by_walk(self, rows: list[int]) -> Slices[Collected]:
        """Return the wanted placements in order, by a walk without linear programs."""
        for limit, counts in self._limits():
            walk = LexicographicWalk(self.losses, rows, limit)
            top: list[Ranked] = []
            while not walk.is_over:
                nodes = self._budget(WALK_SLICE // WALK_STEPS_A_NODE)
                for placement in walk.go_on(nodes * WALK_STEPS_A_NODE):
                    insort(top, (self.losses.of(placement), placement))
                del top[self.wanted :]
                if len(top) == self.wanted:  # later ties follow lexicographically: drop them
                    walk.limit = min(walk.limit, top[-1][0] - self.losses.unit)
                if top:
                    self._keep(top[0])
                yield nodes
            if len(top) == self.wanted:
                break
            counts.append((limit, len(top)))
        return top, None

    def _limits(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield rising limits, each with the list that takes its (limit, placements held)."""
        limit = self.best[0] if self.best else self._step
        counts = [(limit, 0)]
        while True:
            yield min(limit, self._everything), counts
            if limit >= self._everything:
                return
            limit = _next_limit(counts, self.wanted, self._step)

    def _keep_proved(self, top: list[Ranked], lower_bound: int | None) -> None:
        """Keep the placements with losses below the bound on all placements not yet found."""
        if lower_bound is not None and self.wanted > 1:
            proved = min(bisect_left(top, lower_bound, key=_loss), self.wanted)
            if proved > len(self.found):
                self.found = [placement for _, placement in top[:proved]]

    def _update_bound(self, tree: NodeQueue) -> None:
        """Raise the lower bound to that of a tree, or to the incumbent if no node is left."""
        lower_bound = tree.lower_bound
        if self.best is not None:
            lower_bound = self.best[0] if lower_bound is None else min(lower_bound, self.best[0])
        if lower_bound is not None:
            self._raise_bound(lower_bound)

    def _first_ties(self, rows: list[int], last: int) -> Slices[None]:
        """Find the first placements of a given loss in order, until enough are found."""
        # A lexicographic walk and trees that decide prefix after prefix run in turn. The walk is
        # fast if very many placements tie; if few do, it may not end in time.
        better = self.found
        walk = (
            LexicographicWalk(self.losses, rows, last)
            if LexicographicWalk.fits(self.losses)
            else None
        )
        by_walk: list[Placement] = []
        by_trees: list[Placement] = []
        for met in lexicographic(self.losses, rows, last, self._find_by_tree):
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

    def _find_by_tree(self, rows: list[int], limit: int) -> Slices[Placement | None]:
        """Return a placement on open rows with a loss of at most the limit, or None."""
        tree = self._tree(rows, limit, 0)
        while tree.lower_bound is not None:
            met, nodes = self._run_slice(tree)
            for loss, placement in met:
                if loss <= limit:
                    return placement
            yield nodes
        return None


def _next_limit(counts: Sequence[tuple[int, int]], wanted: int, typical: int) -> int:
    """Return the next limit, given the placements within each earlier limit."""
    # Their number grows roughly exponentially with the limit. The first rise is a fraction of a
    # typical loss.
    (before, fewer), (limit, many) = counts[-2:]
    step = max(1, typical // 4, 2 * (limit - counts[0][0]))
    if fewer and many > fewer:
        steps = math.log(MORE_THAN_WANTED * wanted / many) / math.log(many / fewer)
        step = min(step, 1 + (limit - before) * round(100 * steps) // 100)
    return limit + step
