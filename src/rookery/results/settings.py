"""Settings of a method, and their making from the arguments of a call."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from os import cpu_count
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, get_args

from rookery.errors import PuzzleError, shown
from rookery.numbers import integer, real
from rookery.results.limits import Clock, Limits

if TYPE_CHECKING:
    from rookery.results.progress import OnProgress, Progress

#: Names of methods, for editors; families from other packages have more.
SolvingMethod = (
    Literal["auto", "filter", "listing", "search", "one"]  # queens
    | Literal["lanes", "enumerate", "list", "branch", "duals"]  # heaviest
    | Literal["queens", "heaviest", "armies", "cover", "maximal"]  # nonattacking
    | Literal["counts", "cp-sat"]
    | Literal["layers", "words", "hamiltonian", "beam", "circuit"]  # tour
    | Literal["exact", "anneal", "greedy"]  # cover
    | str
)
CountingMethod = (
    Literal["auto", "halves", "one", "completions", "search"]  # queens
    | Literal["queens", "columns", "rows", "maximal", "by-number"]  # nonattacking
    | Literal["blockers", "hoppers", "frontier"]
    | Literal["sweep", "layers", "walks"]  # tour
    | Literal["covers"]
    | str
)

#: The devices of a count: the CPU; the first GPU of each process that counts; or a GPU where a
#: process has one, else its CPU.
Device = Literal["cpu", "cuda", "any"]
DEVICES: tuple[str, ...] = get_args(Device)

MOST_THREADS = 1024


@dataclass(frozen=True, eq=False, repr=False)
class Settings:
    """The arguments of a method besides the puzzle.

    Attributes
    ----------
    clock
        The clock, started by the call of `solve`.
    is_default
        Whether the limit of seconds is the method's default and not the caller's.
    start
        A valid answer to improve on, or None.
    executor
        The executor that runs work units instead of threads, or None.
    ledger
        The file that keeps finished work units, or None.
    batch
        The number of work units sent together.
    verify
        The share of work units to run twice and compare.
    device
        The device that counts work units, one of `DEVICES`.
    """

    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    threads: int = 1
    on_progress: OnProgress | None = None
    clock: Clock = field(default_factory=lambda: Clock(Limits()))
    is_default: bool = False
    start: Any = None
    executor: Any = None
    ledger: Any = None
    batch: int = 1
    verify: float = 0.0
    device: str = "cpu"

    def restarted(self) -> Settings:
        """Return the settings for the next of several puzzles, with a new clock."""
        # Not by `dataclasses.replace`, which takes several times as long: puzzles may be many.
        return Settings(self.limits, self.seed, self.threads, self.on_progress, Clock(self.limits))

    def stopping(self, default_seconds: float) -> Settings:
        """Return the settings with a default limit of seconds since the start."""
        clock = self.clock.until(default_seconds)
        return replace(self, limits=clock.limits, clock=clock, is_default=True)

    def report(self, progress: Progress) -> None:
        """Call the progress callback, if any."""
        if self.on_progress is not None:
            self.on_progress(progress)

    def of_batch(self, number: int, on_each: Callable[[int, Progress], None] | None) -> Settings:
        """Return the settings of one puzzle of a batch; `on_each` also receives its number."""
        return self if on_each is None else replace(self, on_progress=partial(on_each, number))


#: Type of the argument `limits`: limits, a number of seconds, or None for no limit.
AnyLimits = Limits | SupportsFloat | SupportsIndex | None


def limits_of(limits: AnyLimits) -> Limits:
    """Return limits, a number of seconds, or None as `Limits`, or raise a `PuzzleError`.

    >>> limits_of(5)
    Limits(seconds=5.0, work=None, gap=None)
    >>> limits_of("5")
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected limits, a number of seconds, or None, got '5'
    """
    if limits is None:
        return Limits()
    if isinstance(limits, Limits):
        return limits
    return Limits(seconds=real(limits, "limits, a number of seconds, or None"))


def settings_for(
    *,
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Settings:
    """Return the settings of one call, with its clock started. A limit of infinity means none."""
    limits = limits_of(limits)
    if on_progress is not None and not callable(on_progress):
        expected = "a function as on_progress, such as that of live()"
        raise PuzzleError(expected=expected, found=shown(on_progress))
    if limits.seconds is not None and math.isinf(limits.seconds):
        limits = replace(limits, seconds=None)
    number = _cores() if threads is None else thread_number(threads)
    return Settings(limits, integer(seed, "an integer as seed"), number, on_progress, Clock(limits))


def thread_number(threads: SupportsIndex) -> int:
    """Return a number of threads, or raise a `PuzzleError` if no machine runs as many."""
    number = integer(threads, "threads of at least 1", 1)
    if number > MOST_THREADS:
        raise PuzzleError(expected=f"at most {MOST_THREADS:,} threads", found=shown(threads))
    return number


def runnable(executor: Any) -> Any:
    """Return an executor, a function that makes one, or None; raise for anything else."""
    if executor is None or callable(executor) or hasattr(executor, "submit"):
        return executor
    raise PuzzleError(expected="an executor, or a function that makes one", found=shown(executor))


@lru_cache
def _cores() -> int:
    return cpu_count() or 1
