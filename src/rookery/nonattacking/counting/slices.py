"""Counts by number of pieces, slice by slice, as methods of the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from operator import length_hint
from typing import Any, Protocol, TypeVar

from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.graph import Graph, why_none
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import EVEN_LEVELS, NODES_A_TICK, Levels, SetSearch, walk
from rookery.nonattacking.validation import ANY, holds

Node = TypeVar("Node")

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


class PlainSearch:
    """Placements counted in plain Python, by depth-first search through a tree of nodes.

    `below` returns the nodes below one, `placements` the number of pieces at a node and how many
    placements of them it stands for. After `tick` nodes there is a pause.
    """

    def __init__(
        self,
        roots: Sequence[Node],
        below: Callable[[Node], Iterable[Node]],
        placements: Callable[[Node], tuple[int, int]],
        tick: int = NODES_A_TICK,
    ) -> None:
        self._levels: Levels[Any] = [(iter(roots), len(roots))]
        self._below = below
        self._placements = placements
        self._tick = tick
        self._counts: dict[int, int] = defaultdict(int)

    def run(self) -> Slices:
        """Count all; pause from time to time."""
        for number, node in enumerate(walk(self._levels, self._below), 1):
            if number % self._tick == 0:
                yield
            pieces, many = self._placements(node)
            if many:
                self._counts[pieces] += many

    def counts(self) -> Counts:
        """Return the numbers of placements of 0, 1, ... pieces found so far."""
        return [self._counts[number] for number in range(max(self._counts, default=-1) + 1)]

    def share(self) -> float:
        """Return the share done of the first levels; the children of a node count equally."""
        left, width = 0.0, 1.0
        for nodes, many in self._levels[:EVEN_LEVELS]:
            width /= max(1, many)
            left += length_hint(nodes) * width
        at_work = width if self._levels else 0.0
        return max(0.0, 1.0 - left - at_work)


def one_by_one(graph: Graph, node: Any = None) -> PlainSearch:
    """Return the search in plain Python, which counts every puzzle, below a node or the root."""
    search = SetSearch(graph)
    return PlainSearch(
        [] if graph.why_none else [node or search.root],
        search.below,
        lambda node: (node[0].bit_count(), search.is_placement(node)),
    )


def count_slices(counter: Counter, run: Run, steps: int = 1, live: bool = False) -> Steps:
    """Count slice by slice; if the count stops early, yield the counts so far.

    `steps` are those of a slice. Callbacks receive `live` counts after each slice.
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
    """Return the counts by number of pieces, with 0 for numbers outside the request."""
    span = puzzle.numbers[0] if len(puzzle.pieces) == 1 else ANY
    found = [n if holds(span, number) else 0 for number, n in enumerate(counts)]
    return tuple(without_zeros(found))
