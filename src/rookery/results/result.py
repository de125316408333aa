"""What a solver found and what it proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic

from rookery.boards.notebook import Drawable
from rookery.errors import printable
from rookery.results.plain import Plain
from rookery.results.settings import Settings
from rookery.results.values import Value, gap, number_text, percent_text

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from rookery.results.estimate import Estimate
    from rookery.results.progress import Progress

    Answer_co = TypeVar("Answer_co", covariant=True, default=Any)
    Found = TypeVar("Found", default=Any)
else:
    from typing import TypeVar

    Answer_co = TypeVar("Answer_co", covariant=True)
    Found = TypeVar("Found")


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
    MEMORY
        The answers found so far take as much memory as they may, or to find more would.
    INTERRUPTED
        Ctrl-C.
    DONE
        As much as was asked for was found, or a method that proves nothing ran to its end.
    """

    PROVED = "proved"
    TIME = "time"
    WORK = "work"
    GAP = "gap"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"
    DONE = "done"


@dataclass(frozen=True, repr=False)
class Result(Drawable, Plain, Generic[Answer_co]):
    """What a solver found and what it proved.

    Results are equal when all but the times and the trace is: `seconds`, `compile_seconds` and
    `trace` differ from run to run.

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
        Wall time, and what loading and compiling kernels took where nothing else could be done.
        The first is without the second for queens, heaviest placements, non-attacking pieces,
        regions and covers; elsewhere compilation is part of `seconds`.
    method, seed
        What was used.
    trace : tuple of Progress
        One entry for every better value or bound.
    note
        Anything else to be said in words, such as why there is no answer.
    share
        Of a count or a listing that was stopped: the part of its work that is done, from 0 to 1,
        estimated from the parts of the search that are over; None when it is not known.
    answers
        All that were listed, in order, where a command lists several; else None.
    estimate
        Of a count that was stopped: an `Estimate` of the whole; None where there is none.
    by_number
        Of a count of placements of any number of pieces: how many have 0, 1, 2, ... pieces; None
        when they are not counted so.
    is_checked
        Whether the answer was held against the rules when it was found, so that no check is left
        to do when the time is over.

    Examples
    --------
    >>> import rookery
    >>> result = rookery.solve(rookery.Queens(4))
    >>> result.value, result.answer, result.gap
    (2, ((1, 3, 0, 2), (2, 0, 3, 1)), 0.0)
    >>> result
    <Result of queens: optimal, value 2, ... s>
    """

    puzzle: Any
    answer: Answer_co | None
    value: Value | None
    bound: Value | None
    status: Status
    reason: Reason
    seconds: float = field(default=0.0, compare=False)
    compile_seconds: float = field(default=0.0, compare=False)
    method: str = ""
    seed: int = 0
    trace: tuple[Progress, ...] = field(default=(), compare=False)
    note: str = ""
    share: float | None = None
    answers: Sequence[Any] | None = None
    estimate: Estimate | None = None
    by_number: tuple[int, ...] | None = None
    is_checked: bool = False

    @property
    def gap(self) -> float | None:
        """The distance of value and bound as a fraction of the value; None when unknown."""
        return gap(self.value, self.bound)

    def summary(self) -> str:
        """Return in one line what was found and what is proved.

        Examples
        --------
        >>> Result(None, (), 100, 95, Status.FEASIBLE, Reason.TIME, seconds=10).summary()
        'feasible, value 100, bound 95, gap 5 %, stopped: time, 10.00 s'
        """
        parts = [self.status.value]
        parts += [f"value {number_text(self.value)}"] if self.value is not None else []
        if self.bound is not None and self.bound != self.value:
            parts.append(f"bound {number_text(self.bound)}")
            parts += [f"gap {percent_text(self.gap)}"] if self.gap is not None else []
        parts += [f"{percent_text(self.share)} of the work"] if self.share is not None else []
        parts += [f"estimated {self.estimate}"] if self.estimate is not None else []
        if self.reason not in (Reason.PROVED, Reason.DONE):
            parts.append(f"stopped: {self.reason.value}")
        parts += [printable(self.note)] if self.note else []
        parts += [f"{self.seconds:.2f} s"] if self.seconds else []
        return ", ".join(parts)

    def __str__(self) -> str:
        """Return a short table of all that is known but the answer."""
        told = {
            "family": self._family(),
            "status": self.status.value,
            "value": number_text(self.value),
            "bound": number_text(self.bound),
            "gap": percent_text(self.gap),
            "share": percent_text(self.share),
            "estimate": f"{self.estimate or ''}",
            "method": printable(self.method),
            "seconds": f"{self.seconds:.2f}",
            "reason": self.reason.value,
            "note": printable(self.note),
        }
        return "\n".join(f"{name:<8} {text}" for name, text in told.items() if text)

    def __repr__(self) -> str:
        of = f" of {self._family()}" if self._family() else ""
        return f"<Result{of}: {self.summary()}>"

    def _repr_html_(self) -> str | None:
        """Return the picture with the line of `summary` below, where something draws."""
        from html import escape

        picture = self._repr_svg_()
        if picture is None:
            return None
        return f"<figure>{picture}<figcaption>{escape(self.summary())}</figcaption></figure>"

    def _family(self) -> str:
        return getattr(self.puzzle, "family", "")

    def signed(self, method: str, settings: Settings) -> Result[Answer_co]:
        """Return the result with the method's name, the seed, and the seconds since the start."""
        seconds = settings.clock.seconds() - self.compile_seconds
        signed: Result[Answer_co] = object.__new__(Result)  # a tenth of the time of `replace`
        vars(signed).update(vars(self), seconds=seconds, method=method, seed=settings.seed)
        return signed

    @classmethod
    def proved(cls, puzzle: Any, answer: Found, value: Value) -> Result[Found]:
        """Return the result of an exact method that ran to its end."""
        return Result(puzzle, answer, value, value, Status.OPTIMAL, Reason.PROVED)

    @classmethod
    def impossible(cls, puzzle: Any, note: str) -> Result[Any]:
        """Return the result for a puzzle proved to have no answer; `note` says why, in words."""
        return Result(puzzle, None, None, None, Status.INFEASIBLE, Reason.PROVED, note=note)
