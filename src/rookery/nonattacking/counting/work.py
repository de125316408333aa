"""Counts as sums over units of work.

The counts of components that do not conflict are multiplied. The units of a component are the sets
with a common prefix, whose counts are added; or, for a count in layers, one unit a prime, modulo
which it keeps the counts::

    bishops, 8x8     two colours, in closed form: no units
    queens, 8x8      one part: sets that begin with a8 c7, with a8 d7, ...
    kings, 20x20     one part: modulo the first prime, the second, ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import closing
from typing import Any, NamedTuple

from rookery.compiled.sets import KernelSet
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.one_by_one import OneByOne
from rookery.nonattacking.counting.polynomials import (
    Counts,
    from_all_residues,
    product_of_all,
    sum_of,
)
from rookery.nonattacking.counting.slices import Counter, Slices, asked, count_slices, impossible
from rookery.nonattacking.graph import CheckDeadline, graph_of
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.settings import Settings

ADDED, WHOLE = -1, -2
HEAD_START = 8  # slices in plain Python, some 0.05 s, before kernels are loaded
LEAST_UNITS = 200  # work units of a component, if it has that many sets


class Unit(NamedTuple):
    """A unit of work.

    Attributes
    ----------
    part
        The index of its component.
    prime
        The index of the prime modulo which it counts; ADDED if its counts are added up, WHOLE if it
        counts the whole component.
    prefix
        The first candidates of its sets.
    """

    part: int
    prime: int = ADDED
    prefix: tuple[int, ...] = ()


class PartCounts(NamedTuple):
    """The counts of a component that are known without its units.

    Attributes
    ----------
    counts
        The numbers of sets of 0, 1, ... pieces that belong to no unit.
    primes
        The primes of its units, one each; none if the units are added up.
    weight
        Its work relative to other components.
    """

    counts: Counts
    primes: tuple[int, ...] = ()
    weight: float = 1.0


class Work(ABC):
    """A count cut into units.

    Parameters
    ----------
    cut
        The `cut` of the client's work, for a worker.
    check_deadline
        Called while the work is divided; raises to end that.
    is_fine
        Whether to divide into many units, for a ledger and for workers; else into as few as
        possible, which one thread counts sooner.

    Attributes
    ----------
    kernels
        The kernels of its counters.
    step
        The steps of a slice.
    is_live
        Whether the counts so far are cheap to read.
    head_start
        Slices of the plain twin before kernels are loaded.
    given
        The number of given pieces, which belong to no component.
    parts
        The counts of the components that are known without units.
    units
        The units of all components; a single one if a method does not divide its work.
    note
        The reason why there is no placement, if it is easy to see.
    cut
        The costly decisions about the division, which workers receive.
    """

    kernels: tuple[KernelSet, ...] = (COUNTS,)
    step = 1
    is_live = True
    head_start = 0

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        self.graph = graph_of(puzzle, check_deadline)
        self.note = self.graph.why_none
        self.given = 0
        self.cut = cut
        self.parts = [PartCounts([])]
        self.units = [] if self.note else [Unit(0, WHOLE)]

    @abstractmethod
    def counter(self, unit: Unit) -> Counter:
        """Return the counter of a unit, by number of pieces."""

    def twin(self) -> Counter:
        """Return the counter of all in plain Python, used until the kernels are ready."""
        return OneByOne(self.graph)


class Products:
    """The product of the counts of components, each the sum of its units."""

    def __init__(self, work: Work, puzzle: NonAttacking) -> None:
        self._work = work
        self._puzzle = puzzle
        self._sums = [part.counts for part in work.parts]
        self._residues: list[dict[int, Counts]] = [{} for _ in work.parts]

    def add(self, number: int, value: Counts) -> None:
        """Add the counts of a unit; those of a whole component replace earlier ones."""
        at, prime, _ = self._work.units[number]
        if prime == ADDED:
            self._sums[at] = sum_of(self._sums[at], value)
        elif prime == WHOLE:
            self._sums[at] = value
        else:
            known, primes = self._residues[at], self._work.parts[at].primes
            known[prime] = value
            if len(known) == len(primes):
                ordered = [known[number] for number in range(len(primes))]
                self._sums[at] = from_all_residues(ordered, primes)

    def counts(self) -> Counts:
        """Return the numbers of placements of 0, 1, ... pieces counted so far."""
        if self._work.note:
            return []
        return [0] * self._work.given + product_of_all(self._sums)

    @property
    def by_number(self) -> tuple[int, ...]:
        """The numbers of placements of 0, 1, ... pieces counted so far."""
        return asked(self._puzzle, self.counts())

    @property
    def counted(self) -> int:
        """A lower bound on the number of placements."""
        return sum(self.by_number)


class Whole:
    """The units of a work counted one after the other, slice by slice."""

    def __init__(self, work: Work, puzzle: NonAttacking) -> None:
        self._work = work
        self._sums = Products(work, puzzle)
        self._weights = [work.parts[unit.part].weight for unit in work.units]
        self._over = 0.0
        self._at_work: tuple[int, Counter] | None = None

    def run(self) -> Slices:
        """Count all units; pause after each slice of work."""
        for number, unit in enumerate(self._work.units):
            counter = self._work.counter(unit)
            self._at_work = number, counter
            yield from counter.run()
            self._at_work = None
            self._sums.add(number, counter.counts())
            self._over += self._weights[number]

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... pieces were counted so far."""
        if self._at_work and self._work.units[self._at_work[0]].prime == WHOLE:
            number, counter = self._at_work
            self._sums.add(number, counter.counts())
        return self._sums.counts()

    def share(self) -> float:
        """Return what part of the work is done."""
        over = self._over
        if self._at_work:
            number, counter = self._at_work
            over += self._weights[number] * counter.share()
        return over / sum(self._weights) if self._weights else 1.0


def works_in_units(settings: Settings) -> bool:
    """Return whether units are asked for: by a ledger, by workers, or to be compared."""
    return settings.ledger is not None or settings.executor is not None or settings.verify > 0


def count(make: type[Work], puzzle: NonAttacking, run: Run) -> Steps:
    """Count as the sum of units.

    In one thread a step is a slice of a unit, and until the kernels are there placements are
    counted in plain Python, so that a limit that comes early finds something counted. Where a
    ledger, workers or a second count are asked for, a step is a unit.

    Parameters
    ----------
    make
        Cuts the work.
    """
    if works_in_units(run.settings):
        from rookery.nonattacking.counting.in_units import count_by_workers

        return (yield from count_by_workers(make, puzzle, run))
    work = make(puzzle, check_deadline=run.check_deadline, is_fine=False)
    if work.note:
        return impossible(work.note)
    if work.units:
        head_start = work.head_start if run.settings.limits.work is None else 0
        with closing(_meanwhile(work, run)) as meanwhile:
            if ended := (
                yield from run.kernels(*work.kernels, meanwhile=meanwhile, head_start=head_start)
            ):
                return ended
    return (yield from count_slices(Whole(work, puzzle), run, work.step, work.is_live))


def _meanwhile(work: Work, run: Run) -> Steps:
    return (yield from count_slices(work.twin(), run, live=work.is_live))
