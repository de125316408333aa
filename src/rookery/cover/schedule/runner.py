"""Steps taken on one board as the policy says, by one thread or several."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor

from rookery.compiled.sets import POLL_SECONDS
from rookery.cover.kernel_sets import COVER
from rookery.cover.prepared import Prepared
from rookery.cover.schedule import policy
from rookery.cover.schedule.policy import Choice, Outlook, Trial
from rookery.cover.schedule.search import Search
from rookery.cover.schedule.steps import STEPS, Slice
from rookery.results.progress import COMPILING

LEAST_SECONDS = 1e-3  # that a slice counts for


class Runner:
    """The search of one board: asks the policy, takes slices, and writes down what they gained.

    Parameters
    ----------
    start
        The board, with a first cover and bound.
    threads
        How many will work at a time.
    steps
        Those that may be taken.
    """

    def __init__(
        self, start: Prepared, threads: int = 1, steps: Collection[str] = tuple(STEPS)
    ) -> None:
        self.search = Search(start)
        self.incumbent = start.incumbent
        self.threads = threads
        self.record: list[Trial] = []
        self._steps = steps
        self._busy: list[str] = []
        self._taken = 0
        self._lock = threading.Lock()

    def work(self) -> None:
        """Search until a limit is reached, in so many threads once there are kernels."""
        if self.threads == 1:
            self._work()
            return
        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(self._work) for _ in range(self.threads)]
            try:
                for job in jobs:
                    job.result()
            except BaseException:
                self.incumbent.interrupted = True
                raise

    def until_kernels(self) -> None:
        """Take steps that need no kernels until there are kernels, or a limit is reached.

        With a limit of work they are only waited for, because what is found must not depend on
        what is compiled.
        """
        repeats = self.incumbent.limits.work is not None
        while self.search.waits and self.incumbent.stop() is None:
            if COVER.is_compiling:
                self.incumbent.tell(COMPILING)
            if repeats or not self._take_next():
                COVER.wait(min(POLL_SECONDS, self.incumbent.clock.left()))

    def take(self, choice: Choice) -> None:
        """Take a slice of a step, and write down what it gained."""
        with self._lock:
            part = self._enter(choice)
        self._run(choice, part)

    def _work(self) -> None:
        """Take one step after the other."""
        self.until_kernels()
        while self.incumbent.stop() is None and self._take_next():
            pass

    def _take_next(self) -> bool:
        """Take the step that the policy says; return whether there was one."""
        # A core is left to the child process that compiles kernels.
        threads = max(1, self.threads - 1) if self.search.waits else self.threads
        with self._lock:  # until it is entered, so that no other thread chooses the same
            if len(self._busy) >= threads:
                return False
            looks = outlook(self.search, self._steps, self._busy, threads)
            choice = policy.choose(self.record, looks)
            if choice is None:
                return False
            part = self._enter(choice)
        self._run(choice, part)
        return True

    def _enter(self, choice: Choice) -> Slice:
        """Note that a step is begun; return its slice."""
        self._busy.append(choice.step)
        self._taken += 1
        return Slice(choice.seconds, self.incumbent.settings.seed + self._taken - 1)

    def _run(self, choice: Choice, part: Slice) -> None:
        step, incumbent, clock = STEPS[choice.step], self.incumbent, self.incumbent.clock
        mark, began = incumbent.mark(), clock.seconds()
        try:
            step.run(self.search, part)
        finally:
            seconds = max(clock.seconds() - began, LEAST_SECONDS)
            with self._lock:
                self._busy.remove(step.name)
                gain = incumbent.gained(step.stages, mark)
                self.record.append(Trial(step.name, choice.seconds, seconds, gain))


def outlook(search: Search, steps: Collection[str], busy: Sequence[str], threads: int) -> Outlook:
    """Return what a policy may know of a search."""
    return Outlook(
        left=search.incumbent.clock.left(),
        able=frozenset(name for name in steps if STEPS[name].can_run(search)),
        busy=tuple(busy),
        threads=threads,
        candidates=len(search.start.table),
        core=search.core(),
    )
