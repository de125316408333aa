"""The methods for one board: all steps as the policy says, or one of them alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from rookery.cover.annealing.cooling import anneal
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER
from rookery.cover.prepared import Prepared, prove_by_lp
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.begin import (
    begin_kernels,
    can_anneal,
    concluded,
    interruptible,
    prepare,
)
from rookery.cover.schedule.policy import BOUND_SHARE, SHORT_SECONDS
from rookery.cover.schedule.runner import Runner
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.solvers import CP_SAT


def run_auto(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover found and the best bound proved within the limits.

    With a limit of work it only anneals, so that results repeat. Pieces that the annealing kernel
    does not know, such as lame leapers, are left to the other steps.
    """
    repeats = settings.limits.work is not None and can_anneal(puzzle)
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        begin_kernels(puzzle)
        start = prepare(incumbent)
        if incumbent.stop() is None and not repeats:
            Runner(start, settings.threads).work()
        elif incumbent.stop() is None and settings.wait_for(COVER):
            anneal(start, settings.seed)
    return concluded(incumbent, incumbent.stop() or (Reason.WORK if repeats else Reason.TIME))


def run_exact(puzzle: Cover, settings: Settings) -> Result:
    """Return the cheapest cover, proved, or what is known when a limit stops the search."""
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        start = prepare(incumbent, theorems=False)
        if incumbent.stop() is None and CP_SAT.wait(settings.clock.left()):
            prove_by_cp_sat(incumbent, start.table, start.duals, settings.clock.left())
    return incumbent.result(incumbent.stop() or Reason.TIME)


def run_anneal(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover that annealing finds within the limits, and the best bound."""
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        begin_kernels(puzzle)
        start = prepare(incumbent)
        Runner(start, steps=("exchange", "lp")).until_kernels()
        if incumbent.stop() is None:
            _anneal_in_threads(start)
    return concluded(incumbent, incumbent.stop() or Reason.WORK)


def run_greedy(puzzle: Cover, settings: Settings) -> Result:
    """Return the greedy cover without redundant pieces, and the Lagrangian bound."""
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        prepare(incumbent, greedily=True)
    return incumbent.result(incumbent.stop() or Reason.DONE)


def _anneal_in_threads(start: Prepared) -> None:
    """Anneal in all threads, and solve the LP beside them when there is time for it."""
    incumbent = start.incumbent
    settings, limits = incumbent.settings, incumbent.limits
    left = incumbent.clock.left()
    lp = BOUND_SHARE * left if left >= SHORT_SECONDS else 0.0
    timed = limits.seconds is not None and limits.work is None
    if settings.threads == 1:
        prove_by_lp(start, lp, rounds=0)
        anneal(start, settings.seed, incumbent.clock.left() if timed else None)
        return
    with ThreadPoolExecutor(settings.threads) as pool:
        jobs = [
            pool.submit(anneal, start, settings.seed + number, left if timed else None)
            for number in range(settings.threads)
        ]
        try:
            prove_by_lp(start, lp, rounds=0)
            for job in jobs:
                job.result()
        except BaseException:
            incumbent.interrupted = True
            raise
