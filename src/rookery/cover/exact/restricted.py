"""Searches of the exact model among some covers only: windows, merged covers, symmetric covers.

None of them proves anything about all covers. What they find is offered to the incumbent.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.boards.symmetry import HALF_TURN, QUARTER_TURN, Symmetry
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import new_solver, solve_watched
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import Candidates
from rookery.cover.model.symmetry import keeps, mover
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.results.limits import LateError
from rookery.running.solvers import CP_SAT

FEWEST_PIECES, MOST_PIECES = 10, 30  # in a window
WINDOW_SECONDS = 1.0
GROW_AFTER = 12  # windows settled in a row
TURNS = (QUARTER_TURN, HALF_TURN)  # the first leaves the fewest covers as they are


@dataclass
class Windows:
    """A few neighbouring pieces chosen anew while all others stay, again and again.

    Windows grow once small ones are mostly settled. P. Shaw, "Using constraint programming and
    local search methods to solve vehicle routing problems", CP 1998 (large neighbourhood search).

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
        incumbent = self.incumbent
        if incumbent.cost is None:
            return False
        pieces = incumbent.placed_pieces
        model = CoverModel(incumbent.puzzle, pieces, self._window(pieces))
        seconds = min(WINDOW_SECONDS, incumbent.clock.left())
        status = _search(incumbent, model, seconds, "window")
        if status in ("OPTIMAL", "FEASIBLE"):
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


def merge(
    incumbent: CoverIncumbent, covers: Iterable[Sequence[PlacedPiece]], seconds: float
) -> bool:
    """Offer the cheapest cover made of the pieces of several, if it is cheaper than the known.

    Annealings that begin differently end at covers that differ, each good in other places. W. Cook
    and P. Seymour, "Tour merging via branch-decomposition", INFORMS Journal on Computing 15, 2003,
    merge tours so. Return whether the search came to its end within the seconds.
    """
    model = CoverModel(incumbent.puzzle, (), kinds_of(covers))
    return _search(incumbent, model, seconds, "merge") in ("OPTIMAL", "INFEASIBLE")


def kinds_of(covers: Iterable[Sequence[PlacedPiece]]) -> dict[Square, list[int]]:
    """Return for every square the kinds that stand there in any cover.

    >>> kinds_of([[(0, 1, 1), (2, 0, 3)], [(1, 1, 1)]])
    {(1, 1): [0, 1], (0, 3): [2]}
    """
    kinds: dict[Square, set[int]] = {}
    for placed_pieces in covers:
        for kind, row, column in placed_pieces:
            kinds.setdefault((row, column), set()).add(kind)
    return {square: sorted(found) for square, found in kinds.items()}


def turns_of(puzzle: Cover) -> list[Symmetry]:
    """Return the turns that leave a puzzle as it is."""
    return [turn for turn in TURNS if keeps(puzzle, turn)]


def search_symmetric(incumbent: CoverIncumbent, table: Candidates, seconds: float) -> None:
    """Offer the cheapest covers that turns leave as they are, if they are cheaper than the known.

    There are few of them to search through, and the cheapest covers of symmetric puzzles are often
    among them: of queens on 13 x 13 to 15 x 15 squares some are, found in a fraction of a second.
    Each turn takes half of what is left of the seconds at most.
    """
    clock, puzzle = incumbent.clock, incumbent.puzzle
    if not CP_SAT.wait(min(seconds, clock.left())):
        return
    end = clock.seconds() + seconds
    for turn in turns_of(puzzle):
        left = min(clock.left(), end - clock.seconds())
        if incumbent.stop() is not None or left <= 0:
            return
        try:
            kinds = worthwhile_kinds(puzzle, table)
            model = CoverModel(puzzle, (), kinds, look=incumbent.expect_time)
        except LateError:
            return
        model.tie(mover(puzzle, turn))
        _search(incumbent, model, left / 2, "symmetric")


def _search(incumbent: CoverIncumbent, model: CoverModel, seconds: float, stage: str) -> str:
    """Search for a cover cheaper than the known, and offer it; return the solver's status."""
    if incumbent.cost is not None:
        model.cheaper_than(incumbent.cost)
    return solve_watched(new_solver(seconds, workers=1), model, incumbent, stage)
