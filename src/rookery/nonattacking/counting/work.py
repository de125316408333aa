"""Counts as sums over work units, for all counting methods except those of n queens.

A method is a `Work`: it cuts a count into units and counts each of them. The counts of components
that do not conflict are multiplied. The units of a component are the sets with a common prefix,
whose counts are added. A count in layers has one unit for each prime modulus::

    bishops, 8x8     two components, in closed form: no units
    queens, 8x8      one component: sets that begin with a8 c7, with a8 d7, ...
    kings, 20x20     one component: modulo the first prime, the second, ...

In one thread, `count` runs the units slice by slice. With a ledger, workers or a second count, it
hands them to `rookery.engine.units`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import lru_cache, partial, reduce
from typing import Any, ClassVar, NamedTuple

from rookery.compiled.sets import KernelSet
from rookery.engine.run import Partial, Run, Steps
from rookery.nonattacking.counting.polynomials import (
    Counts,
    from_all_residues,
    product,
    sum_of,
)
from rookery.nonattacking.counting.slices import (
    NOTHING,
    Node,
    Slice,
    Slices,
    asked,
    count_slices,
    one_by_one,
    with_counts,
)
from rookery.nonattacking.graph import graph_of, why_none
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.limits import Check
from rookery.results.settings import Settings

ADDED, WHOLE = -1, -2
HEAD_START = 8  # slices in plain Python, some 0.05 s, before kernels are loaded
LEAST_UNITS = 200  # work units of a component, if it has that many sets


class WorkUnit(NamedTuple):
    """A unit of work."""

    component: int  # its index
    prime: int = ADDED  # the index of the modulus; ADDED for none; WHOLE for the whole component
    prefix: tuple[int, ...] = ()  # the first candidates of its sets


class ComponentCounts(NamedTuple):
    """The counts of a component known without counting units."""

    counts: Counts  # the numbers of sets of 0, 1, ... pieces that belong to no unit
    primes: tuple[int, ...] = ()  # the moduli of its units, one each; none if these are added up
    weight: float = 1.0  # its work relative to other components


class Work(ABC):
    """A count cut into units; each method implements `split` and `count`, and most `prepare`.

    A ledger and workers get many units if the division `is_fine`; one thread counts as few as
    possible sooner. `known` holds the counts of the components without units. `cut` holds the
    costly decisions about the division, which workers receive, and `note` the reason why there is
    no placement, if it is easy to see.
    """

    # The name in ledgers. It never changes, because saved counts of another key are refused.
    key: ClassVar[str]
    kernels: tuple[KernelSet, ...] = (COUNTS,)
    step = 1  # steps of a slice
    is_live = True  # whether the counts so far are cheap to read
    head_start = 2  # slices of the plain twin before kernels are loaded

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: Check = bool,
        is_fine: bool = True,
    ) -> None:
        self.puzzle = puzzle
        self.check_deadline = check_deadline
        self.cut = cut
        self.is_fine = is_fine
        self.given = 0  # pieces that belong to no component
        self.known = [ComponentCounts([])]
        self.units = [WorkUnit(0, WHOLE)]
        self.note = self.prepare()
        if self.note:
            self.units = []
        elif is_fine:
            self.split()

    def prepare(self) -> str:
        """Prepare the units' shared data; return why there is no placement, if easy to see."""
        self.graph = graph_of(self.puzzle, self.check_deadline)
        return self.graph.why_none

    @abstractmethod
    def split(self) -> None:
        """Divide the work: set `known` and `units`."""

    def levels(
        self, top: list[Node], below: Callable[[Node], Iterable[Node]], least: int
    ) -> list[list[Node]]:
        """Return the levels of a search down to the first with enough nodes, or to the last."""
        found = [top]
        while len(found[-1]) < least:
            self.check_deadline()
            longer = [one for node in found[-1] for one in below(node)]
            if not longer:
                break
            found.append(longer)
        return found

    @abstractmethod
    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""

    def twin(self) -> Slices:
        """Count all in plain Python, until the kernels are ready."""
        return one_by_one(self.graph)


