"""Tours that visit what they pass over, under limits: by beams, with bounds beside them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rookery.boards.board import Square
from rookery.compiled.sets import LOADING_SECONDS
from rookery.results.incumbent import Incumbent
from rookery.results.limits import LateError
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.solvers import watched
from rookery.tour.beam.numbering import Numbering
from rookery.tour.circuit.solving import NOT_FIRST, search_circuits
from rookery.tour.growing import look_at
from rookery.tour.kernel_sets import BEAMS
from rookery.tour.moves import square_of
from rookery.tour.nearest import nearest_first
from rookery.tour.over.bounds import prove_at_once
from rookery.tour.over.lines import prove_by_lines
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.tour.beam.beam import Beam

Path = tuple[Square, ...]

FIRST_WIDTH = 16
"""States of a level of the first beam; each beam that finds nothing is followed by a wider one."""

QUICK_WIDTH = 1 << 12
"""Up to this width beams take tenths of a second; bounds come after them."""

MOST_NUMBERS = 1 << 24
"""Of 64 bits, for the states and children of a level, at most."""

MOVES_A_PLACE = 2
"""Of a beam before any tour is known, at most, for each square and target."""

LINES_PART = 0.3
"""Of the time left, for a bound by lines."""

LINES_SECONDS = 30.0
"""For a bound by lines, at most."""


def run_beam(tour: Tour, settings: Settings, bound: int = 0, plan: Plan | None = None) -> Result:
    """Return a tour and a bound.

    One unit of work is a state that a beam keeps. With a limit of work the same seed gives the same
    tour.

    Parameters
    ----------
    bound
        What is known before.
    plan
        Of the tour, if there is one.
    """
    incumbent: Incumbent[Path] = Incumbent(tour, settings, bound=bound)
    reason = None
    try:
        reason = _search(tour, plan, incumbent)
    except LateError:
        pass
    except KeyboardInterrupt:
        incumbent.interrupted = True
    result = incumbent.result(incumbent.stop() or reason or Reason.DONE)
    return result if result.answer is None else replace(result, note=NOT_FIRST)


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

    Parameters
    ----------
    tour, plan
        What is solved.
    incumbent
        Takes the tours; its `stop` ends a beam.
    """

    def __init__(self, tour: Tour, plan: Plan, incumbent: Incumbent[Path]) -> None:
        from rookery.tour.beam.beam import Beam

        look = partial(look_at, incumbent)
        self._incumbent = incumbent
        self._ways = []
        back = backwards(tour)
        for gone in (tour,) if back is None else (tour, back):
            numbering = Numbering.of(gone, plan if gone is tour else Plan.of(gone))
            beam = Beam(numbering, tour.once, incumbent.settings.seed, look)
            self._ways.append(_Way(numbering, beam, gone is back))
        self._width = FIRST_WIDTH
        self._widest = min(way.beam.widest(MOST_NUMBERS) for way in self._ways)

    def widen(self, most: int = MOST_NUMBERS) -> Reason | None:
        """Go on up to beams of some width; return why to stop, or None.

        The widest beams are repeated, as no two runs are alike.
        """
        while self._width <= most:
            found = False
            for way in self._ways:
                reason = self._stop()
                if reason is not None:
                    return reason
                path = way.run(min(self._width, self._widest), self._most_moves())
                if path is not None:
                    found = self._incumbent.offer(path, "beam")
                elif way.beam.is_whole:
                    return Reason.DONE
            if not found and self._width < self._widest:
                self._width *= 2
        return None

    def _stop(self) -> Reason | None:
        """Return why to stop, or None."""
        work = self._incumbent.limits.work
        if work is not None and sum(way.beam.kept for way in self._ways) >= work:
            return self._incumbent.stop() or Reason.WORK
        return self._incumbent.stop()

    def _most_moves(self) -> int:
        """Return how many moves are wanted at most: one fewer than are known to do."""
        value = self._incumbent.value
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


def _search(tour: Tour, known: Plan | None, incumbent: Incumbent[Path]) -> Reason | None:
    prepared = partial(watched, stop=None, look=partial(look_at, incumbent))
    plan = known or prepared(lambda: _plan(tour))[0]
    is_open, _ = prepared(lambda: prove_at_once(tour, plan, incumbent))
    if not is_open:
        return Reason.PROVED
    if tour.start is None and len(plan.moves.reached) < len(tour.free_squares()):
        search_circuits(tour, incumbent)
        return None
    if not _kernels_are_there(plan, incumbent):
        return Reason.TIME
    beams, _ = prepared(lambda: Beams(tour, plan, incumbent))
    reason = beams.widen(QUICK_WIDTH)
    if incumbent.limits.work is None and reason in {None, Reason.DONE}:
        _prove(tour, plan, incumbent)
    return reason or beams.widen()


def _prove(tour: Tour, plan: Plan, incumbent: Incumbent[Path]) -> None:
    """Prove by lines, and by CP-SAT where that proves anything."""
    if tour.start is not None:
        seconds = min(LINES_SECONDS, LINES_PART * incumbent.clock.left())
        prove_by_lines(tour, plan, incumbent, seconds)
    if tour.once:
        search_circuits(tour, incumbent)


def _plan(tour: Tour) -> Plan:
    """Return the plan of a tour; of one that may start anywhere, from its first free square."""
    if tour.start is not None:
        return Plan.of(tour)
    start = tour.free_squares()[0]
    ends = (tour.goal, tour.mover, tour.visit)
    return Plan.of(Tour(tour.board, start, tour.targets, *ends, pawns=tour.pawns, once=True))


def _kernels_are_there(plan: Plan, incumbent: Incumbent[Path]) -> bool:
    """Wait for the kernels, with a first tour in hand where it takes long."""
    settings = incumbent.settings
    if settings.limits.work is None:
        BEAMS.load(min(LOADING_SECONDS, incumbent.clock.left() / 4))
        if not (BEAMS.is_ready or incumbent.puzzle.once):
            path = nearest_first(plan, partial(look_at, incumbent))
            if path is not None:
                squares = tuple(square_of(plan.board, square) for square in path)
                incumbent.offer(squares, "nearest")
    return settings.wait_for(BEAMS)
