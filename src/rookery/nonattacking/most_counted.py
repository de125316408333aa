"""The most pieces whose attacks depend on others between, proved by counting.

CP-SAT finds many such pieces soon but proves little, as no sets of squares hold at most one of
them. Counts for every number of pieces end at the greatest number that there is.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from rookery.engine.drive import driven
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.fits import fits_frontier
from rookery.nonattacking.counting.hoppers import fits_hoppers
from rookery.nonattacking.counting.work import count
from rookery.nonattacking.counting.works import FrontierWork, HoppersWork
from rookery.nonattacking.exact import solve_by_cp_sat
from rookery.nonattacking.puzzle import NonAttacking

FIRST_SHARE, FIRST_SECONDS = 0.25, 1.0  # of CP-SAT, which ends many small boards
COUNT_SHARE, COUNT_SECONDS = 0.3, 60.0  # of the time left then, and at most


def fits_counted(puzzle: NonAttacking) -> bool:
    """Return whether the best placement has the most or fewest pieces, and these are counted."""
    return fits_frontier(puzzle) and puzzle.weights is None


def solve_by_counts(puzzle: NonAttacking, run: Run) -> Steps:
    """Find the most or the fewest pieces; a step is a conflict of CP-SAT.

    CP-SAT is tried first, and goes on when the count has ended, with the number that it has proved,
    or has taken too long. It is alone on boards where it has no answer by then, and under a work
    limit, so that nothing depends on time.
    """
    if run.settings.limits.work is None:
        first = yield from run.within(FIRST_SHARE, solve_by_cp_sat(puzzle, run), FIRST_SECONDS)
        if first is not None:
            return first
        if run.answer is not None:
            counting = _numbers_of_pieces(puzzle, run)
            numbers = yield from run.within(COUNT_SHARE, counting, COUNT_SECONDS)
            if numbers:
                yield Partial(bound=min(numbers) if puzzle.lightest else max(numbers))
        if run.is_proved:
            return None
    return (yield from solve_by_cp_sat(puzzle, run))


def _numbers_of_pieces(
    puzzle: NonAttacking, run: Run
) -> Generator[Partial, None, list[int] | None]:
    """Return the numbers of pieces of which there are placements, or None if memory ends."""
    counting = Run(puzzle, replace(run.settings, on_progress=None))
    work = HoppersWork if fits_hoppers(puzzle) else FrontierWork
    for partial in driven(count(work, puzzle, counting), counting):
        yield Partial(steps=partial.steps, stage=partial.stage)
    run.add_part(counting)
    if counting.stopped is not None or counting.by_number is None:
        return None
    return [number for number, placements in enumerate(counting.by_number) if placements]
