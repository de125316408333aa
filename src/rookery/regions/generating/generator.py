"""Region puzzles at random: one answer, and as hard as wanted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rookery.engine.drive import run_to_limit
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.regions.generating.draft import Draft
from rookery.regions.generating.growing import grow
from rookery.regions.generating.nearest import Nearest
from rookery.regions.generating.placing import random_placement
from rookery.regions.generating.repair import Repair
from rookery.regions.generating.shaping import shape
from rookery.regions.generating.wish import BY_RULES, Wish
from rookery.regions.masks import Reach, reach_of
from rookery.regions.puzzle import Regions
from rookery.results.limits import Limits
from rookery.results.settings import Settings

TRIES = 5000  # failed partitions before giving up without a limit
UNSHAPED_TRIES = 5  # puzzles taken as they are; later ones are changed to fit the request
STEPS_A_ROW = 5  # of mending regions, for each row
NODES_A_SEARCH = 1_000_000  # for the proof of one answer; harder puzzles are too hard for people
SHAPED = {"easy": "easy", "medium": "medium", "hard": "hard", BY_RULES: "hard"}
"""By what is wished: the level of the rules for which puzzles are changed.

The rules for experts are too slow, and most puzzles that are not changed need them.
"""
UNEVEN = {"easy"}
"""Levels for which puzzles of several pieces a region are changed from uneven regions on.

Small regions open more squares to their rules. What these solve has one answer, so that none need
be looked for before.
"""
SEARCHED_EVERY = 10  # tries between two searches for an answer, until there is one to offer
STAGE = "generating"


def generate(wish: Wish, settings: Settings) -> Regions:
    """Return a puzzle that has one answer and is as wanted; it follows from the seed alone.

    Raises
    ------
    PuzzleError
        When no placement is found to begin with.
    UnmetWishError
        When the limit of time or of tries comes first, with the nearest puzzle that was made.
    LimitError
        When there is none.
    """
    nearest = Nearest(wish)
    found: list[Regions] = []
    run = Run(None, settings)
    tries = settings.limits.work or TRIES
    late = run_to_limit(_tries(wish, tries, nearest, found, run), run)
    if found:
        return found[0]
    raise nearest.error(f"within {settings.limits.seconds:g} s" if late else f"in {tries} tries")


def _tries(wish: Wish, tries: int, nearest: Nearest, found: list[Regions], run: Run) -> Steps:
    """Make puzzles until one is as wanted, which is then `found`."""
    random = Random(run.seed)
    searching = replace(run.settings, limits=Limits(work=NODES_A_SEARCH), on_progress=None)
    reach = reach_of(wish.size, wish.piece)
    tick = run.check_deadline

    def is_met(draft: Draft) -> bool:
        if wish.is_met(draft.puzzle(), tick):
            found.append(draft.puzzle())
            return True
        nearest.look(draft.puzzle(), tick)
        return False

    for number in range(tries):
        yield Partial(done=number, stage=STAGE)
        level = SHAPED.get(wish.difficulty or "") if number >= UNSHAPED_TRIES else None
        known = nearest.puzzle is not None or number % SEARCHED_EVERY
        uneven = level in UNEVEN and wish.stars > 1 and bool(known)
        draft = _grown(wish, reach, random, uneven)
        if draft is not None and (
            draft.is_within_sizes() if uneven else _is_repaired(draft, random, searching)
        ):
            if not uneven and is_met(draft):
                return None
            if level is not None and shape(draft, level, random, tick) and is_met(draft):
                return None
    return None


def _grown(wish: Wish, reach: Reach, random: Random, uneven: bool) -> Draft | None:
    """Return regions grown around a placement, or None when the pieces cannot be grouped."""
    placement = random_placement(reach, wish.stars, random)
    partition = grow(wish.size, wish.stars, placement, random, uneven)
    return None if partition is None else Draft(wish, reach, placement, partition)


def _is_repaired(draft: Draft, random: Random, settings: Settings) -> bool:
    """Change regions until there is one answer; return whether there is, within the sizes."""
    is_unique = Repair(draft, random).run(STEPS_A_ROW * draft.wish.size, settings)
    return is_unique and draft.is_within_sizes()
