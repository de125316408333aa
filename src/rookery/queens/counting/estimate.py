"""Estimating how many placements there are, from random samples, under limits."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from rookery.errors import LimitError
from rookery.queens.kernel_sets import ESTIMATES
from rookery.queens.puzzle import Queens, contradiction
from rookery.results.estimate import Estimate, of_samples
from rookery.results.progress import Progress
from rookery.results.result import Reason
from rookery.results.settings import Settings
from rookery.running.units import RunOptions, run

if TYPE_CHECKING:
    from rookery.queens.counting.populations import Sampler

LARGEST_SIDE = 200  # its count has some 290 digits, and a float has room for 308
METHOD = "populations"
REPORT_SECONDS = 0.2  # between two reports


def estimate(puzzle: Queens, settings: Settings) -> Estimate:
    """Estimate the number of placements.

    The limit of work is one of samples. With a limit of work and a seed, the value is the same for
    any number of threads.

    Raises
    ------
    LimitError
        When the board has more than 200 rows.
    """
    if puzzle.n > LARGEST_SIDE:
        raise LimitError(
            f"estimates take boards of up to {LARGEST_SIDE}x{LARGEST_SIDE}, got {puzzle.n} rows"
        )
    if contradiction(puzzle):
        return Estimate(puzzle, 0, 0.0, 0, Reason.PROVED).signed(METHOD, settings)
    samples = _Samples(puzzle, settings)
    reason = Reason.TIME
    try:
        if settings.wait_for(ESTIMATES):
            from rookery.queens.counting.populations import Sampler

            reason = _draw(Sampler(puzzle, settings.seed), samples, settings)
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return samples.estimate(reason)


@dataclass
class _Samples:
    """The samples drawn so far, by their numbers."""

    puzzle: Queens
    settings: Settings
    drawn: list[float] = field(default_factory=list)
    told: float = 0.0

    def add(self, sample: float) -> None:
        self.drawn.append(sample)
        seconds = self.settings.clock.seconds()
        if seconds >= self.told + REPORT_SECONDS:
            self.told = seconds
            so_far = self.estimate(Reason.TIME)
            self.settings.report(
                Progress(
                    seconds, so_far.value, done=so_far.samples, stage="estimate", estimate=so_far
                )
            )

    def estimate(self, reason: Reason) -> Estimate:
        if reason is Reason.PROVED:
            exact = Estimate(self.puzzle, int(self.drawn[-1]), 0.0, len(self.drawn), reason)
            return exact.signed(METHOD, self.settings)
        return of_samples(self.puzzle, self.drawn, reason).signed(METHOD, self.settings)


def _draw(sampler: Sampler, samples: _Samples, settings: Settings) -> Reason:
    """Draw samples on all threads until a limit is reached or one is exact; return why."""
    work = settings.limits.work
    numbers: Iterable[int] = count() if work is None else range(work)
    options = RunOptions(seconds_left=settings.clock.left, on_end=sampler.stop)
    executor = partial(ThreadPoolExecutor, settings.threads)
    running = run(sampler, numbers, executor=executor, options=options)
    try:
        for done in running:
            sample, is_exact = done.value
            samples.add(sample)
            if is_exact:
                return Reason.PROVED
            if len(samples.drawn) == work:
                return Reason.WORK
    finally:
        running.close()
    return Reason.WORK if work == 0 else Reason.TIME
