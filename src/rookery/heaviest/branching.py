"""The method ``branch``: linear programs re-optimised down a tree, with integer bounds.

GLOP solves the relaxation of the whole board, and annealing finds a placement near the best.
Then `branch_kernel` re-optimises the linear program at every node of a tree by a dozen pivots,
and closes the squares that its integer bound excludes.

See `docs/methods/heaviest.md` for the gain of each part and the alternatives tried.
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count
from operator import itemgetter

import numpy as np

from rookery.compiled.arrays import Bools, Int64s
from rookery.heaviest.annealing import annealing
from rookery.heaviest.branch_kernel import explore
from rookery.heaviest.duals import SolvedRelaxation, lines_through
from rookery.heaviest.ordered import LexicographicWalk, lexicographic
from rookery.heaviest.search import LossSearch, Ranked, Returned, SearchSlices
from rookery.heaviest.simplex_kernel import (
    COUNTS,
    EFFORT,
    FOUND,
    LEFT,
    NODES,
    BranchSquares,
    BranchTally,
    Levels,
    Scratch,
    Tableau,
)
from rookery.queens.puzzle import Placement

LOSS_BITS = 44  # bits of the largest loss; larger losses are shifted right
SCALE_BITS = 7  # bits of the largest loss in the floating-point tableau
ROOM_BYTES = 256 << 20  # bytes for the stack of tableaux
NODES_LEFT = 4096  # open nodes at the end of a slice, at most
PLACEMENTS = 512  # placements found in a slice, at most
SMALLEST_ENTRY = 1e-11  # smaller tableau entries are rounding errors
FIRST_EFFORT = 4_000_000  # tableau entries in the first slice; doubled after each slice
SLICE_EFFORT = 160_000_000  # tableau entries in a slice, at most
UNLIMITED = 1 << 61  # above every loss; the sum of two does not overflow
NO_STEP = -(1 << 61)  # a step that never lowers the limit
EXTRA_TIES = 64  # placements kept beyond the last one because they tie with it
LARGEST_TABLEAU = 100  # rows; larger boards are searched without a tableau
NODES_A_TREE_SLICE = 1 << 30  # nodes; never reached, because the effort ends a slice first
WALK_SLICE = 1_000_000  # steps of the walk between two deadline checks
WALK_STEPS_A_NODE = 10_000  # steps of the walk in the time of a node of the tree
MORE_THAN_K = 1.5  # factor on k in the estimate of the next limit

# The k best placements in order, and None. If too many tie with the last of them: only the
# placements better than it, and its loss.
Collected = tuple[list[Ranked], int | None]

_loss = itemgetter(0)


class BranchBoard:
    """A board in the kernel's form.

    Losses are divided by ``2**shift`` and rounded down to fit 64 bits, so a lower bound proved by
    the kernel holds for the exact losses. `shift` is 0 unless weights are uneven floats. Squares
    whose own loss exceeds the limit are removed; `at` holds the others, as (row, column), in the
    kernel's order.
    """

    def __init__(self, relaxation: SolvedRelaxation, limit: int) -> None:
        losses = relaxation.losses
        n = len(losses.open_rows)
        of = losses.squares
        self.n = n
        basic = set(relaxation.basic_squares)
        self.at = [
            (row, column)
            for column, bits in enumerate(losses.open_rows)
            for row in range(n)
            if bits >> row & 1 and (of[column][row] <= limit or (row, column) in basic)
        ]
        idle = [*(0 for _ in range(2 * n)), *losses.rising, *losses.falling]
        largest = max([*(of[column][row] for row, column in self.at), *idle, 1])
        self.shift = max(0, largest.bit_length() - LOSS_BITS)
        self.squares = BranchSquares(
            np.array([lines_through(square, n) for square in self.at], np.int64),
            np.array([of[column][row] >> self.shift for row, column in self.at], np.int64),
            np.array([dual >> self.shift for dual in idle], np.int64),
            *_cuts(n, self.at),
            n,
            float(largest >> self.shift) / 2**SCALE_BITS,
        )
        self.tableau = _tableau(self.squares, self.at, relaxation)

    def open_variables(self, rows: list[int]) -> Bools:
        """Return the kernel's open variables, given the open rows of every column."""
        slacks = self.squares.idle.size + self.squares.sides.size
        lines = np.arange(slacks) >= 2 * self.n
        return np.append([bool(rows[column] >> row & 1) for row, column in self.at], lines)

    def placement(self, chosen: list[int]) -> Placement:
        """Return the rows of the squares chosen by the kernel, column by column."""
        return tuple(self.at[square][0] for square in chosen)


