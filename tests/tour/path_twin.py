"""The plain-Python twin of path annealing: whole paths, each evaluated from scratch."""

import math
from dataclasses import dataclass, field
from itertools import pairwise

from rookery.tour.plan import TourPlan

MISSING = 3.0

WORD = (1 << 64) - 1


@dataclass
class Random:
    """Marsaglia's xorshift of 64 bits, by shifts 13, 7 and 17."""

    word: int

    def fraction(self) -> float:
        """Return a random number in [0, 1)."""
        self.word ^= self.word << 13 & WORD
        self.word ^= self.word >> 7
        self.word ^= self.word << 17 & WORD
        return (self.word >> 11) / (1 << 53)

    def below(self, limit: int) -> int:
        """Return a random integer from 0 to limit - 1."""
        return int(self.fraction() * limit)


@dataclass
class Twin:
    """The path of a plan under annealing."""

    plan: TourPlan
    path: list[int]
    random: Random
    room: int
    best: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.ends = {
            square: self.plan.moves.destinations(square) for square in self.plan.moves.reached
        }
        self.best = list(self.path)

    def missing(self, path: list[int]) -> int:
        """Return the number of missed targets, plus one for an invalid end."""
        missed = sum(set(path).isdisjoint(group) for group in self.plan.targets)
        return missed + (path[-1] not in self.plan.goal)

    def anneal(self, steps: int, hot: float, cold: float) -> None:
        """Try `steps` changes."""
        trials = (self.replaced, self.with_one_more, self.with_one_less, self.reversed)
        for step in range(steps):
            heat = hot + (cold - hot) * step / steps
            trial = trials[self.random.below(4)]()
            if trial is None or any(end not in self.ends[start] for start, end in pairwise(trial)):
                continue
            longer = len(trial) - len(self.path)
            worse = longer + MISSING * (self.missing(trial) - self.missing(self.path))
            if worse > 0 and self.random.fraction() >= math.exp(-worse / heat):
                continue
            self.path = trial
            if not self.missing(trial) and len(trial) < len(self.best):
                self.best = list(trial)

    def replaced(self) -> list[int] | None:
        """Return the path with one square replaced."""
        place = 1 + self.random.below(len(self.path) - 1)
        new = self.after(self.path[place - 1])
        if new is None or new == self.path[place]:
            return None
        return [*self.path[:place], new, *self.path[place + 1 :]]

    def with_one_more(self) -> list[int] | None:
        """Return the path with a square inserted."""
        if len(self.path) + 1 > self.room:
            return None
        place = 1 + self.random.below(len(self.path))
        new = self.after(self.path[place - 1])
        return None if new is None else [*self.path[:place], new, *self.path[place:]]

    def with_one_less(self) -> list[int] | None:
        """Return the path with a square removed."""
        if len(self.path) < 3:
            return None
        place = 1 + self.random.below(len(self.path) - 1)
        return [*self.path[:place], *self.path[place + 1 :]]

    def reversed(self) -> list[int] | None:
        """Return the path with a stretch reversed."""
        last = len(self.path) - 1
        if last < 2:
            return None
        low = 1 + self.random.below(last - 1)
        high = low + 1 + self.random.below(last - low)
        stretch = self.path[low : high + 1]
        return [*self.path[:low], *stretch[::-1], *self.path[high + 1 :]]

    def after(self, square: int) -> int | None:
        """Return the end of a random move."""
        ends = self.ends[square]
        return ends[self.random.below(len(ends))] if ends else None
