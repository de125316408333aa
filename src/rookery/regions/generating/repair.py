"""Moves of border squares until a draft has one answer, or until rules solve it.

`Repair` takes an unintended answer, and moves one of its squares at a border to the region beyond.
That region then has a piece too many, which excludes the answer. Of all such moves `Repair` makes
the one that allows the fewest of the answers excluded so far again.

`shape` moves squares until the rules of a level leave no square open. It mostly moves open squares,
and keeps a move unless it leaves more squares open. A puzzle that the rules solve has one answer,
so no search is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from rookery.regions.generating.draft import Draft
from rookery.regions.masks import bits
from rookery.regions.methods import find
from rookery.regions.reasoning.explaining import by_rules
from rookery.regions.reasoning.position import Tick
from rookery.results.settings import Settings

PROBES_PER_MOVE = 8  # answers searched for after each move
REMEMBERED = 400  # unintended answers that score later moves
PATIENCE = 500  # moves in a row without gain before giving up
DRAWS = 1000  # squares drawn to find a movable one, at most
SHARE_ANYWHERE = 0.3  # share of squares drawn from all squares instead of the open ones


@dataclass
class UnintendedAnswer:
    """An answer of an earlier partition that is not the intended one."""

    squares: tuple[int, ...]
    numbers: list[int]  # pieces in each region

    def wrong(self, stars: int) -> int:
        """Return the number of regions without `stars` pieces."""
        return sum(number != stars for number in self.numbers)


@dataclass
class Repair:
    """A repair of a draft that removes its unintended answers.

    Attributes
    ----------
    draft
        The draft to change.
    random
        The generator of random numbers that break ties.
    """

    draft: Draft
    random: Random
    _others: dict[int, UnintendedAnswer] = field(default_factory=dict)
    _moved: list[int] = field(default_factory=list)

    def run(self, steps: int, settings: Settings) -> bool:
        """Move squares until the intended answer is the only one; return whether it is."""
        draft = self.draft
        for _ in range(steps):
            answers, is_complete = find(draft.masks(), PROBES_PER_MOVE, settings)
            others = [mask for mask in answers if mask != draft.answer]
            if not others:
                return is_complete
            for mask in others:
                if mask not in self._others:
                    if len(self._others) >= REMEMBERED:
                        del self._others[next(iter(self._others))]
                    numbers = [(mask & region).bit_count() for region in draft.partition.masks]
                    self._others[mask] = UnintendedAnswer(tuple(bits(mask)), numbers)
            if not self._step(others):
                return False
        return False

    def _step(self, others: list[int]) -> bool:
        """Make the best move that excludes one of these answers, or else any; return success."""
        squares = 0
        for mask in others:
            squares |= mask
        best = None
        for square in bits(squares & ~self.draft.answer):
            for region in self.draft.moves(square):
                score = self._score(square, region), square in self._moved, self.random.random()
                if best is None or score < best[0]:
                    best = score, square, region
        if best is not None:
            self._move(best[1], best[2])
            return True
        movable = list(bits(self.draft.others()))
        self.random.shuffle(movable)
        for square in movable:
            for region in self.draft.moves(square):
                self._move(square, region)
                return True
        return False

    def _score(self, square: int, region: int) -> int:
        """Return the number of remembered answers that a move allows, minus those it excludes."""
        own, stars, change = self.draft.partition.of[square], self.draft.request.stars, 0
        for other in self._others.values():
            if square in other.squares:
                wrong = other.wrong(stars)
                if wrong == 0:
                    change -= 1
                elif wrong == 2:
                    numbers = other.numbers
                    change += numbers[own] == stars + 1 and numbers[region] == stars - 1
        return change

    def _move(self, square: int, region: int) -> None:
        partition = self.draft.partition
        own = partition.of[square]
        for other in self._others.values():
            if square in other.squares:
                other.numbers[own] -= 1
                other.numbers[region] += 1
        partition.move(square, region)
        self._moved = [*self._moved[-self.draft.request.size :], square]


def shape(draft: Draft, level: str, random: Random, tick: Tick) -> bool:
    """Move squares until rules up to a level solve the draft; return whether they do."""

    def left_open() -> int:
        return by_rules(draft.masks(), level, tick)[0].free

    squares, failed = left_open(), 0
    while squares and failed < PATIENCE:
        move = _random_move(draft, squares, random)
        if move is None:
            return False
        square, region = move
        before = draft.partition.of[square]
        draft.partition.move(square, region)
        still_open = left_open()
        failed = 0 if still_open.bit_count() < squares.bit_count() else failed + 1
        if still_open.bit_count() > squares.bit_count():
            draft.partition.move(square, before)
        else:
            squares = still_open
    return not squares


def _random_move(draft: Draft, preferred: int, random: Random) -> tuple[int, int] | None:
    """Return a random square, usually a preferred one, and its new region, or None."""
    every = list(bits(draft.others()))
    first = list(bits(preferred & draft.others())) or every
    for _ in range(DRAWS):
        square = random.choice(every if random.random() < SHARE_ANYWHERE else first)
        regions = draft.moves(square)
        if regions:
            return square, random.choice(regions)
    return None
