"""Solutions by rules, step by step, and the next step as a hint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from rookery.boards.board import Square
from rookery.boards.notebook import Drawable, Guessed
from rookery.engine.drive import drive
from rookery.engine.run import Partial, Run, Steps
from rookery.regions.masks import Masks, RegionSearch, mask_of, masks_of, squares_in
from rookery.regions.puzzle import Placement, Regions
from rookery.regions.reasoning import LEVEL_OF, LEVELS, RULES, Deduction, Position, PuzzleLayout
from rookery.results.limits import Check
from rookery.results.settings import Settings

MISTAKE = "mistake"  # the rule of a hint that points out a mistake
STEP_PIXELS = 24  # side of a square in the pictures of an explanation
NODES_A_TICK = 64  # nodes of the search for an answer between two ticks


@dataclass(frozen=True)
class Step(Drawable):
    """A step of a solution: a deduction and its reason.

    Attributes
    ----------
    puzzle
        The puzzle before the step: its given squares are the pieces so far, its blocked squares
        the squares known to be empty.
    rule
        The name of the rule, or ``"mistake"``.
    words
        The reason, in a sentence.
    pieces, empty
        The squares that must hold pieces, and the squares that must be empty.
    because
        The squares of the reason.
    """

    puzzle: Regions
    rule: str
    words: str
    pieces: tuple[Square, ...]
    empty: tuple[Square, ...]
    because: tuple[Square, ...]

    @property
    def level(self) -> str:
        """The level of the rule: ``"easy"``, ``"medium"``, ``"hard"``, ``"expert"``; or empty."""
        return LEVEL_OF.get(self.rule, "")

    def __str__(self) -> str:
        """Return the rule, its conclusions (``*`` a piece, ``-`` an empty square), the reason."""
        name = self.puzzle.board.name
        signs = (*(f"*{name(at)}" for at in self.pieces), *(f"-{name(at)}" for at in self.empty))
        return " ".join((f"{self.rule}:", *signs, f"({self.words})"))


@dataclass(frozen=True)
class Explanation(Guessed):
    """The solution of a puzzle as far as rules reach.

    Printed, it is a numbered step a line; a notebook shows a picture with each step.

    Attributes
    ----------
    puzzle
        The puzzle.
    steps
        The steps in order, each by the easiest rule that applies.
    answer
        The answer; None if the rules do not reach it.
    difficulty
        The level of the hardest rule used; None if the rules do not reach the answer.
    is_complete
        Whether no further rule applies; False if a limit or Ctrl-C came first.
    """

    puzzle: Regions
    steps: tuple[Step, ...]
    answer: Placement | None
    difficulty: str | None
    is_complete: bool = True

    def __repr__(self) -> str:
        """Return the difficulty and the number of steps.

        >>> import rookery as rk
        >>> rk.explain(rk.generate_regions(5, seed=1))
        <Explanation: medium, 16 steps>
        """
        return f"<Explanation: {self.difficulty or 'not solved by rules'}, {len(self.steps)} steps>"

    def __str__(self) -> str:
        lines = [f"{number:>3}. {step}" for number, step in enumerate(self.steps, 1)]
        name = self.puzzle.board.name
        end = "not solved by rules" if self.answer is None else " ".join(map(name, self.answer))
        return "\n".join((*lines, f"{self.difficulty}: {end}" if self.difficulty else end))

    def _repr_html_(self) -> str:
        """Return the numbered steps, each below the picture of the board before it."""
        from html import escape

        steps = (
            f"<li><figure>{step.svg(size=STEP_PIXELS)}<figcaption>{escape(step.words)}"
            "</figcaption></figure></li>"
            for step in self.steps
        )
        return f"<ol>{''.join(steps)}</ol><p>{escape(self.difficulty or 'not solved by rules')}</p>"


def explain(puzzle: Regions, settings: Settings) -> Explanation:
    """Solve a puzzle by rules within the limits; an answer reached by rules is the only one."""
    steps: list[Step] = []
    run = Run(puzzle, settings)
    stopped = drive(_explained(puzzle, steps, run), run)
    if run.answer is None:
        return Explanation(puzzle, tuple(steps), None, None, is_complete=stopped is None)
    hardest = max((LEVELS.index(step.level) for step in steps), default=0)
    return Explanation(puzzle, tuple(steps), run.answer, LEVELS[hardest])


def _explained(puzzle: Regions, steps: list[Step], run: Run) -> Steps:
    position = Position.of(puzzle, run.check_deadline)
    while not position.is_solved and position.fault() is None:
        yield Partial(steps=1, stage="rules")
        easiest = _easiest(position)
        if easiest is None:
            return None
        rule, deduction = easiest
        steps.append(_step(puzzle, rule, deduction, position))
        position = position.after(deduction.placed, deduction.empty)
    answer = position.answer() if position.is_solved else None
    return None if answer is None or puzzle.check(answer) else Partial(answer)


def difficulty_of(puzzle: Regions, most: str = LEVELS[-1], tick: Check = bool) -> str | None:
    """Return the difficulty of a puzzle, or None if rules up to the level `most` do not solve it.

    This is faster than `explain`, because it applies all deductions of a rule at once.
    """
    position, level = by_rules(masks_of(puzzle), most, tick)
    return None if not position.is_solved or puzzle.check(position.answer()) else level


def by_rules(masks: Masks, most: str = LEVELS[-1], tick: Check = bool) -> tuple[Position, str]:
    """Return the position that rules up to a level reach, and the level of the hardest rule used.

    The position has no names and no puzzle. `tick` is called at every step; it may raise.
    """
    position = Position.on(PuzzleLayout(masks, tick))
    rules = [rule for rule in RULES if LEVELS.index(rule.level) <= LEVELS.index(most)]
    hardest = 0
    while not position.is_solved and position.fault() is None:
        tick()
        for rule in rules:
            placed = empty = 0
            most_deductions = 1 if rule.level == LEVELS[-1] else None
            for deduction in islice(rule.find(position), most_deductions):
                placed |= deduction.placed
                empty |= deduction.empty
            if placed | empty:
                hardest = max(hardest, LEVELS.index(rule.level))
                position = position.after(placed, empty & ~placed)
                break
        else:
            break
    return position, LEVELS[hardest]


def hint(puzzle: Regions, tick: Check) -> Step | None:
    """Return the next step of a puzzle as it stands, with its given and blocked squares.

    The step holds in every answer of the puzzle as it stands. If it has no answer, the step is of
    the rule ``"mistake"``, and its `because` is the first wrong piece or empty square, or empty if
    the original puzzle had no answer either. None if the puzzle is solved, or no rule applies.
    `tick` is called regularly; it may raise.
    """
    if not _has_answer(masks_of(puzzle), tick):
        return _mistake(puzzle, tick)
    position = Position.of(puzzle, tick)
    easiest = None if position.is_solved else _easiest(position)
    return None if easiest is None else _step(puzzle, *easiest, position)


def _easiest(position: Position) -> tuple[str, Deduction] | None:
    """Return the name and the first deduction of the easiest rule that applies."""
    for rule in RULES:
        position.layout.tick()
        for deduction in rule.find(position):
            return rule.name, deduction
    return None


def _step(puzzle: Regions, rule: str, deduction: Deduction, position: Position) -> Step:
    """Return a step of a solution, whose puzzle has all that is known so far given or blocked."""
    side = position.layout.side
    known = (1 << side * side) - 1 & ~(position.placed | position.free)
    given, blocked = (frozenset(squares_in(mask, side)) for mask in (position.placed, known))
    sets = (deduction.placed, deduction.empty, deduction.because)
    squares = (squares_in(mask, side) for mask in sets)
    return Step(replace(puzzle, given=given, blocked=blocked), rule, deduction.words, *squares)


def _mistake(puzzle: Regions, tick: Check) -> Step:
    """Return a step that points to the first given piece, or blocked square, without an answer."""
    masks, name = masks_of(puzzle), puzzle.board.name
    side = len(puzzle.rows)
    given, free = 0, (1 << side * side) - 1
    squares = [(square, True) for square in squares_in(masks.given, side)]
    squares += [(square, False) for square in sorted(puzzle.blocked)]
    for square, is_piece in squares:
        if is_piece:
            given |= mask_of([square], side)
        else:
            free ^= mask_of([square], side)
        if not _has_answer(replace(masks, given=given, free=free), tick):
            kind = "No" if is_piece else "Every"
            words = f"{kind} answer has a piece on {name(square)}."
            return Step(puzzle, MISTAKE, words, (), (), (square,))
    return Step(puzzle, MISTAKE, "The puzzle has no answer.", (), (), ())


def _has_answer(masks: Masks, tick: Check) -> bool:
    for answer in RegionSearch(masks).answers(NODES_A_TICK):
        tick()
        if answer is not None:
            return True
    return False
