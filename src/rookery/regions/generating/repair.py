"""Regions changed square by square until their puzzle has one answer.

While there is another answer than the wanted one, a square of it at a border is given to the region
beyond: that region then has a piece too many, and the other answer is none. Of all such moves
the one is made after which the fewest of the answers met so far are answers again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from rookery.regions.generating.draft import Draft
from rookery.regions.masks import bits
from rookery.regions.methods import find
from rookery.results.settings import Settings

PROBES_PER_MOVE = 8  # answers looked for after each move
REMEMBERED = 400  # other answers, against which later changes are held first


@dataclass
class Other:
    """Another answer than the wanted one, met before: how many pieces it has in each region."""

    squares: tuple[int, ...]
    numbers: list[int]

    def wrong(self, stars: int) -> int:
        """Return how many regions have another number of pieces."""
        return sum(number != stars for number in self.numbers)


@dataclass
class Repair:
    """A partition on its way to a single answer.

    Attributes
    ----------
    draft
        What is changed.
    random
        Breaks ties.
    """

    draft: Draft
    random: Random
    _others: dict[int, Other] = field(default_factory=dict)
    _moved: list[int] = field(default_factory=list)

    def run(self, steps: int, settings: Settings) -> bool:
        """Move squares until the answer is the only one; return whether it is."""
        draft = self.draft
        for _ in range(steps):
            answers, is_complete = find(draft.masks(), PROBES_PER_MOVE, settings)
            others = [mask for mask in answers if mask != draft.answer]
            if not others:
                return is_complete
            for mask in others:
                self._remember(mask)
            if not self._step(others):
                return False
        return False

    def _remember(self, mask: int) -> None:
        if mask in self._others:
            return
        if len(self._others) >= REMEMBERED:
            del self._others[next(iter(self._others))]
        numbers = [(mask & region).bit_count() for region in self.draft.partition.masks]
        self._others[mask] = Other(tuple(bits(mask)), numbers)

    def _step(self, others: list[int]) -> bool:
        """Make the best move that rids the partition of one of these answers."""
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
        return self._any_step()

    def _any_step(self) -> bool:
        """Move any square that holds no piece, where none helps; return whether one can move."""
        squares = list(bits(self.draft.others()))
        self.random.shuffle(squares)
        for square in squares:
            for region in self.draft.moves(square):
                self._move(square, region)
                return True
        return False

    def _score(self, square: int, region: int) -> int:
        """Return by how many the answers met before grow in number after a move."""
        own, stars, change = self.draft.partition.of[square], self.draft.wish.stars, 0
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
        self._moved = [*self._moved[-self.draft.wish.size :], square]
