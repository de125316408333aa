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

TRIES = 5000  # failed partitions before giving up, unless a limit is set
UNSHAPED_TRIES = 5  # first tries, which leave puzzles as they are; later tries shape them
STEPS_A_ROW = 5  # steps of `Repair` per row
NODES_A_SEARCH = 1_000_000  # nodes to prove one answer; harder puzzles are too hard for people
# The level of rules by which puzzles are shaped, by requested difficulty. Expert rules are too
# slow, and most unshaped puzzles need them anyway.
SHAPED = {"easy": "easy", "medium": "medium", "hard": "hard", BY_RULES: "hard"}
# Levels for which puzzles of several pieces a region are shaped from uneven regions, without
# `Repair`: small regions give the rules more deductions.
UNEVEN = {"easy"}
SEARCHED_EVERY = 10  # tries; one of them uses `Repair` until any puzzle is known
STAGE = "generating"


def generate(request: RegionsRequest, settings: Settings) -> Regions:
    """Return a puzzle that has one answer and meets the request; the seed alone determines it.

    Raises
    ------
    PuzzleError
        If no placement is found for the answer.
    UnmetRequestError
        If a limit comes first; the error holds the nearest puzzle.
    LimitError
        If a limit comes before any puzzle is found.
    """
    nearest = Nearest(request)
    accepted: list[Regions] = []
    run = Run(None, settings)
    tries = settings.limits.work or TRIES
    late = run_to_limit(_tries(request, tries, nearest, accepted, run), run)
    if accepted:
        return accepted[0]
    raise nearest.error(f"within {settings.limits.seconds:g} s" if late else f"in {tries} tries")


def _tries(
    request: RegionsRequest, tries: int, nearest: Nearest, accepted: list[Regions], run: Run
) -> Steps:
    """Make puzzles until one meets the request; append it to `accepted`."""
    random = Random(run.seed)
    searching = replace(run.settings, limits=Limits(work=NODES_A_SEARCH), on_progress=None)
    reach = reach_of(request.size, request.piece)
    tick = run.check_deadline

    def is_met(draft: Draft) -> bool:
        if request.is_met(draft.puzzle(), tick):
            accepted.append(draft.puzzle())
            return True
        nearest.consider(draft.puzzle(), tick)
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
