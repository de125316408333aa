"""Heuristics on the exact model: windows and merged covers.

None of them proves anything about all covers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import solved
from rookery.cover.model.candidates import Candidates
from rookery.cover.offers import cost
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

FEWEST_PIECES, MOST_PIECES = 10, 30  # pieces per window
WINDOW_SECONDS = 1.0  # seconds per window, at most
GROW_AFTER = 12  # windows solved without improvement, in a row


@dataclass
class Windows:
    """Large neighbourhood search: re-optimise a few neighbouring pieces, keep all others.

    Windows grow once the solver proves most small ones optimal. P. Shaw, "Using constraint
    programming and local search methods to solve vehicle routing problems", CP 1998.

    Parameters
    ----------
    kinds
        The kinds to try on each empty square.
    random
        The source of the windows' centres.
    pieces
        The pieces in a window.
    settled
        The windows in a row that have no cheaper pieces.
    """

    kinds: dict[Square, list[int]]
    random: random.Random
    pieces: int = FEWEST_PIECES
    settled: int = 0

    def improve(self, run: Run) -> Steps:
        """Solve one window of the incumbent after the other, until the deadline."""
        yield from cpsat.loaded(run)
        while True:
            before, cover = cost(run), run.answer
            model = CoverModel(run.puzzle, cover, self._window(run.puzzle, cover))
            model.cheaper_than(int(before))
            outcome = yield from run.within(1.0, solved(model, run, "window"), WINDOW_SECONDS)
            yield Partial(stage="window")
            if cost(run) < before:
                self.settled = 0
            elif outcome is not None and outcome.status == "INFEASIBLE":
                self.settled += 1
                if self.settled >= GROW_AFTER:
                    self.pieces, self.settled = min(MOST_PIECES, self.pieces + 2), 0
            else:
                self.pieces = max(FEWEST_PIECES, self.pieces - 1)

    def _window(
        self, puzzle: Cover, placed_pieces: Iterable[PlacedPiece]
    ) -> dict[Square, list[int]]:
        """Return the squares around a random piece that hold about a number of pieces."""
        squares = [(row, column) for _, row, column in placed_pieces]
        centre = self.random.choice(squares)
        distance = puzzle.board.distance
        far = sorted(distance(centre, square) for square in squares)
        radius = far[min(self.pieces, len(far)) - 1]
        return {
            square: kinds
            for square, kinds in self.kinds.items()
            if distance(centre, square) <= radius
        }


def worthwhile_kinds(puzzle: Cover, table: Candidates) -> dict[Square, list[int]]:
    """Return, for every empty square, the kinds that can attack a target from it.

    Where pieces that attack no target can help, every square also gets the cheapest kind.
    """
    columns, prices = puzzle.board.columns, puzzle.prices
    in_stock = [kind for kind, number in enumerate(puzzle.stock) if number != 0]
    idle = min(in_stock, key=lambda kind: prices[kind])
    kinds = {
        square: {idle} if puzzle.idle_helps and puzzle.may_stand(idle, square) else set()
        for square in puzzle.places
    }
    for square, kind in zip(table.square.tolist(), table.kind.tolist(), strict=True):
        kinds[divmod(square, columns)].add(kind)
    return {square: sorted(found) for square, found in kinds.items() if found}


def merged(covers: Iterable[Sequence[PlacedPiece]], run: Run) -> Steps:
    """Find the cheapest cover made of the pieces of several, if it is cheaper than the incumbent.

    Annealings that begin differently end at covers that differ, each good in other places. W. Cook
    and P. Seymour, "Tour merging via branch-decomposition", INFORMS Journal on Computing 15, 2003,
    merge tours so.
    """
    yield from cpsat.loaded(run)
    model = CoverModel(run.puzzle, (), kinds_of(covers))
    model.cheaper_than(int(cost(run)))
    yield from solved(model, run, "merge")
    return None


def kinds_of(covers: Iterable[Sequence[PlacedPiece]]) -> dict[Square, list[int]]:
    """Return, for every square, the kinds that stand there in any of the covers.

    >>> kinds_of([[(0, 1, 1), (2, 0, 3)], [(1, 1, 1)]])
    {(1, 1): [0, 1], (0, 3): [2]}
    """
    kinds: dict[Square, set[int]] = {}
    for placed_pieces in covers:
        for kind, row, column in placed_pieces:
            kinds.setdefault((row, column), set()).add(kind)
    return {square: sorted(found) for square, found in kinds.items()}
