"""Tours that visit what they pass over: by beams, with bounds beside them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple

from rookery.boards.board import Square
from rookery.engine.lanes import Check, called, in_thread
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.beam.numbering import Numbering
from rookery.tour.circuit.solving import shorter_circuit
from rookery.tour.found import NOT_FIRST, found
from rookery.tour.kernel_sets import BEAMS
from rookery.tour.nearest import nearest_first
from rookery.tour.over.bounds import known_at_once
from rookery.tour.over.lines import prove_by_lines
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.tour.beam.beam import Beam

Path = tuple[Square, ...]

FIRST_WIDTH = (
    16  # states of a level of the first beam; each that finds nothing has a wider one next
)
QUICK_WIDTH = 1 << 12  # up to this width beams take tenths of a second; bounds come after them
MOST_NUMBERS = 1 << 24  # of 64 bits, for the states and children of a level, at most
MOVES_A_PLACE = 2  # of a beam before any tour is known, at most, for each square and target
LINES_PART = 0.3  # of the time left, for a bound by lines
LINES_SECONDS = 30.0  # for a bound by lines, at most


def beam(tour: Tour, run: Run, plan: Plan | None = None) -> Steps:
    """Find a tour by beams that get wider, and a bound.

    A step is a state that a beam keeps. With a limit of work the same seed gives the same tour.

    Parameters
    ----------
    plan
        Of the tour, if there is one.
    """
    plan = plan or (yield from called(lambda check: _plan(tour, check), run))
    started = None if tour.start is None else plan
    if known := (yield from in_thread(lambda check: known_at_once(tour, started), run)):
        return known
    if tour.start is None and len(plan.moves.reached) < len(tour.free_squares()):
        return (yield from shorter_circuit(tour, run))
    yield from run.kernels(BEAMS, meanwhile=None if tour.once else _nearest(plan, run))
    beams = yield from called(lambda check: Beams(tour, plan, run), run)
    is_whole = yield from beams.widen(QUICK_WIDTH)
    if run.settings.limits.work is None:
        yield from _prove(tour, plan, run)
    if not is_whole:
        yield from beams.widen()
    return None


def _plan(tour: Tour, check: Check) -> Plan:
    """Return the plan of a tour; of one that may start anywhere, from its first free square."""
    if tour.start is not None:
        return Plan.of(tour, check)
    start = tour.free_squares()[0]
    ends = (tour.goal, tour.mover, tour.visit)
    return Plan.of(Tour(tour.board, start, tour.targets, *ends, pawns=tour.pawns, once=True), check)


def _nearest(plan: Plan, run: Run) -> Steps:
    path = nearest_first(plan, run.check_deadline)
    if path is not None:
        yield found(plan, path, "nearest")
    return None


def _prove(tour: Tour, plan: Plan, run: Run) -> Steps:
    """Prove by lines, and by CP-SAT where that proves anything."""
    if tour.start is not None and not run.is_proved:
        lines = prove_by_lines(tour, plan, run)
        yield (yield from run.within(LINES_PART, lines, LINES_SECONDS)) or Partial()
    if tour.once and not run.is_proved:
        yield (yield from shorter_circuit(tour, run)) or Partial()
    return None


class _Way(NamedTuple):
    """A beam of a tour in one direction, with the numbers of its squares."""

    numbering: Numbering
    beam: Beam
    is_back: bool

    def run(self, width: int, most: int) -> Path | None:
        """Return a tour of at most so many moves, from its start on, or None."""
        path = self.beam.run(width, most)
        if path is None:
            return None
        squares = tuple(self.numbering.squares[square] for square in path)
        return squares[::-1] if self.is_back else squares


class Beams:
    """Beams of a tour, each that finds no shorter one followed by one twice as wide.

    Where a tour that is gone backwards is one too, beams from its goal take turns with those from
    its start: what is hard to begin with is easier to end with.
    """

    def __init__(self, tour: Tour, plan: Plan, run: Run) -> None:
        from rookery.tour.beam.beam import Beam

        self._run = run
        self._ways = []
        back = backwards(tour)
        for gone in (tour,) if back is None else (tour, back):
            numbering = Numbering.of(gone, plan if gone is tour else Plan.of(gone))
            beam = Beam(numbering, tour.once, run.seed, run.check_deadline)
            self._ways.append(_Way(numbering, beam, gone is back))
        self._width = FIRST_WIDTH
        self._widest = min(way.beam.widest(MOST_NUMBERS) for way in self._ways)

    def widen(self, most: int = MOST_NUMBERS) -> Generator[Partial, None, bool]:
        """Go on up to beams of some width, or until the tour is proved to be a shortest.

        The widest beams are repeated, as no two runs are alike.

        Returns
        -------
        bool
            Whether a beam that left no state out found nothing: then no other one will.
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
        """Return how many moves are wanted at most: one fewer than are known to do."""
        value = self._run.value
        if value is not None:
            return int(value) - 1
        numbering = self._ways[0].numbering
        return MOVES_A_PLACE * (numbering.targets + len(numbering.squares))


def backwards(tour: Tour) -> Tour | None:
    """Return the tour from the goal to the start; None where it is the same, or is none.

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
