"""Region puzzles at random: one answer, and as hard as wanted."""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from random import Random

from rookery.boards.pieces import Piece
from rookery.errors import LimitError, PuzzleError, did_you_mean, shown
from rookery.regions.generating.growing import grow
from rookery.regions.generating.placing import random_placement
from rookery.regions.generating.repair import Repair
from rookery.regions.masks import Reach, reach_of
from rookery.regions.puzzle import Regions
from rookery.regions.reasoning.explaining import difficulty_of
from rookery.regions.reasoning.rule import LEVELS
from rookery.results.limits import Limits
from rookery.results.progress import Progress
from rookery.results.settings import Settings

LETTERS = string.ascii_uppercase + string.ascii_lowercase
TRIES = 5000
"""After so many partitions that came to nothing, when no limit says otherwise."""
STEPS_A_ROW = 5
NODES_A_SEARCH = 1_000_000
"""A puzzle that takes more to be proved is given up; it would be too hard for people, too."""
BY_RULES = "any"
"""The difficulty of all puzzles that rules solve."""
STAGE = "generating"


@dataclass(frozen=True)
class Wish:
    """What is wanted of a puzzle.

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
            found = f"{shown(self.difficulty)}{did_you_mean(self.difficulty, known)}"
            raise PuzzleError(expected="a difficulty", found=found)
        if not 1 <= self.size <= len(LETTERS):
            raise PuzzleError(expected=f"a size from 1 to {len(LETTERS)}", found=shown(self.size))
        if not self.least <= self.size <= self.most:
            found = f"{self.least} to {self.most}"
            raise PuzzleError(expected=f"sizes of regions around {self.size}", found=found)

    def is_met(self, puzzle: Regions) -> bool:
        """Return whether a puzzle is as hard as wanted."""
        if self.difficulty is None:
            return True
        difficulty = difficulty_of(puzzle)
        return difficulty is not None and self.difficulty in (difficulty, BY_RULES)


def generate(wish: Wish, settings: Settings) -> Regions:
    """Return a puzzle that has one answer and is as wanted; it follows from the seed alone.

    Raises
    ------
    PuzzleError
        When no placement is found to begin with.
    LimitError
        When the limit of time or of tries comes first.
    """
    random = Random(settings.seed)
    searching = replace(settings, limits=Limits(work=NODES_A_SEARCH), on_progress=None)
    reach = reach_of(wish.size, wish.piece)
    tries = settings.limits.work or TRIES
    for number in range(tries):
        settings.report(Progress(settings.clock.seconds(), done=number, stage=STAGE))
        if settings.clock.left() <= 0:
            raise LimitError(f"no such puzzle within {settings.limits.seconds:g} s")
        puzzle = _try(wish, reach, random, searching)
        if puzzle is not None and wish.is_met(puzzle):
            return puzzle
    raise LimitError(f"no such puzzle in {tries} tries")


def _try(wish: Wish, reach: Reach, random: Random, settings: Settings) -> Regions | None:
    """Return a puzzle with one answer, or None when one try fails."""
    placement = random_placement(reach, wish.stars, random)
    partition = grow(wish.size, wish.stars, placement, random)
    if partition is None:
        return None
    repair = Repair(reach, wish.stars, placement, partition, wish.least, wish.most, random)
    if not repair.run(STEPS_A_ROW * wish.size, settings):
        return None
    if any(not wish.least <= partition.size(at) <= wish.most for at in range(wish.size)):
        return None
    return Regions(partition.rows(LETTERS), wish.stars, wish.piece)
