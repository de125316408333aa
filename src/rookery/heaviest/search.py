"""Depth-first search for the placements of least loss, below a rising limit."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TypeVar

from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

Ranked = tuple[int, Placement]
Returned = TypeVar("Returned")
SearchSlices = Generator[int, None, Returned]  # yields the node count of every slice

# A search for a placement, given the open rows of every column, as bits, and the greatest loss.
Decide = Callable[[list[int], int], SearchSlices[Placement | None]]

NODES_A_SLICE = 64  # nodes between two yields
NODES_A_COLUMN = 64  # nodes per column to find a first placement
LIMIT_GROWTH = (8, 5)  # numerator and denominator of the limit's growth
NOTHING = -1  # below every loss; as a limit, it excludes every placement


def explore(
    losses: Losses, rows: Sequence[int], limit: int, visit: Callable[[int, Placement], int]
) -> SearchSlices[int | None]:
    """Visit the placements on open rows whose loss is at most a limit.

    Every node branches on the column with the greatest regret, the loss of its second best open
    square, so that few branches stay below the limit. Squares are tried in order of loss. `rows`
    are the open rows of every column, as bits. `visit` receives a placement's loss and the
    placement, and returns the new limit; a slice ends after each visit.

    Return the least lower bound of the branches cut, or None if none was: every placement not
    visited loses at least as much.
    """
    top = len(rows) - 1
    forced = limit + 1
    columns, cut = _candidates(losses, rows, limit)
    placement = [0] * len(rows)
    nodes = 0

    def reject(least: int) -> None:
        nonlocal cut
        if cut is None or least < cut:
            cut = least

    def descend(
        left: list[int], used: int, rising: int, falling: int, lost: int, idle: int
    ) -> SearchSlices[None]:
        nonlocal limit, nodes
        nodes += 1
        arrives = not left and lost + idle <= limit
        if arrives:
            limit = visit(lost + idle, tuple(placement))
        elif not left:
            reject(lost + idle)
        if arrives or nodes == NODES_A_SLICE:
            yield nodes
            nodes = 0
        if not left:
            return
        choice = _most_regretted(columns, left, used, rising, falling, forced)
        if choice is None:
            return
        chosen, others = choice
        taken = used | rising >> chosen | falling >> top - chosen
        rest = [column for column in left if column != chosen]
        for loss, bit in columns[chosen]:
            if lost + others + loss > limit:
                reject(lost + others + loss)
                break
            if not bit & taken:
                row = placement[chosen] = bit.bit_length() - 1
                yield from descend(
                    rest,
                    used | bit,
                    rising | bit << chosen,
                    falling | bit << top - chosen,
                    lost + loss,
                    idle - losses.rising[row + chosen] - losses.falling[row - chosen + top],
                )

    idle = sum(losses.rising) + sum(losses.falling)
    yield from descend(list(range(len(rows))), 0, 0, 0, 0, idle)
    yield nodes
    return cut


def _most_regretted(
    columns: list[list[tuple[int, int]]],
    left: list[int],
    used: int,
    rising: int,
    falling: int,
    forced: int,
) -> tuple[int, int] | None:
    """Return the column of greatest regret, and the least loss of the others, or None."""
    # The regret of a column with one open square is `forced`; a column without one is a dead end.
    top = len(columns) - 1
    least = 0
    widest = chosen = first = NOTHING
    for column in left:
        taken = used | rising >> column | falling >> top - column
        best = NOTHING
        second = forced
        for loss, bit in columns[column]:
            if not bit & taken:
                if best >= 0:
                    second = loss
                    break
                best = loss
        if best < 0:
            return None
        least += best
        if second > widest:
            widest, chosen, first = second, column, best
    return chosen, least - first


def _candidates(
    losses: Losses, rows: Sequence[int], limit: int
) -> tuple[list[list[tuple[int, int]]], int | None]:
    """Return each column's sorted (loss, bit) up to the limit, and the least loss above it."""
    columns = [
        sorted((loss, 1 << row) for row, loss in enumerate(squares) if bits >> row & 1)
        for squares, bits in zip(losses.squares, rows, strict=True)
    ]
    above = [loss for entries in columns for loss, _ in entries if loss > limit]
    kept = [[entry for entry in entries if entry[0] <= limit] for entries in columns]
    return kept, min(above, default=None)


def first_in_order(
    losses: Losses, rows: list[int], limit: int, placement: Placement, decide: Decide
) -> SearchSlices[Placement]:
    """Return the lexicographically first placement on open rows up to a loss, given one of them."""
    rows = rows.copy()
    for column, squares in enumerate(losses.squares):
        for row in range(placement[column]):
            if rows[column] >> row & 1 and squares[row] <= limit:
                fixed = [*rows[:column], 1 << row, *rows[column + 1 :]]
                earlier = yield from decide(fixed, limit)
                if earlier is not None:
                    placement = earlier
                    break
        rows[column] = 1 << placement[column]
    return placement


