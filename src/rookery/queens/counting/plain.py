"""Counting by search in plain Python, which can tell at any time how far it is."""

from __future__ import annotations

from rookery.engine.run import Partial, Steps
from rookery.queens.listing.plain import counted_parts, nodes_a_tick, search, share_before
from rookery.queens.puzzle import Queens, why_none

STAGE = "search"


def count_plainly(puzzle: Queens, stage: str = STAGE) -> Steps:
    """Count the placements one by one; the work is counted in nodes.

    Mirror images count with what they are images of. Of the share that is done, the rows of the
    first column count alike.
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
    """Return a count that is complete; of 0, with the reason."""
    return Partial(value=value, share=1.0, why_none="" if value else why_none(puzzle))
