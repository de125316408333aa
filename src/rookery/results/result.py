"""What a solver found and what it proved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic

from rookery.boards.notebook import Shown
from rookery.results.progress import Number, Progress, gap
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import TypeVar

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
        The answers found so far take as much memory as is allowed them.
    INTERRUPTED
        Ctrl-C.
    DONE
        A method that proves nothing ran to its end.
    """

    PROVED = "proved"
    TIME = "time"
    WORK = "work"
    GAP = "gap"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"
    DONE = "done"


@dataclass(frozen=True)
class Result(Shown, Generic[Answer_co]):
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
    answer: Answer_co | None
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

    def signed(self, method: str, settings: Settings) -> Result[Answer_co]:
        """Return the result with the method's name, the seed, and the seconds since the start."""
        seconds = settings.clock.seconds() - self.compile_seconds
        return replace(self, seconds=seconds, method=method, seed=settings.seed)

    @classmethod
    def proved(cls, puzzle: Any, answer: Found, value: Number) -> Result[Found]:
        """Return the result of an exact method that ran to its end."""
        return Result(puzzle, answer, value, value, Status.OPTIMAL, Reason.PROVED)

    @classmethod
    def impossible(cls, puzzle: Any, note: str) -> Result[Any]:
        """Return the result for a puzzle proved to have no answer; `note` says why, in words."""
        return Result(puzzle, None, None, None, Status.INFEASIBLE, Reason.PROVED, note=note)
