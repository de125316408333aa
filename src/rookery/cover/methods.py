"""The table of methods for covers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rookery.cover.by_parts import run_parts
from rookery.cover.puzzle import Cover
from rookery.cover.whole import run_whole
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings


def run_auto(puzzle: Cover, settings: Settings) -> Result:
    """Take the steps that gain most (see `policy`), here or by an executor's workers."""
    from rookery.cover.schedule import single, workers

    shared = settings.executor is not None
    return _run(workers.run_shared if shared else single.run_auto, puzzle, settings)


def run_exact(puzzle: Cover, settings: Settings) -> Result:
    """Find and prove the cheapest cover by CP-SAT (see `proofs`)."""
    from rookery.cover.schedule import single

    return _run(single.run_exact, puzzle, settings)


def run_anneal(puzzle: Cover, settings: Settings) -> Result:
    """Anneal on the true rules (see `cooling`)."""
    from rookery.cover.schedule import single

    return _run(single.run_anneal, puzzle, settings)


def run_greedy(puzzle: Cover, settings: Settings) -> Result:
    """Choose pieces greedily (see `first_cover`)."""
    from rookery.cover.schedule import single

    return _run(single.run_greedy, puzzle, settings)


def _run(run: Callable[[Cover, Settings], Result], puzzle: Cover, settings: Settings) -> Result:
    """Return what a method finds; INFEASIBLE when no piece can cover some target."""
    from rookery.cover.schedule.begin import UncoverableError

    try:
        return run_whole(partial(run_parts, run), puzzle, settings)
    except UncoverableError as error:
        return Result.impossible(puzzle, str(error))


def _can_anneal(puzzle: Cover) -> bool:
    from rookery.cover.schedule.begin import can_anneal

    return can_anneal(puzzle)


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
