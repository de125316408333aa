"""Methods that list the placements of `Queens`, run by the engine."""

from __future__ import annotations

from collections.abc import Callable

from rookery.engine.drive import mapped, solved_by
from rookery.engine.partial import Partial
from rookery.engine.run import FullError, MethodSteps, Run, Steps
from rookery.queens.listing.blocks import blocks, plain_blocks
from rookery.queens.listing.listed import MOST_BYTES, Listed, Placements
from rookery.queens.listing.plain import LARGEST_SIDE
from rookery.queens.puzzle import Queens, why_none
from rookery.results.result import Result
from rookery.results.settings import Settings

_TOO_LARGE = f"a board of more than {LARGEST_SIDE:,} rows gets one placement"
_TOO_MANY = "the placements exceed 1 GiB of memory; rookery.placement_chunks lists them all"


def list_plainly(puzzle: Queens, run: Run) -> Steps:
    """List all placements in plain Python; a step is a node."""
    return (yield from _kept(plain_blocks(puzzle), puzzle, run))


def list_all(puzzle: Queens, run: Run) -> Steps:
    """List all placements by kernels, or in plain Python under a work limit."""
    run.check_deadline()
    is_plain = run.settings.limits.work is not None
    steps = plain_blocks(puzzle) if is_plain else blocks(puzzle, run)
    return (yield from _kept(steps, puzzle, run))


def find_one(puzzle: Queens, run: Run) -> Steps:
    """Find one placement of a board too large for a listing."""
    from rookery.queens.placing.methods import find_one as find

    found = yield from find(puzzle, run)
    if found is None or found.answer is None:
        return found
    return Partial(Placements([[found.answer]]), note=_TOO_LARGE)


def _kept(steps: Steps, puzzle: Queens, run: Run) -> Steps:
    """Keep the listed placements, each checked on arrival.

    Raises
    ------
    FullError
        When the placements take more than 1 GiB, as from n = 17 on.
    """
    listed = Listed(puzzle)

    def keep(found: Partial) -> Partial:
        listed.add(found.block)
        if listed.bytes > MOST_BYTES:
            run.take(Partial(note=_TOO_MANY))
            raise FullError
        return found._replace(block=(), value=listed.found or None)

    try:
        yield from mapped(steps, keep)
    except BaseException:  # a stopped listing still hands out its placements
        so_far = listed.answer(is_whole=False) or None
        run.take(Partial(so_far, share=listed.share(), refines=True))
        raise
    return _all_of(puzzle, listed.answer(is_whole=True))


def _all_of(puzzle: Queens, answer: Placements) -> Partial:
    """Return all placements, or the reason if the puzzle has none."""
    if not answer:
        return Partial(why_none=why_none(puzzle))
    return Partial(answer, bound=len(answer), refines=True)


_METHODS: dict[str, MethodSteps] = {
    "listing": list_all,
    "search": list_plainly,
    "one": find_one,
}

SEARCHES: dict[str, Callable[[Queens, Settings], Result]] = {
    name: solved_by(method, greatest=lambda puzzle: True) for name, method in _METHODS.items()
}
