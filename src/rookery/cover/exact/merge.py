"""Merging: the cheapest cover made of the pieces of several covers, by CP-SAT.

Annealings that begin differently end at covers that differ, each good in other places. The
model in which every square takes only what some cover has there is small, and its best cover is
at least as good as theirs. W. Cook and P. Seymour, "Tour merging via branch-decomposition",
INFORMS Journal on Computing 15, 2003, do so for tours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.boards.board import Square
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.proofs import new_solver, solve_watched
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.puzzle import PlacedPiece


def merge(
    incumbent: CoverIncumbent, covers: Iterable[Sequence[PlacedPiece]], seconds: float
) -> bool:
    """Offer the cheapest cover made of the pieces of covers, if it is cheaper than the known.

    Returns
    -------
    bool
        Whether the search came to its end within the seconds.
    """
    model = CoverModel(incumbent.puzzle, (), kinds_of(covers))
    if incumbent.cost is not None:
        model.cheaper_than(incumbent.cost)
    solver = new_solver(seconds, workers=1)
    status = solve_watched(solver, model, incumbent, "merge")
    return status in ("OPTIMAL", "INFEASIBLE")


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
