"""Settings of a method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rookery.results.limits import Clock, Limits

if TYPE_CHECKING:
    from rookery.results.progress import OnProgress, Progress


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
