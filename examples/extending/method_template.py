"""A method for a family: fill in the places marked FILL IN."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.boards.board import Board
from rookery.engine.drive import solved_by
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import PlacedPiece
from rookery.results.methods import Method

TRIES_A_SLICE = 500  # FILL IN: work between two yields, about a tenth of a second


def my_method(puzzle: NonAttacking, run: Run) -> Steps:
    """FILL IN: what it does, and where the idea comes from."""
    for number, answer in enumerate(candidates(puzzle.board), 1):
        if number % TRIES_A_SLICE == 0:
            yield Partial(steps=TRIES_A_SLICE, stage="tries")
        if not puzzle.check(answer):
            yield Partial(answer)  # FILL IN: bound=..., where one is proved
    return None  # FILL IN: Partial(bound=...) or Partial(why_none=...), where the end proves it


def candidates(board: Board) -> Iterator[tuple[PlacedPiece, ...]]:
    """FILL IN: yield possible answers, the promising ones first."""
    for square in board.squares():
        yield ((0, *square),)


ROW = Method(
    "mine",  # FILL IN: the name that method= takes
    solved_by(my_method, greatest=lambda puzzle: not puzzle.lightest),
    "a placement",  # FILL IN: what it proves
)
