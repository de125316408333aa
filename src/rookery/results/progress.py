"""How far a solver is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.results.values import Value, gap, number_text, percent_text

if TYPE_CHECKING:
    from rookery.results.estimate import Estimate

NO_WORKERS = "no worker is left"
NO_ANSWER = "no answer comes from the scheduler"
STANDSTILLS = (NO_WORKERS, NO_ANSWER)
"""How the stage of a `Progress`, or the note of a `Result`, begins when no unit of work can end."""
COMPILING = "compiling kernels, once"  # the stage while nothing can be done without kernels


@dataclass(frozen=True)
class Progress:
    """How far a solver is: what `on_progress` is called with, and what a trace holds.

    Attributes
    ----------
    seconds
        Since the start.
    value
        Of the best answer so far; None before there is one.
    bound
        What is proved of the best value; None before anything is.
    done, total
        Units of work done, and in all, where the work is a list of units.
    stage
        The part of the method at work.
    rate
        Units a second, of late or in all; None before it is known.
    seconds_left
        Until all units are done, by the times they took; None before it is known.
    answer
        A better answer than any before, in the puzzle's own form; None when there is no new one,
        where a method does not tell, and in traces.
    estimate
        Of a count, while samples are drawn for it.
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
        """The distance of value and bound as a fraction of the value; None when unknown."""
        return gap(self.value, self.bound)

    def summary(self) -> str:
        """Return in one line what is known so far.

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
