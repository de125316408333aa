"""The table of methods for covers."""

from __future__ import annotations

from collections.abc import Callable

from rookery.cover.puzzle import Cover
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings


def run_auto(puzzle: Cover, settings: Settings) -> Result:
    """Anneal, prove and improve by turns (see `auto`), or share that among workers (`sharing`)."""
    from rookery.cover.schedule import auto, sharing

    shared = settings.executor is not None
    return _run(sharing.run_shared if shared else auto.run_auto, puzzle, settings)


def run_exact(puzzle: Cover, settings: Settings) -> Result:
    """Find and prove the cheapest cover by CP-SAT (see `exact`)."""
    from rookery.cover.schedule import auto

    return _run(auto.run_exact, puzzle, settings)


def run_anneal(puzzle: Cover, settings: Settings) -> Result:
    """Anneal on the true rules (see `engine`)."""
    from rookery.cover.schedule import engine

    return _run(engine.run_anneal, puzzle, settings)


def run_greedy(puzzle: Cover, settings: Settings) -> Result:
    """Choose pieces greedily (see `engine`)."""
    from rookery.cover.schedule import engine

    return _run(engine.run_greedy, puzzle, settings)


def _run(run: Callable[[Cover, Settings], Result], puzzle: Cover, settings: Settings) -> Result:
    """Return what a method finds; INFEASIBLE when no piece can cover some target."""
    from rookery.cover.schedule.engine import UncoverableError

    try:
        return run(puzzle, settings)
    except UncoverableError as error:
        return Result.impossible(puzzle, str(error))


def _can_anneal(puzzle: Cover) -> bool:
    from rookery.cover.schedule import engine

    return engine.can_anneal(puzzle)


METHODS = (
    Method(
        "auto",
        run_auto,
        "the cheapest cover on small and uneven boards, else a bound within a few per cent",
        in_units=True,
        default_seconds=30.0,
        ends_by_work=_can_anneal,
    ),
    Method("exact", run_exact, "the cheapest cover, or bounds on the way to it, by CP-SAT"),
    Method(
        "anneal",
        run_anneal,
        "a cover that is seldom far from the best, and by LP a bound on the best cost",
        _can_anneal,
    ),
    Method(
        "greedy",
        run_greedy,
        "a cover without redundant pieces, and by Lagrangian relaxation a bound",
    ),
)
