"""A puzzle solved by rules, step by step, and the next step as a hint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from rookery.boards.board import Square
from rookery.boards.notebook import Drawable
from rookery.regions.masks import Masks, bits, mask_of, masks_of, squares_in
from rookery.regions.puzzle import Placement, Regions
from rookery.regions.reasoning.position import Nameless, Position, Tick, no_tick
from rookery.regions.reasoning.rule import LEVELS, Found
from rookery.regions.reasoning.rules import LEVEL_OF, RULES
from rookery.regions.searching.search import Search
from rookery.results.limits import LateError
from rookery.results.result import Reason

MISTAKE = "mistake"
"""The rule of a hint that says that something stands wrong already."""

NODES_A_TICK = 16  # of the search for an answer; a node of a 32x32 board takes up to 1 ms


@dataclass(frozen=True)
class Step(Drawable):
    """A step of a solution: what is certain, and why.

    Attributes
    ----------
    puzzle
        As it stands before the step: its given squares are the pieces so far, its blocked ones
        those known to be empty.
    rule
        The name of the rule, or ``"mistake"``.
    words
        Why, in a sentence.
    pieces, empty
        Squares that hold pieces, and squares that hold none.
    because
        The squares to look at.
    """

    puzzle: Regions
    rule: str
    words: str
    pieces: tuple[Square, ...]
    empty: tuple[Square, ...]
    because: tuple[Square, ...]

    @property
    def level(self) -> str:
        """How hard the rule is: ``"easy"``, ``"medium"``, ``"hard"``, ``"expert"``; or empty."""
        return LEVEL_OF.get(self.rule, "")


@dataclass(frozen=True)
class Explanation:
    """A puzzle as far as rules solve it.

    Attributes
    ----------
    puzzle
        What was to be solved.
    steps
        One after the other, each by the easiest rule that finds anything.
    answer
        The answer; None when the rules do not reach it.
    difficulty
        The level of the hardest rule used; None when the rules do not reach the answer.
    reason
        ``DONE``, or ``TIME`` when a limit came before the rules had gone as far as they go.
    """

    puzzle: Regions
    steps: tuple[Step, ...]
    answer: Placement | None
    difficulty: str | None
    reason: Reason = Reason.DONE


def explain(puzzle: Regions, tick: Tick = no_tick) -> Explanation:
    """Solve a puzzle by rules, as far as they go.

    What they find is certain: where they reach an answer, it is the only one. A `LateError` that
    `tick` raises ends the explanation with the steps so far.
    """
    position = Position.of(puzzle, tick)
    steps: list[Step] = []
    reason = Reason.DONE
    try:
        while not position.is_solved and position.fault() is None:
            tick()
            found = _next(position)
            if found is None:
                break
            rule, deduction = found
            steps.append(_step(rule, deduction, position))
            position = position.after(deduction.placed, deduction.empty)
    except LateError:
        reason = Reason.TIME
    answer = position.answer() if position.is_solved else None
    if answer is None or puzzle.check(answer):
        return Explanation(puzzle, tuple(steps), None, None, reason)
    hardest = max((LEVELS.index(step.level) for step in steps), default=0)
    return Explanation(puzzle, tuple(steps), answer, LEVELS[hardest])


def difficulty_of(puzzle: Regions, most: str = LEVELS[-1], tick: Tick = no_tick) -> str | None:
    """Return how hard a puzzle is, faster than `explain`: many steps are taken at once.

    None when the rules up to the level `most` do not solve it.
    """
    position, level = by_rules(masks_of(puzzle), most, tick)
    return None if not position.is_solved or puzzle.check(position.answer()) else level


def by_rules(masks: Masks, most: str = LEVELS[-1], tick: Tick = no_tick) -> tuple[Position, str]:
    """Return how far the rules up to a level lead, and the highest level that they needed.

    The position has no names, and no puzzle.

    `tick` is called at every step, and may end it by raising an error.
    """
    position = Position.on(Nameless(masks, tick))
    rules = [rule for rule in RULES if LEVELS.index(rule.level) <= LEVELS.index(most)]
    hardest, is_going = 0, True
    while is_going and not position.is_solved and position.fault() is None:
        tick()
        is_going = False
        for rule in rules:
            placed = empty = 0
            for found in islice(rule.find(position), 1 if rule.level == LEVELS[-1] else None):
                placed |= found.placed
                empty |= found.empty
            if placed | empty:
                hardest = max(hardest, LEVELS.index(rule.level))
                position = position.after(placed, empty & ~placed)
                is_going = True
                break
    return position, LEVELS[hardest]


def hint(puzzle: Regions, tick: Tick = no_tick) -> Step | None:
    """Return the next step of a puzzle as it stands: with its given and blocked squares.

    `tick` is called at every step of the search, and may end it by raising an error.

    Returns
    -------
    Step or None
        What is certain: it is so in every answer of the puzzle as it stands. Where that has no
        answer a step of the rule ``"mistake"``, whose `because` is the first piece or empty square
        that stands wrong, or nothing when there never was an answer. None when the puzzle is
        solved, or no rule finds anything.
    """
    if not _has_answer(masks_of(puzzle), tick):
        return _mistake(puzzle, tick)
    position = Position.of(puzzle, tick)
    found = None if position.is_solved else _next(position)
    return None if found is None else _step(*found, position)


def _next(position: Position) -> tuple[str, Found] | None:
    """Return what the easiest rule that finds anything finds first, and its name."""
    for rule in RULES:
        for found in rule.find(position):
            return rule.name, found
    return None


def _step(rule: str, found: Found, position: Position) -> Step:
    side = position.layout.side
    sets = (found.placed, found.empty, found.because)
    return Step(position.puzzle(), rule, found.words, *(squares_in(mask, side) for mask in sets))


def _mistake(puzzle: Regions, tick: Tick) -> Step:
    """Return the first given piece, or else the first blocked square, that leaves no answer."""
    masks = masks_of(puzzle)
    side = len(puzzle.rows)
    blocked = mask_of(puzzle.blocked, side)
    given, free = 0, (1 << side * side) - 1
    for at in bits(masks.given):
        given |= 1 << at
        if not _has_answer(_with(masks, given, free), tick):
            words = f"No answer has a piece on {_name(puzzle, at)}."
            return Step(puzzle, MISTAKE, words, (), (), squares_in(1 << at, side))
    for at in bits(blocked):
        free ^= 1 << at
        if not _has_answer(_with(masks, given, free), tick):
            words = f"Every answer has a piece on {_name(puzzle, at)}."
            return Step(puzzle, MISTAKE, words, (), (), squares_in(1 << at, side))
    return Step(puzzle, MISTAKE, "The puzzle has no answer.", (), (), ())


def _with(masks: Masks, given: int, free: int) -> Masks:
    return replace(masks, given=given, free=free)


def _has_answer(masks: Masks, tick: Tick) -> bool:
    for answer in Search(masks).answers(NODES_A_TICK):
        if answer is not None:
            return True
        tick()
    return False


def _name(puzzle: Regions, at: int) -> str:
    return puzzle.board.name(divmod(at, len(puzzle.rows)))
