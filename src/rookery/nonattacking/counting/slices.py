"""Counts by number of pieces, slice by slice, as methods of the engine."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any, Protocol

from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, holds
from rookery.results.values import Value

STAGE = "count"

Slices = Generator[Any, None, None]
"""Work with a pause after each slice; yields its steps, or None for those of every slice."""


class Counter(Protocol):
    """A count that goes slice by slice."""

    def run(self) -> Slices:
        """Count all; pause after each slice of work."""
        ...

    def share(self) -> float:
        """Return what part of the work is done."""
        ...

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces were counted so far."""
        ...


def count_slices(counter: Counter, run: Run, steps: int = 1, live: bool = False) -> Steps:
    """Count slice by slice; wherever that ends, what was counted comes out.

    Parameters
    ----------
    steps
        Of a slice.
    live
        Whether callbacks receive what was counted so far after each slice, as it costs little.
    """
    puzzle = run.puzzle
    try:
        with closing(counter.run()) as slices:
            for own in slices:
                if (share := counter.share()) < 1:
                    so_far = counter.counts() if live and run.is_heard else None
                    yield counted(puzzle, so_far, share, steps if own is None else own)
    finally:
        run.take(counted(puzzle, counter.counts(), counter.share()))
    return Partial(why_none=why_none(run.value))


def counted(puzzle: NonAttacking, counts: Counts | None, share: float, steps: int = 0) -> Partial:
    """Return what the counts of all numbers of pieces, if known, tell of those asked for."""
    by_number = None if counts is None else asked(puzzle, counts)
    value = None if by_number is None else sum(by_number)
    return Partial(value=value, by_number=by_number, share=share, steps=steps, stage=STAGE)


def asked(puzzle: NonAttacking, counts: Counts) -> tuple[int, ...]:
    """Return the counts of all numbers of pieces with 0 for those that are not asked for."""
    span = puzzle.numbers[0] if len(puzzle.pieces) == 1 else ANY
    found = [n if holds(span, number) else 0 for number, n in enumerate(counts)]
    return tuple(without_zeros(found))


def impossible(why: str) -> Partial:
    """Return the count where it is easy to see that there is no placement."""
    return Partial(value=0, by_number=(), why_none=why)


def why_none(value: Value | None) -> str:
    """Return why a count that is complete is 0, if it is."""
    return "" if value else "so many pieces always attack each other"
