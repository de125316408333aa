"""Counts by number of pieces, slice by slice, as methods of the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from operator import length_hint
from typing import Any, NamedTuple, TypeVar

from rookery.engine.run import Partial, Run, Steps
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.graph import Graph, why_none
from rookery.nonattacking.puzzle import ANY, NonAttacking, holds
from rookery.nonattacking.search import EVEN_LEVELS, NODES_A_TICK, Levels, SetSearch, walk

Node = TypeVar("Node")

STAGE = "count"


class Slice(NamedTuple):
    """The state of a count after a slice of its work."""

    share: float  # of the work
    counts: Callable[[], Counts]  # the numbers of placements of 0, 1, ... pieces so far
    steps: int = 1  # 0 for a part of a step


NOTHING = Slice(0.0, list)

Slices = Generator[Slice | None, None, Counts]
"""A count that pauses after each slice of its work; None where the state is as before."""


def with_counts(slices: Slices) -> Generator[Slice | None, None, None]:
    """Yield the slices of a count, and its counts as a last one."""
    counts = yield from slices
    yield Slice(1.0, lambda: counts)


def plain_search(
    roots: Sequence[Node],
    below: Callable[[Node], Iterable[Node]],
    placements: Callable[[Node], tuple[int, int]],
    tick: int = NODES_A_TICK,
) -> Slices:
    """Count placements in plain Python, by depth-first search through a tree of nodes.

    `below` returns the nodes below one, `placements` the number of pieces at a node and how many
    placements of them it stands for. After `tick` nodes there is a pause.
    """
    levels: Levels[Node] = [(iter(roots), len(roots))]
    found: dict[int, int] = defaultdict(int)

    def counts() -> Counts:
        return [found[number] for number in range(max(found, default=-1) + 1)]

    for number, node in enumerate(walk(levels, below), 1):
        if number % tick == 0:
            yield Slice(_share(levels), counts)
        pieces, many = placements(node)
        if many:
            found[pieces] += many
    return counts()


def _share(levels: Levels[Any]) -> float:
    """Return the share done of the first levels; the children of a node count equally."""
    left, width = 0.0, 1.0
    for nodes, many in levels[:EVEN_LEVELS]:
        width /= max(1, many)
        left += length_hint(nodes) * width
    return max(0.0, 1.0 - left - width)


def one_by_one(graph: Graph, node: Any = None) -> Slices:
    """Count in plain Python, as is possible for every puzzle, below a node or the root."""
    search = SetSearch(graph)
    return plain_search(
        [] if graph.why_none else [node or search.root],
        search.below,
        lambda node: (node[0].bit_count(), search.is_placement(node)),
    )


def count_slices(slices: Slices, run: Run, steps: int = 1, live: bool = False) -> Steps:
    """Count slice by slice; if the count stops early, yield the counts so far.

    `steps` are those of a slice. Callbacks receive `live` counts after each slice.
    """
    puzzle, latest = run.puzzle, NOTHING
    try:
        with closing(with_counts(slices)) as parts:
            for part in parts:
                latest = part or latest
                if latest.share < 1:
                    so_far = latest.counts() if live and run.is_heard else None
                    own = steps * part.steps if part else steps
                    yield _counted(puzzle, so_far, latest.share, own)
    finally:
        run.take(_counted(puzzle, latest.counts(), latest.share))
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
