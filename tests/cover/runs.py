"""Runs of covers, for tests of single parts of a search."""

from collections.abc import Generator
from typing import Any

from rookery.cover.bounds.duals import Prepared
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.engine.drive import run_to_limit
from rookery.engine.lanes import Slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

PATIENCE = 600.0  # seconds for what ends by itself long before


def run_of(puzzle: Cover, clock: Clock | None = None, cover: Any = (), **limits: Any) -> Run:
    """Return a run with limits, or of a clock; `cover` is its incumbent."""
    clock = clock or Clock(Limits(**limits))
    run = Run(puzzle, Settings(clock.limits, clock=clock))
    run.bound = min(puzzle.unit_prices)
    if cover:
        run.answer, run.value = tuple(cover), puzzle.value(tuple(cover))
    return run


def greedily(puzzle: Cover, **limits: Any) -> tuple[Prepared, Run]:
    """Return a start with a greedy cover, and its run."""
    run = run_of(puzzle, **limits)
    return prepare(run, greedily=True, tries=0, theorems=False), run


def finished(steps: Generator[Partial, None, Any], run: Run) -> Run:
    """Return the run once a part of a method is at its end, or at a limit."""

    def to_the_end() -> Steps:
        last = yield from steps
        return last if isinstance(last, Partial) else None

    run_to_limit(to_the_end(), run)
    return run


def slice_of(run: Run, seconds: float = PATIENCE, seed: int = 0) -> Slice:
    """Return a slice of a run, whose partials are taken as those of its own."""
    own = Slice(run, seconds, seed)
    own.take = lambda partial: (run.take(partial), own.follow())[0]  # type: ignore[method-assign]
    return own
