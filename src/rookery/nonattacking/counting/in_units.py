"""Units of work that a ledger keeps and workers share."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any

from rookery.engine.run import Run, Steps
from rookery.engine.units import count_units, tallied
from rookery.nonattacking.counting.polynomials import Counts
from rookery.nonattacking.counting.slices import why_none
from rookery.nonattacking.counting.work import Products, Unit, Work
from rookery.nonattacking.graph import CheckDeadline
from rookery.nonattacking.puzzle import NonAttacking


class PieceUnitCounter:
    """Counts units of a puzzle's work; can be sent to other processes.

    Parameters
    ----------
    make
        Cuts the work of a puzzle.
    puzzle
        What is counted.
    cut, check_deadline
        As of `Work`.
    """

    def __init__(
        self,
        make: type[Work],
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
    ) -> None:
        self._make = make
        self._puzzle = puzzle
        self.work = make(puzzle, cut, check_deadline)
        self._is_stopped = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _counter_here, (self._make, self._puzzle, self.work.cut)

    def __call__(self, unit: Unit) -> Counts:
        """Return the counts of a unit by number of pieces.

        Raises
        ------
        InterruptedError
            When `stop` was called.
        """
        counter = self.work.counter(unit)
        for _ in counter.run():
            if self._is_stopped:
                raise InterruptedError
        return counter.counts()

    def start(self) -> None:
        """Let calls be made, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the calls in other threads, whose units are not asked for any more."""
        self._is_stopped = True


@lru_cache(maxsize=1)
def _counter_here(make: type[Work], puzzle: NonAttacking, cut: Any) -> PieceUnitCounter:
    return PieceUnitCounter(make, puzzle, cut)


def count_by_workers(make: type[Work], puzzle: NonAttacking, run: Run) -> Steps:
    """Count unit by unit, on all threads or by the workers of an executor."""
    yield from run.kernels(*make.kernels)
    counter = PieceUnitCounter(make, puzzle, check_deadline=run.check_deadline)
    work = counter.work
    sums = Products(work, puzzle)
    with tallied(len(work.units), sums, lambda: identity(puzzle, work), run) as tally:
        whole = yield from count_units(counter, work.units, tally, run)
    return whole._replace(why_none=work.note or why_none(sums.counted))


def identity(puzzle: NonAttacking, work: Work) -> dict[str, str]:
    """Return what tells the units of a count from any others, for a ledger.

    Weights are left out, which do not matter.
    """
    from rookery.nonattacking.document import FORM

    told = FORM.table.write(puzzle)
    words = json.dumps({name: told[name] for name in sorted(told.keys() - {"weights", "lightest"})})
    cut = (type(work).__name__, [tuple(unit) for unit in work.units])
    return {"puzzle": words, "units": sha256(repr(cut).encode()).hexdigest()}
