"""Prices as integers: all searches count in them.

A puzzle with fractions for prices has all prices divided by its `Cover.unit`, and a run of its own,
which passes its results on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rookery.cover.offers import is_settled
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import UncoverableError
from rookery.cover.validation import rational
from rookery.engine.drive import run_to_limit, stop_for
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.result import Result


def with_integer_prices(puzzle: Cover) -> Cover:
    """Return the puzzle with integers for prices: those of `puzzle` divided by its unit.

    >>> with_integer_prices(Cover.parse(["#_"], ["1/2", "2/3"], ["R", "Q"])).prices
    (3, 4)
    """
    if puzzle.unit == 1:
        return puzzle
    rows = puzzle.square_prices
    scale = math.lcm(*(price.denominator for price in puzzle.prices))
    shared = 1 / (puzzle.unit * scale)
    return replace(
        puzzle,
        prices=tuple(price * scale for price in puzzle.prices),
        square_prices=rows and tuple(tuple(value * shared for value in row) for row in rows),
    )


def solve_in_integers(method: Callable[[Run], Steps], run: Run) -> Steps:
    """Run a method on a puzzle with integers for prices."""
    own = IntegerRun(run)
    run_to_limit(attempted(method, own), own)
    run.add_part(own)
    if run.reason_to_stop():
        yield Partial()  # the engine stops here
    stop_for(own.stopped)
    return None


def attempted(method: Callable[[Run], Steps], run: Run) -> Steps:
    """Run a method; a puzzle with a target that no piece can cover has no cover."""
    try:
        return (yield from method(run))
    except UncoverableError as error:
        return Partial(why_none=str(error))


class IntegerRun(Run):
    """The run of a puzzle with integers for prices, which passes on what it takes."""

    def __init__(self, whole: Run) -> None:
        puzzle = with_integer_prices(whole.puzzle)
        super().__init__(puzzle, replace(whole.settings, on_progress=None))
        self.whole = whole
        self.bound = min(puzzle.unit_prices)
        whole.bound = self._own_bound()

    def take(self, partial: Partial) -> None:
        """Keep the data of a partial, and pass it on."""
        super().take(partial)
        self.whole.take(partial._replace(bound=self._own_bound(), steps=0))

    def result(self) -> Result:
        """Return the result of the puzzle."""
        whole = self.whole
        whole.add_part(self)
        return whole.best(None if is_settled(whole) else self.stopped or whole.reason_to_stop())

    def _own_bound(self) -> int | Fraction | None:
        return rational(Fraction(int(self.bound or 0)) * self.whole.puzzle.unit)
