"""The method ``beam``: tours that visit the squares they pass over, by beams and bounds."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.engine.lanes import called, in_thread
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.circuit import shorter_circuit
from rookery.tour.kernel_sets import BEAMS
from rookery.tour.over.bounds import immediate_bounds, prove_by_lines
from rookery.tour.plan import NOT_FIRST, TourPlan
from rookery.tour.puzzle import Target, Tour
from rookery.tour.search import nearest

if TYPE_CHECKING:
    pass

FIRST_WIDTH = 16  # states per level of the first beam; doubled after each failure
QUICK_WIDTH = 1 << 12  # states per level; beams up to here run before the bounds
MOST_NUMBERS = 1 << 24  # 64-bit numbers for the states and children of a level, at most
MOVES_A_PLACE = 2  # moves per square and target of a beam without an incumbent, at most
LINES_PART = 0.3  # fraction of the remaining time for the lines bound
LINES_SECONDS = 30.0  # seconds for the lines bound, at most


def beam(tour: Tour, run: Run, plan: TourPlan | None = None) -> Steps:
    """Find a tour by beams of growing width, and a lower bound.

    A step is a state kept by a beam. Under a work limit the tour depends only on the seed.

    Parameters
    ----------
    tour, run
        The tour and its run.
    plan
        The plan of the tour, if already made.
    """
    if plan is None:
        # A tour that may start anywhere is planned from its first free square.
        planned = tour if tour.start is not None else _from(tour, tour.free_squares()[0], tour.goal)
        plan = yield from called(lambda check: TourPlan.of(planned, check), run)
    started = None if tour.start is None else plan
    if known := (yield from in_thread(lambda check: immediate_bounds(tour, started), run)):
        return known
    if tour.start is None and len(plan.moves.reached) < len(tour.free_squares()):
        return (yield from shorter_circuit(tour, run))
    yield from run.kernels(BEAMS, meanwhile=None if tour.once else nearest(plan, run))
    beams = yield from called(lambda check: BeamSchedule(tour, plan, run), run)
    is_whole = yield from beams.widen(QUICK_WIDTH)
    if run.settings.limits.work is None:
        if tour.start is not None and not run.is_proved:
            lines = prove_by_lines(tour, plan, run)
            yield (yield from run.within(LINES_PART, lines, LINES_SECONDS)) or Partial()
        if tour.once and not run.is_proved:
            yield (yield from shorter_circuit(tour, run)) or Partial()
    if not is_whole:
        yield from beams.widen()
    return None


class BeamSchedule:
    """A schedule of beams of a tour; after each failure the width doubles.

    If the reverse of a tour is a tour, beams from the goal alternate with beams from the start,
    because one direction is often easier.
    """

    def __init__(self, tour: Tour, plan: TourPlan, run: Run) -> None:
        from rookery.tour.over.beam import TourBeam

        self._run = run
        self._most = MOVES_A_PLACE * (len(plan.targets) + len(plan.moves.reached))
        back = backwards(tour)
        ways = [(tour, plan)] if back is None else [(tour, plan), (back, TourPlan.of(back))]
        self._beams = [TourBeam(*way, run.seed, run.check_deadline) for way in ways]
        self._width = FIRST_WIDTH
        self._widest = min(beam.widest(MOST_NUMBERS) for beam in self._beams)

    def widen(self, most: int = MOST_NUMBERS) -> Generator[Partial, None, bool]:
        """Run beams up to a width, or until the incumbent is proved optimal.

        The widest beams are repeated, because their noise differs.

        Returns
        -------
        bool
            Whether a beam that dropped no state found nothing, so no other beam will.
        """
        run = self._run
        while self._width <= most:
            is_better = False
            for is_back, beam in enumerate(self._beams):
                if run.is_proved:
                    return False
                kept = beam.kept
                fewer = self._most if run.value is None else int(run.value) - 1
                path = beam.run(min(self._width, self._widest), fewer)
                if path is None and beam.is_whole:
                    return True
                note = None
                if path is not None:
                    is_better, note = True, NOT_FIRST
                    path = path[::-1] if is_back else path
                yield Partial(path, steps=beam.kept - kept, stage="beam", note=note)
            if not is_better and self._width < self._widest:
                self._width *= 2
        return False


def backwards(tour: Tour) -> Tour | None:
    """Return the reverse tour, from the goal to the start, or None if there is none.

    >>> from rookery.boards.board import Board
    >>> back = backwards(Tour(Board(8), "c5", "all", "d4", visit="over"))
    >>> back is not None and (back.start, back.goal)
    ((4, 3), (3, 2))
    """
    goal = tour.goal
    if tour.start is None or tour.closed or not isinstance(goal, tuple):
        return None
    motions = [motion for motion in tour.mover.motions if motion.moves]
    made = {(motion.step, motion.reach) for motion in motions}
    returns = {((-down, -right), reach) for (down, right), reach in made}
    is_plain = not any(motion.hop or motion.path for motion in motions) and not tour.mover.routes
    if made != returns or not is_plain or goal == tour.start:
        return None
    return _from(tour, goal, tour.start)


def _from(tour: Tour, start: Square, goal: Target | None) -> Tour:
    """Return an open tour with another start and goal."""
    ends = (goal, tour.mover, tour.visit)
    return Tour(tour.board, start, tour.targets, *ends, pawns=tour.pawns, once=tour.once)
