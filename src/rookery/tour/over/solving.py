"""The method ``beam``: tours that visit the squares they pass over, by beams and bounds."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple

from rookery.boards.board import Square
from rookery.engine.lanes import Check, called, in_thread
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.beam.numbering import BeamNumbering
from rookery.tour.circuit.solving import shorter_circuit
from rookery.tour.kernel_sets import BEAMS
from rookery.tour.nearest import nearest_first
from rookery.tour.over.bounds import immediate_bounds
from rookery.tour.over.lines import prove_by_lines
from rookery.tour.partial_tour import NOT_FIRST, found
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.tour.beam.beam import TourBeam

Path = tuple[Square, ...]

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
    plan = plan or (yield from called(lambda check: _plan(tour, check), run))
    started = None if tour.start is None else plan
    if known := (yield from in_thread(lambda check: immediate_bounds(tour, started), run)):
        return known
    if tour.start is None and len(plan.moves.reached) < len(tour.free_squares()):
        return (yield from shorter_circuit(tour, run))
    yield from run.kernels(BEAMS, meanwhile=None if tour.once else _nearest(plan, run))
    beams = yield from called(lambda check: BeamSchedule(tour, plan, run), run)
    is_whole = yield from beams.widen(QUICK_WIDTH)
    if run.settings.limits.work is None:
        yield from _prove(tour, plan, run)
    if not is_whole:
        yield from beams.widen()
    return None


def _plan(tour: Tour, check: Check) -> TourPlan:
    """Return the plan of a tour; if it may start anywhere, from its first free square."""
    if tour.start is not None:
        return TourPlan.of(tour, check)
    start = tour.free_squares()[0]
    ends = (tour.goal, tour.mover, tour.visit)
    return TourPlan.of(
        Tour(tour.board, start, tour.targets, *ends, pawns=tour.pawns, once=True), check
    )


def _nearest(plan: TourPlan, run: Run) -> Steps:
    path = nearest_first(plan, run.check_deadline)
    if path is not None:
        yield found(plan, path, "nearest")
    return None


def _prove(tour: Tour, plan: TourPlan, run: Run) -> Steps:
    """Prove bounds by lines and, with `once`, by the circuit model."""
    if tour.start is not None and not run.is_proved:
        lines = prove_by_lines(tour, plan, run)
        yield (yield from run.within(LINES_PART, lines, LINES_SECONDS)) or Partial()
    if tour.once and not run.is_proved:
        yield (yield from shorter_circuit(tour, run)) or Partial()
    return None


class _Way(NamedTuple):
    """A beam in one direction of the tour, with the numbering of its squares."""

    numbering: BeamNumbering
    beam: TourBeam
    is_back: bool

    def run(self, width: int, most: int) -> Path | None:
        """Return a tour of at most `most` moves, beginning with its start, or None."""
        path = self.beam.run(width, most)
        if path is None:
            return None
        squares = tuple(self.numbering.squares[square] for square in path)
        return squares[::-1] if self.is_back else squares


class BeamSchedule:
    """A schedule of beams of a tour; after each failure the width doubles.

    If the reverse of a tour is a tour, beams from the goal alternate with beams from the start,
    because one direction is often easier.
    """

    def __init__(self, tour: Tour, plan: TourPlan, run: Run) -> None:
        from rookery.tour.beam.beam import TourBeam

        self._run = run
        self._ways = []
        back = backwards(tour)
        for gone in (tour,) if back is None else (tour, back):
            numbering = BeamNumbering.of(gone, plan if gone is tour else TourPlan.of(gone))
            beam = TourBeam(numbering, tour.once, run.seed, run.check_deadline)
            self._ways.append(_Way(numbering, beam, gone is back))
        self._width = FIRST_WIDTH
        self._widest = min(way.beam.widest(MOST_NUMBERS) for way in self._ways)

    def widen(self, most: int = MOST_NUMBERS) -> Generator[Partial, None, bool]:
        """Run beams up to a width, or until the incumbent is proved optimal.

        The widest beams are repeated, because their noise differs.

        Returns
        -------
        bool
            Whether a beam that dropped no state found nothing, so no other beam will.
        """
        while self._width <= most:
            is_better = False
            for way in self._ways:
                if self._run.is_proved:
                    return False
                kept = way.beam.kept
                path = way.run(min(self._width, self._widest), self._most_moves())
                if path is None and way.beam.is_whole:
                    return True
                is_better |= path is not None
                note = NOT_FIRST if path else None
                yield Partial(path, steps=way.beam.kept - kept, stage="beam", note=note)
            if not is_better and self._width < self._widest:
                self._width *= 2
        return False

    def _most_moves(self) -> int:
        """Return the greatest useful number of moves, one fewer than the incumbent's."""
        value = self._run.value
        if value is not None:
            return int(value) - 1
        numbering = self._ways[0].numbering
        return MOVES_A_PLACE * (numbering.targets + len(numbering.squares))


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
    ends = (tour.start, tour.mover, tour.visit)
    return Tour(tour.board, goal, tour.targets, *ends, pawns=tour.pawns, once=tour.once)