class LossSearch:
    """A search for the k best placements, in order of loss, then lexicographically.

    `best` is the incumbent with its loss, `lower_bound` bounds the loss of every placement, and
    `proved` holds the placements proved to come first, in order. The first incumbent comes from
    `heuristic`, which yields placements or None slice by slice, or from a brief search.
    """

    def __init__(
        self, losses: Losses, k: int, heuristic: Iterable[Placement | None] | None = None
    ) -> None:
        self.losses = losses
        self.k = k
        self._heuristic = heuristic
        self.best: Ranked | None = None
        self.lower_bound = 0
        self.proved: list[Placement] = []
        positive = sorted(loss for squares in losses.squares for loss in squares if loss > 0)
        self._step = positive[len(positive) // 2] // 2 if positive else 0

    def ranked(self) -> SearchSlices[None]:
        """Find the k best placements in order of loss, then lexicographically.

        After each placement, the other placements of its subproblem are partitioned by the first
        column that differs from it, and each subset is solved (E. L. Lawler, Management Science
        18, 1972).
        """
        rows = list(self.losses.open_rows)
        yield from self._dive(rows)
        least = yield from self._optimum(rows, self.best, 0)
        subproblems: list[tuple[int, Placement, list[int]]] = []
        if least is not None:
            self._raise_bound(least[0])
            first = yield from self._first_tie(rows, least)
            subproblems.append((*first, rows))
        while subproblems:
            loss, placement, rows = heapq.heappop(subproblems)
            self.proved.append(placement)
            if len(self.proved) == self.k:
                return
            for column, row in enumerate(placement):
                others = rows[column] & ~(1 << row)
                fixed = [1 << before for before in placement[:column]]
                subset = [*fixed, others, *rows[column + 1 :]]
                least = (yield from self._optimum(subset, None, loss)) if others else None
                if least is not None:
                    first = yield from self._first_tie(subset, least)
                    heapq.heappush(subproblems, (*first, subset))

    def _dive(self, rows: list[int]) -> SearchSlices[None]:
        """Find a first placement by the heuristic, or by a brief search without a limit."""
        if self._heuristic is not None:
            for placement in self._heuristic:
                if placement is not None:
                    self._keep((self.losses.of(placement), placement))
                yield 0
            return

        def visit(loss: int, placement: Placement) -> int:
            self._keep((loss, placement))
            return loss - self.losses.unit

        everything = sum(map(max, self.losses.squares))
        everything += sum(self.losses.rising) + sum(self.losses.falling)
        left = NODES_A_COLUMN * len(rows)
        for nodes in explore(self.losses, rows, everything, visit):
            yield nodes
            left -= nodes
            if left <= 0:
                return

    def _optimum(
        self, rows: list[int], best: Ranked | None, lower_bound: int
    ) -> SearchSlices[Ranked | None]:
        """Return a placement of least loss on open rows, or None if none exists."""

        def visit(loss: int, placement: Placement) -> int:
            nonlocal best
            best = loss, placement
            self._keep(best)
            return loss - self.losses.unit

        limit = lower_bound + self._step
        while True:  # each exploration finds the least loss or raises the lower bound
            known = best
            target = limit if known is None else min(limit, known[0] - self.losses.unit)
            cut = yield from explore(self.losses, rows, target, visit)
            if cut is None or best is not known or target < limit:
                return best
            self._raise_bound(cut)
            limit = max(cut, limit * LIMIT_GROWTH[0] // LIMIT_GROWTH[1])

    def _first_tie(self, rows: list[int], least: Ranked) -> SearchSlices[Ranked]:
        """Return the lexicographically first placement of this least loss."""
        loss, placement = least
        first = yield from first_in_order(self.losses, rows, loss, placement, self._find_within)
        return loss, first

    def _find_within(self, rows: list[int], limit: int) -> SearchSlices[Placement | None]:
        """Return a placement on open rows with a loss of at most the limit, or None."""
        visited: list[Placement] = []

        def visit(loss: int, placement: Placement) -> int:
            visited.append(placement)
            return NOTHING

        yield from explore(self.losses, rows, limit, visit)
        return visited[0] if visited else None

    def _keep(self, ranked: Ranked) -> None:
        if self.best is None or ranked[0] < self.best[0]:
            self.best = ranked

    def _raise_bound(self, lower_bound: int) -> None:
        if not self.proved:
            self.lower_bound = max(self.lower_bound, lower_bound)
