"""The method ``list``: weigh every placement of a medium-sized board while listing them."""

from __future__ import annotations

from typing import Any

from rookery.engine.drive import mapped
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.heaviest.bounded import bound_by_columns, open_question, ranked
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.blocks import blocks
from rookery.queens.puzzle import Placement, Queens


def weigh_all(puzzle: Heaviest, run: Run) -> Steps:
    """Weigh all placements and keep the best. A step is a placement."""
    best = Best(puzzle.reduced().columns, puzzle.best)
    yield Partial(bound=bound_by_columns(puzzle), stage="columns")

    def weigh(listed: Partial) -> Partial:
        first = best.placements(1) if best.add(listed.block) else []
        return Partial(tuple(first) or None, steps=len(listed.block), stage="list")

    try:
        yield from mapped(blocks(Queens(puzzle.n, puzzle.given, puzzle.blocked), run), weigh)
    finally:  # a stopped search still returns its incumbents
        if kept := tuple(best.placements()):
            note = open_question(puzzle, len(kept), is_best=False)
            run.take(Partial(kept, stage="list", note=note, refines=True))
    return ranked(puzzle, kept)


class Best:
    """The k placements of greatest weight so far; ties stay in lexicographic order.

    Parameters
    ----------
    columns
        Nonnegative weights by column, then row, whose sums fit words.
    k
        The number of placements kept.
    """

    def __init__(self, columns: list[list[int]], k: int) -> None:
        import numpy as np

        self._weights = np.array(columns, np.int64)
        self._k = k
        self._top = np.empty((0, len(columns)), np.int16)
        self._totals = np.empty(0, np.int64)

    def add(self, block: Any) -> bool:
        """Add the next block of placements in lexicographic order, an array of rows by column.

        Returns
        -------
        bool
            Whether any of them is among the k best.
        """
        import numpy as np

        block = np.asarray(block)
        if not len(block):
            return False
        totals = np.zeros(len(block), np.int64)
        for weights, rows in zip(self._weights, block.T, strict=True):
            totals += weights[rows]
        if len(self._totals) == self._k:  # a later tie with the last one loses
            better = totals > self._totals[-1]
            block, totals = block[better], totals[better]
        if not len(block):
            return False
        totals = np.concatenate([self._totals, totals])
        order = np.arange(len(totals))
        if len(totals) > self._k:  # sort only the candidates for the k best
            place = len(totals) - self._k
            order = np.flatnonzero(totals >= np.partition(totals, place)[place])
        order = order[np.argsort(-totals[order], kind="stable")[: self._k]]
        self._top = np.concatenate([self._top, block.astype(np.int16)])[order]
        self._totals = totals[order]
        return True

    def placements(self, most: int | None = None) -> list[Placement]:
        """Return the kept placements, the best first; at most `most`, if given."""
        return list(map(tuple, self._top[:most].tolist()))