class Explorer:
    """The branch-and-bound kernel with its working arrays."""

    def __init__(self, board: BranchBoard) -> None:
        self.board = board
        rows, width = board.tableau.entries.shape
        many, lines, n = len(board.at), board.squares.idle.size, board.n
        cuts = board.squares.sides.size
        depth = max(2, min(n + lines // 2, ROOM_BYTES // (8 * rows * width)))
        self.levels = Levels(
            np.empty((depth, rows, width)),
            np.empty((depth, rows - 1), np.int64),
            np.empty((depth, width), np.int64),
            np.zeros(depth, np.int64),
            np.zeros((depth, many + lines + cuts), np.bool_),
            np.zeros(depth, np.int64),
            np.zeros(depth, np.int64),
        )
        self.scratch = Scratch(
            np.zeros(lines, np.int64),
            np.zeros(cuts, np.int64),
            np.zeros(n, np.int64),
            np.zeros(many),
            np.zeros(many),
            np.zeros(lines),
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
            np.empty(width),
        )
        self.tally = BranchTally(
            np.zeros(COUNTS, np.int64),
            np.zeros(1, np.int64),
            np.zeros((NODES_LEFT, many + lines + cuts), np.bool_),
            np.zeros(NODES_LEFT, np.int64),
            np.zeros((PLACEMENTS, n), np.int64),
            np.zeros(PLACEMENTS, np.int64),
        )

    def explore(
        self, start: Bools, bound: int, limit: int, step: int, nodes: int, effort: int
    ) -> BranchTally:
        """Run the kernel with zeroed counts; see `branch_kernel.explore`."""
        self.levels.bound[0] = bound
        self.tally.limit[0] = limit
        self.tally.counts[:] = 0
        explore(
            self.board.squares,
            self.board.tableau,
            start,
            self.levels,
            self.scratch,
            self.tally,
            step,
            nodes,
            effort,
        )
        return self.tally

    def left(self) -> list[tuple[int, Bools]]:
        """Return the bound and the open variables of every node left open by the last call."""
        number = int(self.tally.counts[LEFT])
        bounds = self.tally.left_bound[:number].tolist()
        return list(zip(bounds, self.tally.left[:number].copy(), strict=True))

    def placements(self) -> list[Placement]:
        """Return the placements found by the last call."""
        found = self.tally.found[: int(self.tally.counts[FOUND])].tolist()
        return [self.board.placement(chosen) for chosen in found]


def _cuts(n: int, at: list[tuple[int, int]]) -> tuple[Int64s, Int64s]:
    """Return two cuts on the spread of a placement's diagonals, valid for even n."""
    # Number the falling diagonals from the middle. A placement's n numbers differ and sum to 0, so
    # the sum of their squares is at least twice that of 1 ... n/2. The same holds for the rising
    # diagonals, and both sums together equal n(n^2 - 1)/3. For odd n the linear program implies
    # these cuts.
    if n % 2 or n < 4:
        return np.zeros((0, len(at)), np.int64), np.zeros(0, np.int64)
    apart = np.array([(row - column) ** 2 for row, column in at], np.int64)
    least = n * (n + 1) * (n + 2) // 12
    return np.array([-apart, apart]), np.array([-least, n * (n * n - 1) // 3 - least])


def _tableau(
    squares: BranchSquares, at: list[tuple[int, int]], relaxation: SolvedRelaxation
) -> Tableau:
    """Return the tableau of the relaxation's basis, with the cuts' slacks basic."""
    many, lines, cuts = len(at), squares.idle.size, squares.sides.size
    rows = lines + cuts
    if relaxation.basic_squares:
        number = {square: index for index, square in enumerate(at)}
        basic = [number[square] for square in relaxation.basic_squares]
        basic += [many + line for line in relaxation.basic_lines]
    else:  # no loss is negative, so the slacks are a dual feasible basis for the first pivots
        basic = list(range(many, many + lines))
    basic += range(many + lines, many + rows)
    area = squares.n**2
    columns = np.zeros((rows, many + rows))
    columns[squares.lines, np.arange(many)[:, None]] = 1.0
    columns[lines:, :many] = squares.cuts / area
    columns[np.arange(rows), many + np.arange(rows)] = 1.0
    in_basis = np.zeros(many + rows, np.bool_)
    in_basis[basic] = True
    in_basis[many : many + squares.n] = True  # omits the duals of columns, which are never read
    nonbasic = np.flatnonzero(~in_basis)
    entries = np.empty((rows + 1, nonbasic.size + 1))
    sides = np.append(np.ones(lines), squares.sides / area)
    entries[:-1] = np.linalg.solve(
        columns[:, basic], np.column_stack([columns[:, nonbasic], sides])
    )
    entries[np.abs(entries) < SMALLEST_ENTRY] = 0.0
    costs = np.concatenate([squares.loss, squares.idle, np.zeros(cuts)]) / squares.scale
    entries[-1, :-1] = costs[nonbasic]
    entries[-1, -1] = 0.0
    return Tableau(entries, np.array(basic), nonbasic)


class NodeQueue:
    """The open nodes of a board, and their search by slices.

    A slice searches depth first from the node of least bound, and returns the nodes still open.
    `rows` are the open rows of every column, as bits. The limit is the greatest loss of a
    placement, and may be lowered at any time. The next placement must be better than the last by
    `step`; `NO_STEP` admits worse ones.
    """

    def __init__(self, explorer: Explorer, rows: list[int], limit: int, step: int) -> None:
        self.explorer = explorer
        self.limit = limit
        self._step = step if step == NO_STEP else step >> explorer.board.shift
        self._numbers = count()  # of equal bounds, the node found first is searched first
        start = explorer.board.open_variables(rows)
        self._nodes: list[tuple[int, int, Bools]] = [(0, next(self._numbers), start)]
        self._effort = FIRST_EFFORT

    @property
    def lower_bound(self) -> int | None:
        """A lower bound on the loss of placements not yet found; None if no node is open."""
        shift = self.explorer.board.shift
        if not self._nodes or self._nodes[0][0] << shift > self.limit:
            return None
        return self._nodes[0][0] << shift

    def run_slice(self, nodes: int) -> tuple[list[Placement], int]:
        """Search one slice of at most `nodes` nodes.

        Return the placements found, which may repeat or exceed the limit, and the number of nodes
        searched.
        """
        shift = self.explorer.board.shift
        limit = min(self.limit >> shift, UNLIMITED)
        placements: list[Placement] = []
        searched = spent = 0
        while not placements and searched < nodes and spent < self._effort:
            if not self._nodes or self._nodes[0][0] > limit:
                break
            bound, _, squares = heapq.heappop(self._nodes)
            tally = self.explorer.explore(
                squares, bound, limit, self._step, nodes - searched, self._effort - spent
            )
            searched += int(tally.counts[NODES])
            spent += int(tally.counts[EFFORT])
            placements = self.explorer.placements()
            for left_bound, left in self.explorer.left():
                heapq.heappush(self._nodes, (left_bound, next(self._numbers), left))
        self._effort = min(2 * self._effort, SLICE_EFFORT)
        return placements, searched


class Branching(LossSearch):
    """`LossSearch` that solves its subproblems with the branch-and-bound kernel.

    `budget` reduces the node count of a slice to the work limit.
    """

    def __init__(
        self, relaxation: SolvedRelaxation, k: int, seed: int, budget: Callable[[int], int]
    ) -> None:
        super().__init__(relaxation.losses, k, annealing(relaxation.losses, seed))
        self._relaxation = relaxation
        self._budget = budget
        self._everything = sum(map(max, self.losses.squares))
        self._everything += sum(self.losses.rising) + sum(self.losses.falling)

    def ranked(self) -> SearchSlices[None]:
        """Find the k best placements in order of loss, then lexicographically.

        The search collects the placements up to a limit, and raises the limit until it holds k of
        them. If too many tie with the last one, `_first_ties` finds the first of the ties.
        """
        rows = list(self.losses.open_rows)
        yield from self._dive(rows)
        ways = [self._best_by_trees(rows)]
        if self.k > 1 and LexicographicWalk.fits(self.losses):
            ways.append(self._best_by_walk(rows))
        better, last = yield from race(ways)
        least = better[0][0] if better else last
        if least is not None:  # a walk proves the optimum without raising the bound
            self._raise_bound(least)
        self.proved = [placement for _, placement in better]
        if last is not None:
            yield from self._first_ties(rows, last)

    @cached_property
    def _explorer(self) -> Explorer:
        alone = self.k == 1 and self.best is not None
        limit = self.best[0] if alone and self.best else self._everything
        return Explorer(BranchBoard(self._relaxation, limit))

    def _tree(self, rows: list[int], limit: int, step: int) -> NodeQueue:
        explorer = self._explorer
        # Losses rounded down by a shift order two placements only if they differ by more.
        slack = len(rows) << explorer.board.shift if explorer.board.shift else 0
        return NodeQueue(explorer, rows, limit, step if step == NO_STEP else min(step, -slack))

    def _run_slice(self, tree: NodeQueue) -> tuple[list[Ranked], int]:
        """Return the ranked placements found by one slice, and its node count."""
        placements, nodes = tree.run_slice(self._budget(NODES_A_TREE_SLICE))
        ranked = [(self.losses.of(placement), placement) for placement in set(placements)]
        if ranked:
            self._keep(min(ranked))
        return ranked, nodes

    def _best_by_trees(self, rows: list[int]) -> SearchSlices[Collected]:
        """Return the k best placements in order, by branch and bound."""
        if self.k == 1:
            if self.best is not None and self.best[0] <= self.lower_bound:
                return [], self.best[0]
            limit = self._everything if self.best is None else self.best[0]
            return (yield from self._best_within(rows, limit))
        for limit, counts in self._limits():
            top, last = yield from self._best_within(rows, limit)
            if len(top) >= self.k or last is not None:
                break
            counts.append((limit, len(top)))
        return top, last

    def _best_within(self, rows: list[int], limit: int) -> SearchSlices[Collected]:
        """Return the k best placements in order, or fewer if fewer are within a limit."""
        k, last = self.k, None
        top: list[Ranked] = []
        seen: set[Ranked] = set()
        tree = self._tree(rows, limit, 0 if k == 1 else NO_STEP)
        while tree.lower_bound is not None:
            slice_ranked, nodes = self._run_slice(tree)
            for ranked in slice_ranked:
                if ranked[0] <= limit and ranked not in seen:
                    seen.add(ranked)
                    insort(top, ranked)
            if len(top) >= k and (last is None or top[k - 1][0] < last):
                tree.limit, last = top[k - 1][0], None
                del top[bisect_right(top, tree.limit, key=_loss) :]
                if len(top) > k + max(EXTRA_TIES, k if k > 1 else 0):
                    last = tree.limit
                    tree.limit -= self.losses.unit
            lower_bound = tree.lower_bound
            bounds = [] if lower_bound is None else [lower_bound]
            bounds += [] if self.best is None else [self.best[0]]
            if bounds:
                self._raise_bound(min(bounds))
            if lower_bound is not None and k > 1:
                # Placements with losses below the bound on all others are proved to come first.
                proved = min(bisect_left(top, lower_bound, key=_loss), k)
                if proved > len(self.proved):
                    self.proved = [placement for _, placement in top[:proved]]
            yield nodes
        if last is not None:
            return top[: bisect_left(top, last, key=_loss)], last
        return top[:k], None

    def _best_by_walk(self, rows: list[int]) -> SearchSlices[Collected]:
        """Return the k best placements in order, by a walk without linear programs."""
        for limit, counts in self._limits():
            walk = LexicographicWalk(self.losses, rows, limit)
            top: list[Ranked] = []
            while not walk.is_over:
                nodes = self._budget(WALK_SLICE // WALK_STEPS_A_NODE)
                for placement in walk.resume(nodes * WALK_STEPS_A_NODE):
                    insort(top, (self.losses.of(placement), placement))
                del top[self.k :]
                if len(top) == self.k:  # later ties come lexicographically after these
                    walk.limit = min(walk.limit, top[-1][0] - self.losses.unit)
                if top:
                    self._keep(top[0])
                yield nodes
            if len(top) == self.k:
                break
            counts.append((limit, len(top)))
        return top, None

    def _limits(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield rising limits, and the list for the caller's pairs (limit, placements within)."""
        limit = self.best[0] if self.best else self._step
        counts = [(limit, 0)]
        while True:
            yield min(limit, self._everything), counts
            if limit >= self._everything:
                return
            # The number grows roughly exponentially with the limit. The first step is a fraction
            # of a typical loss.
            (before, fewer), (limit, many) = counts[-2:]
            step = max(1, self._step // 4, 2 * (limit - counts[0][0]))
            if fewer and many > fewer:
                steps = math.log(MORE_THAN_K * self.k / many) / math.log(many / fewer)
                step = min(step, 1 + (limit - before) * round(100 * steps) // 100)
            limit += step

    def _first_ties(self, rows: list[int], last: int) -> SearchSlices[None]:
        """Complete the k best placements by the first placements of a given loss, in order."""
        # A lexicographic walk alternates with trees that decide prefix after prefix. The walk is
        # fast if very many placements tie; if few do, it may not end in time.
        better = self.proved
        walk = (
            LexicographicWalk(self.losses, rows, last)
            if LexicographicWalk.fits(self.losses)
            else None
        )
        by_walk: list[Placement] = []
        by_trees: list[Placement] = []
        for item in lexicographic(self.losses, rows, last, self._find_by_tree):
            nodes = 0
            if isinstance(item, int):
                nodes = item
            else:
                by_trees.append(item)
            if walk is not None:
                walked = self._budget(WALK_SLICE // WALK_STEPS_A_NODE)
                by_walk += walk.resume(walked * WALK_STEPS_A_NODE)
                nodes += walked
            lists = ([p for p in by if self.losses.of(p) == last] for by in (by_walk, by_trees))
            self.proved = [*better, *max(lists, key=len)][: self.k]
            if len(self.proved) == self.k or (walk is not None and walk.is_over):
                return
            yield nodes

    def _find_by_tree(self, rows: list[int], limit: int) -> SearchSlices[Placement | None]:
        """Return a placement on open rows with a loss of at most the limit, or None."""
        tree = self._tree(rows, limit, 0)
        while tree.lower_bound is not None:
            ranked, nodes = self._run_slice(tree)
            for loss, placement in ranked:
                if loss <= limit:
                    return placement
            yield nodes
        return None


def race(ways: Sequence[SearchSlices[Returned]]) -> SearchSlices[Returned]:
    """Alternate between slices of several searches; return the outcome of the first to end."""
    while True:
        for way in ways:
            try:
                yield next(way)
            except StopIteration as end:
                outcome: Returned = end.value
                return outcome
