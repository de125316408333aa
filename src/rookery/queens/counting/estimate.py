"""Estimates of the number of placements, from random populations of prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from random import Random

from rookery.compiled.sets import KernelSet
from rookery.engine.drive import estimated_by
from rookery.engine.run import Partial, Run, Steps
from rookery.engine.units import on_threads
from rookery.errors import LimitError
from rookery.queens.listing.plain import open_rows
from rookery.queens.puzzle import Queens, contradiction
from rookery.results.estimate import exactly, of_samples

SIZE = 1 << 15  # prefixes per population: 1 to 2 MB up to 64 rows
PLAIN_SIZE = 1 << 10  # prefixes per population without kernels
SMALL_SIDE = 24  # rows; a sample of PLAIN_SIZE takes at most 0.1 s, and up to 8 rows it is exact
LARGEST_SIDE = 200  # rows; the count has some 290 digits, a float at most 308
METHOD = "populations"
MOST_SAMPLES = 1 << 62
GROWTH = 0.01  # fraction by which the samples grow between two estimates


class Sampler:
    """A function that draws samples of a puzzle's count, each by its own seed; it is thread-safe.

    A population begins as the empty prefix. Column after column, each prefix is replaced by all
    prefixes with one more queen. If these exceed `size`, only `size` of them are kept, at equal
    distances in their order from a random first one, so each is kept with the same probability p.
    The sample is the final number of placements divided by the product of all p. Dividing by p
    corrects the expected number of placements at every selection, so by induction the expected
    sample is the count.

    A board has at most 200 rows, so that samples are within the range of a float. The seed of a
    sample is made of `seed` and its number.
    """

    def __init__(self, puzzle: Queens, seed: int = 0, size: int = SIZE) -> None:
        import numpy as np

        from rookery.queens.counting.populations_kernel import WORD_BITS

        size_of_row = -(-puzzle.n // WORD_BITS) * WORD_BITS // 8  # bytes
        packed = [rows.to_bytes(size_of_row, "little") for rows in open_rows(puzzle)]
        self._open = [np.frombuffer(data, "<u8").astype(np.uint64) for data in packed]
        self._seed = seed
        self._size = size
        self._is_stopped = False

    def __call__(self, number: int) -> tuple[float, bool]:
        """Return the sample of a number, and whether it is exact because no prefix was dropped.

        An `InterruptedError` is raised if `stop` was called.
        """
        import numpy as np

        from rookery.queens.counting import populations_kernel as kernel

        random = Random(f"{self._seed} {number}")
        shape = self._size + 1, len(self._open[0])
        prefixes, into = (
            kernel.Population(*(np.empty(shape, np.uint64) for _ in kernel.Population._fields))
            for _ in range(2)
        )
        for array in prefixes[:-1]:
            array[0] = 0
        kept, weight, is_exact = 1, 1.0, True
        *others, last = self._open
        for rows in others:
            children = kernel.count_children(rows, prefixes, kept)
            step = max(1.0, children / self._size)
            is_exact = is_exact and step == 1
            weight *= step
            kept = kernel.keep_children(prefixes, kept, step, random.random() * step, into)
            prefixes, into = into, prefixes
            if self._is_stopped:
                raise InterruptedError
        return weight * kernel.count_children(last, prefixes, kept), is_exact

    def stop(self) -> None:
        """End the calls in other threads: their samples are no longer needed."""
        self._is_stopped = True


ESTIMATES = KernelSet(
    "queens-estimates", "queens: estimating a count", lambda: Sampler(Queens(4))(0)
)


def sample_plainly(puzzle: Queens, run: Run) -> Steps:
    """Draw samples of `PLAIN_SIZE` prefixes as `Sampler` does, until the kernels are available."""
    columns, drawn = open_rows(puzzle), list[float]()
    for number in count():
        random = Random(f"{run.seed} {number}")
        prefixes, weight = [(0, 0, 0)], 1.0  # rows and diagonals attacked in the next column
        for rows in columns:
            children = [
                (taken | queen, (up | queen) << 1, (down | queen) >> 1)
                for taken, up, down in prefixes
                for queen in queens_on(rows & ~(taken | up | down))
            ]
            step = max(1.0, len(children) / PLAIN_SIZE)
            weight *= step
            first, end = random.random() * step, len(children) - 1
            kept = (min(int(first + at * step), end) for at in range(PLAIN_SIZE))
            prefixes = children if step == 1 else [children[at] for at in kept]
            yield Partial(stage="estimate")
        if weight == 1:
            return Partial(estimate=exactly(puzzle, len(prefixes), 1))
        drawn.append(weight * len(prefixes))
        yield Partial(estimate=of_samples(puzzle, drawn), stage="estimate")
    return None


def queens_on(rows: int) -> Iterator[int]:
    """Yield the lowest bit of these, then the next."""
    while rows:
        yield rows & -rows
        rows &= rows - 1


def sample_populations(puzzle: Queens, run: Run) -> Steps:
    """Estimate the number of placements; a step is a sample.

    With a work limit and a seed, the value is the same for any number of threads. A `LimitError` is
    raised if the board has more than 200 rows.
    """
    if puzzle.n > LARGEST_SIDE:
        raise LimitError(
            f"estimates take boards of up to {LARGEST_SIDE}x{LARGEST_SIDE}, got {puzzle.n} rows"
        )
    if contradiction(puzzle):
        return Partial(estimate=exactly(puzzle, 0, 0))
    yield Partial(stage="estimate")
    exact = yield from run.kernels(
        ESTIMATES,
        meanwhile=sample_plainly(puzzle, run),
        head_start=puzzle.n + 1 if puzzle.n <= SMALL_SIDE else 0,
    )
    if exact is not None:
        return exact
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
                if len(drawn) >= so_far.samples * (1 + GROWTH):
                    so_far = of_samples(puzzle, drawn)
                yield Partial(estimate=so_far, steps=1, stage="estimate")
        run.check_deadline()
        return None
    finally:  # a stopped run still reports all samples drawn
        if drawn:
            run.take(Partial(estimate=of_samples(puzzle, drawn), stage="estimate"))


estimate = estimated_by(sample_populations, METHOD)
