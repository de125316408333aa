"""The methods for one board: the portfolio of the steps that the policy chooses, and each alone."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from rookery.cover.annealing.cooling import DEFAULT_WORK, PATIENCE, anneal_by_moves
from rookery.cover.bounds.duals import Prepared
from rookery.cover.exact.searches import prove_by_limits, prove_by_tree
from rookery.cover.kernel_sets import COVER, kernels_of
from rookery.cover.model.traits import can_anneal, is_small_set_cover
from rookery.cover.offers import is_settled
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import prepare
from rookery.cover.schedule.policy import SHORT_SECONDS, Outlook, PlannedStep, TakenStep, choose
from rookery.cover.schedule.steps import STEPS, CoverSearch, prove_by_lp
from rookery.engine.lanes import Slice, crew, in_slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.results.limits import DeadlineExceeded

LEAST_SECONDS = 1e-3  # seconds that a slice counts for, at least
ANNEALING = ("exchange", "glance", "anneal", "again", "lp")  # the steps of the method `anneal`
SMALL = 600  # places by kinds; a proof takes no longer than loading kernels
SECONDS_TO_LOAD = 1.0  # left at least, to wait for kernels that are being loaded
LIMITS_SHARE = 0.6  # share of the time of the method `exact`, before a search by a tree


def search(run: Run) -> Steps:
    """Find the best cover and prove the best bound within the limits, step by step.

    With a limit of work this only anneals, so that results repeat. Pieces that the annealing kernel
    does not know, such as lame leapers, are left to the other steps. Where a proof by SCIP comes
    first, kernels are loaded when another step is asked for: few such boards need them.
    """
    if not is_small_set_cover(run.puzzle) or run.remaining() < SHORT_SECONDS:
        run.begin_kernels(*kernels_of(run.puzzle))
        load_kernels(run, [run.puzzle])
    start = prepare(run)
    yield Partial()
    work = run.settings.limits.work
    if work is not None and can_anneal(run.puzzle):
        yield from run.kernels(COVER)
        yield from anneal_by_moves(start, run, work)
        return None
    yield from CoverPortfolio(start, run, run.settings.threads).work()
    return None


def load_kernels(run: Run, puzzles: Iterable[Cover]) -> None:
    """Wait for cached kernels if annealing comes first, and there is time for it."""
    is_large = any(can_anneal(p) and len(p.places) * len(p.pieces) > SMALL for p in puzzles)
    if is_large and run.remaining() >= SECONDS_TO_LOAD:
        run.load_kernels(COVER)


class CoverPortfolio:
    """The search of one board: asks the policy, takes slices, and records what they gained.

    It begins with a first cover and bound; `steps` names the steps that may be taken.
    """

    def __init__(
        self, start: Prepared, run: Run, threads: int = 1, steps: Collection[str] = tuple(STEPS)
    ) -> None:
        self.search = CoverSearch(start, run)
        self.run = run
        self.record: list[TakenStep] = []
        self.threads = threads
        self._steps = steps
        self.busy: list[str] = []  # the steps being taken
        self._begun = 0

    @property
    def is_open(self) -> bool:
        """Whether the search can go on."""
        return self.run.reason_to_stop() is None and not is_settled(self.run)

    def work(self) -> Steps:
        """Search until the best cover is proved; without a step in time, stop at the deadline."""
        for found in crew(self.next_part, self.threads):
            yield found
            if is_settled(self.run):
                return None
        if not is_settled(self.run):
            raise DeadlineExceeded
        return None

    def next_part(self) -> Steps | None:
        """Return the step that the policy chooses, or None.

        While kernels are compiled, a core is left to the child process that compiles them. With a
        limit of work kernels are only waited for, because results must not depend on them.
        """
        if is_settled(self.run):
            return None
        search = self.search
        if self._begun == 1:
            self.run.begin_kernels(*kernels_of(search.puzzle))
        repeats = self.run.settings.limits.work is not None
        threads = max(1, self.threads - 1) if search.waits else self.threads
        if search.waits and (repeats or len(self.busy) >= threads):
            return self.run.kernels(COVER)
        choice = choose(self.record, self._outlook(threads))
        if choice is not None:
            return self.taken(choice)
        return self.run.kernels(COVER) if search.waits else None

    def taken(self, choice: PlannedStep) -> Steps:
        """Return a slice of a step, which records its gain."""
        self.busy.append(choice.step)
        self._begun += 1
        return self._taken(choice, self.run.seed + self._begun - 1)

    def _taken(self, choice: PlannedStep, seed: int) -> Steps:
        run, step, seconds = self.run, STEPS[choice.step], self.run.stopwatch()

        def take(part: Slice) -> Steps:
            return step.take(self.search, part, choice.seconds)

        longest = choice.seconds * (PATIENCE if step.anneals else 1.0)
        begun_at, gain = self._distance(), 0.0
        try:
            for found in in_slice(take, run, longest, seed):
                before = self._distance()
                yield found
                after = self._distance()
                if before == math.inf:  # the first cover counts as all of the gap
                    gain += float(after < math.inf)
                else:
                    of = before if begun_at == math.inf else begun_at
                    gain += (before - after) / max(1.0, of)
        finally:
            self.busy.remove(choice.step)
            taken = max(seconds(), LEAST_SECONDS)
            self.record.append(TakenStep(choice.step, choice.seconds, taken, min(1.0, gain)))
        return None

    def _distance(self) -> float:
        """Return the distance of cost and bound; infinite without a cover."""
        cost, bound = self.run.value, self.run.bound
        return math.inf if cost is None or bound is None else float(cost - bound)

    def _outlook(self, threads: int) -> Outlook:
        search, cost, board = self.search, self.run.value, self.search.puzzle.board
        bound, table = search.proof.bound, search.start.table
        return Outlook(
            left=self.run.remaining(),
            able=frozenset(name for name in self._steps if STEPS[name].can_run(search)),
            busy=tuple(self.busy),
            threads=threads,
            candidates=len(table),
            core=search.core(),
            gap=math.inf if cost is None else (cost - bound) / max(1.0, bound),
            crowding=len(table.needed) / (board.rows * board.columns),
            is_waiting=search.waits,
        )


def prove(run: Run) -> Steps:
    """Find and prove the cheapest cover by CP-SAT: by limits, then by a tree."""
    start = prepare(run, theorems=False)
    yield Partial()
    yield from run.within(LIMITS_SHARE, prove_by_limits(start, run))
    if not is_settled(run):
        yield from prove_by_tree(start, run)
    return None


def choose_greedily(run: Run) -> Steps:
    """Choose a cover greedily, without redundant pieces, and prove the Lagrangian bound."""
    prepare(run, greedily=True)
    yield Partial()
    return None


def anneal_alone(run: Run) -> Steps:
    """Anneal in all threads, and raise the bound by the linear program.

    Within a limit of time the policy chooses among these steps; otherwise each thread cools once
    within its share of the moves.
    """
    run.begin_kernels(*kernels_of(run.puzzle))
    load_kernels(run, [run.puzzle])
    start = prepare(run)
    yield Partial()
    limits, threads = run.settings.limits, run.settings.threads
    if limits.seconds is not None and limits.work is None:
        return (yield from CoverPortfolio(start, run, threads, ANNEALING).work())
    yield from run.kernels(COVER)
    moves = (limits.work or DEFAULT_WORK) // threads
    ways = [lambda part: prove_by_lp(CoverSearch(start, run), part, rounds=0)]
    ways += [lambda part: anneal_by_moves(start, part, moves)] * threads
    parts = (in_slice(way, run, math.inf, run.seed + place - 1) for place, way in enumerate(ways))
    for partial in crew(lambda: next(parts, None), threads):
        yield partial
        if is_settled(run):
            break
    return None
