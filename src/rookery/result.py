"""What comes out of every solver, and what limits and reports it on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from rookery.errors import PuzzleError, did_you_mean, shown
from rookery.notebook import Shown

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet

Number = int | float

NO_WORKERS = "no worker is left"
"""The stage of a `Progress`, or the note of a `Result`, of work whose workers are all lost."""


class Status(Enum):
    """What is known of the value of a `Result`.

    Attributes
    ----------
    OPTIMAL
        It is proved: no answer is better, or the count is complete. It equals the bound.
    FEASIBLE
        There is a right answer, or a count that is not complete; the bound, if any, is proved.
    INFEASIBLE
        It is proved that there is no answer.
    UNKNOWN
        A limit came before an answer; a bound may be proved all the same.
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class Reason(Enum):
    """Why a solver stopped.

    Attributes
    ----------
    PROVED
        There was nothing left to prove.
    TIME, WORK, GAP
        A limit of `Limits` was reached.
    INTERRUPTED
        Ctrl-C.
    DONE
        A method that proves nothing ran to its end.
    """

    PROVED = "proved"
    TIME = "time"
    WORK = "work"
    GAP = "gap"
    INTERRUPTED = "interrupted"
    DONE = "done"


@dataclass(frozen=True)
class Limits:
    """When to stop although nothing is proved.

    Parameters
    ----------
    seconds
        Of wall time, from the call of `solve`, compilation of kernels included.
    work
        Steps of the method (moves, nodes, units); with one thread and a seed, results repeat.
    gap
        Stop once the proved gap is at most this, as a fraction: 0.01 is one per cent.

    Raises
    ------
    PuzzleError
        When a limit is negative or not a number.

    Examples
    --------
    >>> Limits(seconds=10, gap=0.01)
    Limits(seconds=10, work=None, gap=0.01)
    """

    seconds: float | None = None
    work: int | None = None
    gap: float | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "work", "gap"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, (int, float)) and value >= 0):
                raise PuzzleError(f"expected limits.{name} of 0 or more, got {shown(value)}")


