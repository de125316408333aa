"""Requests for a region puzzle, and the rejected puzzle nearest to a request."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.boards.pieces import Piece
from rookery.errors import LimitError, PuzzleError, UnmetRequestError, shown, unknown_name
from rookery.regions.puzzle import Regions
from rookery.regions.reasoning.explaining import difficulty_of
from rookery.regions.reasoning.position import Tick
from rookery.regions.reasoning.rules import LEVELS
from rookery.regions.validation import LETTERS

BY_RULES = "any"  # difficulty of all puzzles that rules solve
HARDEST = "hard"  # highest level for which puzzles are rated; expert rules are too slow
CLOSE = 1  # difficulty levels from the request; no rejected puzzle is closer
BEYOND, UNRATED = "beyond hard", "not rated"


@dataclass(frozen=True)
class RegionsRequest:
    """A request for a puzzle.

    Attributes
    ----------
    size
        The number of rows.
    stars, piece
        As for `Regions`.
    difficulty
        One of `LEVELS`, ``"any"`` for a puzzle that the rules solve, or None for any puzzle.
    least, most
        The bounds of the sizes of regions.
    """

    size: int
    stars: int
    piece: Piece
    difficulty: str | None
    least: int
    most: int

    def __post_init__(self) -> None:
        known = (*LEVELS, BY_RULES)
        if self.difficulty is not None and self.difficulty not in known:
            raise unknown_name("a difficulty", self.difficulty, known)
        if not 1 <= self.size <= len(LETTERS):
            raise PuzzleError(expected=f"a size from 1 to {len(LETTERS)}", found=shown(self.size))
        if not self.least <= self.size <= self.most:
            found = f"{self.least} to {self.most}"
            raise PuzzleError(expected=f"sizes of regions around {self.size}", found=found)

    def is_met(self, puzzle: Regions, tick: Tick) -> bool:
        """Return whether a puzzle has the requested difficulty."""
        if self.difficulty is None:
            return True
        if self.difficulty == BY_RULES:
            return difficulty_of(puzzle, tick=tick) is not None
        return difficulty_of(puzzle, self.difficulty, tick) == self.difficulty


class Nearest:
    """The rejected puzzle whose difficulty is nearest to the request.

    Attributes
    ----------
    puzzle
        The puzzle; None before the first.
    difficulty
        Its difficulty; None if it is beyond hard or unrated.
    """

    def __init__(self, request: RegionsRequest) -> None:
        self._request = request
        requested = request.difficulty
        self._level = LEVELS.index(requested) if requested in LEVELS else 0
        self._distance = len(LEVELS) + CLOSE
        self.puzzle: Regions | None = None
        self.difficulty: str | None = None
        self._rating = UNRATED

    def consider(self, puzzle: Regions, tick: Tick) -> None:
        """Keep a rejected puzzle with one answer if it is the nearest so far."""
        if self._distance <= CLOSE:
            return
        if self.puzzle is None:
            self.puzzle = puzzle  # kept even if no time is left to rate it
        difficulty = difficulty_of(puzzle, HARDEST, tick)
        level = LEVELS.index(difficulty or LEVELS[-1])
        distance = max(CLOSE, abs(level - self._level))
        if distance < self._distance:
            self._distance, self.puzzle, self.difficulty = distance, puzzle, difficulty
            self._rating = difficulty or BEYOND

    def error(self, limit: str) -> LimitError:
        """Return the error to raise at a limit; `limit` describes it."""
        requested = self._request.difficulty
        kind = "such" if requested in (None, BY_RULES) else requested
        if self.puzzle is None:
            return LimitError(f"no {kind} puzzle {limit}")
        words = f"no {kind} puzzle {limit}; the nearest found is {self._rating}"
        return UnmetRequestError(words, self.puzzle, self.difficulty)
