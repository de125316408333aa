"""Partials: the state that a method reports to the engine."""

# Not `from __future__ import annotations`: a named tuple would compile each annotation when it is
# made, which takes a millisecond of every start.
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rookery.results.estimate import Estimate
    from rookery.results.result import Value


class Partial(NamedTuple):
    """A method's state between two slices of its work, or its outcome when returned."""

    # A right answer. The engine keeps it if it is the first or better than the incumbent.
    answer: Any = None
    # A proved bound on the best value. The engine keeps it if it is sharper than the one before.
    bound: "Value | None" = None
    # For a count or a listing, the number of answers so far; for an answer in another form than the
    # puzzle's own, its value. Otherwise the puzzle computes the value of the answer.
    value: "Value | None" = None
    block: Any = ()  # for a listing, the answers found since the partial before
    # For a count by number of pieces: the counts with 0, 1, 2, ... pieces; they sum to `value`.
    by_number: tuple[int, ...] | None = None
    # For a count, the estimate by all samples so far; its reason does not matter
    estimate: "Estimate | None" = None
    # Share of the work done, from 0 to 1. The engine keeps the greatest.
    share: float | None = None
    steps: int = 0  # work done since the partial before
    done: int = 0  # work units done and in total, if the work is a list of units
    total: int | None = None
    # Work units a second, and the seconds until all are done; None while unknown
    rate: float | None = None
    seconds_left: float | None = None
    stage: str = ""  # the part of the method at work
    # Text for the result; each note replaces the one before. None keeps it.
    note: str | None = None
    refines: bool = False  # whether the answer replaces an incumbent of the same value
    # Whether the method has checked the answer by the rules. Other answers are checked at the end,
    # which takes seconds on a board of 10,000 squares.
    is_checked: bool = False
    why_none: str = ""  # the proof, in words, that the puzzle has no answer
