"""Listings of placements under limits."""

from __future__ import annotations

from functools import partial
from typing import Any

from rookery.engine.listing import Listing, by_number
from rookery.queens.listing.blocks import blocks, check_listable, checked_start
from rookery.queens.listing.symmetric import ANY, FUNDAMENTAL, having
from rookery.queens.puzzle import Queens, expect_open, why_none
from rookery.results.settings import Settings


def listing(
    puzzle: Queens,
    settings: Settings,
    start: Any = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return the listing of the placements, in blocks as `blocks` yields them.

    Parameters
    ----------
    puzzle The puzzle. settings
        The settings, whose time limit applies.
    start
        Rows of all columns from 0; placements before it are left out.
    first
        The number of placements after which to stop.
    fundamental
        Whether to list up to symmetry: the first of each set of images.

    Raises
    ------
    PuzzleError
        When `start` is not a row of the board for each column, or `fundamental` is set for a
        board with given or blocked squares.
    LimitError
        When the board has more than 1,000 rows.
    """
    if fundamental:
        expect_open(puzzle)
    check_listable(puzzle)
    begin = None if start is None else checked_start(puzzle, start)
    conclude = by_number(puzzle, partial(why_none, puzzle) if start is None else None)
    select = partial(having, symmetry=FUNDAMENTAL if fundamental else ANY)
    return Listing(partial(blocks, puzzle, start=begin), settings, conclude, first, select)
