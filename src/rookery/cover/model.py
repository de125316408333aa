"""The exact rules as a CP-SAT model, for all squares of a board or for some.

A square that is not free to choose keeps what stands on it, and every condition that this
settles is settled while the model is built. So the same builder makes the model of a whole
board, and of a window in which a few pieces move while the others stay.

For every king and direction the model walks outward from the king. On the way it keeps one
literal, "the squares passed are empty", which rides need, and one for every square, "exactly
one piece stands on those passed", which hops need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rookery.board import Square, Step
from rookery.cover.puzzle import Cover, Man
from rookery.pieces import ENDLESS, Motion

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
    from ortools.sat.python.cp_model_helper import Literal

    Condition = bool | Literal
    Solved = cp_model.CpSolver | cp_model.CpSolverSolutionCallback

WIDEST = 1 << 20


@dataclass(frozen=True)
class Directions:
    """The ways in which a puzzle's pieces capture, by step.

    Attributes
    ----------
    leaps
        For each step the kinds that leap it, with the squares of the path that must be empty.
    rides
        For each step the reach of every kind that rides it.
    hops
        For each step the reach of every kind that hops along it, and how far beyond the
        hurdle it may land.
    """

    leaps: dict[Step, list[tuple[int, Motion]]] = field(default_factory=dict)
    rides: dict[Step, dict[int, int]] = field(default_factory=dict)
    hops: dict[Step, dict[int, tuple[int, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, puzzle: Cover) -> Directions:
        """Return the directions of a puzzle's pieces."""
        found = cls()
        for kind, piece in enumerate(puzzle.pieces):
            for motion in piece.motions:
                if motion.captures:
                    found._add(kind, motion)
        return found

    def _add(self, kind: int, motion: Motion) -> None:
        reach = WIDEST if motion.reach == ENDLESS else motion.reach
        if motion.hop:
            beyond = 1 if motion.hop == "g" else WIDEST
            self.hops.setdefault(motion.step, {})[kind] = (reach, beyond)
        elif motion.reach == 1 or motion.path:
            self.leaps.setdefault(motion.step, []).append((kind, motion))
        else:
            self.rides.setdefault(motion.step, {})[kind] = reach


