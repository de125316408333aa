"""Counts by number of pieces, slice by slice, as methods of the engine."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any, Protocol

from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.graph import Graph, why_none
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Path, SetSearch
from rookery.nonattacking.validation import ANY, holds

STAGE = "count"

Slices = Generator[Any, None, None]
"""Work with a pause after each slice; yields its steps, or None for those of every slice."""


class Counter(Protocol):
    """A count that goes slice by slice."""

    def run(self) -> Slices:
        """Count all; pause after each slice of work."""
        ...

    def share(self) -> float:
        """Return the part of the work that is done."""
        ...

    def counts(self) -> Counts:
        """Return the numbers of placements of 0, 1, ... pieces counted so far."""
        ...


class OneByOne:
    """Placements counted as they are found, in plain Python: this counts every puzzle.

    Parameters
    ----------
    path
        Where to begin, as of `SetSearch.placements`.
    """

    def __init__(self, graph: Graph, path: Path | None = None) -> None:
        self._search = SetSearch(graph)
        self.share = self._search.share
        self._path = path
        self._counts = [0] * (len(graph.candidates) + 1)

    def run(self) -> Slices:
        """Count all; pause after every 1,024 nodes."""
        for chosen in self._search.placements(self._path):
            if chosen is None:
                yield
            else:
                self._counts[chosen.bit_count()] += 1

    def counts(self) -> Counts:
        """Return the numbers of placements found, by number of pieces."""
        return without_zeros(self._counts)


def count_slices(counter: Counter, run: Run, steps: int = 1, live: bool = False) -> Steps:
    """Count slice by slice; wherever that ends, yield what was counted.

    Parameters
    ----------
    steps
        Of a slice.
    live
        Whether callbacks receive the count so far after each slice, as it is cheap to read.
    """
    puzzle = run.puzzle
    try:
        with closing(counter.run()) as slices:
            for own in slices:
                if (share := counter.share()) < 1:
                    so_far = counter.counts() if live and run.is_heard else None
                    yield _counted(puzzle, so_far, share, steps if own is None else own)
    finally:
        run.take(_counted(puzzle, counter.counts(), counter.share()))
    return Partial(why_none="" if run.value else why_none(puzzle))


def _counted(puzzle: NonAttacking, counts: Counts | None, share: float, steps: int = 0) -> Partial:
    by_number = None if counts is None else asked(puzzle, counts)
    value = None if by_number is None else sum(by_number)
    return Partial(value=value, by_number=by_number, share=share, steps=steps, stage=STAGE)


def asked(puzzle: NonAttacking, counts: Counts) -> tuple[int, ...]:
    """Return the counts by number of pieces, with 0 for the numbers not asked for."""
    span = puzzle.numbers[0] if len(puzzle.pieces) == 1 else ANY
    found = [n if holds(span, number) else 0 for number, n in enumerate(counts)]
    return tuple(without_zeros(found))
