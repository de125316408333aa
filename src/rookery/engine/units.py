"""Counting by work units, on threads or workers; a ledger records each unit before it counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Protocol

from rookery.engine.partial import Partial
from rookery.engine.run import Run
from rookery.running.clusters import standstill
from rookery.running.ledger import Ledger
from rookery.running.pace import Pace
from rookery.running.units import Done, RunOptions, WorkError, run_batches
from rookery.running.units import run as run_units

STAGE = "count"
MOST_TIMES = 4  # repeats of a unit in the hope of a different worker
GOLDEN = (5**0.5 - 1) / 2  # its multiples modulo 1 fill the interval evenly


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

    Parameters
    ----------
    total
        The number of units.
    share
        The share of units to run twice, from 0 to 1. Unless it is 0, at least one unit is chosen.
    seed
        The seed of the random choice of units.
    checked
        The numbers of units that earlier runs have compared.

    Examples
    --------
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

        Parameters
        ----------
        left
            The numbers of unfinished units, in starting order.
        done
            The numbers of finished units, some of which need a repeat.
        apart
            The distance of a repeat from the first run, so that both run at once on different
            workers.
        """
        again = [number for number in sorted(self.waiting) if number in done]
        places = [(at, number) for at, number in enumerate(left)]
        places += [(at + apart, number) for at, number in places if number in self.waiting]
        return again + [number for _, number in sorted(places)]

    def compare(self, first: Done[Any], second: Done[Any]) -> bool:
        """Compare two runs of a unit, and return whether it is checked or needs another run.

        Raises
        ------
        WorkError
            If the values differ. The text names the unit and the workers.
        """
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

    Parameters
    ----------
    total
        The number of units.
    ledger
        The ledger with the units of earlier runs, which records those of this one, or None.
    sums
        The accumulator of the units' values.
    run
        The run, whose clock continues from the ledger's.
    costs
        The expected length of each unit as a share of all; None for equal units.
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
        """Record a unit and count it, or compare it with its first run.

        Raises
        ------
        WorkError
            When the first run gave another value.
        """
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
    """Open the tally of a run, with its ledger if it has one.

    `identity` returns the fields that identify these units in a ledger.
    """
    file = run.settings.ledger
    with file.opened(identity()) if file else nullcontext() as ledger:
        yield Tally(total, ledger, sums, run, costs)


def count_units(
    counter: UnitFunction, work: Sequence[Any], tally: Tally, run: Run
) -> Generator[Partial, None, Partial]:
    """Count the remaining units, on all threads or by the workers of an executor.

    A step is a unit finished in this run, not in the ledger.

    Returns
    -------
    Partial
        The complete count.
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