class Clock:
    """The time since a solver started, and what its limits leave.

    `earlier` are the seconds of runs before, from which this one goes on; limits do not count
    them.
    """

    __slots__ = ("earlier", "limits", "start")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.start = time.perf_counter()
        self.earlier = 0.0

    def seconds(self) -> float:
        """Return the seconds since the start, and those of earlier runs."""
        return time.perf_counter() - self.start + self.earlier

    def left(self) -> float:
        """Return the seconds left, at least 0; infinite without a limit."""
        if self.limits.seconds is None:
            return float("inf")
        return max(0.0, self.limits.seconds + self.earlier - self.seconds())

    def share(self, parts: int) -> Limits:
        """Return the limits with an equal part of the seconds left."""
        if self.limits.seconds is None:
            return self.limits
        return replace(self.limits, seconds=self.left() / parts)

    def allowing(self, seconds: float) -> Clock:
        """Return a clock of the same start that leaves so many seconds from now."""
        clock = Clock(replace(self.limits, seconds=self.seconds() - self.earlier + seconds))
        clock.start = self.start
        clock.earlier = self.earlier
        return clock


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
    """

    seconds: float
    value: Number | None = None
    bound: Number | None = None
    done: int = 0
    total: int | None = None
    stage: str = ""
    rate: float | None = None
    seconds_left: float | None = None
    answer: Any = None

    @property
    def gap(self) -> float | None:
        """The distance of value and bound as a fraction of the value; None when unknown."""
        return gap(self.value, self.bound)


def gap(value: Number | None, bound: Number | None) -> float | None:
    """Return ``|value - bound| / max(|value|, |bound|)``; None when either is unknown.

    >>> gap(100, 95), gap(0, 0), gap(7, None)
    (0.05, 0.0, None)
    """
    if value is None or bound is None:
        return None
    if value == bound:
        return 0.0
    return abs(value - bound) / max(abs(value), abs(bound))


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Settings:
    """What a method is told besides the puzzle.

    `clock` started when `solve` was called; `start` is a right answer to improve on, or None;
    `executor` does the units of methods that work in units, instead of threads, and `ledger`
    says in which file they are written down; `batch` of them are sent together.
    """

    limits: Limits = Limits()
    seed: int = 0
    threads: int = 1
    on_progress: OnProgress | None = None
    clock: Clock = field(default_factory=lambda: Clock(Limits()))
    start: Any = None
    executor: Any = None
    ledger: Any = None
    batch: int = 1

    def report(self, progress: Progress) -> None:
        """Tell whoever listens."""
        if self.on_progress is not None:
            self.on_progress(progress)

    def wait_for(self, kernels: KernelSet) -> bool:
        """Wait for kernels, and say so; return whether there is time left then to use them."""
        from rookery.compiled.sets import COMPILING

        def look() -> None:
            self.report(Progress(self.clock.seconds(), stage=COMPILING))

        # Those that cannot be had tell why when they are called.
        return kernels.wait(self.clock.left(), look) or self.clock.left() > 0


@dataclass(frozen=True)
class Result(Shown):
    """What a solver found and what it proved.

    Attributes
    ----------
    puzzle
        What was solved.
    answer
        What solves it, in the puzzle's own form; None when there is none.
    value
        A count, a weight, a number of moves or a cost; None without an answer.
    bound
        What is proved of the best value; equals `value` exactly when `status` is OPTIMAL.
    status, reason
        What is known of the value, and why the solver stopped.
    seconds, compile_seconds
        Wall time, and what compiling kernels took. The first is without the second where a
        method measures it: counting queens by halves, the heaviest placement by ``branch``, and
        covers; elsewhere compilation is part of `seconds`.
    method, seed
        What was used.
    trace : tuple of Progress
        One entry for every better value or bound.
    note
        What is to be said in words besides, such as why there is no answer.
    share
        Of a count or a listing that was stopped: the part of its work that is done, from 0 to 1,
        estimated from the parts of the search that are over; None when it is not known.

    Examples
    --------
    >>> import rookery
    >>> result = rookery.solve(rookery.Queens(4))
    >>> result.value, result.answer, result.gap
    (2, ((1, 3, 0, 2), (2, 0, 3, 1)), 0.0)
    """

    puzzle: Any
    answer: Any
    value: Number | None
    bound: Number | None
    status: Status
    reason: Reason
    seconds: float = 0.0
    compile_seconds: float = 0.0
    method: str = ""
    seed: int = 0
    trace: tuple[Progress, ...] = ()
    note: str = ""
    share: float | None = None

    @property
    def gap(self) -> float | None:
        """The distance of value and bound as a fraction of the value; None when unknown."""
        return gap(self.value, self.bound)

    def signed(self, method: str, settings: Settings) -> Result:
        """Return the result with the method's name, the seed, and the seconds since the start."""
        seconds = settings.clock.seconds() - self.compile_seconds
        return replace(self, seconds=seconds, method=method, seed=settings.seed)

    @classmethod
    def proved(cls, puzzle: Any, answer: Any, value: Number) -> Result:
        """Return the result of an exact method that ran to its end."""
        return cls(puzzle, answer, value, value, Status.OPTIMAL, Reason.PROVED)

    @classmethod
    def impossible(cls, puzzle: Any, note: str = "") -> Result:
        """Return the result for a puzzle proved to have no answer."""
        return cls(puzzle, None, None, None, Status.INFEASIBLE, Reason.PROVED, note=note)


@dataclass(frozen=True)
class Method:
    """A row of a family's table of methods.

    Attributes
    ----------
    name
        What `solve(method=...)` and ``--method`` take.
    run
        Called with the puzzle and the settings; returns a `Result`.
    proves
        What its results prove, in words.
    fits
        Whether it can run on a puzzle.
    suits
        Whether ``auto`` may take it: it takes the first that fits and suits.
    in_units
        Whether it works in units, which an executor can do and a ledger can keep.
    checks
        Whether it holds each part of its answer against the puzzle's rules as it is found, so
        that no check is left to do when a limit or Ctrl-C ends it.
    """

    name: str
    run: Callable[[Any, Settings], Result]
    proves: str
    fits: Callable[[Any], bool] = lambda puzzle: True
    suits: Callable[[Any], bool] = lambda puzzle: True
    in_units: bool = False
    checks: bool = False


def choose(methods: tuple[Method, ...], name: str, puzzle: Any) -> Method:
    """Return the method of this name, or for ``auto`` the first that suits the puzzle.

    Raises
    ------
    PuzzleError
        When there is no such method or it does not fit.
    """
    if name == "auto":
        return next(method for method in methods if method.fits(puzzle) and method.suits(puzzle))
    for method in methods:
        if method.name == name:
            if method.fits(puzzle):
                return method
            raise PuzzleError(f"method {name!r} cannot run on this puzzle")
    names = ["auto", *(method.name for method in methods)]
    raise PuzzleError(f"expected a method, got {shown(name)}{did_you_mean(name, names)}")
