"""The methods that list the placements of `Queens`."""

from __future__ import annotations

from dataclasses import replace

from rookery.engine.run import FullError, Partial, Run, Steps, mapped, solved_by
from rookery.queens.listing.blocks import blocks, plain_blocks
from rookery.queens.listing.listed import MOST_BYTES, Listed, Placements
from rookery.queens.listing.plain import LARGEST_SIDE, REMEMBERED_SIDE, all_placements
from rookery.queens.puzzle import Queens, why_none
from rookery.results.methods import Method

_TOO_LARGE = f"boards of more than {LARGEST_SIDE:,} rows are given one placement"
_TOO_MANY = "more placements than are kept in memory; rookery.placement_chunks lists them all"


def pick(puzzle: Queens, run: Run) -> Steps:
    """Pick the placements of a small board out of all those of the open one, found once."""
    yield from ()
    found = all_placements(puzzle.n)
    for row, column in puzzle.given:
        found = tuple(placement for placement in found if placement[column] == row)
    for row, column in puzzle.blocked:
        found = tuple(placement for placement in found if placement[column] != row)
    return _all_of(puzzle, Placements([list(found)]))


def list_plainly(puzzle: Queens, run: Run) -> Steps:
    """List all placements in plain Python; a step is a node."""
    return (yield from _kept(plain_blocks(puzzle), puzzle, run))


def list_all(puzzle: Queens, run: Run) -> Steps:
    """List all placements, most of them by kernels; where steps are limited, in plain Python."""
    run.check_deadline()
    is_plain = run.settings.limits.work is not None
    steps = plain_blocks(puzzle) if is_plain else blocks(puzzle, run)
    return (yield from _kept(steps, puzzle, run))


def find_one(puzzle: Queens, run: Run) -> Steps:
    """Find one placement of a board that is too large to search for the first."""
    from rookery.queens.placing.methods import find_one as find

    found = yield from find(puzzle, run)
    if found is None or found.answer is None:
        return found
    return Partial(Placements([[found.answer]]), note=_TOO_LARGE)


def _kept(steps: Steps, puzzle: Queens, run: Run) -> Steps:
    """Keep what is listed, each placement checked as it comes.

    Raises
    ------
    FullError
        When they take more than 1 GiB, as from n = 17 on.
    """
    listed = Listed(puzzle)

    def keep(found: Partial) -> Partial:
        listed.add(found.block)
        if listed.bytes > MOST_BYTES:
            run.take(Partial(note=_TOO_MANY))
            raise FullError
        return replace(found, block=(), value=listed.found or None)

    try:
        yield from mapped(steps, keep)
    except BaseException:  # a listing that is stopped hands out all it has
        so_far = listed.answer(is_whole=False) or None
        run.take(Partial(so_far, share=listed.share(), refines=True))
        raise
    return _all_of(puzzle, listed.answer(is_whole=True))


def _all_of(puzzle: Queens, answer: Placements) -> Partial:
    """Return all placements, or why there is none."""
    if not answer:
        return Partial(why_none=why_none(puzzle))
    return Partial(answer, bound=len(answer), refines=True)


METHODS = (
    Method(
        "filter",
        solved_by(pick, lambda puzzle: True),
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method(
        "listing",
        solved_by(list_all, lambda puzzle: True),
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= LARGEST_SIDE,
        checks=True,
    ),
    Method(
        "search",
        solved_by(list_plainly, lambda puzzle: True),
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= LARGEST_SIDE,
        checks=True,
    ),
    Method(
        "one",
        solved_by(find_one, lambda puzzle: True),
        "that this is a placement, or that there is none",
        fits=lambda puzzle: puzzle.n > LARGEST_SIDE,
    ),
)