class ComponentProduct:
    """The product of the counts of components, each the sum of its units or counted here whole."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._sums = [component.counts for component in work.known]
        self._residues: list[dict[int, Counts]] = [{} for _ in work.known]

    def run(self) -> Slices:
        """Count all components undivided."""
        yield Slice(0.0, self.counts, 0)
        weights = [self.work.known[unit.component].weight for unit in self.work.units]
        over = 0.0
        for number, unit in enumerate(self.work.units):
            latest = NOTHING
            for part in with_counts(self.work.count(unit)):
                latest = part or latest
                share = (over + weights[number] * latest.share) / sum(weights)
                counts = partial(self._counts_with, number, latest.counts)
                yield part and Slice(share, counts, latest.steps)
            self.add(number, latest.counts())
            over += weights[number]
        return self.counts()

    def _counts_with(self, number: int, value: Callable[[], Counts]) -> Counts:
        """Return the counts so far with those of a unit at work."""
        self.add(number, value())
        return self.counts()

    def add(self, number: int, value: Counts) -> None:
        """Add the counts of a unit; those of a whole component replace earlier ones."""
        at, prime, _ = self.work.units[number]
        if prime == ADDED:
            self._sums[at] = sum_of(self._sums[at], value)
        elif prime == WHOLE:
            self._sums[at] = value
        else:
            known, primes = self._residues[at], self.work.known[at].primes
            known[prime] = value
            if len(known) == len(primes):
                ordered = [known[number] for number in range(len(primes))]
                self._sums[at] = from_all_residues(ordered, primes)

    def counts(self) -> Counts:
        """Return the numbers of placements of 0, 1, ... pieces counted so far."""
        if self.work.note:
            return []
        return [0] * self.work.given + reduce(product, self._sums, [1])

    @property
    def by_number(self) -> tuple[int, ...]:
        """The counts of the requested numbers of pieces."""
        return asked(self.work.puzzle, self.counts())

    @property
    def counted(self) -> int:
        """A lower bound on the number of placements."""
        return sum(self.by_number)


class PieceUnitCounter:
    """Counts units of a puzzle's work, of the kind `make`; can be sent to other processes."""

    def __init__(
        self,
        make: type[Work],
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: Check = bool,
    ) -> None:
        self.work = make(puzzle, cut, check_deadline)
        self._is_stopped = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _counter_here, (type(self.work), self.work.puzzle, self.work.cut)

    def __call__(self, unit: WorkUnit) -> Counts:
        """Return the counts of a unit by number of pieces; raise InterruptedError after `stop`."""
        latest = NOTHING
        for part in with_counts(self.work.count(unit)):
            latest = part or latest
            if self._is_stopped:
                raise InterruptedError
        return latest.counts()

    def start(self) -> None:
        """Allow calls, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """Stop the calls in other threads, whose units are no longer needed."""
        self._is_stopped = True


@lru_cache(maxsize=1)  # the batches of a worker are mostly of one puzzle
def _counter_here(make: type[Work], puzzle: NonAttacking, cut: Any) -> PieceUnitCounter:
    return PieceUnitCounter(make, puzzle, cut)


def works_in_units(settings: Settings) -> bool:
    """Return whether the count needs units: for a ledger, for workers, or to verify them."""
    return settings.ledger is not None or settings.executor is not None or settings.verify > 0


def count(make: type[Work], puzzle: NonAttacking, run: Run) -> Steps:
    """Count as the sum of units of the kind of work `make`.

    In one thread a step is a slice of a unit, and until the kernels are ready placements are
    counted in plain Python, so that a limit that comes early finds something counted. With a
    ledger, workers or a second count, a step is a unit.
    """
    if works_in_units(run.settings):
        return (yield from _count_by_workers(make, puzzle, run))
    if not run.steps(1):  # no work at all, whether kernels are there or not
        yield Partial()
    work = make(puzzle, check_deadline=run.check_deadline, is_fine=False)
    if work.note:
        return Partial(value=0, by_number=(), why_none=work.note)
    if work.units:

        def count_plainly() -> Steps:  # makes the twin, which may be costly, only if it is needed
            return (yield from count_slices(work.twin(), run, live=work.is_live))

        head_start = work.head_start if run.settings.limits.work is None else 0
        with closing(count_plainly()) as meanwhile:
            if ended := (
                yield from run.kernels(*work.kernels, meanwhile=meanwhile, head_start=head_start)
            ):
                return ended
    return (yield from count_slices(ComponentProduct(work).run(), run, work.step, work.is_live))


def _count_by_workers(make: type[Work], puzzle: NonAttacking, run: Run) -> Steps:
    """Count unit by unit, on all threads or by the workers of an executor."""
    from rookery.engine.units import count_units, tallied

    yield from run.kernels(*make.kernels)
    counter = PieceUnitCounter(make, puzzle, check_deadline=run.check_deadline)
    work = counter.work
    sums = ComponentProduct(work)
    with tallied(len(work.units), sums, lambda: identity(work), run) as tally:
        whole = yield from count_units(counter, work.units, tally, run)
    return whole._replace(why_none=work.note or ("" if sums.counted else why_none(puzzle)))


def identity(work: Work) -> dict[str, str]:
    """Return the identity of a count's units, for a ledger; weights do not matter to it."""
    import json
    from hashlib import sha256

    from rookery.nonattacking.document import FORM

    fields = FORM.table.write(work.puzzle)
    kept = {name: fields[name] for name in sorted(fields.keys() - {"weights", "lightest"})}
    cut = (work.key, [tuple(unit) for unit in work.units])
    return {"puzzle": json.dumps(kept), "units": sha256(repr(cut).encode()).hexdigest()}
