"""Counting by search in plain Python, with the share of the work done."""

from __future__ import annotations

from rookery.engine.partial import Partial
from rookery.engine.run import Steps
from rookery.queens.listing.plain import counted_parts, nodes_a_tick, search, share_before
from rookery.queens.puzzle import Queens, why_none

STAGE = "search"


def count_plainly(puzzle: Queens, stage: str = STAGE) -> Steps:
    """Count the placements one by one; a step is a node.

    A placement and its mirror image are counted together. The share done counts the rows of the
    first column alike.
    """
    parts = counted_parts(puzzle)
    nodes = nodes_a_tick(puzzle.n, bool(puzzle.blocked))
    total = sum(rows[0].bit_count() for _, rows in parts)
    value = over = 0
    for weight, rows in parts:
        last = None
        for placement in search(rows, bool(puzzle.blocked)):
            if placement is None:
                share = (over + rows[0].bit_count() * share_before(rows, last)) / total
                yield Partial(value=value, share=share, steps=nodes, stage=stage)
            else:
                value += weight
                last = placement
        over += rows[0].bit_count()
    return counted(puzzle, value)


def counted(puzzle: Queens, value: int) -> Partial:
    """Return the partial of a complete count, with the reason if it is 0."""
    return Partial(value=value, share=1.0, why_none="" if value else why_none(puzzle))
