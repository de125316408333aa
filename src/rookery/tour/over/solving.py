"""Tours that visit what they pass over, under limits: by beams, with bounds beside them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rookery.boards.board import Square
from rookery.results.incumbent import Incumbent
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.solvers import watched
from rookery.tour.beam.numbering import Numbering
from rookery.tour.circuit.solving import NOT_FIRST, search_circuits
from rookery.tour.growing import LOADING_SECONDS, LateError, look_at
from rookery.tour.kernel_sets import BEAMS
from rookery.tour.moves import square_of
from rookery.tour.nearest import nearest_first
from rookery.tour.over.bounds import prove_at_once
from rookery.tour.over.lines import prove_by_lines
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

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


class Beams:
    """Beams of a tour, each that finds no shorter one followed by one twice as wide.

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
        self._numbering = Numbering.of(tour, plan)
        self._beam = Beam(self._numbering, tour.once, incumbent.settings.seed, look)
        self._width = FIRST_WIDTH
        self._widest = self._beam.widest(MOST_NUMBERS)

    def widen(self, most: int = MOST_NUMBERS) -> Reason | None:
        """Go on up to beams of some width; return why to stop, or None.

        The widest beams are repeated, as no two runs are alike.
        """
        incumbent, work = self._incumbent, self._incumbent.limits.work
        while self._width <= most:
            if incumbent.stop() is not None:
                return incumbent.stop()
            if work is not None and self._beam.kept >= work:
                return Reason.WORK
            path = self._beam.run(min(self._width, self._widest), self._most_moves())
            if path is not None:
                incumbent.offer(tuple(self._numbering.squares[square] for square in path), "beam")
            elif self._beam.is_whole:
                return Reason.DONE
            elif self._width < self._widest:
                self._width *= 2
        return None

    def _most_moves(self) -> int:
        """Return how many moves are wanted at most: one fewer than are known to do."""
        value = self._incumbent.value
        if value is not None:
            return int(value) - 1
        return MOVES_A_PLACE * (self._numbering.targets + len(self._numbering.squares))


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
