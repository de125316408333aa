"""The exact rules as a CP-SAT model, for a whole board or a window of it.

Squares outside the window keep their pieces; the builder evaluates every condition that depends on
these alone, and so needs no literal for it.

For every target and motion, the builder walks outward from the target. If all pieces ride a line in
both directions without limit, a piece in between attacks the target itself, so rides need a single
literal per run: "a piece stands on it". With queens alone, the model is therefore a plain set
cover. docs/methods/cover-bounds.md explains the literals ("Exact models").

A *way* is a list of conditions that all hold when a piece on one square attacks another along one
motion. To require attacks, one-way literals are enough: a literal may be false although the attack
exists. To forbid or count attacks, all are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Square, Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.cover.model.traits import by_motion
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
    from ortools.sat.python.cp_model_helper import Literal

    Condition = bool | Literal
    Way = list[Condition]


class CoverModel:
    """A CP-SAT model of a puzzle in which the pieces on some squares are to be chosen.

    It minimises the price of the pieces on the `free` squares, of the kinds given for each; the
    pieces of a cover on other squares stay. If `exact`, the pieces determine every literal, so that
    each cover is one solution; otherwise a literal may be false although its condition holds.
    `check_deadline` is called for each square and target; it may raise.
    """

    def __init__(
        self,
        puzzle: Cover,
        placed_pieces: Iterable[PlacedPiece],
        free: Mapping[Square, Iterable[int]],
        exact: bool = False,
        check_deadline: Callable[[], object] = bool,
    ) -> None:
        from ortools.sat.python import cp_model

        self.puzzle = puzzle
        self.exact = exact
        self.model = cp_model.CpModel()
        self.kept = {
            (row, column): kind for kind, row, column in placed_pieces if (row, column) not in free
        }
        self.fixed_cost = sum(
            int(puzzle.price_at(kind, square)) for square, kind in self.kept.items()
        )
        self.movers = by_motion((*puzzle.pieces, *(p for p, _ in puzzle.standing)), puzzle.board)
        self._run_steps = _run_steps(self.movers, len(puzzle.pieces))
        numbered = enumerate((square for _, square in puzzle.standing), len(puzzle.pieces))
        self.fixed = self.kept | {square: kind for kind, square in numbered}
        self.choice: dict[Square, dict[int, cp_model.IntVar]] = {}
        self.filled: dict[Square, cp_model.IntVar] = {}
        self.vacant: dict[Square, Condition] = {}
        for square in puzzle.places:
            if square in free:
                check_deadline()
                filled = self.model.new_bool_var("")
                choice = {kind: self.model.new_bool_var("") for kind in free[square]}
                self.model.add(sum(choice.values()) == filled)
                self.choice[square], self.filled[square] = choice, filled
                self.vacant[square] = filled.negated()
        used = Counter(self.kept.values())
        for kind, stock in enumerate(puzzle.stock):
            if stock is not None:
                chosen = [kinds[kind] for kinds in self.choice.values() if kind in kinds]
                self.model.add(sum(chosen) <= stock - used[kind])
        self._runs: dict[tuple[Step, Square], Condition] = {}
        self._alike: dict[tuple[tuple[int, ...], Square], Condition] = {}
        for number, target in enumerate(puzzle.targets):
            check_deadline()
            many = puzzle.at_least[number] > 1 or puzzle.at_most[number] is not None
            if many or (exact and puzzle.hops):  # `CoverModel` has one-way literals for hops
                self._count_covers(number)
            else:
                self._cover(target)
        self._forbid_attacks()
        if not self.kept:
            self.model.add_bool_or(list(self.filled.values()))
        self.cost = sum(
            int(puzzle.price_at(kind, square)) * literal
            for square, kinds in self.choice.items()
            for kind, literal in kinds.items()
        )
        self.model.minimize(self.cost)

    def cheaper_than(self, cost: int) -> None:
        """Require a total price below `cost`."""
        self.model.add(self.cost <= cost - 1 - self.fixed_cost)

    def at_least(self, cost: int) -> None:
        """Add the known bound that no total price is below `cost`."""
        self.model.add(self.cost >= cost - self.fixed_cost)

    def chosen(self, value: Callable[[Any], object]) -> tuple[PlacedPiece, ...]:
        """Return the pieces of a solution; `value` evaluates a literal."""
        chosen = [
            (kind, *square)
            for square, kinds in self.choice.items()
            for kind, literal in kinds.items()
            if value(literal)
        ]
        return (*chosen, *((kind, *square) for square, kind in self.kept.items()))

    def _cover(self, target: Square) -> None:
        """Require that a target be attacked, or occupied where that counts as covered."""
        covers: list[Condition] = []
        occupied = not self.puzzle.total and self.filled.get(target, target in self.kept)
        others = dict(self.movers)
        for step in self._run_steps:
            del others[Motion(step, ENDLESS)]
        on_lines = (found for step in self._run_steps for found in self._on_line(target, step))
        others_ways = (self._all(way) for _, way in self._ways(target, others, exactly=False))
        for found in chain((occupied,), on_lines, others_ways):
            if found is True:
                return
            if found is not False:
                covers.append(found)
        self.model.add_bool_or(covers)

    def _on_line(self, target: Square, step: Step) -> Iterable[Condition]:
        """Yield literals that each imply a ride to a target, where all pieces ride the step."""
        if not self.puzzle.total or self._is_empty(target) is False:
            yield self._on_run(target, step)
            return
        for square in self.puzzle.board.ray(target, _opposite(step)):
            if self._is_empty(square) is False:
                yield self._rides(square, step)
                return
            yield self.filled.get(square, False)

    def _on_run(self, target: Square, step: Step) -> Condition:
        """Return a literal that implies a ride along `step`, or back, to a target on its run."""
        back, board = _opposite(step), self.puzzle.board
        first = target
        if self._is_empty(target) is False:  # a fixed rider there does not attack it
            first = next(iter(board.ray(target, back)), target)
            if self._is_empty(first) is False:
                return first != target and self._rides(first, step)
        run, rides_in = [first], False
        for way in (step, back):
            for square in board.ray(first, way):
                if self._is_empty(square) is False:
                    rides_in |= square != target and self._rides(square, _opposite(way))
                    break
                run.append(square)
        if rides_in:
            return True
        key = max(step, back), min(run)
        if key not in self._runs:
            self._runs[key] = self._any(self.filled[s] for s in run if s in self.filled)
        return self._runs[key]

    def _rides(self, square: Square, step: Step) -> bool:
        """Return whether the fixed piece on a square, if any, rides a step."""
        return self.fixed.get(square) in self.movers.get(Motion(step, ENDLESS), ())

    def _stands_any(self, kinds: Sequence[int], square: Square) -> Condition:
        if square not in self.choice:
            return self.fixed.get(square) in kinds
        literals = [self.choice[square][kind] for kind in kinds if kind in self.choice[square]]
        if len(literals) < 2:
            return literals[0] if literals else False
        if len(literals) == len(self.choice[square]):
            return self.filled[square]
        key = tuple(kinds), square
        if key not in self._alike:
            self._alike[key] = either = self.model.new_bool_var("")
            self.model.add(sum(literals) == either)
        return self._alike[key]

    def _is_empty(self, square: Square) -> Condition:
        """Return whether a square is on the board and holds no piece, obstacle or wall."""
        if square in self.filled:
            return self.vacant[square]
        return (
            square not in self.fixed
            and square not in self.puzzle.obstacles
            and self.puzzle.board.is_open([square])
        )

    def _all(self, conditions: Iterable[Condition], exactly: bool = False) -> Condition:
        """Return a literal that implies all of these, and is implied by them if `exactly`."""
        needed = [condition for condition in conditions if condition is not True]
        if any(condition is False for condition in needed):
            return False
        if len(needed) < 2:
            return needed[0] if needed else True
        both = self.model.new_bool_var("")
        for literal in needed:
            self.model.add_implication(both, literal)
        if exactly or self.exact:
            self._forbid([both.negated(), *needed])
        return both

    def _either(
        self, choice: Condition, one: Condition, other: Condition, exactly: bool
    ) -> Condition:
        """Return a literal that implies `one` where `choice` is true, and else `other`."""
        if one is False:
            return self._all([_negated(choice), other], exactly)
        if other is False:
            return self._all([choice, one], exactly)
        if isinstance(choice, bool):
            return one if choice else other
        either = self.model.new_bool_var("")
        for case, then in ((choice, one), (choice.negated(), other)):
            self._forbid([either, case, _negated(then)])
            if exactly or self.exact:
                self._forbid([either.negated(), case, then])
        return either

    def _any(self, conditions: Iterable[Condition]) -> Condition:
        """Return a literal that is true exactly if any of these is."""
        return _negated(self._all(map(_negated, conditions), exactly=True))

    def _forbid(self, together: Sequence[Condition]) -> None:
        """Require that at least one of these is false."""
        if not any(condition is False for condition in together):
            self.model.add_bool_or([_negated(one) for one in together if one is not True])

    def _forbid_attacks(self) -> None:
        """Add the constraints for spared squares and independent pieces."""
        puzzle = self.puzzle
        for square in sorted(puzzle.spared):
            for _, way in self._ways(square, self.movers, exactly=True):
                self._forbid(way)
        if puzzle.independent:
            ours = [*self.filled, *self.fixed]
            for square in ours:
                there = self.filled.get(square, True)
                for _, way in self._ways(square, self.movers, exactly=True, apart=True):
                    self._forbid([there, *way])

    def _count_covers(self, target: int) -> None:
        """Require that the number of pieces covering a target is within its limits."""
        puzzle = self.puzzle
        square = puzzle.targets[target]
        by_source: dict[Square, list[Condition]] = {}
        for source, way in self._ways(square, self.movers, exactly=True):
            attack = self._all(way, exactly=True)
            if attack is not False:
                by_source.setdefault(source, []).append(attack)
        covers = [self._any(attacks) for attacks in by_source.values()]
        if not puzzle.total:
            covers.append(self.filled.get(square, square in self.kept))
        total = sum(covers)
        self.model.add(total >= puzzle.at_least[target])
        most = puzzle.at_most[target]
        if most is not None:
            self.model.add(total <= most)

    def _ways(
        self,
        square: Square,
        movers: Mapping[Motion, Sequence[int]],
        exactly: bool,
        apart: bool = False,
    ) -> Iterator[tuple[Square, Way]]:
        """Yield the source and the way of each possible attack on a square."""
        # A literal for no and one for exactly one piece passed is false at will unless `exactly`. A
        # ride `apart` needs no empty line, because a piece in between is attacked itself.
        board = self.puzzle.board
        for motion, kinds in movers.items():
            none: Condition = True
            one: Condition = False
            back = board.ray(square, _opposite(motion.step))
            for source in back if motion.reach == ENDLESS else islice(back, motion.reach):
                if motion.path:
                    path = motion.path_from(board, source) - {source}
                    none = self._all([none, *map(self._is_empty, path)], exactly)
                stands, clear = self._stands_any(kinds, source), one if motion.hop else none
                if stands is not False and clear is not False:
                    yield source, [stands, clear]
                empty = self._is_empty(source)
                if motion.hop:
                    one = self._either(empty, one, none, exactly)
                elif apart and not motion.path:
                    empty = empty is not False
                none = motion.hop != "g" and self._all([none, empty], exactly)
                if one is False and none is False:
                    break


def _negated(condition: Condition) -> Condition:
    return not condition if isinstance(condition, bool) else condition.negated()


def _opposite(step: Step) -> Step:
    return -step[0], -step[1]


def _run_steps(movers: Mapping[Motion, Sequence[int]], kinds: int) -> set[Step]:
    """Return the steps that all kinds ride in both directions without limit."""
    rides = {m: own for m, own in movers.items() if m.reach != 1 and not (m.hop or m.path)}
    short = {motion.step for motion in rides if motion.reach != ENDLESS}
    alike = {m.step for m, own in rides.items() if set(range(kinds)).issubset(own)} - short
    return {step for step in alike if _opposite(step) in alike}
