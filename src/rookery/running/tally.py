"""Counting a list of units of work, here or by workers, and what was counted of it so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from rookery.results.progress import Progress
from rookery.results.result import Reason
from rookery.results.settings import Settings
from rookery.running.clusters import standstill
from rookery.running.ledger import Ledger, NoLedger
from rookery.running.pace import Pace
from rookery.running.repeats import Repeats
from rookery.running.units import Done, RunOptions, WorkError, run_batches


class Sums(Protocol):
    """What the values of units add up to."""

    @property
    def counted(self) -> int:
        """At least so many answers there are."""
        ...

    def add(self, number: int, value: Any) -> None:
        """Take in the value of the unit of a number, counted from 0."""
        ...


class Total:
    """The sum of numbers."""

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
    settings
        Their clock goes on from the ledger's.
    sums
        Take in the values of the units.
    """

    def __init__(
        self, total: int, ledger: Ledger | NoLedger, settings: Settings, sums: Sums
    ) -> None:
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
        """Write a unit down, count it and report; compare one that was done before.

        Raises
        ------
        WorkError
            When it was done before and came out differently.
        """
        if done.number in self._done:
            self._compare(done)
            return
        seconds = self._settings.clock.seconds()
        self._ledger.write(done, seconds)
        self._count(done)
        self._pace.add(done)
        self.report("count")

    def report(self, stage: str) -> None:
        """Tell how far the count is."""
        progress = Progress(
            self._settings.clock.seconds(),
            self.counted,
            done=len(self._done),
            total=self._pace.total,
            stage=stage,
            rate=self._pace.rate(),
            seconds_left=self._pace.seconds_left(),
        )
        self._settings.report(progress)

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


def count_units(counter: Counter, work: Sequence[Any], tally: Tally, settings: Settings) -> Reason:
    """Count the units that are left; return what stopped it, if they are not all done then.

    A limit of work is one of units done now, besides those that a ledger holds.
    """
    reason = None
    while reason is None and (left := tally.left()):  # again where one worker had a unit twice
        reason = _count_these(left, counter, work, tally, settings)
    return reason or Reason.TIME


def _count_these(
    left: list[int], counter: Counter, work: Sequence[Any], tally: Tally, settings: Settings
) -> Reason | None:
    """Count units of these numbers; return what stopped it before all were done."""
    from concurrent.futures import ThreadPoolExecutor

    todo = [work[number] for number in left]
    counter.start()

    def tell() -> None:
        tally.report(standstill(settings.executor) or "count")

    options = RunOptions(seconds_left=settings.clock.left, on_wait=tell, on_end=counter.stop)
    executor = settings.executor or partial(ThreadPoolExecutor, settings.threads)
    running = run_batches(counter, todo, settings.batch, executor=executor, options=options)
    now = 0
    try:
        for now, done in enumerate(running, 1):
            tally.add(replace(done, number=left[done.number]))
            if stop := _stop(settings, now):
                return stop
    except KeyboardInterrupt:
        return Reason.INTERRUPTED
    finally:
        running.close()
    return None if now == len(left) else Reason.TIME


def _stop(settings: Settings, work: int) -> Reason | None:
    """Return why to stop after so many units, or None."""
    if not settings.clock.left():
        return Reason.TIME
    if settings.limits.work is not None and work >= settings.limits.work:
        return Reason.WORK
    return None
