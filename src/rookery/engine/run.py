"""One run of a method: limits, incumbent, progress, kernels, and how it ends.

A method is a generator. It computes, and yields a `Partial` with what it has between two slices of
its work. The engine takes that, reports it, and looks at the limits; nothing else reads a clock,
catches Ctrl-C or knows a `Reason`::

    def walk(puzzle, run):
        if ended := (yield from run.kernels(WALK, meanwhile=plain_walk(puzzle))):
            return ended  # the plain twin was quicker
        walk = Walk(puzzle)
        while not walk.is_over:
            steps = walk.go_on(run.steps(STEPS_A_SLICE))
            yield Partial(value=walk.found, steps=steps)
        return Partial(value=walk.found)

What a method returns is its last word: its work is then complete, whatever the limits say. A method
that is stopped is closed; in a ``finally`` it can still hand out what it has, by `Run.take`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rookery.engine.partial import Partial as Partial  # noqa: PLC0414 - methods import it here
from rookery.results.limits import LateError
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.results.values import Value, gap

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.results.estimate import Estimate
    from rookery.results.progress import Progress

LOADING_SHARE = 0.25  # of the time left, for loading kernels that are kept
LOADING_SECONDS = 3.0  # kernels that are kept are loaded by then
REPORT_SECONDS = 0.1  # between two reports of which the second tells nothing better
POLL_SECONDS = 0.05  # between two looks at whether kernels, or another thread, are ready
STILL_COMPILING = "kernels were still being compiled; 'rookery warm' does so beforehand"


Steps = Generator[Partial, None, Partial | None]
"""A method at work: yields partials; returns the last one, or None to add nothing."""

MethodSteps = Callable[[Any, "Run"], Steps]
Found = TypeVar("Found")


class FullError(Exception):
    """More answers than may be kept in memory; raised by a method, which it ends."""


class _OutOfWorkError(Exception):
    """The limit of work is reached inside a slice."""


class Run:
    """One run of a method on one puzzle.

    Parameters
    ----------
    puzzle
        Its `value` tells the value of an answer.
    settings
        Limits, seed, threads, listeners and the clock, which runs already.
    greatest
        Whether the greatest value is the best, and bounds hold from above.

    Attributes
    ----------
    answer, value, bound
        The incumbent and the sharpest bound; None before there is one. Of a count, `value` is what
        is counted so far.
    by_number
        That of `value`, where a `Partial` told both.
    share, note, why_none
        As of the last `Partial` that told.
    estimate
        The last one.
    work
        Steps done.
    is_over
        Whether the method has returned: Ctrl-C comes too late then.
    """

    def __init__(self, puzzle: Any, settings: Settings, greatest: bool = False) -> None:
        self.puzzle = puzzle
        self.settings = settings
        self.answer: Any = None
        self.value: Value | None = None
        self.bound: Value | None = None
        self.by_number: tuple[int, ...] | None = None
        self.share: float | None = None
        self.note = ""
        self.why_none = ""
        self.estimate: Estimate | None = None
        self.work = 0
        self.is_over = False
        self._compile_seconds = 0.0
        self._awaited: tuple[KernelSet, ...] = ()
        self._trace: list[Progress] = []
        self._done = 0
        self._reported = -math.inf
        self._untold: Progress | None = None
        self._greatest = greatest
        self._clock = settings.clock  # of the whole run; that in `settings` may be of a part

    @property
    def seed(self) -> int:
        """The seed of all random choices."""
        return self.settings.seed

    @property
    def is_heard(self) -> bool:
        """Whether a callback receives progress: else partials need not be complete."""
        return self.settings.on_progress is not None

    @property
    def is_proved(self) -> bool:
        """Whether the bound says that no answer is better than the incumbent."""
        return gap(self.value, self.bound) == 0

    def check_deadline(self) -> None:
        """Raise when no time is left: for work that has no place to yield.

        Raises
        ------
        LateError
            When the deadline has passed.
        """
        self.settings.clock.look()

    def seconds_left(self) -> float:
        """Return the seconds until the deadline: infinite without one.

        Raises
        ------
        LateError
            When the deadline has passed.
        """
        self.check_deadline()
        return self.settings.clock.left()

    def allow(self, seconds: float | None) -> None:
        """Set the deadline anew: so many seconds from now, or none."""
        clock = self._clock
        self._clock = clock.until(None) if seconds is None else clock.allowing(seconds)
        self.settings = replace(self.settings, clock=self._clock)

    def within(
        self, share: float, part: Generator[Partial, None, Found], most: float = math.inf
    ) -> Generator[Partial, None, Found | None]:
        """Go on with a part of the method for a share of the time left.

        Parameters
        ----------
        share
            From 0 to 1.
        part
            It is closed.
        most
            Seconds at most.

        Returns
        -------
        object or None
            The value that the part returns; None when its time was over before.
        """
        whole = self.settings
        clock = whole.clock.allowing(min(share * whole.clock.left(), most))
        self.settings = replace(whole, clock=clock)
        try:
            with closing(part):
                yield next(part)
                while clock.left():
                    yield next(part)
        except StopIteration as end:
            found: Found = end.value
            return found
        except LateError:
            whole.clock.look()
        finally:
            self.settings = whole
        return None

    def steps(self, most: int) -> int:
        """Return how many steps the next slice may take: `most`, or what the work limit leaves."""
        work = self.settings.limits.work
        return most if work is None else min(most, max(0, work - self.work))

    def step(self) -> None:
        """Count one step and check all limits: for searches too deep to yield from.

        Raises
        ------
        LateError
            When the deadline has passed.
        """
        work = self.settings.limits.work
        if work is not None and self.work >= work:
            raise _OutOfWorkError
        self.work += 1
        self.check_deadline()

    def take(self, partial: Partial) -> None:
        """Keep what a partial adds, and report it. Yielding a partial does this, too."""
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
        sharper = partial.bound is not None and (
            self.bound is None or self._is_better(self.bound, partial.bound)
        )
        self.bound = partial.bound if sharper else self.bound
        if not self.is_heard and ((self.is_over and not self._trace) or not (better or sharper)):
            return  # nobody listens, and a trace of the end alone would tell nothing
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
        self._untold = progress
        if is_new or progress.seconds >= self._reported + REPORT_SECONDS:
            self._done = partial.done
            self.tell()

    def tell(self) -> None:
        """Report the last progress if it was not told yet."""
        if self._untold is not None:
            progress, self._untold = self._untold, None
            self._reported = progress.seconds
            self.settings.report(progress)

    def kernels(
        self,
        *sets: KernelSet,
        meanwhile: Generator[Partial, None, Found] | None = None,
        head_start: int = 0,
    ) -> Generator[Partial, None, Found | None]:
        """Load kernels, or work without them until they are compiled.

        Where nothing runs meanwhile, and under a limit of work, whose steps must not depend on
        when the kernels come, this waits for them.

        Parameters
        ----------
        *sets
            Those to call afterwards.
        meanwhile
            The plain twin. It starts anew with the kernels; what it found is kept.
        head_start
            Its first slices, during which no kernels are loaded: most small puzzles end there.

        Returns
        -------
        object or None
            The last word of `meanwhile`, which has done all; None to go on with the kernels, also
            where it came to its end with None. Those that cannot be had raise the reason when they
            are called.
        """
        if all(kernels.is_ready for kernels in sets):
            return None
        from rookery.results.progress import COMPILING

        work = self.work
        for _ in range(head_start):
            if meanwhile and (ended := (yield from advance(meanwhile))) is not None:
                return ended
        self._awaited = sets
        with self._compiling():
            for kernels in sets:
                kernels.begin()
            for kernels in sets:
                kernels.load(min(LOADING_SECONDS, LOADING_SHARE * self.settings.clock.left()))
        is_idle = meanwhile is None or self.settings.limits.work is not None
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
        self.work = work
        return None

    @contextmanager
    def _compiling(self) -> Iterator[None]:
        """Count the time as that of compiling."""
        begun = self.settings.clock.seconds()
        try:
            yield
        finally:
            self._compile_seconds += self.settings.clock.seconds() - begun

    def reason_to_stop(self) -> Reason | None:
        """Return the limit that is reached, or None."""
        limits = self.settings.limits
        if limits.gap is not None:
            distance = gap(self.value, self.bound)
            # A gap of 0 is a proof: the method returns when it has all else it is asked for.
            if distance and distance <= limits.gap:
                return Reason.GAP
        if not self._clock.left():
            return Reason.TIME
        return Reason.WORK if limits.work is not None and self.work >= limits.work else None

    def best(self, stopped: Reason | None) -> Result:
        """Return the result of a search for the best answer.

        Parameters
        ----------
        stopped
            The limit that ended it; None when the method ran to its end.
        """
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
        )

    def count(self, stopped: Reason | None) -> Result:
        """Return the result of a count; `stopped` as of `best`."""
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
        late = stopped and not all(kernels.is_ready for kernels in self._awaited)
        return "; ".join(filter(None, (self.note, STILL_COMPILING if late else "")))

    def _is_better(self, value: Any, than: Any) -> bool:
        if than is None:
            return True
        return bool(value > than if self._greatest else value < than)


def advance(
    steps: Generator[Partial, None, Found],
) -> Generator[Partial, None, Found | None]:
    """Yield the next partial of a method at work; at its end return its last word."""
    try:
        yield next(steps)
    except StopIteration as end:
        found: Found = end.value
        return found
    return None


def mapped(
    steps: Generator[Partial, None, Found], change: Callable[[Partial], Partial]
) -> Generator[Partial, None, Found]:
    """Change every partial of a method at work, its last word too if it is one."""
    with closing(steps):
        while True:
            try:
                partial = next(steps)
            except StopIteration as end:
                last: Found = end.value
                return cast("Found", change(last)) if isinstance(last, Partial) else last
            yield change(partial)


def drive(steps: Steps, run: Run) -> Reason | None:
    """Run a method to its end, a limit or Ctrl-C; return what stopped it, as `run_to_limit`."""
    try:
        return run_to_limit(steps, run)
    except KeyboardInterrupt:
        return None if run.is_over else Reason.INTERRUPTED


def run_to_limit(steps: Steps, run: Run) -> Reason | None:
    """Run a method to its end or to a limit; leave Ctrl-C to the caller.

    Parameters
    ----------
    steps
        The method at work; it is closed.
    run
        Takes all partials.

    Returns
    -------
    Reason or None
        The limit that stopped it; None when it ran to its end.
    """
    with closing(driven(steps, run)) as driving:
        while True:
            try:
                next(driving)
            except StopIteration as end:
                reason: Reason | None = end.value
                return reason


def driven(steps: Steps, run: Run) -> Generator[Partial, None, Reason | None]:
    """Run a method as `run_to_limit` does, and yield each partial before it is taken."""
    try:
        while True:
            partial = next(steps)
            yield partial
            run.take(partial)
            if reason := run.reason_to_stop():
                return reason
    except StopIteration as end:
        run.is_over = True
        if end.value is not None:
            yield end.value
            run.take(end.value)
        return None
    except LateError:
        return Reason.TIME
    except FullError:
        return Reason.MEMORY
    except _OutOfWorkError:
        return Reason.WORK
    finally:
        steps.close()
        run.tell()


def _never(puzzle: Any) -> bool:
    return False


def solved_by(
    method: MethodSteps, greatest: Callable[[Any], bool] = _never
) -> Callable[[Any, Settings], Result]:
    """Return what solves a puzzle by a method, for the table of methods.

    Parameters
    ----------
    method
        A generator function of a puzzle and its `Run`.
    greatest
        Whether the greatest value of a puzzle is the best; else the least.
    """

    def solve(puzzle: Any, settings: Settings) -> Result:
        run = Run(puzzle, settings, greatest(puzzle))
        return run.best(drive(method(puzzle, run), run))

    return solve


def counted_by(method: MethodSteps) -> Callable[[Any, Settings], Result]:
    """Return what counts a puzzle's answers by a method, for the table of methods."""

    def count(puzzle: Any, settings: Settings) -> Result:
        run = Run(puzzle, settings)
        return run.count(drive(method(puzzle, run), run))

    return count


def estimated_by(method: MethodSteps, name: str) -> Callable[[Any, Settings], Estimate]:
    """Return what estimates a puzzle's count by a method, for a family's `estimator`."""

    def estimate(puzzle: Any, settings: Settings) -> Estimate:
        from rookery.results.estimate import of_samples

        run = Run(puzzle, settings)
        stopped = drive(method(puzzle, run), run)
        estimated = run.estimate or of_samples(puzzle, ())
        if stopped:
            estimated = replace(estimated, reason=stopped)
        return estimated.signed(name, settings)

    return estimate
