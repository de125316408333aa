"""The methods for one board: all steps as the policy says, or one of them alone."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rookery.cover.annealing.cooling import DEFAULT_WORK, anneal, anneal_by_moves
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.kernel_sets import COVER
from rookery.cover.offers import is_settled
from rookery.cover.schedule.begin import can_anneal, kernels_of, prepare
from rookery.cover.schedule.policy import BOUND_SHARE, SHORT_SECONDS
from rookery.cover.schedule.portfolio import CoverPortfolio, Part
from rookery.cover.schedule.steps import prove_by_lp
from rookery.engine.lanes import Slice, crew, in_slice
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps


def search(run: Run) -> Steps:
    """Find the best cover and prove the best bound within the limits, step by step.

    With a limit of work this only anneals, so that results repeat. Pieces that the annealing kernel
    does not know, such as lame leapers, are left to the other steps.
    """
    run.begin_kernels(*kernels_of(run.puzzle))
    start = prepare(run)
    yield Partial()
    work = run.settings.limits.work
    if work is not None and can_anneal(run.puzzle):
        yield from run.kernels(COVER)
        yield from anneal_by_moves(start, run, work)
        return None
    yield from CoverPortfolio(start, run, run.settings.threads).work()
    return None


def prove(run: Run) -> Steps:
    """Find and prove the cheapest cover by CP-SAT."""
    start = prepare(run, theorems=False)
    yield Partial()
    if not is_settled(run):
        yield from prove_by_cp_sat(start, run)
    return None


def choose_greedily(run: Run) -> Steps:
    """Choose a cover greedily, without redundant pieces, and prove the Lagrangian bound."""
    prepare(run, greedily=True)
    yield Partial()
    return None


def anneal_alone(run: Run) -> Steps:
    """Anneal in all threads, and solve the linear program beside them when there is time for it."""
    run.begin_kernels(*kernels_of(run.puzzle))
    start = prepare(run)
    yield Partial()
    beginning = CoverPortfolio(start, run, steps=("exchange", "lp"))
    yield from beginning.until_kernels()
    limits, threads = run.settings.limits, run.settings.threads
    timed = limits.seconds is not None and limits.work is None
    moves = (limits.work or DEFAULT_WORK) // threads

    def cool(part: Slice) -> Steps:
        if timed:
            yield from anneal(start, part, part.remaining())
        else:
            yield from anneal_by_moves(start, part, moves)
        return None

    def bound(part: Slice) -> Steps:
        return prove_by_lp(beginning.search, part, rounds=0)

    def parts() -> Iterator[Part]:
        left = run.remaining()
        if left >= SHORT_SECONDS:
            yield in_slice(bound, run, BOUND_SHARE * left)
        for number in range(threads):
            yield in_slice(cool, run, math.inf, run.seed + number)

    every = parts()
    at_once = threads + 1 if threads > 1 else 1
    for partial in crew(lambda: next(every, None), at_once, run):
        yield partial
        if is_settled(run):
            break
    return None
