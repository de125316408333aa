"""Region puzzles at random: one answer, and as hard as wanted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rookery.errors import LimitError
from rookery.regions.generating.draft import Draft
from rookery.regions.generating.growing import grow
from rookery.regions.generating.placing import random_placement
from rookery.regions.generating.repair import Repair
from rookery.regions.generating.shaping import shape
from rookery.regions.generating.wish import BY_RULES, Wish
from rookery.regions.masks import Reach, reach_of
from rookery.regions.puzzle import Regions
from rookery.regions.reasoning.position import Tick
from rookery.results.limits import Limits
from rookery.results.progress import Progress
from rookery.results.settings import Settings

TRIES = 5000
"""After so many partitions that came to nothing, when no limit says otherwise."""
UNSHAPED_TRIES = 5
"""So many puzzles are taken or left as they are; later ones are changed to be as hard as wanted."""
STEPS_A_ROW = 5
NODES_A_SEARCH = 1_000_000
"""A puzzle that takes more to be proved is given up; it would be too hard for people, too."""
SHAPED = {"easy": "easy", "medium": "medium", "hard": "hard", BY_RULES: "hard"}
"""By what is wished: the level of the rules for which puzzles are changed.

The rules for experts are too slow, and most puzzles that are not changed need them.
"""
STAGE = "generating"


def generate(wish: Wish, settings: Settings) -> Regions:
    """Return a puzzle that has one answer and is as wanted; it follows from the seed alone.

    Raises
    ------
    PuzzleError
        When no placement is found to begin with.
    LimitError
        When the limit of time or of tries comes first.
    """
    random = Random(settings.seed)
    searching = replace(settings, limits=Limits(work=NODES_A_SEARCH), on_progress=None)
    reach = reach_of(wish.size, wish.piece)
    tries = settings.limits.work or TRIES

    def tick() -> None:
        if settings.clock.left() <= 0:
            raise LimitError(f"no such puzzle within {settings.limits.seconds:g} s")

    for number in range(tries):
        settings.report(Progress(settings.clock.seconds(), done=number, stage=STAGE))
        tick()
        draft = _draft(wish, reach, random, searching)
        if draft is None:
            continue
        if wish.is_met(draft.puzzle(), tick) or (
            number >= UNSHAPED_TRIES and _is_shaped(draft, random, tick)
        ):
            return draft.puzzle()
    raise LimitError(f"no such puzzle in {tries} tries")


def _draft(wish: Wish, reach: Reach, random: Random, settings: Settings) -> Draft | None:
    """Return a puzzle with one answer, or None when one try fails."""
    placement = random_placement(reach, wish.stars, random)
    partition = grow(wish.size, wish.stars, placement, random)
    if partition is None:
        return None
    draft = Draft(wish, reach, placement, partition)
    is_unique = Repair(draft, random).run(STEPS_A_ROW * wish.size, settings)
    return draft if is_unique and draft.is_within_sizes() else None


def _is_shaped(draft: Draft, random: Random, tick: Tick) -> bool:
    """Change a puzzle, and return whether it is as hard as wanted then."""
    wish = draft.wish
    level = SHAPED.get(wish.difficulty or "")
    if level is None or not shape(draft, level, random, tick):
        return False
    return wish.is_met(draft.puzzle(), tick)