class CoverModel:
    """A CP-SAT model of a puzzle in which the pieces on some squares are to be chosen.

    Parameters
    ----------
    puzzle
        The puzzle.
    men
        What stands on the squares that are not free.
    free
        The squares to choose for, with the kinds that may stand on each.

    Attributes
    ----------
    model
        The CP-SAT model; it minimises the price of the pieces on the free squares.
    fixed_cost
        The price of the pieces that stay.
    """

    def __init__(
        self, puzzle: Cover, men: Iterable[Man], free: Mapping[Square, Iterable[int]]
    ) -> None:
        from ortools.sat.python import cp_model

        self.puzzle = puzzle
        self.model = cp_model.CpModel()
        self.directions = Directions.of(puzzle)
        self.fixed = {(row, column): kind for kind, row, column in men if (row, column) not in free}
        self.fixed_cost = sum(puzzle.prices[kind] for kind in self.fixed.values())
        self.kings = set(puzzle.kings)
        self.choice: dict[Square, dict[int, cp_model.IntVar]] = {}
        self.filled: dict[Square, cp_model.IntVar] = {}
        self.vacant: dict[Square, Condition] = {}
        for square, kinds in free.items():
            self._choose(square, kinds)
        for king in puzzle.kings:
            self._check(king)
        if not self.fixed:
            self.model.add_bool_or(list(self.filled.values()))
        self.cost = sum(
            puzzle.prices[kind] * literal
            for kinds in self.choice.values()
            for kind, literal in kinds.items()
        )
        self.model.minimize(self.cost)

    def hint(self, men: Iterable[Man]) -> None:
        """Tell the solver an answer to start from."""
        standing = {(row, column): kind for kind, row, column in men}
        for square, kinds in self.choice.items():
            for kind, literal in kinds.items():
                self.model.add_hint(literal, standing.get(square) == kind)

    def cheaper_than(self, cost: int) -> None:
        """Ask for a total price below `cost`."""
        self.model.add(self.cost <= cost - 1 - self.fixed_cost)

    def men(self, solver: Solved) -> tuple[Man, ...]:
        """Return the pieces of a solution."""
        chosen = [
            (kind, *square)
            for square, kinds in self.choice.items()
            for kind, literal in kinds.items()
            if solver.boolean_value(literal)
        ]
        return (*chosen, *((kind, *square) for square, kind in self.fixed.items()))

    def _choose(self, square: Square, kinds: Iterable[int]) -> None:
        filled = self.model.new_bool_var("")
        choice = {kind: self.model.new_bool_var("") for kind in kinds}
        self.model.add(sum(choice.values()) == filled)
        self.choice[square] = choice
        self.filled[square] = filled
        self.vacant[square] = filled.negated()

    def _check(self, king: Square) -> None:
        """Ask that one king be attacked."""
        attacks: list[Condition] = []
        for found in self._attacks(king):
            if found is True:
                return
            if found is not False:
                attacks.append(found)
        self.model.add_bool_or(attacks)

    def _attacks(self, king: Square) -> Iterable[Condition]:
        for step, leapers in self.directions.leaps.items():
            for kind, motion in leapers:
                yield from self._leaps(king, step, kind, motion)
        for step in self.directions.rides.keys() | self.directions.hops.keys():
            yield from self._line(king, step)

    def _leaps(self, king: Square, step: Step, kind: int, motion: Motion) -> Iterable[Condition]:
        """Yield the attacks by a leaper, or by a lame rider, each step with an empty path."""
        literals: list[Condition] = []
        back = (-step[0], -step[1])
        for taken, start in enumerate(self.puzzle.board.ray(king, back), 1):
            if motion.reach != ENDLESS and taken > motion.reach:
                return
            literals += [
                self._empty((start[0] + down, start[1] + right)) for down, right in motion.path
            ]
            yield self._all([self._stands(kind, start), *literals])
            literals.append(self._empty(start))

    def _line(self, king: Square, step: Step) -> Iterable[Condition]:
        """Yield the attacks on a king by rides and hops along one step."""
        rides, hops = self.directions.rides.get(step, {}), self.directions.hops.get(step, {})
        empty: Condition = True
        passed: list[Square] = []
        back = (-step[0], -step[1])
        for distance, square in enumerate(self.puzzle.board.ray(king, back), 1):
            near = [kind for kind, reach in rides.items() if distance <= reach]
            if near and empty is not False:
                yield self._all([self._stands_any(near, square), empty])
            for kind, (reach, beyond) in hops.items():
                if distance <= reach and (stands := self._stands(kind, square)) is not False:
                    yield self._all([stands, self._one_hurdle(passed, beyond)])
            passed.append(square)
            empty = self._all([empty, self._empty(square)])
            if empty is False and (not hops or self._hurdles(passed) > 1):
                return

    def _hurdles(self, squares: list[Square]) -> int:
        """Return how many of the squares are occupied whatever is chosen."""
        return sum(self._empty(square) is False for square in squares)

    def _one_hurdle(self, passed: list[Square], beyond: int) -> Condition:
        """Return a literal that implies exactly one piece on the squares passed.

        The squares are listed from the king outward, so the hurdle must be among the first
        `beyond` of them.
        """
        if any(self._empty(square) is False for square in passed[beyond:]):
            return False
        certain = self._hurdles(passed[:beyond])
        open_squares = [square for square in passed if square in self.filled]
        if certain > 1 or (certain == 0 and not any(s in self.filled for s in passed[:beyond])):
            return False
        if not open_squares:
            return certain == 1
        literal = self.model.new_bool_var("")
        near = [self.filled[square] for square in passed[:beyond] if square in self.filled]
        self.model.add(sum(near) == 1 - certain).only_enforce_if(literal)
        for square in passed[beyond:]:
            if square in self.filled:
                self.model.add_implication(literal, self.vacant[square])
        return literal

    def _stands(self, kind: int, square: Square) -> Condition:
        if square in self.choice:
            return self.choice[square].get(kind, False)
        return self.fixed.get(square) == kind

    def _stands_any(self, kinds: list[int], square: Square) -> Condition:
        """Return a literal for one of several kinds on a square."""
        if square not in self.choice:
            return self.fixed.get(square) in kinds
        literals = [self.choice[square][kind] for kind in kinds if kind in self.choice[square]]
        if len(literals) < 2:
            return literals[0] if literals else False
        either = self.model.new_bool_var("")
        self.model.add(sum(literals) == either)
        return either

    def _empty(self, square: Square) -> Condition:
        if square in self.filled:
            return self.vacant[square]
        return not (
            square in self.fixed or square in self.kings or square in self.puzzle.board.walls
        )

    def _all(self, literals: list[Condition]) -> Condition:
        """Return a literal that implies all of these."""
        if any(literal is False for literal in literals):
            return False
        needed = [literal for literal in literals if literal is not True]
        if len(needed) < 2:
            return needed[0] if needed else True
        both = self.model.new_bool_var("")
        for literal in needed:
            self.model.add_implication(both, literal)
        return both
