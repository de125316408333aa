"""Progress of a solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.results.result import Value, gap, number_text, percent_text

if TYPE_CHECKING:
    from rookery.results.estimate import Estimate

NO_WORKERS = "no worker is left"
NO_ANSWER = "no answer from the scheduler"
STANDSTILLS = (NO_WORKERS, NO_ANSWER)  # starts of stages and notes while no work unit can end
COMPILING = "compiling kernels, once"  # the stage of a method that waits for kernels


@dataclass(frozen=True)
class Progress:
    """The progress of a solver: the argument of `on_progress` and an entry of a trace.

    Attributes
    ----------
    seconds
        The time since the start.
    value
        The value of the incumbent, or None.
    bound
        The proved bound, or None.
    done, total
        The finished work units and all work units, if the method has units.
    stage
        The running part of the method.
    rate
        Work units per second, recently or in all, or None if unknown.
    seconds_left
        The predicted time until all units are done, or None if unknown.
    answer
        A new incumbent in the puzzle's own form, or None. Traces and some methods leave it out.
    estimate
        The estimate of a count while it is sampled.
    """

    seconds: float
    value: Value | None = None
    bound: Value | None = None
    done: int = 0
    total: int | None = None
    stage: str = ""
    rate: float | None = None
    seconds_left: float | None = None
    answer: Any = None
    estimate: Estimate | None = None

    @property
    def gap(self) -> float | None:
        """The distance of value and bound as a fraction of the value, or None if unknown."""
        return gap(self.value, self.bound)

    def summary(self) -> str:
        """Return the progress as one line of text.

        Examples
        --------
        >>> Progress(2.04, 100, 95).summary()
        'value 100, bound 95, gap 5 %, 2.0 s'
        >>> Progress(20.0, done=50, total=200, stage="puzzles", seconds_left=60.0).summary()
        'puzzles: 50 of 200 done, 20.0 s, 60 s left'
        """
        parts = [f"value {number_text(self.value)}"] if self.value is not None else []
        parts += [f"bound {number_text(self.bound)}"] if self.bound is not None else []
        parts += [f"gap {percent_text(self.gap)}"] if self.gap is not None else []
        parts += [f"estimated {self.estimate}"] if self.estimate is not None else []
        if self.done or self.total is not None:
            of = "" if self.total is None else f" of {self.total:,}"
            parts.append(f"{self.done:,}{of} done")
        parts.append(f"{self.seconds:.1f} s")
        parts += [f"{self.seconds_left:.0f} s left"] if self.seconds_left is not None else []
        return f"{self.stage}: {', '.join(parts)}" if self.stage else ", ".join(parts)


OnProgress = Callable[[Progress], None]
