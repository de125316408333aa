"""Work in units, here or by workers, each unit written down in a ledger before it counts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from rookery.engine.run import Partial, Run
from rookery.running.clusters import standstill
from rookery.running.ledger import Ledger, NoLedger
from rookery.running.pace import Pace
from rookery.running.repeats import Repeats
from rookery.running.units import Done, RunOptions, WorkError, run_batches
from rookery.running.units import run as run_units

STAGE = "count"


class Sums(Protocol):
    """What the values of units add up to."""

    @property
    def counted(self) -> int:
        """At least so many answers there are."""
        ...

    @property
    def by_number(self) -> tuple[int, ...] | None:
        """How many of those counted have 0, 1, 2, ... pieces, where that is told."""
        ...

    def add(self, number: int, value: Any) -> None:
        """Take in the value of the unit of a number, counted from 0."""
        ...


class Total:
    """The sum of numbers."""

    by_number = None

    def __init__(self) -> None:
        self.counted = 0

    def add(self, number: int, value: int) -> None:
        """Add the value of a unit."""
        self.counted += value


class Counter(Protocol):
    """What counts a unit; it can be sent to other processes."""

    def __call__(self, unit: Any) -> Any:
        """Return the value of a unit, one that JSON can hold."""
        ...

    def start(self) -> None:
        """Let calls be made, also after `stop`."""
        ...

    def stop(self) -> None:
        """End the calls in other threads, whose units are not asked for any more."""
        ...


class Tally:
    """The sum of the units done, each once, written down before it counts; some are compared.

    Parameters
    ----------
    total
        The number of units.
    ledger
        Holds the units of earlier runs, and gets those of this one.
    sums
        Take in the values of the units.
    run
        Its clock goes on from the ledger's.
    """

    def __init__(self, total: int, ledger: Ledger | NoLedger, sums: Sums, run: Run) -> None:
        settings = run.settings
        self._ledger = ledger
        self._settings = settings
        self._pace = Pace(total)
        self._done: dict[int, Done[Any]] = {}
        self._sums = sums
        settings.clock.earlier = ledger.seconds()
        for done in ledger.units():
            self._count(done)
            self._pace.learn(done)
        self._repeats = Repeats(total, settings.verify, settings.seed, ledger.checked())

    @property
    def counted(self) -> int:
        """At least so many answers there are."""
        return self._sums.counted

    def left(self) -> list[int]:
        """Return the numbers of the units to be done, in order; some of them twice."""
        left = [number for number in range(self._pace.total) if number not in self._done]
        return self._repeats.order(left, self._done, self._settings.batch)

    @property
    def complete(self) -> bool:
        """Whether all units are done, and those compared that are to be."""
        return len(self._done) == self._pace.total and not self._repeats.waiting

    def compared(self) -> str:
        """Return how many units were done twice, once all are, in words."""
        return str(self._repeats) if self._settings.verify else ""

    def repeats(self, number: int) -> bool:
        """Return whether a unit is still to be compared."""
        return number in self._repeats.waiting

    def share(self, parts: float = 0.0) -> float:
        """Return what part of all units is done; `parts` is how much of those at work."""
        return (len(self._done) + parts) / max(1, self._pace.total)

    def add(self, done: Done[Any]) -> None:
        """Write a unit down and count it; compare one that was done before.

        Raises
        ------
        WorkError
            When it was done before and came out differently.
        """
        if done.number in self._done:
            self._compare(done)
            return
        self._ledger.write(done, self._settings.clock.seconds())
        self._count(done)
        self._pace.add(done)

    def partial(self, stage: str = STAGE, steps: int = 0, note: str | None = None) -> Partial:
        """Return how far the count is."""
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

    def _compare(self, done: Done[Any]) -> None:
        try:
            if self._repeats.compare(self._done[done.number], done):
                self._ledger.write_check(done)
        except WorkError:
            self._ledger.forget(done.number)
            raise


@contextmanager
def tallied(
    total: int, sums: Sums, identity: Callable[[], dict[str, str]], run: Run
) -> Iterator[Tally]:
    """Return a tally whose units the ledger of a run keeps, if it has one.

    Parameters
    ----------
    total, sums
        As of `Tally`.
    identity
        Tells the units from any others, for the ledger.
    run
        Of which this is the work.
    """
    file = run.settings.ledger
    with file.opened(identity()) if file else nullcontext(NoLedger()) as ledger:
        yield Tally(total, ledger, sums, run)


def count_units(
    counter: Counter, work: Sequence[Any], tally: Tally, run: Run
) -> Generator[Partial, None, Partial]:
    """Count the units that are left, on all threads or by the workers of an executor.

    A step is a unit done now, besides those that a ledger holds.

    Returns
    -------
    Partial
        The whole count.
    """
    executor = run.settings.executor

    def tell() -> None:
        run.take(tally.partial(standstill(executor) or STAGE))

    options = RunOptions(seconds_left=run.settings.clock.left, on_wait=tell, on_end=counter.stop)
    make = executor or _threads(run)
    try:
        while left := tally.left():  # again where one worker had a unit twice
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
            told = standstill(executor)
            run.take(tally.partial(told or STAGE, note=told))


def on_threads(
    do: Callable[[Any], Any], units: Iterable[Any], on_end: Callable[[], None], run: Run
) -> Generator[Done[Any], None, None]:
    """Yield units as they are done on all threads of a run, until its deadline.

    Parameters
    ----------
    do
        Does a unit.
    units
        Each is begun when there is room for it.
    on_end
        Ends units at work early.
    run
        Of which this is the work.
    """
    options = RunOptions(seconds_left=run.settings.clock.left, on_end=on_end)
    return run_units(do, units, executor=_threads(run), options=options)


def _threads(run: Run) -> Callable[[], Any]:
    from concurrent.futures import ThreadPoolExecutor

    return partial(ThreadPoolExecutor, run.settings.threads)
