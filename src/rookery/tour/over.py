"""The method ``beam``: tours that visit the squares they pass over, by beams and bounds.

The lines bound covers the targets by lines, of which every move uses one.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rookery.engine import cpsat
from rookery.engine.lanes import called, in_thread
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.circuit import immediate_bounds, rounded_up, shorter_circuit
from rookery.tour.kernel_sets import BEAMS
from rookery.tour.moves import square_of
from rookery.tour.plan import NOT_FIRST, TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.search import nearest

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SquareSet = frozenset[int]

FIRST_WIDTH = 16  # states per level of the first beam; doubled after each failure
QUICK_WIDTH = 1 << 12  # states per level; beams up to here run before the bounds
MOST_NUMBERS = 1 << 24  # 64-bit numbers for the states and children of a level, at most
MOVES_A_PLACE = 2  # moves per square and target of a beam without an incumbent, at most
LINES_PART = 0.3  # fraction of the remaining time for the lines bound
LINES_SECONDS = 30.0  # seconds for the lines bound, at most
LINEAR = 2  # CP-SAT's linearization level with cuts: seconds instead of minutes


def beam(tour: Tour, run: Run, plan: TourPlan | None = None) -> Steps:
    """Find a tour by beams of growing width, and a lower bound.

    A step is a state kept by a beam. Under a work limit the tour depends only on the seed. The plan
    of the tour is passed if already made.
    """
    if plan is None:
        # A tour that may start anywhere is planned from its first free square.
        planned = tour if tour.start is not None else replace(tour, start=tour.free_squares()[0])
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
        from rookery.tour.beam import TourBeam

        self._run = run
        self._most = MOVES_A_PLACE * (len(plan.targets) + len(plan.moves.reached))
        back = backwards(tour)
        ways = [(tour, plan)] if back is None else [(tour, plan), (back, TourPlan.of(back))]
        self._beams = [TourBeam(*way, run.seed, run.check_deadline) for way in ways]
        self._width = FIRST_WIDTH
        self._widest = min(beam.widest(MOST_NUMBERS) for beam in self._beams)

    def widen(self, most: int = MOST_NUMBERS) -> Generator[Partial, None, bool]:
        """Run beams up to a width, or until the incumbent is proved optimal.

        The widest beams are repeated, because their noise differs. Return whether a beam that
        dropped no state found nothing, so no other beam will.
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
    return replace(tour, start=goal, goal=tour.start)


def prove_by_lines(tour: Tour, plan: TourPlan, run: Run) -> Steps:
    """Prove a lower bound by CP-SAT: the lines used must cover all targets.

    The moves are at least as many as the lines used. If h of these are parallel, another move
    lies between any two moves along them, so the moves number at least 2 h - 1, or 2 h for a
    closed tour. Some line contains the goal and, if all moves are along runs, some the start.
    """
    cp_model = yield from cpsat.loaded(run)
    model = _lines_model(cp_model.CpModel(), tour, plan, int(run.bound or 0))
    solved = yield from cpsat.solve(
        model, lambda value: Partial(), run, rounded_up, linearization_level=LINEAR
    )
    return solved.found


def _lines_model(
    model: cp_model.CpModel, tour: Tour, plan: TourPlan, least: int
) -> cp_model.CpModel:
    """Add the lines used by a tour to a model that minimises the number of moves."""
    # Every move visits squares of a single line: a run, which also contains the start of its moves,
    # or the squares of a move that follows no run.
    runs = [frozenset(run) for run in plan.moves.runs]
    beside = _beside(plan, runs)
    lines = [*runs, *beside]
    used = [model.new_bool_var("") for _ in lines]
    at_square: dict[int, list[Any]] = {}
    for squares, line in zip(lines, used, strict=True):
        for square in squares:
            at_square.setdefault(square, []).append(line)
    groups = [target for target in plan.targets if plan.start not in target]
    if not beside:
        groups.append([plan.start])
    for group in (plan.goal, *groups):
        holding = {line.index: line for square in group for line in at_square.get(square, ())}
        model.add_bool_or(holding.values())
    moves = model.new_int_var(least, max(least, 2 * len(used)), "")
    model.add(moves >= sum(used))
    for parallel in _parallels(plan):
        model.add(moves >= 2 * sum(used[line] for line in parallel) - (0 if tour.closed else 1))
    model.minimize(moves)
    return model


def _beside(plan: TourPlan, runs: list[SquareSet]) -> list[SquareSet]:
    """Return the sets of squares visited by moves that do not follow a run."""
    at_square: dict[int, list[SquareSet]] = {}
    for run in runs:
        for square in run:
            at_square.setdefault(square, []).append(run)
    sets = {
        ride
        for square, rides in (plan.rides or {}).items()
        for ride in map(frozenset, rides)
        if not any(ride <= run for run in at_square.get(square, ()))
    }
    return sorted(sets, key=sorted)


def _parallels(plan: TourPlan) -> list[list[int]]:
    """Return the indices of disjoint runs, grouped by direction."""
    parallels: dict[tuple[int, int], list[int]] = {}
    held: dict[tuple[int, int], set[int]] = {}
    for at, run in enumerate(plan.moves.runs):
        (row, column), (to_row, to_column) = (square_of(plan.board, s) for s in run[:2])
        direction = (to_row - row, to_column - column)
        if held.setdefault(direction, set()).isdisjoint(run):
            held[direction].update(run)
            parallels.setdefault(direction, []).append(at)
    return list(parallels.values())
