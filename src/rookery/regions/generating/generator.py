"""Region puzzles at random: one answer, and as hard as wanted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

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
from rookery.results.progress import Progress
from rookery.results.settings import Settings

TRIES = 5000
"""After so many partitions that came to nothing, when no limit says otherwise."""
UNSHAPED_TRIES = 5
"""So many puzzles are taken or left as they are; later ones are changed to be as hard as wanted."""
STEPS_A_ROW = 5  # of mending regions, for each row
NODES_A_SEARCH = 1_000_000
"""A puzzle that takes more to be proved is given up; it would be too hard for people, too."""
SHAPED = {"easy": "easy", "medium": "medium", "hard": "hard", BY_RULES: "hard"}
"""By what is wished: the level of the rules for which puzzles are changed.

The rules for experts are too slow, and most puzzles that are not changed need them.
"""
UNEVEN = {"easy"}
"""Levels for which puzzles of several pieces a region are changed from uneven regions on.

Small regions open more squares to their rules. What these solve has one answer, so that none need
be looked for before.
"""
SEARCHED_EVERY = 10
"""Of so many tries one has its answer looked for all the same, until there is one to offer."""
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
    random = Random(settings.seed)
    searching = replace(settings, limits=Limits(work=NODES_A_SEARCH), on_progress=None)
    reach = reach_of(wish.size, wish.piece)
    tries = settings.limits.work or TRIES
    nearest = Nearest(wish)

    def tick() -> None:
        if settings.clock.left() <= 0:
            raise nearest.error(f"within {settings.limits.seconds:g} s")

    for number in range(tries):
        settings.report(Progress(settings.clock.seconds(), done=number, stage=STAGE))
        tick()
        level = SHAPED.get(wish.difficulty or "") if number >= UNSHAPED_TRIES else None
        known = nearest.puzzle is not None or number % SEARCHED_EVERY
        if level in UNEVEN and wish.stars > 1 and known:
            draft = _grown(wish, reach, random, uneven=True)
            if draft is None or not draft.is_within_sizes():
                continue
        else:
            draft = _grown(wish, reach, random)
            if draft is None or not _is_repaired(draft, random, searching):
                continue
            if wish.is_met(draft.puzzle(), tick):
                return draft.puzzle()
            nearest.look(draft.puzzle(), tick)
        if level is not None and shape(draft, level, random, tick):
            if wish.is_met(draft.puzzle(), tick):
                return draft.puzzle()
            nearest.look(draft.puzzle(), tick)
    raise nearest.error(f"in {tries} tries")


def _grown(wish: Wish, reach: Reach, random: Random, uneven: bool = False) -> Draft | None:
    """Return regions grown around a placement, or None when the pieces cannot be grouped."""
    placement = random_placement(reach, wish.stars, random)
    partition = grow(wish.size, wish.stars, placement, random, uneven)
    return None if partition is None else Draft(wish, reach, placement, partition)


def _is_repaired(draft: Draft, random: Random, settings: Settings) -> bool:
    """Change regions until there is one answer; return whether there is, within the sizes."""
    is_unique = Repair(draft, random).run(STEPS_A_ROW * draft.wish.size, settings)
    return is_unique and draft.is_within_sizes()
