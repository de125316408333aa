"""One run of a method: its limits, incumbent, progress, kernels and result.

A method is a generator. It computes, and yields a `Partial` between two slices of its work. The
engine (`rookery.engine.drive`) takes the partial, reports it and checks the limits; nothing else
reads a clock, catches Ctrl-C or knows a `Reason`::

    def walk(puzzle, run):
        if ended := (yield from run.kernels(WALK, meanwhile=plain_walk(puzzle))):
            return ended  # the plain twin was quicker
        walk = Walk(puzzle)
        while not walk.is_over:
            steps = walk.resume(run.steps(STEPS_A_SLICE))
            yield Partial(value=walk.found, steps=steps)
        return Partial(value=walk.found)

A method that returns is complete, whatever the limits say; its return value is the last partial.
A method that is stopped is closed; in a ``finally`` it can still hand over partials by `Run.take`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from rookery.engine.partial import Partial
from rookery.results.limits import Clock, DeadlineExceeded, Limits
from rookery.results.result import Reason, Result, Status, Value, gap
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.results.estimate import Estimate
    from rookery.results.progress import Progress

__all__ = [
    "POLL_SECONDS",
    "FullError",
    "MethodSteps",
    "OutOfWorkError",
    "Partial",
    "Run",
    "Steps",
    "advance",
]

LOADING_SHARE = 0.6  # share of the time left, to load cached kernels
LOADING_SECONDS = 3.0  # at most, to load cached kernels
REPORT_SECONDS = 0.1  # between two reports without an improvement
POLL_SECONDS = 0.05  # between two checks whether kernels or another thread are ready
STILL_COMPILING = "kernels were still being compiled; 'rookery warm' does so beforehand"
STILL_LOADING = "kernels were still being loaded"

# a running method: yields partials, and returns the last one or None
Steps = Generator[Partial, None, Partial | None]

MethodSteps = Callable[[Any, "Run"], Steps]
Found = TypeVar("Found")


class FullError(Exception):
    """The memory limit for answers is reached. The exception ends a method."""


class OutOfWorkError(Exception):
    """The work limit is reached inside a slice. The exception ends a method."""


class Run:
    """One run of a method on one puzzle."""

    def __init__(self, puzzle: Any, settings: Settings, greatest: bool = False) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.is_greatest = greatest  # the greatest value is the best, and bounds hold from above
        # The incumbent, its value and the sharpest bound; of a count, the count so far.
        self.answer: Any = None
        self.value: Value | None = None
        self.bound: Value | None = None
        self.by_number: tuple[int, ...] | None = None  # the counts that belong to `value`, if known
        # From the last partial that set them.
        self.share: float | None = None
        self.note = ""
        self.why_none = ""
        self.estimate: Estimate | None = None
        self.work = 0  # steps done
        self.is_checked = False  # the method has checked the incumbent by the rules
        self.is_over = False  # the method has returned; Ctrl-C has no effect then
        self.stopped: Reason | None = None  # the limit that ended the last method
        self._is_interrupted = False
        self._compile_seconds = 0.0
        self._awaited: tuple[KernelSet, ...] = ()
        self._is_waiting = False  # for kernels; within a limit of work that is no work
        self._trace: list[Progress] = []
        self._done = 0
        self._reported = -math.inf
        self._unreported: Progress | None = None
        self._clock = settings.clock  # of the whole run; `settings` may hold that of a part

    @classmethod
    def begun(cls, puzzle: Any, limits: Limits, seed: int) -> Run:
        """Return a run of one thread whose clock starts now, as in an executor's worker."""
        return cls(puzzle, Settings(limits, seed, clock=Clock(limits)))

    @property
    def seed(self) -> int:
        """The seed of all random choices."""
        return self.settings.seed

    @property
    def is_heard(self) -> bool:
        """Whether a callback receives progress; if not, partials may be incomplete."""
        return self.settings.on_progress is not None

    @property
    def is_proved(self) -> bool:
        """Whether the bound proves that no answer is better than the incumbent."""
        return gap(self.value, self.bound) == 0

    def check_deadline(self) -> None:
        """Raise `DeadlineExceeded` if the deadline has passed, in work that cannot yield."""
        self.settings.clock.check_deadline()

    def seconds_left(self) -> float:
        """Return the seconds until the deadline; raise `DeadlineExceeded` when it has passed."""
        self.check_deadline()
        return self.settings.clock.seconds_left()

    def remaining(self) -> float:
        """Return the seconds until the deadline, 0 after it, infinite without one."""
        return self.settings.clock.seconds_left()

    def stopwatch(self) -> Callable[[], float]:
        """Return a function that returns the seconds since this call, to measure own speed."""
        clock = self.settings.clock
        begun = clock.seconds()
        return lambda: clock.seconds() - begun

    def allow(self, seconds: float | None) -> None:
        """Reset the deadline to this many seconds from now, or to none."""
        clock = self._clock
        self._clock = clock.until(None) if seconds is None else clock.allowing(seconds)
        self.settings = replace(self.settings, clock=self._clock)

    def within(
        self, share: float, part: Generator[Partial, None, Found], most: float = math.inf
    ) -> Generator[Partial, None, Found | None]:
        """Run a part of the method for a share of the time left, but `most` seconds at most.

        The part's generator is closed afterwards. Returns its value, or None when its time ran out.
        """
        whole = self.settings
        clock = whole.clock.allowing(min(share * whole.clock.seconds_left(), most))
        self.settings = replace(whole, clock=clock)
        try:
            with closing(part):
                yield next(part)
                while clock.seconds_left():
                    yield next(part)
        except StopIteration as end:
            found: Found = end.value
            return found
        except DeadlineExceeded:
            whole.clock.check_deadline()
        finally:
            self.settings = whole
        return None

    def steps(self, most: int) -> int:
        """Return the step limit of the next slice: `most`, or less near the work limit."""
        work = self.settings.limits.work
        return most if work is None else min(most, max(0, work - self.work))

    def take(self, partial: Partial) -> None:
        """Keep the data of a partial, and report it. Yielding a partial does the same."""
        self.work += partial.steps
        if partial.share is not None:
            self.share = max(partial.share, self.share or 0.0)
        self.estimate = partial.estimate or self.estimate
        self.note = self.note if partial.note is None else partial.note
        self.why_none = partial.why_none or self.why_none
        answer = partial.answer
        is_own = answer is not None and partial.value is None
        value = self.puzzle.value(answer) if is_own else partial.value
        if answer is None:
            better = False
            if value is not None and (self.value is None or value >= self.value):
                self.value = value  # a count never falls, not even when kernels count anew
                self.by_number = partial.by_number
        else:
            better = self._is_better(value, self.value)
            if better or (partial.refines and value == self.value):
                self.answer, self.value = answer, value
                self.is_checked = partial.is_checked
        sharper = partial.bound is not None and (
            self.bound is None or self._is_better(self.bound, partial.bound)
        )
        self.bound = partial.bound if sharper else self.bound
        if not self.is_heard and ((self.is_over and not self._trace) or not (better or sharper)):
            return  # no callback, and a trace of the end alone is no information
        from rookery.results.progress import Progress  # small puzzles end without it

        estimate = partial.estimate
        progress = Progress(
            self.settings.clock.seconds(),
            self.value if estimate is None else estimate.value,
            self.bound,
            partial.done if estimate is None else estimate.samples,
            partial.total,
            partial.stage,
            partial.rate,
            partial.seconds_left,
            estimate=estimate,
        )
        if better or sharper:
            self._trace.append(progress)
        is_new = better or sharper or partial.done != self._done
        if better and is_own and self.is_heard:
            progress = replace(progress, answer=answer)
        self._unreported = progress
        if is_new or progress.seconds >= self._reported + REPORT_SECONDS:
            self._done = partial.done
            self.report()

    def report(self) -> None:
        """Pass the last progress to the callback, unless that was done before."""
        if self._unreported is not None:
            progress, self._unreported = self._unreported, None
            self._reported = progress.seconds
            self.settings.report(progress)

    def interrupt(self) -> None:
        """Stop the method at its next partial, as Ctrl-C does, from another thread."""
        self._is_interrupted = True

    def add_part(self, part: Run) -> None:
        """Take over the awaited kernels of a part's run, and its time spent waiting."""
        self._compile_seconds += part._compile_seconds
        self._awaited = tuple(dict.fromkeys((*self._awaited, *part._awaited)))

    def begin_kernels(self, *sets: KernelSet) -> None:
        """Start to load or compile kernels in the background."""
        self._awaited = sets
        for kernels in sets:
            kernels.begin()

    def load_kernels(self, kernels: KernelSet) -> None:
        """Wait for cached kernels for a share of the time left, but not for a compilation.

        Beside Python code that computes, loading takes two to three times as long.
        """
        with self._compiling():
            kernels.load(min(LOADING_SECONDS, LOADING_SHARE * self.remaining()))

    def has_kernels(self, kernels: KernelSet) -> bool:
        """Return whether kernels are ready, for methods that can do without."""
        return kernels.is_ready

    def kernels(
        self,
        *sets: KernelSet,
        meanwhile: Generator[Partial, None, Found] | None = None,
        head_start: int = 0,
    ) -> Generator[Partial, None, Found | None]:
        """Load kernels, or work without them until they are compiled.

        This waits for the kernels without `meanwhile`, and under a work limit, because its steps
        must not depend on the time of compilation. `meanwhile` is the plain twin; the method starts
        over with the kernels, and the answers so far are kept. The twin has a `head_start` of some
        slices before kernels are loaded: most small puzzles end there.

        Returns the return value of `meanwhile` if it finished the work, and None to continue with
        the kernels. Kernels that failed to load raise the reason when they are called.
        """
        if all(kernels.is_ready for kernels in sets):
            return None
        from rookery.results.progress import COMPILING

        work = self.work
        for _ in range(head_start):
            if meanwhile and (ended := (yield from advance(meanwhile))) is not None:
                return ended
        self._awaited = tuple(dict.fromkeys((*self._awaited, *sets)))
        for kernels in sets:
            kernels.begin()
        for kernels in sets:
            self.load_kernels(kernels)
        self._is_waiting = self.settings.limits.work is not None
        is_idle = meanwhile is None or self._is_waiting
        while awaited := next((kernels for kernels in sets if not kernels.is_ready), None):
            if meanwhile and not is_idle:
                try:
                    yield next(meanwhile)
                except StopIteration as end:
                    last: Found | None = end.value
                    if last is not None:
                        return last
                    is_idle = True
                continue
            with self._compiling():
                awaited.wait(POLL_SECONDS)
            if not (awaited.is_ready or awaited.is_coming):
                break
            yield Partial(stage=COMPILING)
        self._is_waiting = False
        self.work = work
        return None

    @contextmanager
    def _compiling(self) -> Iterator[None]:
        """Add the time spent inside to the compile time."""
        begun = self.settings.clock.seconds()
        try:
            yield
        finally:
            self._compile_seconds += self.settings.clock.seconds() - begun

    def reason_to_stop(self) -> Reason | None:
        """Return the limit that is reached, or None."""
        if self._is_interrupted:
            return Reason.INTERRUPTED
        limits = self.settings.limits
        if limits.gap is not None:
            distance = gap(self.value, self.bound)
            # A gap of 0 is a proof, not a limit: the method itself returns then.
            if distance and distance <= limits.gap:
                return Reason.GAP
        if not self._clock.seconds_left():
            return Reason.TIME
        is_done = limits.work is not None and self.work >= limits.work
        return Reason.WORK if is_done and not self._is_waiting else None

    def best(self, stopped: Reason | None) -> Result:
        """Return the result of a search for the best answer that a limit ended, or nothing."""
        if self.why_none and self.answer is None:
            impossible = Result.impossible(self.puzzle, self.why_none)
            return replace(impossible, compile_seconds=self._compile_seconds)
        proved = self.is_proved
        status = Status.OPTIMAL if proved else Status.FEASIBLE
        reason = Reason.PROVED if proved else Reason.DONE
        return Result(
            self.puzzle,
            self.answer,
            self.value,
            self.bound,
            status if self.answer is not None else Status.UNKNOWN,
            stopped or reason,
            compile_seconds=self._compile_seconds,
            trace=tuple(self._trace),
            note=self._noted(stopped),
            share=self.share if stopped else None,
            is_checked=self.is_checked,
        )

    def count(self, stopped: Reason | None) -> Result:
        """Return the result of a count; `stopped` as for `best`."""
        value, bound = self.value, self.bound
        status, note = Status.FEASIBLE, self._noted(stopped)
        if stopped is None:
            bound = value = self.value or 0
            status, note = Status.OPTIMAL, "; ".join(filter(None, (self.why_none, self.note)))
        return Result(
            self.puzzle,
            None,
            value,
            bound,
            status if value is not None else Status.UNKNOWN,
            stopped or Reason.PROVED,
            compile_seconds=self._compile_seconds,
            note=note,
            share=self.share if stopped else None,
            by_number=self.by_number,
        )

    def _noted(self, stopped: Reason | None) -> str:
        late = ""
        is_late = not all(kernels.is_ready for kernels in self._awaited)
        if is_late and stopped not in (None, Reason.WORK):  # work does not depend on kernels
            is_compiling = any(kernels.is_compiling for kernels in self._awaited)
            late = STILL_COMPILING if is_compiling else STILL_LOADING
        return "; ".join(filter(None, (self.note, late)))

    def _is_better(self, value: Any, than: Any) -> bool:
        if than is None:
            return True
        return bool(value > than if self.is_greatest else value < than)


def advance(
    steps: Generator[Partial, None, Found],
) -> Generator[Partial, None, Found | None]:
    """Yield the next partial of a method; at the method's end return its return value."""
    try:
        yield next(steps)
    except StopIteration as end:
        found: Found = end.value
        return found
    return None
