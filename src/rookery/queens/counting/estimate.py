"""Estimates of the number of placements, from random samples."""

from __future__ import annotations

from contextlib import closing

from rookery.engine.drive import estimated_by
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.engine.units import on_threads
from rookery.errors import LimitError
from rookery.queens.kernel_sets import ESTIMATES
from rookery.queens.puzzle import Queens, contradiction
from rookery.results.estimate import exactly, of_samples

LARGEST_SIDE = 200  # rows; the count has some 290 digits, a float at most 308
METHOD = "populations"
MOST_SAMPLES = 1 << 62
PART_BETWEEN = 0.01  # share of the samples between two estimates


def sample_populations(puzzle: Queens, run: Run) -> Steps:
    """Estimate the number of placements; a step is a sample.

    With a work limit and a seed, the value is the same for any number of threads.

    Raises
    ------
    LimitError
        If the board has more than 200 rows.
    """
    if puzzle.n > LARGEST_SIDE:
        raise LimitError(
            f"estimates take boards of up to {LARGEST_SIDE}x{LARGEST_SIDE}, got {puzzle.n} rows"
        )
    if contradiction(puzzle):
        return Partial(estimate=exactly(puzzle, 0, 0))
    yield Partial(stage="estimate")
    yield from run.kernels(ESTIMATES)
    from rookery.queens.counting.populations import Sampler

    sampler = Sampler(puzzle, run.seed)
    numbers = range(run.steps(MOST_SAMPLES))
    drawn: list[float] = []
    so_far = of_samples(puzzle, drawn)
    try:
        with closing(on_threads(sampler, numbers, sampler.stop, run)) as samples:
            for done in samples:
                sample, is_exact = done.value
                drawn.append(sample)
                if is_exact:
                    return Partial(estimate=exactly(puzzle, int(sample), len(drawn)))
                if len(drawn) >= so_far.samples * (1 + PART_BETWEEN):
                    so_far = of_samples(puzzle, drawn)
                yield Partial(estimate=so_far, steps=1, stage="estimate")
        run.check_deadline()
        return None
    except BaseException:  # a stopped run still reports all samples drawn
        run.take(Partial(estimate=of_samples(puzzle, drawn), stage="estimate"))
        raise


estimate = estimated_by(sample_populations, METHOD)
