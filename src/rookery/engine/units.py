"""Counting by work units, on threads or workers, with the pace of the units.

A ledger records each unit before it counts.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from rookery.engine.run import Partial, Run
from rookery.running.units import Done, RunOptions, WorkError, run_batches, standstill
from rookery.running.units import run as run_units

if TYPE_CHECKING:
    from rookery.running.ledger import Ledger

STAGE = "count"
MOST_TIMES = 4  # repeats of a unit in the hope of a different worker
GOLDEN = (5**0.5 - 1) / 2  # its multiples modulo 1 fill the interval evenly
MOST_CHANGE = 2.0  # factor between the predicted and the mean seconds of a unit
USUAL_CHANGE = 0.3  # prior standard deviation of that change, as a share of the mean
LEAST_FOR_SLOPE = 3  # units; a line through two has no residuals


class Sums(Protocol):
    """An accumulator of the values of work units."""

    @property
    def counted(self) -> int:
        """The count so far, a lower bound on the number of answers."""
        ...

    @property
    def by_number(self) -> tuple[int, ...] | None:
        """The counts of answers with 0, 1, 2, ... pieces, or None if not counted apart."""
        ...

    def add(self, number: int, value: Any) -> None:
        """Add the value of the unit with a number, from 0."""
        ...


class Total:
    """An accumulator of plain numbers."""

    by_number = None

    def __init__(self) -> None:
        self.counted = 0

    def add(self, number: int, value: int) -> None:
        """Add the value of a unit."""
        self.counted += value


class UnitFunction(Protocol):
    """A function that counts one work unit and can be sent to other processes."""

    def __call__(self, unit: Any) -> Any:
        """Return the value of a unit, in a form that JSON can hold."""
        ...

    def start(self) -> None:
        """Allow calls, also after `stop`."""
        ...

    def stop(self) -> None:
        """End the calls in other threads, whose units are no longer needed."""
        ...


class Repeats:
    """The units to run twice, and the comparison of their values.

    A `share` of the units, at least one unless it is 0, is drawn by a seed. Units in `checked` have
    been compared by earlier runs.

    >>> repeats = Repeats(4, 1.0)
    >>> repeats.order([0, 1], set())
    [0, 0, 1, 1]
    >>> repeats.compare(Done(0, 5, 0.1, "a"), Done(0, 5, 0.1, "b"))
    True
    >>> repeats.order([1], {0})
    [1, 1]
    >>> repeats.compare(Done(1, 7, 0.1, "a"), Done(1, 8, 0.1, "b"))
    Traceback (most recent call last):
    ...
    rookery.running.units.WorkError: unit 2 gave 7 on a and 8 on b: one is wrong, neither is kept
    """

    def __init__(
        self, total: int, share: float, seed: int = 0, checked: Collection[int] = ()
    ) -> None:
        chosen = set(Random(seed).sample(range(total), math.ceil(share * total)))
        self.waiting = chosen - set(checked)
        self._summary = f"{len(chosen):,} of {total:,} units were run twice with equal results"
        self._times: Counter[int] = Counter()
        self._workers: set[str] = set()

    def __str__(self) -> str:
        return "" if self.waiting else self._summary

    def order(self, left: Sequence[int], done: Collection[int], apart: int = 1) -> list[int]:
        """Return the numbers of the units to run, in order, some of them twice.

        `left` are the unfinished units in starting order, and some of the finished units `done`
        need a repeat. A repeat comes `apart` places after the first run, so that both run at once
        on different workers.
        """
        again = [number for number in sorted(self.waiting) if number in done]
        places = [(at, number) for at, number in enumerate(left)]
        places += [(at + apart, number) for at, number in places if number in self.waiting]
        return again + [number for _, number in sorted(places)]

    def compare(self, first: Done[Any], second: Done[Any]) -> bool:
        """Return whether a unit is checked now; raise a `WorkError` if its two values differ."""
        if first.value != second.value:
            raise WorkError(
                f"unit {first.number + 1} gave {first.value} on {first.worker} and {second.value} "
                f"on {second.worker}: one is wrong, neither is kept"
            )
        self._workers.add(second.worker)
        self._times[first.number] += 1
        alone = len(self._workers) == 1
        if first.worker == second.worker and not alone and self._times[first.number] < MOST_TIMES:
            return False
        self.waiting.discard(first.number)
        return True


class Tally:
    """The tally of finished units: records each before it counts, and compares repeated ones.

    The `ledger`, if any, has the units of earlier runs, and the clock of the run continues from it.
    `costs` are the expected length of each unit as a share of all; None for equal units.
    """

    def __init__(
        self,
        total: int,
        ledger: Ledger | None,
        sums: Sums,
        run: Run,
        costs: Sequence[float] | None = None,
    ) -> None:
        settings = run.settings
        self._ledger = ledger
        self._settings = settings
        self._pace = Pace(total, costs)
        self._is_spread = costs is not None
        self._done: dict[int, Done[Any]] = {}
        self._sums = sums
        checked: set[int] = set()
        if ledger is not None:
            settings.clock.earlier = ledger.seconds()
            for done in ledger.units():
                self._count(done)
                self._pace.learn(done)
            checked = ledger.checked()
        self._repeats = Repeats(total, settings.verify, settings.seed, checked)

    @property
    def counted(self) -> int:
        """The count so far, a lower bound on the number of answers."""
        return self._sums.counted

    def left(self) -> list[int]:
        """Return the numbers of the units to run, in order, some of them twice.

        With costs, the last unit comes first and the next ones are spread evenly over all, so that
        their pace predicts that of all.
        """
        left = [number for number in range(self._pace.total) if number not in self._done]
        if self._is_spread:
            last = self._pace.total - 1
            left.sort(key=lambda number: (last - number) * GOLDEN % 1)
        return self._repeats.order(left, self._done, self._settings.batch)

    @property
    def complete(self) -> bool:
        """Whether all units are done and all repeats compared."""
        return len(self._done) == self._pace.total and not self._repeats.waiting

    def compared(self) -> str:
        """Return a sentence on the units compared, or an empty string without verification."""
        return str(self._repeats) if self._settings.verify else ""

    def repeats(self, number: int) -> bool:
        """Return whether a unit is still to be compared."""
        return number in self._repeats.waiting

    def cost(self, number: int) -> float:
        """Return the expected length of a unit as a share of all."""
        return self._pace.cost(number)

    def share(self, parts: float = 0.0) -> float:
        """Return the share of the work that is done, including `parts` of unfinished units."""
        return min(1.0, self._pace.share + parts)

    def add(self, done: Done[Any]) -> None:
        """Record and count a unit; raise a `WorkError` if its first run gave another value."""
        if done.number in self._done:
            try:
                is_checked = self._repeats.compare(self._done[done.number], done)
            except WorkError:
                if self._ledger is not None:
                    self._ledger.forget(done.number)
                raise
            if is_checked and self._ledger is not None:
                self._ledger.write_check(done)
            return
        if self._ledger is not None:
            self._ledger.write(done, self._settings.clock.seconds())
        self._count(done)
        self._pace.add(done)

    def partial(self, stage: str = STAGE, steps: int = 0, note: str | None = None) -> Partial:
        """Return the progress of the count as a partial."""
        return Partial(
            value=self.counted,
            by_number=self._sums.by_number,
            share=self.share(),
            steps=steps,
            done=len(self._done),
            total=self._pace.total,
            rate=self._pace.rate(),
            seconds_left=self._pace.seconds_left(),
            stage=stage,
            note=note,
        )

    def _count(self, done: Done[Any]) -> None:
        self._done[done.number] = done
        self._sums.add(done.number, done.value)


@contextmanager
def tallied(
    total: int,
    sums: Sums,
    identity: Callable[[], dict[str, str]],
    run: Run,
    costs: Sequence[float] | None = None,
) -> Iterator[Tally]:
    """Open the tally of a run and its ledger, in which `identity` names the units."""
    file = run.settings.ledger
    with file.opened(identity()) if file else nullcontext() as ledger:
        yield Tally(total, ledger, sums, run, costs)


def count_units(
    counter: UnitFunction, work: Sequence[Any], tally: Tally, run: Run
) -> Generator[Partial, None, Partial]:
    """Count the remaining units, on all threads or by the workers of an executor.

    A step is a unit finished in this run, not in the ledger. Returns the complete count.
    """
    executor = run.settings.executor
    options = RunOptions(
        seconds_left=run.settings.clock.seconds_left,
        on_wait=lambda: run.take(tally.partial(standstill(executor) or STAGE)),
        on_end=counter.stop,
    )
    make = executor or _threads(run)
    try:
        while left := tally.left():  # repeated if one worker had both runs of a unit
            counter.start()
            todo = [work[number] for number in left]
            batch = run.settings.batch
            with closing(run_batches(counter, todo, batch, 1, make, options)) as running:
                for done in running:
                    tally.add(replace(done, number=left[done.number]))
                    if not tally.complete:
                        yield tally.partial(steps=1)
            if not tally.complete:
                run.check_deadline()
        return tally.partial(note=tally.compared())
    finally:
        if not tally.complete:
            why = standstill(executor)
            run.take(tally.partial(why or STAGE, note=why))


def on_threads(
    do: Callable[[Any], Any], units: Iterable[Any], on_end: Callable[[], None], run: Run
) -> Generator[Done[Any], None, None]:
    """Yield units as they finish on all threads of a run, until its deadline.

    Each unit starts when a thread is free. `on_end` is called to end running units early.
    """
    options = RunOptions(seconds_left=run.settings.clock.seconds_left, on_end=on_end)
    return run_units(do, units, executor=_threads(run), options=options)


def _threads(run: Run) -> Callable[[], Any]:
    return partial(ThreadPoolExecutor, run.settings.threads)


class Pace:
    """The rate of finished units and the time left.

    `costs`, the expected length of each unit as a share of all, replace the fitted line.

    Units are sorted by length, so the remaining units differ from the finished ones. A line fitted
    to the seconds of finished units, by place in the list, predicts the seconds of the remaining
    units, within a factor of `MOST_CHANGE` of the mean. The difference between line and mean is
    shrunk by its standard error (it is a posterior mean, with a prior standard deviation of
    `USUAL_CHANGE` times the mean). With few units, whose seconds differ by chance, the mean
    dominates. The seconds of work done per second since the first unit began, with those of the
    units at work, are the effective number of workers.

    >>> pace = Pace(4)
    >>> pace.learn(Done(0, None, 3.0))
    >>> pace.add(Done(1, None, 2.5), now=pace.begun + 2.5)
    >>> pace.seconds_left()
    5.5
    """

    def __init__(self, total: int, costs: Sequence[float] | None = None) -> None:
        self.total = total
        self.share = 0.0  # share of the work done
        self._costs = costs
        self.begun = time.monotonic()
        self._now = self.begun
        self._worked = 0.0
        self._ended = 0
        self._places = self._squares = self._seconds = self._products = 0.0
        self._seconds_squared = 0.0
        self.known = 0

    def cost(self, number: int) -> float:
        """Return the expected length of a unit as a share of all."""
        return 1 / self.total if self._costs is None else self._costs[number]

    def learn(self, done: Done[Any]) -> None:
        """Record a unit of an earlier run."""
        self.known += 1
        self.share += self.cost(done.number)
        self._places += done.number
        self._squares += done.number**2
        self._seconds += done.seconds
        self._products += done.number * done.seconds
        self._seconds_squared += done.seconds**2

    def add(self, done: Done[Any], now: float | None = None) -> None:
        """Record a unit that ended at a time of `time.monotonic`."""
        self.learn(done)
        self._now = time.monotonic() if now is None else now
        if not self._ended:  # earlier seconds, such as those of compilation, are no work
            self.begun = max(self.begun, self._now - done.seconds)
        self._worked += done.seconds
        self._ended += 1

    def rate(self) -> float | None:
        """Return the number of units that end per second, or None before the first."""
        elapsed = self._now - self.begun
        return self._ended / elapsed if elapsed > 0 and self._ended else None

    def seconds_left(self) -> float | None:
        """Return the seconds until all units are done, or None before the first is."""
        elapsed = self._now - self.begun
        if elapsed <= 0 or self._worked <= 0:
            return None
        # A unit just ended, and the others at work are on average half done.
        half = min(self._worked / self._ended, elapsed) / 2
        workers = (self._worked - half) / (elapsed - half)
        return max(0.0, self._work_left() - (workers - 1) * half) / workers

    def _work_left(self) -> float:
        """Return the predicted total seconds of the units left."""
        left = self.total - self.known
        if not left:
            return 0.0
        if self._costs is not None:
            return self._seconds * max(0.0, 1 - self.share) / self.share
        mean = self._seconds / self.known
        middle = self._places / self.known
        middle_left = (self.total * (self.total - 1) / 2 - self._places) / left
        each = mean + self._change(mean, middle, middle_left - middle)
        return left * min(max(each, mean / MOST_CHANGE), mean * MOST_CHANGE)

    def _change(self, mean: float, middle: float, distance: float) -> float:
        """Return the shrunken change of a unit's seconds at a distance from the mean place."""
        spread = self._squares - self.known * middle**2
        if self.known < LEAST_FOR_SLOPE or spread <= 0:
            return 0.0
        slope = (self._products - self._seconds * middle) / spread
        squares_off = self._seconds_squared - self.known * mean**2 - slope**2 * spread
        variance = max(squares_off, 0.0) / (self.known - 2) / spread * distance**2
        expected = (mean * USUAL_CHANGE) ** 2
        return slope * distance * expected / (expected + variance) if expected else 0.0
