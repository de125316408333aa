"""Results of solvers: values with their gaps and texts, statuses and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from rookery.boards.notebook import Drawable, Plain
from rookery.errors import printable
from rookery.results.settings import Settings

Number = int | float
Value: TypeAlias = "Number | Fraction"  # a count, a weight, a number of moves or a cost

if TYPE_CHECKING:
    from fractions import Fraction

    from typing_extensions import TypeVar

    from rookery.results.estimate import Estimate
    from rookery.results.progress import Progress

    Answer_co = TypeVar("Answer_co", covariant=True, default=Any)
    Value_co = TypeVar("Value_co", bound=Value, covariant=True, default=Value)
    Found = TypeVar("Found", default=Any)
    FoundValue = TypeVar("FoundValue", bound=Value, default=Value)
else:
    from typing import TypeVar

    Answer_co = TypeVar("Answer_co", covariant=True)
    Value_co = TypeVar("Value_co", covariant=True)
    Found = TypeVar("Found")
    FoundValue = TypeVar("FoundValue")

MOST_PRINTED = 26  # columns of a board that is printed with its result


def gap(value: Value | None, bound: Value | None) -> float | None:
    """Return ``|value - bound| / max(|value|, |bound|)``, or None if either is unknown.

    >>> gap(100, 95), gap(0, 0), gap(7, None)
    (0.05, 0.0, None)
    """
    if value is None or bound is None:
        return None
    if value == bound:
        return 0.0
    sizes: list[Any] = [abs(value), abs(bound)]
    return float(abs(value - bound) / max(sizes))


def number_text(value: Value | None) -> str:
    """Return a number as text: floats in at most eight digits, other numbers exactly."""
    if value is None:
        return ""
    return f"{value:.8g}" if isinstance(value, float) else f"{value}"


def percent_text(part: float | None) -> str:
    """Return a fraction in per cent with three digits, or an empty string for None."""
    return "" if part is None else f"{100 * part:.3g} %"


class Status(StrEnum):
    """The status of a `Result`.

    Attributes
    ----------
    OPTIMAL
        The value is proved and equals the bound: no answer is better, or the count is complete.
    FEASIBLE
        The answer is valid, or the count is incomplete. The bound, if any, is proved.
    INFEASIBLE
        The puzzle is proved to have no answer.
    UNKNOWN
        A limit ended the search before an answer. A bound may be proved nevertheless.
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """The reason a solver stopped.

    Attributes
    ----------
    PROVED
        The result is proved.
    TIME, WORK, GAP
        A limit of `Limits` was reached.
    MEMORY
        The answers, or the search for more, would exceed the memory limit.
    INTERRUPTED
        Ctrl-C.
    DONE
        The requested number of answers was found, or a method without proofs ran to its end.
    """

    PROVED = "proved"
    TIME = "time"
    WORK = "work"
    GAP = "gap"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"
    DONE = "done"


@dataclass(frozen=True)
class Result(Drawable, Plain, Generic[Answer_co, Value_co]):
    """The answer and bound of a solver: ``Result[Answer, Value]`` for type checkers.

    Equality ignores `seconds`, `compile_seconds` and `trace`, which differ between runs.

    Attributes
    ----------
    puzzle
        The puzzle.
    answer
        The answer in the puzzle's own form, or None.
    value
        The count, weight, number of moves or cost, or None without an answer.
    bound
        The proved bound on the best value. It equals `value` exactly if `status` is OPTIMAL.
    status, reason
        The status of the value, and the reason the solver stopped.
    seconds, compile_seconds
        Wall time, and the time spent waiting for kernels to load or compile. `seconds` excludes
        `compile_seconds` for queens, heaviest placements, non-attacking pieces, regions and
        covers, and includes it for other puzzles.
    method, seed
        The method and the seed used.
    trace : tuple of Progress
        An entry for every improved value or bound.
    note
        A remark in words, such as the reason why no answer exists.
    share
        The estimated share, from 0 to 1, of the work done by a stopped count or listing, or None
        if unknown.
    answers
        All listed answers in order, those of an answer that holds several, or None.
    estimate
        An `Estimate` of a stopped count, or None.
    by_number
        The counts of placements with 0, 1, 2, ... pieces, if a count is by number, or None.
    is_checked
        Whether the answer was checked against the rules when found, so that no check remains
        after the deadline.

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
    value: Value_co | None
    bound: Value_co | None
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

    if not TYPE_CHECKING:  # makes the value's type optional before Python 3.13
        __class_getitem__ = classmethod(GenericAlias)

    @property
    def gap(self) -> float | None:
        """The distance of value and bound as a fraction of the value, or None if unknown."""
        return gap(self.value, self.bound)

    def to_frame(self) -> Any:
        """Return the result as a data frame of one row (`rookery.to_frame`)."""
        return Drawable.public("to_frame")([self])

    def summary(self) -> str:
        """Return the value, bound and status as one line of text.

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
        """Return a short table of the result, and a drawing of the answer if it fits."""
        fields = {
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
        table = "\n".join(f"{name:<8} {text}" for name, text in fields.items() if text)
        board = getattr(self.puzzle, "board", None)
        side = getattr(self.puzzle, "n", MOST_PRINTED + 1) if board is None else board.columns
        if not self.answer or side > MOST_PRINTED:
            return table
        return f"{table}\n\n{Drawable.public('drawing')(self)}"

    def __repr__(self) -> str:
        of = f" of {self._family()}" if self._family() else ""
        return f"<Result{of}: {self.summary()}>"

    def _repr_html_(self) -> str | None:
        """Return the picture with `summary` as its caption, or None without a picture."""
        from html import escape

        picture = self._repr_svg_()
        if picture is None:
            return None
        return f"<figure>{picture}<figcaption>{escape(self.summary())}</figcaption></figure>"

    def _family(self) -> str:
        return getattr(self.puzzle, "family", "")

    def signed(self, method: str, settings: Settings) -> Result[Answer_co, Value_co]:
        """Return the result with the method's name, the seed, and the seconds since the start."""
        seconds = settings.clock.seconds() - self.compile_seconds
        # This takes a tenth of the time of `dataclasses.replace`.
        signed: Result[Answer_co, Value_co] = object.__new__(Result)
        vars(signed).update(vars(self), seconds=seconds, method=method, seed=settings.seed)
        return signed

    @classmethod
    def proved(cls, puzzle: Any, answer: Found, value: FoundValue) -> Result[Found, FoundValue]:
        """Return the result of an exact method that ran to its end."""
        return Result(puzzle, answer, value, value, Status.OPTIMAL, Reason.PROVED)

    @classmethod
    def impossible(cls, puzzle: Any, note: str) -> Result[Any, Any]:
        """Return the result of a puzzle proved to have no answer. `note` gives the reason."""
        return Result(puzzle, None, None, None, Status.INFEASIBLE, Reason.PROVED, note=note)
