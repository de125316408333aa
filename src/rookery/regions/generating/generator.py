"""Generation of region puzzles with one answer and a requested difficulty."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rookery.engine.drive import run_to_limit
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.regions.generating.draft import Draft
from rookery.regions.generating.growing import grow, random_placement
from rookery.regions.generating.repair import Repair, shape
from rookery.regions.generating.request import BY_RULES, Nearest, RegionsRequest
from rookery.regions.masks import reach_of
from rookery.regions.puzzle import Regions
from rookery.results.limits import Limits
from rookery.results.settings import Settings

TRIES = 5000  # failed partitions before giving up without a limit
UNSHAPED_TRIES = 5  # puzzles taken as they are; later ones are changed to fit the request
STEPS_A_ROW = 5  # steps of `Repair`, for each row
NODES_A_SEARCH = 1_000_000  # nodes to prove one answer; harder puzzles are too hard for people
# Level of the rules for which puzzles are shaped, by requested difficulty. Expert rules are too
# slow, and most puzzles that are not shaped need them.
SHAPED = {"easy": "easy", "medium": "medium", "hard": "hard", BY_RULES: "hard"}
# Levels for which puzzles of several pieces a region are shaped from uneven regions, without a
# search for the one answer: small regions open more squares to the rules.
UNEVEN = {"easy"}
SEARCHED_EVERY = 10  # tries between two searches for an answer, until a puzzle is known
STAGE = "generating"


def generate(request: RegionsRequest, settings: Settings) -> Regions:
    """Return a puzzle that has one answer and meets the request; it follows from the seed alone.

    Raises
    ------
    PuzzleError
        When no placement is found to begin with.
    UnmetRequestError
        When the limit of time or of tries comes first; it holds the nearest puzzle.
    LimitError
        When the limit comes before any puzzle.
    """
    nearest = Nearest(request)
    found: list[Regions] = []
    run = Run(None, settings)
    tries = settings.limits.work or TRIES
    late = run_to_limit(_tries(request, tries, nearest, found, run), run)
    if found:
        return found[0]
    raise nearest.error(f"within {settings.limits.seconds:g} s" if late else f"in {tries} tries")


def _tries(
    request: RegionsRequest, tries: int, nearest: Nearest, found: list[Regions], run: Run
) -> Steps:
    """Make puzzles until one meets the request; append it to `found`."""
    random = Random(run.seed)
    searching = replace(run.settings, limits=Limits(work=NODES_A_SEARCH), on_progress=None)
    reach = reach_of(request.size, request.piece)
    tick = run.check_deadline

    def is_met(draft: Draft) -> bool:
        if request.is_met(draft.puzzle(), tick):
            found.append(draft.puzzle())
            return True
        nearest.look(draft.puzzle(), tick)
        return False

    for number in range(tries):
        yield Partial(done=number, stage=STAGE)
        level = SHAPED.get(request.difficulty or "") if number >= UNSHAPED_TRIES else None
        known = nearest.puzzle is not None or number % SEARCHED_EVERY
        uneven = level in UNEVEN and request.stars > 1 and bool(known)
        placement = random_placement(request.size, request.piece, request.stars, random)
        partition = grow(request.size, request.stars, placement, random, uneven)
        if partition is None:
            continue
        draft = Draft(request, reach, placement, partition)
        is_usable = uneven or Repair(draft, random).run(STEPS_A_ROW * request.size, searching)
        if is_usable and draft.is_within_sizes():
            if not uneven and is_met(draft):
                return None
            if level is not None and shape(draft, level, random, tick) and is_met(draft):
                return None
    return None
