"""What a method is told besides the puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rookery.results.limits import Clock, Limits

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet
    from rookery.results.progress import OnProgress, Progress


@dataclass(frozen=True, eq=False, repr=False)
class Settings:
    """What a method is told besides the puzzle.

    `clock` started when `solve` was called; with `is_default` its limit of seconds is that after
    which the method stops by itself, and none of the caller's; `start` is a right answer to improve
    on, or None; `executor` does the units of methods that work in units, instead of threads, and
    `ledger` says in which file they are written down; `batch` of them are sent together, and the
    share `verify` of them is done twice and compared.
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
        """Return the settings for the next of several puzzles, its clock started."""
        # Many small puzzles pass here: `dataclasses.replace` takes several times as long.
        return Settings(self.limits, self.seed, self.threads, self.on_progress, Clock(self.limits))

    def stopping(self, default_seconds: float | None) -> Settings:
        """Return the settings with a default limit of seconds since the start, or without it."""
        clock = self.clock.until(default_seconds)
        is_default = default_seconds is not None
        return replace(self, limits=clock.limits, clock=clock, is_default=is_default)

    def report(self, progress: Progress) -> None:
        """Tell whoever listens."""
        if self.on_progress is not None:
            self.on_progress(progress)

    def tell(self, **known: Any) -> None:
        """Report what is known, as the fields of a `Progress`, with the seconds since the start."""
        if self.on_progress is not None:
            from rookery.results.progress import Progress

            self.on_progress(Progress(self.clock.seconds(), **known))

    def telling(self, number: int, on_each: Callable[[int, Progress], None] | None) -> Settings:
        """Return the settings of one of several puzzles: whoever listens is told its number."""
        return self if on_each is None else replace(self, on_progress=partial(on_each, number))

    def wait_for(self, kernels: KernelSet) -> bool:
        """Wait for kernels, and say so; return whether there is time left then to use them."""
        from rookery.results.progress import COMPILING

        def look() -> None:
            self.tell(stage=COMPILING)

        # Those that cannot be had tell why when they are called.
        return kernels.wait(self.clock.left(), look) or self.clock.left() > 0
