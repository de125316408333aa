"""Search for the placements of least loss: depth first, below a rising limit."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

Ranked = tuple[int, Placement]

NODES_A_COLUMN = 64  # of the search for a first placement
LIMIT_GROWTH = (8, 5)  # the limit of loss rises to 8/5 of itself
NOTHING = -1


class _DiveOver(Exception):
    """The nodes of a dive are used up."""


def explore(
    losses: Losses,
    rows: Sequence[int],
    limit: int,
    visit: Callable[[int, Placement], int],
    tick: Callable[[], object],
) -> int | None:
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
        Called with the loss of a placement and the placement; returns the new limit.
    tick
        Called at every node; may raise.

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

    def reject(least: int) -> None:
        nonlocal cut
        if cut is None or least < cut:
            cut = least

    def arrive(loss: int) -> None:
        nonlocal limit
        if loss <= limit:
            limit = visit(loss, tuple(placement))
        else:
            reject(loss)

    def descend(
        left: list[int], used: int, rising: int, falling: int, lost: int, idle: int
    ) -> None:
        tick()
        if not left:
            arrive(lost + idle)
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
                descend(
                    rest,
                    used | bit,
                    rising | bit << chosen,
                    falling | bit << top - chosen,
                    lost + loss,
                    idle - losses.rising[row + chosen] - losses.falling[row - chosen + top],
                )

    descend(list(range(len(rows))), 0, 0, 0, 0, sum(losses.rising) + sum(losses.falling))
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
    tick
        Called at every node; may raise to stop the search.
    on_change
        Called whenever `best` or `floor` is better than before; may raise.

    Attributes
    ----------
    best : (int, placement) or None
        The least loss met, and where.
    floor : int
        What every placement loses at least.
    found : list of placement
        Those proved to come first, in order.
    """

    def __init__(
        self, losses: Losses, tick: Callable[[], object], on_change: Callable[[Search], None]
    ) -> None:
        self.losses = losses
        self.tick = tick
        self.on_change = on_change
        self.best: Ranked | None = None
        self.floor = 0
        self.found: list[Placement] = []
        positive = sorted(loss for squares in losses.squares for loss in squares if loss > 0)
        self._step = positive[len(positive) // 2] // 2 if positive else 0

    def ranked(self) -> Iterator[Placement]:
        """Yield all placements in order of loss, then lexicographically.

        After each, what is left is split by the first column that differs from it (E. L.
        Lawler, Management Science 18, 1972), and the first of each part is found.
        """
        rows = list(self.losses.open_rows)
        self._dive(rows)
        yield from self._ranked_from(rows)

    def _ranked_from(self, rows: list[int]) -> Iterator[Placement]:
        """Yield the placements on open rows in order; the best met so far may be known."""
        least = self._least(rows, self.best, 0)
        parts = []
        if least is not None:
            self._raise_floor(least[0])
            parts.append((*self._first_of_equals(rows, least), rows))
        while parts:
            loss, placement, rows = heapq.heappop(parts)
            self.found.append(placement)
            yield placement
            for part in _split(rows, placement):
                least = self._least(part, None, loss)
                if least is not None:
                    heapq.heappush(parts, (*self._first_of_equals(part, least), part))

    def _dive(self, rows: list[int]) -> None:
        """Search without a limit for a moment, to have some placement early."""
        nodes = NODES_A_COLUMN * len(rows)

        def tick() -> None:
            nonlocal nodes
            self.tick()
            nodes -= 1
            if nodes < 0:
                raise _DiveOver

        def visit(loss: int, placement: Placement) -> int:
            self._keep((loss, placement))
            return loss - self.losses.unit

        everything = sum(map(max, self.losses.squares))
        everything += sum(self.losses.rising) + sum(self.losses.falling)
        with suppress(_DiveOver):
            explore(self.losses, rows, everything, visit, tick)

    def _least(self, rows: list[int], best: Ranked | None, floor: int) -> Ranked | None:
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
            cut = explore(self.losses, rows, target, visit, self.tick)
            if cut is None or best is not known or target < limit:
                return best
            self._raise_floor(cut)
            limit = max(cut, limit * LIMIT_GROWTH[0] // LIMIT_GROWTH[1])

    def _first_of_equals(self, rows: list[int], least: Ranked) -> Ranked:
        """Return the lexicographically first placement of the same, least loss."""
        loss, placement = least
        rows = rows.copy()
        for column, squares in enumerate(self.losses.squares):
            for row in range(placement[column]):
                if rows[column] >> row & 1 and squares[row] <= loss:
                    earlier = self._any([*rows[:column], 1 << row, *rows[column + 1 :]], loss)
                    if earlier is not None:
                        placement = earlier
                        break
            rows[column] = 1 << placement[column]
        return loss, placement

    def _any(self, rows: list[int], limit: int) -> Placement | None:
        """Return some placement on open rows that loses at most the limit."""
        met: list[Placement] = []

        def visit(loss: int, placement: Placement) -> int:
            met.append(placement)
            return NOTHING

        explore(self.losses, rows, limit, visit, self.tick)
        return met[0] if met else None

    def _keep(self, ranked: Ranked) -> None:
        if self.best is None or ranked[0] < self.best[0]:
            self.best = ranked
            self.on_change(self)

    def _raise_floor(self, floor: int) -> None:
        if not self.found and floor > self.floor:
            self.floor = floor
            self.on_change(self)


def _split(rows: list[int], placement: Placement) -> Iterator[list[int]]:
    """Yield open rows that share all placements but this one among them."""
    for column, row in enumerate(placement):
        others = rows[column] & ~(1 << row)
        if others:
            yield [*(1 << above for above in placement[:column]), others, *rows[column + 1 :]]
