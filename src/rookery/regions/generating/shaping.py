"""Regions changed square by square until rules of a level solve their puzzle.

While the rules leave squares open, a square at a border goes to the region beyond, most often one
of those that are open. The change stays if the rules then leave no more squares open than before.
What the rules solve has one answer, so that no search is needed.
"""

from __future__ import annotations

from random import Random

from rookery.regions.generating.draft import Draft
from rookery.regions.masks import bits
from rookery.regions.reasoning.explaining import by_rules
from rookery.regions.reasoning.position import Tick

PATIENCE = 500  # moves in a row without gain before giving up
DRAWS = 1000  # squares drawn to find one that can move
SHARE_ANYWHERE = 0.3  # of moved squares, drawn from all; the others are open


def shape(draft: Draft, level: str, random: Random, tick: Tick) -> bool:
    """Move squares until rules up to a level solve the puzzle; return whether they do."""

    def left_open() -> int:
        return by_rules(draft.masks(), level, tick)[0].free

    squares, failed = left_open(), 0
    while squares and failed < PATIENCE:
        move = _random_move(draft, squares, random)
        if move is None:
            return False
        square, region = move
        before = draft.partition.of[square]
        draft.partition.move(square, region)
        found = left_open()
        failed = 0 if found.bit_count() < squares.bit_count() else failed + 1
        if found.bit_count() > squares.bit_count():
            draft.partition.move(square, before)
        else:
            squares = found
    return not squares


def _random_move(draft: Draft, near: int, random: Random) -> tuple[int, int] | None:
    """Return a square, most often a near one, and the region it goes to; None if none is found."""
    every = list(bits(draft.others()))
    first = list(bits(near & draft.others())) or every
    for _ in range(DRAWS):
        square = random.choice(every if random.random() < SHARE_ANYWHERE else first)
        regions = draft.moves(square)
        if regions:
            return square, random.choice(regions)
    return None
