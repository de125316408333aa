"""The table of methods for covers."""

from __future__ import annotations

from collections.abc import Callable

from rookery.cover.model.traits import can_anneal
from rookery.cover.puzzle import Cover
from rookery.engine.drive import solved_by
from rookery.engine.run import Run, Steps
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings


def _by_components(name: str) -> Callable[[Cover, Settings], Result]:
    """Return the function that solves a puzzle, component by component, by the method of a name."""

    def method(puzzle: Cover, run: Run) -> Steps:
        from rookery.cover.components import solve_components
        from rookery.cover.schedule import portfolio, workers

        shared = run.settings.executor is not None
        methods = {
            "auto": workers.search_shared if shared else portfolio.search,
            "exact": portfolio.prove,
            "anneal": portfolio.anneal_alone,
            "greedy": portfolio.choose_greedily,
        }
        return solve_components(methods[name], puzzle, run)

    return solved_by(method)


run_auto = _by_components("auto")

METHODS = (
    Method(
        "auto",
        run_auto,
        "the cheapest cover on small and uneven boards, else a bound within a few per cent",
        in_units=True,
        default_seconds=30.0,
        ends_by_work=can_anneal,
    ),
    Method(
        "exact",
        _by_components("exact"),
        "the cheapest cover, or bounds on the way to it, by CP-SAT",
    ),
    Method(
        "anneal",
        _by_components("anneal"),
        "a cover that is seldom far from the best, and by LP a bound on the best cost",
        can_anneal,
    ),
    Method(
        "greedy",
        _by_components("greedy"),
        "a cover without redundant pieces, and by Lagrangian relaxation a bound",
    ),
)
