"""A bound on the moves of a tour that visits what it passes over, by the lines it moves along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.engine import cpsat
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.circuit.solving import rounded_up
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Squares = frozenset[int]

LINEAR = 2  # CP-SAT's level for linear programs with cuts: a second with them, minutes without


@dataclass(frozen=True)
class Lines:
    """Sets of squares such that each move visits squares of one of them only.

    Attributes
    ----------
    sets
        First runs, which hold both the start and the end of a move along them, then what other
        moves visit at most.
    parallels
        Of numbers of runs that share no square: between moves along two of them is another move,
        along none of them.
    only_runs
        Whether all moves are along runs.
    """

    sets: list[Squares]
    parallels: list[list[int]]
    only_runs: bool

    @classmethod
    def of(cls, plan: Plan) -> Lines:
        """Return the lines of a plan of a tour that visits what it passes over."""
        runs = [frozenset(run) for run in plan.moves.runs]
        beside = _largest(_beside(plan, runs))
        return cls([*runs, *beside], _parallels(plan), only_runs=not beside)


def _beside(plan: Plan, runs: list[Squares]) -> set[Squares]:
    """Return what moves visit that are not along a run."""
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
    """Return the sets that are in no other one, in an order that repeats."""
    at_square: dict[int, list[Squares]] = {}
    kept = []
    for found in sorted(sets, key=lambda squares: (-len(squares), sorted(squares))):
        if not any(found <= larger for larger in at_square.get(min(found), ())):
            kept.append(found)
            for square in found:
                at_square.setdefault(square, []).append(found)
    return kept


def _parallels(plan: Plan) -> list[list[int]]:
    """Return the runs of each direction, by their numbers."""
    found: dict[tuple[int, int], list[int]] = {}
    held: dict[tuple[int, int], set[int]] = {}
    for at, run in enumerate(plan.moves.runs):
        (row, column), (to_row, to_column) = (square_of(plan.board, s) for s in run[:2])
        direction = (to_row - row, to_column - column)
        if held.setdefault(direction, set()).isdisjoint(run):
            held[direction].update(run)
            found.setdefault(direction, []).append(at)
    return list(found.values())


def prove_by_lines(tour: Tour, plan: Plan, run: Run) -> Steps:
    """Prove a bound: the lines moved along hold all targets, and moves along parallels alternate.

    Between moves along two of h parallel lines is another one, so there are 2 h - 1 moves or
    more, and 2 h of a closed tour; there are as many moves as lines, or more; and some line holds
    the start, if all moves are along runs, and some the goal.
    """
    yield from cpsat.loaded(run)
    model = _model(tour, plan, Lines.of(plan), int(run.bound or 0))
    solved = yield from cpsat.solve(
        model, lambda value: Partial(), run, rounded_up, linearization_level=LINEAR
    )
    return solved.found


def _model(tour: Tour, plan: Plan, lines: Lines, least: int) -> cp_model.CpModel:
    """Return a model of which lines a tour moves along; its objective is the moves."""
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
