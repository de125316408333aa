"""The lines bound for tours that visit the squares they pass over: a cover of targets by lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.circuit.solving import rounded_up
from rookery.tour.moves import square_of
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Squares = frozenset[int]

LINEAR = 2  # CP-SAT's linearization level with cuts: seconds instead of minutes


@dataclass(frozen=True)
class MoveLines:
    """Sets of squares such that every move visits squares of a single set.

    Attributes
    ----------
    sets
        The runs, which contain both the start and the end of their moves, then the maximal sets
        visited by other moves.
    parallels
        Groups of disjoint parallel runs, by index. Between moves along two runs of a group lies a
        move along none of them.
    only_runs
        Whether all moves are along runs.
    """

    sets: list[Squares]
    parallels: list[list[int]]
    only_runs: bool

    @classmethod
    def of(cls, plan: TourPlan) -> MoveLines:
        """Return the lines of the plan of a tour with ``visit="over"``."""
        runs = [frozenset(run) for run in plan.moves.runs]
        beside = _largest(_beside(plan, runs))
        return cls([*runs, *beside], _parallels(plan), only_runs=not beside)


def _beside(plan: TourPlan, runs: list[Squares]) -> set[Squares]:
    """Return the sets of squares visited by moves that do not follow a run."""
    at_square: dict[int, list[Squares]] = {}
    for run in runs:
        for square in run:
            at_square.setdefault(square, []).append(run)
    found = set()
    for square, rides in (plan.rides or {}).items():
        leaps = ([end] for end in plan.moves.destinations(square))
        for ride in map(frozenset, (*rides, *leaps)):
            if not any(ride <= run for run in at_square.get(square, ())):
                found.add(ride)
    return found


def _largest(sets: set[Squares]) -> list[Squares]:
    """Return the maximal sets, in a reproducible order."""
    at_square: dict[int, list[Squares]] = {}
    kept = []
    for found in sorted(sets, key=lambda squares: (-len(squares), sorted(squares))):
        if not any(found <= larger for larger in at_square.get(min(found), ())):
            kept.append(found)
            for square in found:
                at_square.setdefault(square, []).append(found)
    return kept


def _parallels(plan: TourPlan) -> list[list[int]]:
    """Return the indices of disjoint runs, grouped by direction."""
    found: dict[tuple[int, int], list[int]] = {}
    held: dict[tuple[int, int], set[int]] = {}
    for at, run in enumerate(plan.moves.runs):
        (row, column), (to_row, to_column) = (square_of(plan.board, s) for s in run[:2])
        direction = (to_row - row, to_column - column)
        if held.setdefault(direction, set()).isdisjoint(run):
            held[direction].update(run)
            found.setdefault(direction, []).append(at)
    return list(found.values())


def prove_by_lines(tour: Tour, plan: TourPlan, run: Run) -> Steps:
    """Prove a lower bound by CP-SAT: the lines used must cover all targets.

    The moves are at least as many as the lines used. If h of these are parallel, another move
    lies between any two moves along them, so the moves number at least 2 h - 1, or 2 h for a
    closed tour. Some line contains the goal and, if all moves are along runs, some the start.
    """
    yield from cpsat.loaded(run)
    model = _model(tour, plan, MoveLines.of(plan), int(run.bound or 0))
    solved = yield from cpsat.solve(
        model, lambda value: Partial(), run, rounded_up, linearization_level=LINEAR
    )
    return solved.found


def _model(tour: Tour, plan: TourPlan, lines: MoveLines, least: int) -> cp_model.CpModel:
    """Return the model of the lines used by a tour; it minimises the number of moves."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    used = [model.new_bool_var("") for _ in lines.sets]
    at_square: dict[int, list[Any]] = {}
    for squares, line in zip(lines.sets, used, strict=True):
        for square in squares:
            at_square.setdefault(square, []).append(line)
    wanted = [target for target in plan.targets if plan.start not in target]
    if lines.only_runs:
        wanted.append([plan.start])
    for group in (plan.goal, *wanted):
        holding = {line.index: line for square in group for line in at_square.get(square, ())}
        model.add_bool_or(holding.values())
    moves = model.new_int_var(least, max(least, 2 * len(used)), "")
    model.add(moves >= sum(used))
    for parallel in lines.parallels:
        model.add(moves >= 2 * sum(used[line] for line in parallel) - (0 if tour.closed else 1))
    model.minimize(moves)
    return model
