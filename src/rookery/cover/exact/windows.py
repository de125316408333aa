"""Windows: a few neighbouring pieces chosen anew by CP-SAT while all others stay.

P. Shaw, "Using constraint programming and local search methods to solve vehicle routing
problems", CP 1998 (large neighbourhood search).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import new_solver, solve_watched
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import Candidates
from rookery.cover.puzzle import Cover, PlacedPiece

FEWEST_PIECES, MOST_PIECES = 10, 30
WINDOW_SECONDS = 1.0
GROW_AFTER = 12


@dataclass
class Windows:
    """Windows on the incumbent of a puzzle, larger ones once small ones are mostly settled.

    Parameters
    ----------
    incumbent
        Where the answers come from and go to.
    kinds
        For each empty square the kinds worth trying there.
    random
        The source of the windows' centres.
    """

    incumbent: CoverIncumbent
    kinds: dict[Square, list[int]]
    random: random.Random
    pieces: int = FEWEST_PIECES
    settled: int = 0

    def improve(self) -> bool:
        """Solve one window; return whether it made the incumbent cheaper."""
        puzzle, placed_pieces, cost = (
            self.incumbent.puzzle,
            self.incumbent.placed_pieces,
            self.incumbent.cost,
        )
        if cost is None:
            return False
        model = CoverModel(puzzle, placed_pieces, self._window(placed_pieces))
        model.cheaper_than(cost)
        seconds = min(WINDOW_SECONDS, self.incumbent.clock.left())
        solver = new_solver(seconds, workers=1)
        status = solve_watched(solver, model, self.incumbent, "window")
        if status in ("OPTIMAL", "FEASIBLE"):
            self.incumbent.offer(model.placed_pieces(solver), "window")
            self.settled = 0
            return True
        self._resize(proved=status == "INFEASIBLE")
        return False

    def _resize(self, proved: bool) -> None:
        """Grow the windows after many were settled in a row, shrink them when one was not."""
        if not proved:
            self.pieces = max(FEWEST_PIECES, self.pieces - 1)
            return
        self.settled += 1
        if self.settled >= GROW_AFTER:
            self.pieces = min(MOST_PIECES, self.pieces + 2)
            self.settled = 0

    def _window(self, placed_pieces: Iterable[PlacedPiece]) -> dict[Square, list[int]]:
        """Return the squares around a random piece that hold about so many pieces."""
        squares = [(row, column) for _, row, column in placed_pieces]
        centre = self.random.choice(squares)
        distance = self.incumbent.puzzle.board.distance
        far = sorted(distance(centre, square) for square in squares)
        radius = far[min(self.pieces, len(far)) - 1]
        return {
            square: kinds
            for square, kinds in self.kinds.items()
            if distance(centre, square) <= radius
        }


def worthwhile_kinds(puzzle: Cover, table: Candidates) -> dict[Square, list[int]]:
    """Return for every empty square the kinds that attack a king from it at best.

    Where one that attacks none may help, the cheapest kind may stand on every square.
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
