"""One board searched by many workers, who share the best cover and bound.

Each worker takes slices of the portfolio: one worker in the lane of proofs, the others in that of
covers. A slice begins with the best cover and bound that all have found by then, and returns its
own. No worker waits for another.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count

from rookery.cover.kernel_sets import kernels_of
from rookery.cover.offers import is_settled, offered
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import COVERS, PROOFS
from rookery.cover.schedule.portfolio import CoverPortfolio, load_kernels
from rookery.cover.schedule.steps import STEPS
from rookery.engine.drive import run_to_limit
from rookery.engine.lanes import crew
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import PuzzleError
from rookery.results.limits import DeadlineExceeded, Limits
from rookery.running.units import Done, RunOptions, WorkError, at_scheduler, standstill, workers_of
from rookery.running.units import run as run_units

# A slice lasts as long as the search so far, so that easy boards keep no worker for long.
SHORTEST, LONGEST = 0.5, 30.0  # seconds of a slice of covers
LONGEST_SHARE = 0.15  # share of the time limit, at most
# Proofs begin anew in each slice, so theirs last longer: seconds at least, and times the search.
SHORTEST_PROOF, PROOF_GROWTH = 4.0, 2.0
SENDING_SECONDS = 0.2  # seconds for a slice's outcome to arrive before the limit
LEAST_SECONDS = 0.1
MOST_DEATHS = 5
STAGE = "search"


@dataclass(frozen=True)
class WorkerSlice:
    """A slice assigned to a worker."""

    steps: tuple[str, ...]  # keys of `STEPS`; others are taken when these are of no more use
    seed: int
    limits: Limits
    known: Partial  # the best cover and bound


def search_shared(run: Run) -> Steps:
    """Find the best cover and bound by the workers of an executor, within a limit of seconds.

    If the workers are lost, the run keeps the results so far, with a note; without any cover, it
    raises `WorkError`. Results do not repeat: who is first decides who gets what.
    """
    settings = run.settings
    if settings.limits.work is not None:
        raise PuzzleError(
            expected="a limit of seconds for an executor's workers", found="one of work"
        )
    prepare(run)
    yield Partial()
    if is_settled(run):
        return None
    slices = WorkerSlices(run, workers_of(settings.executor))

    def tell() -> None:
        told = standstill(settings.executor)
        run.take(Partial(done=slices.landed, stage=told or STAGE, note=told))

    options = RunOptions(
        keeps_errors=True,
        redoes=False,
        ahead=1,
        seconds_left=run.remaining,
        on_wait=tell,
        waits=False,
    )
    done_units = run_units(partial(take, run.puzzle), slices, 1, settings.executor, options)
    try:
        with closing(done_units):
            for done in done_units:
                yield from slices.land(done)
                if is_settled(run):
                    return None
    except WorkError as loss:
        if run.value is None:
            raise
        run.interrupt()
        yield Partial(note=str(loss))
    raise DeadlineExceeded


class WorkerSlices:
    """The slices of one search for a number of workers, and their outcomes."""

    def __init__(self, run: Run, workers: int) -> None:
        self.landed = 0
        self.run = run
        self.elapsed = run.stopwatch()
        self._workers = workers
        self._longest = min(LONGEST_SHARE * run.remaining(), LONGEST)
        self._proving: int | None = None  # number of the slice of proofs
        self._deaths = 0

    def __iter__(self) -> Iterator[WorkerSlice]:
        """Yield slices on demand, as long as one can be finished in time."""
        run = self.run
        for number in count():
            left = run.remaining() - SENDING_SECONDS
            if left <= LEAST_SECONDS:
                return
            steps: tuple[str, ...] = COVERS
            seconds = min(max(SHORTEST, self.elapsed()), self._longest)
            if self._workers == 1 or run.value is None:
                steps = tuple(STEPS)
            elif self._proving is None:
                steps, self._proving = PROOFS, number
            if steps != COVERS:
                seconds = max(SHORTEST_PROOF, PROOF_GROWTH * self.elapsed())
            limits = Limits(min(seconds, left), gap=run.settings.limits.gap)
            known = Partial(answer=run.answer, bound=run.bound)
            yield WorkerSlice(steps, run.seed + number, limits, known)

    def land(self, done: Done[Partial]) -> Steps:
        """Yield the outcome of a slice; raise a worker's error."""
        if done.number == self._proving:
            self._proving = None
        if error := done.error:
            # Continue without the slice of a worker that died, for which Dask has its own error.
            if not (isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"):
                raise error
            self._deaths += 1
            if self._deaths >= MOST_DEATHS:
                where = at_scheduler(self.run.settings.executor)
                raise WorkError(f"workers die one after the other{where}: {error}") from error
            return None
        self._deaths = 0
        self.landed += 1
        found = done.value
        if better := offered(self.run, found.answer or (), STAGE):
            yield better._replace(done=self.landed)
        why_none = found.why_none if self.run.value is None else ""
        yield Partial(bound=found.bound, done=self.landed, stage=STAGE, note="", why_none=why_none)
        return None


def take(puzzle: Cover, own: WorkerSlice) -> Partial:
    """Take a slice, and return its cover and bound."""
    run = Run.begun(puzzle, own.limits, own.seed)
    run.take(own.known)
    run_to_limit(_searched(own, run), run)
    return Partial(answer=run.answer, bound=run.bound, why_none=run.why_none)


def _searched(own: WorkerSlice, run: Run) -> Steps:
    run.begin_kernels(*kernels_of(run.puzzle))
    load_kernels(run, [run.puzzle])
    start = prepare(run)
    yield Partial()
    for steps in (own.steps, tuple(STEPS)):
        yield from crew(CoverPortfolio(start, run, steps=steps).next_part, 1)
    return None
