"""Requests for a region puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown, unknown_name
from rookery.regions.puzzle import LETTERS, Regions
from rookery.regions.reasoning.explaining import difficulty_of
from rookery.regions.reasoning.position import Tick
from rookery.regions.reasoning.rule import LEVELS

BY_RULES = "any"  # the difficulty of all puzzles that rules solve


@dataclass(frozen=True)
class Wish:
    """A request for a puzzle.

    Attributes
    ----------
    size
        The number of rows.
    stars, piece
        As of `Regions`.
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
        """Return whether a puzzle is as hard as wanted."""
        if self.difficulty is None:
            return True
        if self.difficulty == BY_RULES:
            return difficulty_of(puzzle, tick=tick) is not None
        return difficulty_of(puzzle, self.difficulty, tick) == self.difficulty
