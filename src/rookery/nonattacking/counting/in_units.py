"""Counts cut into units of work, which a ledger keeps and workers share.

A puzzle falls into parts that do not conflict, whose counts are multiplied. A part is cut by what
its sets begin with, and its units are added up; or, where it is gone through in layers, by the
primes modulo which its counts are kept, and its units are remainders::

    bishops, 8x8     two colours, in closed form: no units
    queens, 8x8      one part: sets that begin with a8 c7, with a8 d7, ...
    kings, 20x20     one part: modulo the first prime, the second, ...
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from rookery.engine.run import Run, Steps
from rookery.engine.units import count_units, tallied
from rookery.nonattacking.counting.polynomials import (
    Counts,
    from_all_residues,
    product_of_all,
    sum_of,
)
from rookery.nonattacking.counting.slices import asked, why_none
from rookery.nonattacking.graph import Look
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.settings import Settings

ADDED = -1


class Unit(NamedTuple):
    """A unit of work.

    Attributes
    ----------
    part
        The number of its part.
    prime
        Which of the part's primes its counts are remainders of; ADDED for counts to add up.
    prefix
        What its sets begin with.
    """

    part: int
    prime: int = ADDED
    prefix: tuple[int, ...] = ()


class PartCounts(NamedTuple):
    """What is known of a part without its units.

    Attributes
    ----------
    counts
        How many of its sets of 0, 1, ... pieces belong to no unit.
    primes
        Of which its units are remainders, one each; none where units are added up.
    """

    counts: Counts
    primes: tuple[int, ...] = ()


class Work(Protocol):
    """A count cut into units.

    Attributes
    ----------
    given
        How many pieces stand in every placement besides those of the parts.
    parts
        What is known of the parts without the units.
    note
        Why there is no placement, if that is easy to see.
    cut
        What is costly to find out about how it is cut; workers are told.
    """

    given: int
    parts: list[PartCounts]
    units: list[Unit]
    note: str
    cut: Any

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        ...


MakeWork = Callable[[NonAttacking, Any, Look], Work]
"""Cuts the work of a puzzle, by the `cut` of the client's if there is one; it looks at the time.

It is a function or class of a module, which can be sent to workers.
"""


class Products:
    """The counts of parts, added up from those of their units, multiplied with each other."""

    def __init__(self, work: Work, puzzle: NonAttacking) -> None:
        self._work = work
        self._puzzle = puzzle
        self._sums = [part.counts for part in work.parts]
        self._residues: list[dict[int, Counts]] = [{} for _ in work.parts]

    def add(self, number: int, value: Counts) -> None:
        """Take in the counts of a unit."""
        at, prime, _ = self._work.units[number]
        if prime == ADDED:
            self._sums[at] = sum_of(self._sums[at], value)
            return
        known, primes = self._residues[at], self._work.parts[at].primes
        known[prime] = value
        if len(known) == len(primes):
            ordered = [known[number] for number in range(len(primes))]
            self._sums[at] = from_all_residues(ordered, primes)

    @property
    def by_number(self) -> tuple[int, ...]:
        """How many placements of 0, 1, ... pieces were counted so far, of those asked for."""
        if self._work.note:
            return ()
        return asked(self._puzzle, [0] * self._work.given + product_of_all(self._sums))

    @property
    def counted(self) -> int:
        """At least so many placements there are."""
        return sum(self.by_number)


class UnitCounter:
    """Counts units of a puzzle's work; can be sent to other processes.

    Parameters
    ----------
    make
        Cuts the work of a puzzle.
    puzzle
        What is counted.
    cut
        As of the work that the client has made; None where there is none yet.
    look
        Called while the work is cut; it raises to end that.
    """

    def __init__(
        self, make: MakeWork, puzzle: NonAttacking, cut: Any = None, look: Look = bool
    ) -> None:
        self._make = make
        self._puzzle = puzzle
        self.work = make(puzzle, cut, look)
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
        slices = self.work.slices(unit)
        while True:
            try:
                next(slices)
            except StopIteration as end:
                counts: Counts = end.value
                return counts
            if self._is_stopped:
                raise InterruptedError

    def start(self) -> None:
        """Let calls be made, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the calls in other threads, whose units are not asked for any more."""
        self._is_stopped = True


@lru_cache(maxsize=1)
def _counter_here(make: MakeWork, puzzle: NonAttacking, cut: Any) -> UnitCounter:
    return UnitCounter(make, puzzle, cut)


def works_in_units(settings: Settings) -> bool:
    """Return whether units are asked for: by a ledger, by workers, or to be compared."""
    return settings.ledger is not None or settings.executor is not None or settings.verify > 0


def count_in_units(make: MakeWork, puzzle: NonAttacking, run: Run) -> Steps:
    """Count unit by unit, on all threads or by the workers of an executor; a step is a unit.

    Parameters
    ----------
    make
        Cuts the work.
    """
    yield from run.kernels(COUNTS)
    counter = UnitCounter(make, puzzle, look=run.check_deadline)
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
