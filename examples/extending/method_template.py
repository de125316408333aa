"""A method for a family in one file: replace everything marked FILL IN."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.boards.board import Board
from rookery.engine.drive import solved_by
from rookery.engine.run import Partial, Run, Steps
from rookery.nonattacking.puzzle import NonAttacking  # FILL IN: the family's puzzle
from rookery.nonattacking.validation import PlacedPiece
from rookery.results.methods import Method

TRIES_A_SLICE = 500  # FILL IN: tries between two yields; about a tenth of a second


def my_method(puzzle: NonAttacking, run: Run) -> Steps:
    """FILL IN: what the method does, what it proves, and the source of the idea."""
    for number, answer in enumerate(candidates(puzzle.board), 1):
        if not puzzle.check(answer):
            yield Partial(answer)  # FILL IN: add bound=... if one is proved
        if number % TRIES_A_SLICE == 0:
            yield Partial(steps=TRIES_A_SLICE, stage="tries")  # the engine may stop here
    return None  # FILL IN: Partial(bound=...) or Partial(why_none=...) if the end proves it


def candidates(board: Board) -> Iterator[tuple[PlacedPiece, ...]]:
    """FILL IN: yield possible answers, promising ones first."""
    for square in board.squares():
        yield ((0, *square),)


ROW = Method(
    "mine",  # FILL IN: the name that method= and --method take
    solved_by(my_method, greatest=lambda puzzle: not puzzle.lightest),
    "a placement",  # FILL IN: what the method proves
    # FILL IN: fits=..., the puzzles it can run on; suits=..., those `auto` should use it for
)
