"""The state of a method at work, as it tells the engine."""

# Not `from __future__ import annotations`: a named tuple would compile each of them when it is
# made, which takes a millisecond of every start.
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rookery.results.estimate import Estimate
    from rookery.results.values import Value


class Partial(NamedTuple):
    """A method's state between two slices of its work, or its outcome when returned.

    Attributes
    ----------
    answer
        A right answer. The engine keeps it if it is the first or better than the incumbent.
    bound
        Proved for the best value. The engine keeps it if it is sharper than the one before.
    value
        Of a count or a listing, the answers so far; of an answer in another form than the puzzle's
        own, its value. Else the value of an answer is the puzzle's to tell.
    block
        Of a listing, the answers found since the partial before.
    by_number
        Of a count by number of pieces: of `value`, how many have 0, 1, 2, ... pieces.
    estimate
        Of a count, by all samples so far; its reason does not matter.
    share
        Of the whole work, the part that is done, from 0 to 1. The engine keeps the greatest.
    steps
        Work done since the partial before.
    done, total
        Units of work done, and in all, where the work is a list of units.
    rate, seconds_left
        Units a second, and the seconds until all are done; None before they are known.
    stage
        The part of the method at work.
    note
        For the result, in words; each note replaces the one before. None keeps it.
    refines
        Whether the answer replaces an incumbent of the same value.
    why_none
        The proof, in words, that the puzzle has no answer.
    """

    answer: Any = None
    bound: "Value | None" = None
    value: "Value | None" = None
    block: Any = ()
    by_number: tuple[int, ...] | None = None
    estimate: "Estimate | None" = None
    share: float | None = None
    steps: int = 0
    done: int = 0
    total: int | None = None
    rate: float | None = None
    seconds_left: float | None = None
    stage: str = ""
    note: str | None = None
    refines: bool = False
    why_none: str = ""
