"""The table of methods for covers."""

from __future__ import annotations

from rookery.cover.auto import run_auto, run_exact
from rookery.cover.engine import run_anneal, run_greedy
from rookery.cover.puzzle import Cover
from rookery.result import Method

LONGEST_SIDE = 62


def _fits_annealing(puzzle: Cover) -> bool:
    """Return whether the kernel knows the pieces: lame leapers it does not."""
    side = max(puzzle.board.rows, puzzle.board.columns)
    lame = any(m.path and m.captures for piece in puzzle.pieces for m in piece.motions)
    return side <= LONGEST_SIDE and not lame


METHODS = (
    Method(
        "auto",
        run_auto,
        "the cheapest cover on small and uneven boards, else a bound within a few per cent",
        _fits_annealing,
    ),
    Method("exact", run_exact, "the cheapest cover, or bounds on the way to it, by CP-SAT"),
    Method(
        "anneal",
        run_anneal,
        "a cover that is seldom far from the best, and by LP a bound on the best cost",
        _fits_annealing,
    ),
    Method(
        "greedy",
        run_greedy,
        "a cover without redundant pieces, and by Lagrangian relaxation a bound",
    ),
)
