"""Search for the placements of least loss: depth first, below a rising limit."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TypeVar

from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

Ranked = tuple[int, Placement]
Outcome = TypeVar("Outcome")
Slices = Generator[int, None, Outcome]
"""Work that yields the number of nodes searched after every slice, and returns its outcome."""

NODES_A_SLICE = 64
NODES_A_COLUMN = 64  # of the search for a first placement
LIMIT_GROWTH = (8, 5)  # the limit of loss rises to 8/5 of itself
NOTHING = -1


def explore(
    losses: Losses,
    rows: Sequence[int],
    limit: int,
    visit: Callable[[int, Placement], int],
) -> Slices[int | None]:
    """Visit placements whose loss is at most a limit.

    At every node the queen comes to the column whose second best open square loses most, so
    that few branches stay below the limit; squares are tried by loss.

    Parameters
    ----------
    losses
        The board of losses.
    rows
        For every column the rows open to the search, as bits.
    limit
        No branch is entered whose columns lose more together.
    visit
        Called with the loss of a placement and the placement; returns the new limit. A slice ends
        after each visit.

    Returns
    -------
    int or None
        The least loss at which a branch was cut: no placement that was not visited loses
        less. None when nothing was cut.
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
    ) -> Slices[None]:
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
    """Return the column whose second best open square loses most, and what the others lose.

    A column with one open square counts as losing `forced`; None when one has none.
    """
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
    """Return for every column its (loss, bit) up to the limit in order, and the least above."""
    columns = [
        sorted((loss, 1 << row) for row, loss in enumerate(squares) if bits >> row & 1)
        for squares, bits in zip(losses.squares, rows, strict=True)
    ]
    above = [loss for entries in columns for loss, _ in entries if loss > limit]
    kept = [[entry for entry in entries if entry[0] <= limit] for entries in columns]
    return kept, min(above, default=None)


class Search:
    """The placements of a puzzle in order of loss, then lexicographically.

    Parameters
    ----------
    losses
        The board of losses.
    wanted
        How many placements.

    Attributes
    ----------
    best : (int, placement) or None
        The least loss met, and where.
    floor : int
        What every placement loses at least.
    found : list of placement
        Those proved to come first, in order.
    """

    def __init__(self, losses: Losses, wanted: int) -> None:
        self.losses = losses
        self.wanted = wanted
        self.best: Ranked | None = None
        self.floor = 0
        self.found: list[Placement] = []
        positive = sorted(loss for squares in losses.squares for loss in squares if loss > 0)
        self._step = positive[len(positive) // 2] // 2 if positive else 0

    def ranked(self) -> Slices[None]:
        """Find the placements wanted in order of loss, then lexicographically.

        After each, what is left is split by the first column that differs from it (E. L.
        Lawler, Management Science 18, 1972), and the first of each part is found.
        """
        rows = list(self.losses.open_rows)
        yield from self._dive(rows)
        least = yield from self._least(rows, self.best, 0)
        parts: list[tuple[int, Placement, list[int]]] = []
        if least is not None:
            self._raise_floor(least[0])
            first = yield from self._first_of_equals(rows, least)
            parts.append((*first, rows))
        while parts:
            loss, placement, rows = heapq.heappop(parts)
            self.found.append(placement)
            if len(self.found) == self.wanted:
                return
            for part in _split(rows, placement):
                least = yield from self._least(part, None, loss)
                if least is not None:
                    first = yield from self._first_of_equals(part, least)
                    heapq.heappush(parts, (*first, part))

    def _dive(self, rows: list[int]) -> Slices[None]:
        """Search without a limit for a moment, to have some placement early."""

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

    def _least(self, rows: list[int], best: Ranked | None, floor: int) -> Slices[Ranked | None]:
        """Return a placement of least loss on open rows; None when there is none at all.

        Each exploration below a limit either contains the least loss or raises the floor.
        """

        def visit(loss: int, placement: Placement) -> int:
            nonlocal best
            best = loss, placement
            self._keep(best)
            return loss - self.losses.unit

        limit = floor + self._step
        while True:
            known = best
            target = limit if known is None else min(limit, known[0] - self.losses.unit)
            cut = yield from explore(self.losses, rows, target, visit)
            if cut is None or best is not known or target < limit:
                return best
            self._raise_floor(cut)
            limit = max(cut, limit * LIMIT_GROWTH[0] // LIMIT_GROWTH[1])

    def _first_of_equals(self, rows: list[int], least: Ranked) -> Slices[Ranked]:
        """Return the lexicographically first placement of the same, least loss."""
        loss, placement = least
        rows = rows.copy()
        for column, squares in enumerate(self.losses.squares):
            for row in range(placement[column]):
                if rows[column] >> row & 1 and squares[row] <= loss:
                    one = [*rows[:column], 1 << row, *rows[column + 1 :]]
                    earlier = yield from self._any(one, loss)
                    if earlier is not None:
                        placement = earlier
                        break
            rows[column] = 1 << placement[column]
        return loss, placement

    def _any(self, rows: list[int], limit: int) -> Slices[Placement | None]:
        """Return some placement on open rows that loses at most the limit."""
        met: list[Placement] = []

        def visit(loss: int, placement: Placement) -> int:
            met.append(placement)
            return NOTHING

        yield from explore(self.losses, rows, limit, visit)
        return met[0] if met else None

    def _keep(self, ranked: Ranked) -> None:
        if self.best is None or ranked[0] < self.best[0]:
            self.best = ranked

    def _raise_floor(self, floor: int) -> None:
        if not self.found:
            self.floor = max(self.floor, floor)


def _split(rows: list[int], placement: Placement) -> Iterator[list[int]]:
    """Yield open rows that share all placements but this one among them."""
    for column, row in enumerate(placement):
        others = rows[column] & ~(1 << row)
        if others:
            yield [*(1 << above for above in placement[:column]), others, *rows[column + 1 :]]
