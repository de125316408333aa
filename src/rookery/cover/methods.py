"""The table of methods for covers."""

from __future__ import annotations

from rookery.cover.auto import run_auto, run_exact
from rookery.cover.engine import can_anneal, run_anneal, run_greedy
from rookery.result import Method

METHODS = (
    Method(
        "auto",
        run_auto,
        "the cheapest cover on small and uneven boards, else a bound within a few per cent",
    ),
    Method("exact", run_exact, "the cheapest cover, or bounds on the way to it, by CP-SAT"),
    Method(
        "anneal",
        run_anneal,
        "a cover that is seldom far from the best, and by LP a bound on the best cost",
        can_anneal,
    ),
    Method(
        "greedy",
        run_greedy,
        "a cover without redundant pieces, and by Lagrangian relaxation a bound",
    ),
)
