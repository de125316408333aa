"""The exact rules as a CP-SAT model, for a whole board or a window of it.

Squares outside the window keep their pieces; the builder evaluates every condition that depends on
these alone, and so needs no literal for it.

For every target and direction, the builder walks outward from the target. Rides share one literal,
"the squares passed are empty"; hops get one literal per square, "exactly one piece stands on the
squares passed". If all pieces ride a line in both directions without limit, a piece in between
attacks the target itself, so rides need a single literal per run: "a piece stands on it". With
queens alone, the model is therefore a plain set cover. See docs/methods/cover-bounds.md, "Exact
models".

To require attacks, one-way literals are enough: a literal may be false although the attack exists.
To forbid or count attacks, the builder uses *ways*: lists of conditions that all hold exactly when
a piece on one square attacks another square along one motion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
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

    Parameters
    ----------
    puzzle
        The puzzle.
    placed_pieces
        The pieces of a cover; pieces on squares that are not free stay.
    free
        The free squares, with the kinds that may stand on each; squares where no piece may be
        placed are ignored.
    exact
        Whether the pieces determine every literal, so that each cover is exactly one solution;
        otherwise a literal may be false although its condition holds.
    check_deadline
        Called for each square and target; may raise `DeadlineExceeded`.

    Attributes
    ----------
    model
        The CP-SAT model; it minimises the price of the pieces on the free squares.
    fixed_cost
        The price of the pieces that stay.
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
        self.movers = by_motion((*puzzle.pieces, *(piece for piece, _ in puzzle.standing)))
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
        for found in (occupied, *self._attacks(target)):
            if found is True:
                return
            if found is not False:
                covers.append(found)
        self.model.add_bool_or(covers)

    def _attacks(self, target: Square) -> Iterable[Condition]:
        for motion, kinds in self.movers.items():
            if motion.hop:
                yield from self._hops(target, motion, kinds)
            elif motion == Motion(motion.step, ENDLESS) and motion.step in self._run_steps:
                yield from self._on_line(target, motion.step)
            elif motion.reach == 1:
                for source, empty in self.paths(target, motion):
                    yield from (self._all([self._stands(kind, source), *empty]) for kind in kinds)
            else:
                yield from self._along(target, motion, kinds)

    def _along(self, target: Square, motion: Motion, kinds: list[int]) -> Iterable[Condition]:
        """Yield the attacks on a target by a ride; a literal per square says its path is empty."""
        clear: Condition = True
        known = 0
        for source, empty in self.paths(target, motion):
            clear = self._all([clear, *empty[known:]])
            known = len(empty)
            yield self._all([self.stands_any(kinds, source), clear])

    def _hops(self, target: Square, motion: Motion, kinds: list[int]) -> Iterable[Condition]:
        """Yield the attacks on a target by a hop."""
        beyond = 1 if motion.hop == "g" else None
        passed: list[Square] = []
        for source in self.sources(target, motion):
            for kind in kinds:
                if (stands := self._stands(kind, source)) is not False:
                    yield self._all([stands, self._one_hurdle(passed, beyond)])
            passed.append(source)
            if self._hurdles(passed) > 1:
                return

    def sources(self, square: Square, motion: Motion) -> Iterable[Square]:
        """Return the squares from which a motion may lead to a square, nearest first."""
        back = self.puzzle.board.ray(square, _opposite(motion.step))
        return back if motion.reach == ENDLESS else islice(back, motion.reach)

    def paths(self, square: Square, motion: Motion) -> Iterator[tuple[Square, list[Condition]]]:
        """Yield each source of a leap or ride to a square, with its list of emptiness conditions.

        All sources share one list, which grows from source to source.
        """
        empty: list[Condition] = []
        for source in self.sources(square, motion):
            empty += map(self.is_empty, motion.path_from(self.puzzle.board, source))
            if any(condition is False for condition in empty):
                return
            yield source, empty
            empty.append(self.is_empty(source))

    def _on_line(self, target: Square, step: Step) -> Iterable[Condition]:
        """Yield literals that each imply a ride to a target, where all pieces ride the step."""
        if not self.puzzle.total or self.is_empty(target) is False:
            yield self._on_run(target, step)
            return
        for square in self.puzzle.board.ray(target, _opposite(step)):
            if self.is_empty(square) is False:
                yield self._rides(square, step)
                return
            yield self.filled.get(square, False)

    def _on_run(self, target: Square, step: Step) -> Condition:
        """Return a literal that implies a ride along `step` to a target.

        The run includes an empty target, so both directions share one literal. A fixed rider on the
        target itself, which may be an end of the run, does not attack it.
        """
        back, board = _opposite(step), self.puzzle.board
        first = target
        if self.is_empty(target) is False:
            first = next(iter(board.ray(target, back)), target)
            if self.is_empty(first) is False:
                return first != target and self._rides(first, step)
        run, rides_in = [first], False
        for way in (step, back):
            for square in board.ray(first, way):
                if self.is_empty(square) is False:
                    rides_in |= square != target and self._rides(square, _opposite(way))
                    break
                run.append(square)
        if rides_in:
            return True
        key = max(step, back), min(run)
        if key not in self._runs:
            self._runs[key] = self._any([self.filled[s] for s in run if s in self.filled])
        return self._runs[key]

    def _rides(self, square: Square, step: Step) -> bool:
        """Return whether the fixed piece on a square, if any, rides a step."""
        return self.fixed.get(square) in self.movers.get(Motion(step, ENDLESS), ())

    def _any(self, literals: list[Literal]) -> Condition:
        """Return a literal that is true exactly if any of these is."""
        if len(literals) < 2:
            return literals[0] if literals else False
        either = self.model.new_bool_var("")
        self.model.add_bool_or([either.negated(), *literals])
        for literal in literals:
            self.model.add_implication(literal, either)
        return either

    def _hurdles(self, squares: list[Square]) -> int:
        """Return the number of squares that are occupied in every cover."""
        return sum(self.is_empty(square) is False for square in squares)

    def _one_hurdle(self, passed: list[Square], beyond: int | None) -> Condition:
        """Return a literal that implies exactly one piece on the squares passed.

        The squares are listed from the target outward; the hurdle must be among the first `beyond`
        of them, or anywhere if `beyond` is None.
        """
        far = [] if beyond is None else passed[beyond:]
        if any(self.is_empty(square) is False for square in far):
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
        for square in far:
            if square in self.filled:
                self.model.add_implication(literal, self.vacant[square])
        return literal

    def _stands(self, kind: int, square: Square) -> Condition:
        if square in self.choice:
            return self.choice[square].get(kind, False)
        return self.fixed.get(square) == kind

    def stands_any(self, kinds: list[int], square: Square) -> Condition:
        """Return a literal for a piece of any of several kinds on a square."""
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

    def negated(self, condition: Condition) -> Condition:
        """Return the negation of a condition."""
        return not condition if isinstance(condition, bool) else condition.negated()

    def forbid(self, together: Sequence[Condition]) -> None:
        """Require that at least one of these is false."""
        if not any(condition is False for condition in together):
            left = [self.negated(condition) for condition in together if condition is not True]
            self.model.add_bool_or(left)

    def exactly_all(self, together: Sequence[Condition]) -> Condition:
        """Return a literal that is true exactly when all of these are."""
        both = self._all(list(together))
        if len([condition for condition in together if condition is not True]) > 1:
            self.forbid([self.negated(both), *together])
        return both

    def exactly_any(self, some: Sequence[Condition]) -> Condition:
        """Return a literal that is true exactly when any of these is."""
        return self.negated(self.exactly_all([self.negated(condition) for condition in some]))

    def is_empty(self, square: Square) -> Condition:
        """Return whether a square holds no piece, obstacle or wall."""
        if square in self.filled:
            return self.vacant[square]
        return not (
            square in self.fixed
            or square in self.puzzle.obstacles
            or square in self.puzzle.board.walls
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
        if self.exact:
            self.forbid([self.negated(both), *needed])
        return both

    def _forbid_attacks(self) -> None:
        """Add the constraints for spared squares and independent pieces."""
        puzzle = self.puzzle
        for square in sorted(puzzle.spared):
            for _, way, _ in self._ways(square):
                self.forbid(way)
        if puzzle.independent:
            ours = [*self.filled, *self.fixed]
            for square in ours:
                there = self.filled.get(square, True)
                for _, _, alone in self._ways(square):
                    self.forbid([there, *alone])

    def _count_covers(self, target: int) -> None:
        """Require that the number of pieces covering a target is within its limits."""
        puzzle = self.puzzle
        square = puzzle.targets[target]
        by_source: dict[Square, list[Condition]] = {}
        for source, way, _ in self._ways(square):
            attack = self.exactly_all(way)
            if attack is not False:
                by_source.setdefault(source, []).append(attack)
        covers = [self.exactly_any(attacks) for attacks in by_source.values()]
        if not puzzle.total:
            covers.append(self.filled.get(square, square in self.kept))
        total = sum(covers)
        self.model.add(total >= puzzle.at_least[target])
        most = puzzle.at_most[target]
        if most is not None:
            self.model.add(total <= most)

    def _ways(self, square: Square) -> Iterator[tuple[Square, Way, Way]]:
        """Yield the source, the way and a relaxed way of each possible attack on a square.

        The relaxed way is enough to forbid attacks between our pieces: a ride needs no empty line,
        because a piece in between is attacked itself.
        """
        for motion, kinds in self.movers.items():
            if motion.hop:
                yield from self._hop_ways(square, motion, kinds)
                continue
            for source, empty in self.paths(square, motion):
                stands = self.stands_any(kinds, source)
                if stands is not False:
                    yield source, [stands, *empty], [stands, *(empty if motion.path else ())]

    def _hop_ways(
        self, square: Square, motion: Motion, kinds: list[int]
    ) -> Iterator[tuple[Square, Way, Way]]:
        """Yield the ways of hops over exactly one piece; grasshoppers land right behind it."""
        none: Condition = True
        one: Condition = False
        for number, source in enumerate(self.sources(square, motion)):
            stands = self.stands_any(kinds, source)
            if number and one is not False and stands is not False:
                yield source, [stands, one], [stands, one]
            empty = self.is_empty(source)
            filled = self.negated(empty)
            still = self.exactly_all([one, empty])
            may_be_first = number == 0 or motion.hop != "g"
            first = self.exactly_all([none, filled]) if may_be_first else False
            one = self.exactly_any([still, first])
            none = self.exactly_all([none, empty])
            if one is False and none is False:
                return


def _opposite(step: Step) -> Step:
    return -step[0], -step[1]


def _run_steps(movers: Mapping[Motion, Sequence[int]], kinds: int) -> set[Step]:
    """Return the steps that all kinds ride in both directions without limit.

    Standing pieces may ride in one direction only, but a piece of limited reach rules a step out.
    """
    rides = {m: own for m, own in movers.items() if m.reach != 1 and not (m.hop or m.path)}
    short = {motion.step for motion in rides if motion.reach != ENDLESS}
    alike = {m.step for m, own in rides.items() if set(range(kinds)).issubset(own)} - short
    return {step for step in alike if _opposite(step) in alike}
