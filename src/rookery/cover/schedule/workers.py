"""One board searched by many workers, who share the best cover and bound.

A worker takes a step of some seconds and returns its cover and bound; with its next step it gets
the best that all have found by then. No worker waits for another.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from rookery.cover.bounds.duals import Prepared
from rookery.cover.kernel_sets import kernels_of
from rookery.cover.offers import is_settled, offered
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import PROOFS, SEARCHES, PlannedStep, TakenStep, choose
from rookery.cover.schedule.portfolio import CoverPortfolio, distance, outlook, share_closed
from rookery.cover.schedule.steps import STEPS, CoverSearch
from rookery.engine.drive import run_to_limit
from rookery.engine.lanes import in_slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import PuzzleError
from rookery.results.limits import DeadlineExceeded, Limits
from rookery.running.units import Done, RunOptions, WorkError, at_scheduler, standstill, workers_of
from rookery.running.units import run as run_units

# A step lasts as long as the search so far, so that easy boards keep no worker for long.
SHORTEST_STEP, LONGEST_STEP = 0.5, 10.0  # seconds
STEP_SHARE = 0.15  # share of the time limit, at most
SENDING_SECONDS = 0.2  # seconds for a step's outcome to arrive before the limit
LEAST_SECONDS = 0.1
LONGEST_PROOF, PROOF_GROWTH = 30.0, 4.0  # the first proof at most, and each after it
ANEW = ("glance", "anneal")  # begin without a cover, so that theirs differ
MOST_DEATHS = 5


@dataclass(frozen=True)
class WorkerStep:
    """A step assigned to a worker."""

    name: str  # a key of `STEPS`
    seed: int
    seconds: float  # limit of the step
    gap: float | None  # gap that ends the step
    cover: tuple[PlacedPiece, ...]  # the best known; empty for steps that begin `ANEW`
    bound: int  # the best known


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
    start = prepare(run)
    yield Partial()
    if is_settled(run):
        return None
    steps = WorkerSteps(start, run, workers_of(settings.executor))

    def tell() -> None:
        told = standstill(settings.executor)
        run.take(Partial(done=steps.landed, stage=told or "search", note=told))

    options = RunOptions(
        keeps_errors=True,
        redoes=False,
        ahead=1,
        seconds_left=run.remaining,
        on_wait=tell,
        waits=False,
    )
    work = partial(take, start.puzzle)
    try:
        with closing(run_units(work, steps, 1, settings.executor, options)) as running:
            for done in running:
                yield from steps.land(done)
                if is_settled(run):
                    return None
    except WorkError as loss:
        if run.value is None:
            raise
        run.interrupt()
        yield Partial(note=str(loss))
    raise DeadlineExceeded


class WorkerSteps:
    """The steps of one search for a number of workers, chosen by the policy, and their outcomes."""

    def __init__(self, start: Prepared, run: Run, threads: int) -> None:
        self.run = run
        self._elapsed = run.stopwatch()
        self._threads = threads
        self._search = CoverSearch(start, run)
        self._most_seconds = min(STEP_SHARE * run.remaining(), LONGEST_STEP)
        self._record: list[TakenStep] = []
        self._handed: dict[int, WorkerStep] = {}
        self.landed = 0
        self._deaths = 0

    def __iter__(self) -> Iterator[WorkerStep]:
        """Yield steps on demand, as long as one can be finished in time."""
        number = 0
        while (left := self.run.remaining() - SENDING_SECONDS) > LEAST_SECONDS:
            step = self._next(number, left)
            self._handed[number] = step
            yield step
            number += 1

    def land(self, done: Done[Partial]) -> Steps:
        """Yield the outcome of a step, and record its gain; raise a worker's error."""
        step = self._handed.pop(done.number)
        if error := done.error:
            # Continue without the step of a worker that died, for which Dask has its own error.
            if not (isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"):
                raise error
            self._deaths += 1
            if self._deaths >= MOST_DEATHS:
                where = at_scheduler(self.run.settings.executor)
                raise WorkError(f"workers die one after the other{where}: {error}") from error
            return None
        self._deaths = 0
        self.landed += 1
        run, outcome = self.run, done.value
        before = distance(run)
        if better := offered(run, outcome.answer, step.name):
            yield better._replace(done=self.landed)
        why_none = outcome.why_none if run.value is None else ""
        yield Partial(
            bound=outcome.bound, done=self.landed, stage=step.name, note="", why_none=why_none
        )
        seconds = max(done.seconds, LEAST_SECONDS)
        gain = share_closed(before, distance(run), before)
        self._record.append(TakenStep(step.name, step.seconds, seconds, gain))
        return None

    def _next(self, number: int, left: float) -> WorkerStep:
        """Return the policy's step, or an annealing or a proof if it has none."""
        run, record = self.run, self._record
        looks = outlook(
            self._search, STEPS, [at.name for at in self._handed.values()], self._threads
        )
        able = looks.able
        if self._search.anneals:  # kernels may be ready elsewhere
            able = (able - {"exchange"}) | {"anneal"}
        if any(past.step == "lp" for past in record):
            able -= {"lp"}  # its cuts were a worker's own
        choice = choose(record, replace(looks, able=able))
        choice = choice or PlannedStep("anneal" if self._search.anneals else "exact", SHORTEST_STEP)
        if choice.step in PROOFS:
            proofs = (past.seconds for past in record if past.step in PROOFS)
            longest = max(LONGEST_PROOF, PROOF_GROWTH * max(proofs, default=0.0))
        else:
            longest = min(self._most_seconds, max(SHORTEST_STEP, self._elapsed()))
        return WorkerStep(
            choice.step,
            run.seed + number,
            min(max(min(choice.seconds, longest), SHORTEST_STEP), left),
            run.settings.limits.gap,
            (run.answer or ()) if choice.step not in ANEW else (),
            int(run.bound or 0),
        )


def take(puzzle: Cover, step: WorkerStep) -> Partial:
    """Take a step, and return its cover and bound; until kernels are ready, exchange pieces."""
    run = Run.begun(puzzle, Limits(seconds=step.seconds, gap=step.gap), step.seed)
    run.take(Partial(bound=step.bound))
    if step.cover:
        run.take(Partial(answer=step.cover))
    run_to_limit(_taken(step, run), run)
    return Partial(answer=run.answer or (), bound=int(run.bound or 0), why_none=run.why_none)


def _taken(step: WorkerStep, run: Run) -> Steps:
    run.begin_kernels(*kernels_of(run.puzzle))
    beginning = CoverPortfolio(prepare(run), run, steps=("exchange",))
    yield Partial()
    action, search = STEPS[step.name], beginning.search
    if action.anneals:
        yield from beginning.until_kernels()
    if step.name in ("box", *SEARCHES) and not action.can_run(search):
        # kernels ready at the sender may not be ready here
        action = STEPS["box" if search.has_open_boxes else "exact"]
    is_ready = search.has_kernels or not action.anneals
    if is_ready and action.suits(search) and not is_settled(run):  # the sender saw to the time
        yield from in_slice(
            lambda part: action.take(search, part, part.remaining()), run, run.remaining()
        )
    return None
