"""The table of methods for covers."""

from __future__ import annotations

from rookery.cover.model.traits import can_anneal
from rookery.cover.puzzle import Cover
from rookery.engine.drive import solved_by
from rookery.engine.run import Run, Steps
from rookery.results.methods import Method


def _search(puzzle: Cover, run: Run) -> Steps:
    """Take the steps that gain most (see `policy`), here or by an executor's workers."""
    from rookery.cover.components import solve_components
    from rookery.cover.schedule import portfolio, workers

    shared = run.settings.executor is not None
    return solve_components(workers.search_shared if shared else portfolio.search, puzzle, run)


def _prove(puzzle: Cover, run: Run) -> Steps:
    """Find and prove the cheapest cover by CP-SAT (see `proofs`)."""
    from rookery.cover.components import solve_components
    from rookery.cover.schedule.portfolio import prove

    return solve_components(prove, puzzle, run)


def _anneal(puzzle: Cover, run: Run) -> Steps:
    """Anneal on the true rules (see `cooling`)."""
    from rookery.cover.components import solve_components
    from rookery.cover.schedule.portfolio import anneal_alone

    return solve_components(anneal_alone, puzzle, run)


def _choose_greedily(puzzle: Cover, run: Run) -> Steps:
    """Choose pieces greedily (see `greedy`)."""
    from rookery.cover.components import solve_components
    from rookery.cover.schedule.portfolio import choose_greedily

    return solve_components(choose_greedily, puzzle, run)


run_auto = solved_by(_search)

METHODS = (
    Method(
        "auto",
        run_auto,
        "the cheapest cover on small and uneven boards, else a bound within a few per cent",
        in_units=True,
        default_seconds=30.0,
        ends_by_work=can_anneal,
    ),
    Method("exact", solved_by(_prove), "the cheapest cover, or bounds on the way to it, by CP-SAT"),
    Method(
        "anneal",
        solved_by(_anneal),
        "a cover that is seldom far from the best, and by LP a bound on the best cost",
        can_anneal,
    ),
    Method(
        "greedy",
        solved_by(_choose_greedily),
        "a cover without redundant pieces, and by Lagrangian relaxation a bound",
    ),
)
