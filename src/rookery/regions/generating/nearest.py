"""The puzzle nearest to a wish, of those that were made on the way."""

from __future__ import annotations

from rookery.errors import LimitError, UnmetWishError
from rookery.regions.generating.wish import BY_RULES, Wish
from rookery.regions.puzzle import Regions
from rookery.regions.reasoning.explaining import difficulty_of
from rookery.regions.reasoning.position import Tick
from rookery.regions.reasoning.rule import LEVELS

HARDEST = "hard"  # level up to which puzzles are rated; expert rules are too slow
CLOSE = 1  # levels between the request and the nearest rejected puzzle, at best
BEYOND, UNRATED = "beyond hard", "not rated"


class Nearest:
    """The puzzle with one answer whose difficulty is nearest to that of a wish.

    Attributes
    ----------
    puzzle
        None before there is any.
    difficulty
        Of the puzzle; None when it is beyond hard, or there was no time to rate it.
    """

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        wished = wish.difficulty
        self._level = LEVELS.index(wished) if wished in LEVELS else 0
        self._distance = len(LEVELS) + CLOSE
        self.puzzle: Regions | None = None
        self.difficulty: str | None = None
        self._rating = UNRATED

    def look(self, puzzle: Regions, tick: Tick) -> None:
        """Take a puzzle with one answer that is not as wished, if it is the nearest so far."""
        if self._distance <= CLOSE:
            return
        if self.puzzle is None:
            self.puzzle = puzzle  # even if there is no time to rate it
        difficulty = difficulty_of(puzzle, HARDEST, tick)
        level = LEVELS.index(difficulty or LEVELS[-1])
        distance = max(CLOSE, abs(level - self._level))
        if distance < self._distance:
            self._distance, self.puzzle, self.difficulty = distance, puzzle, difficulty
            self._rating = difficulty or BEYOND

    def error(self, limit: str) -> LimitError:
        """Return what to raise when a limit, told in words, came first."""
        wished = self._wish.difficulty
        kind = "such" if wished in (None, BY_RULES) else wished
        if self.puzzle is None:
            return LimitError(f"no {kind} puzzle {limit}")
        found = f"no {kind} puzzle {limit}; the nearest found is {self._rating}"
        return UnmetWishError(found, self.puzzle, self.difficulty)
