"""The default method: annealing, proofs and windows, by time and kind of board.

Where few candidates lie near the bound, which is so when prices are very uneven or kings
few, CP-SAT finds and proves the best cover at once, and annealing may miss it by far. On
the other boards annealing comes near the best soonest, and windows improve what it found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

import numpy as np

from rookery.cover.annealing.cooling import AGAIN, anneal, anneal_in_focus
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.exact.windows import Windows, worthwhile_kinds
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER, HURDLES
from rookery.cover.prepared import Prepared, prove_by_lp, sharpen
from rookery.cover.puzzle import Cover
from rookery.cover.schedule.engine import (
    anneal_shortly,
    can_anneal,
    in_threads,
    interruptible,
    prepare,
)
from rookery.cover.schedule.meanwhile import exchange_steps, exchange_until, lp_step, with_kernels
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.running.solvers import CP_SAT

FIRST_ROUND_SECONDS = 30.0  # where there is no limit; later rounds are longer
NEAR_THE_BOUND = 0.02
FEW_CANDIDATES = 700
VERY_FEW_CANDIDATES = 250
CP_SAT_FROM_SECONDS = 1.5  # its import alone takes half a second
MODEL_ENTRY_SECONDS = 3e-5
MODEL_SHARE = 0.3
TINY_CANDIDATES = 320
TINY_FROM_SECONDS = 0.7
LP_FROM_SECONDS = 6.0
PROOF_SHARE_WITHOUT = 0.3  # of the time, while there are no kernels
CP_SAT_SHARE = 0.7  # of the time of a puzzle that is not annealed
WINDOWS_FROM_SECONDS = 2.5


def run_auto(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover found and the best bound proved within the limits.

    With a limit of work, and none of time, it only anneals, so that results repeat. Pieces that
    the annealing kernel does not know, such as lame leapers, are left to CP-SAT.
    """
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        limits = settings.limits
        repeatable = limits.work is not None and can_anneal(puzzle)
        anneals = can_anneal(puzzle)
        endless = limits.seconds is None and not repeatable
        if endless:
            incumbent.allow(FIRST_ROUND_SECONDS)
        if anneals:
            COVER.begin()
            HURDLES.begin()
        were_ready = COVER.is_ready
        start = prepare(incumbent)
        if incumbent.stop() is None and (not anneals or with_kernels(start, improve_meanwhile)):
            if anneals and not were_ready and limits.work is None:
                anneal_shortly(incumbent, start.table)
                start = sharpen(start)
            if endless:
                _improve_in_rounds(start)
            else:
                _improve(start)
    return incumbent.result(incumbent.stop() or (Reason.WORK if repeatable else Reason.TIME))


def run_exact(puzzle: Cover, settings: Settings) -> Result:
    """Return the cheapest cover, proved, or what is known when a limit stops the search."""
    with interruptible(CoverIncumbent(puzzle, settings)) as incumbent:
        start = prepare(incumbent)
        if incumbent.stop() is None and CP_SAT.wait(settings.clock.left()):
            prove_by_cp_sat(incumbent, start.table, start.duals, settings.clock.left())
    return incumbent.result(incumbent.stop() or Reason.TIME)


def promising(start: Prepared, few: int = FEW_CANDIDATES) -> bool:
    """Return whether so few candidates lie near the bound that a proof by CP-SAT may pay."""
    duals = start.duals
    near = np.count_nonzero(duals.reduced <= NEAR_THE_BOUND * duals.bound)
    return bool(near <= few)


def exact_pays(start: Prepared) -> bool:
    """Return whether there is time for CP-SAT: to import it, and to build its models."""
    left = start.incumbent.clock.left()
    if MODEL_ENTRY_SECONDS * len(start.table.owner) > MODEL_SHARE * left:
        return False
    needed = TINY_FROM_SECONDS if _tiny(start) else CP_SAT_FROM_SECONDS
    return CP_SAT.is_ready or left >= needed


def _tiny(start: Prepared) -> bool:
    """Return whether the board is so small that a proof takes less than a second."""
    return len(start.table) <= TINY_CANDIDATES


def improve_alone(start: Prepared, seed: int) -> None:
    """Do all steps in one thread, one after the other.

    The shares of the time were chosen on the boards of ``benchmarks/cover``.
    """
    incumbent, clock = start.incumbent, start.incumbent.clock
    if not can_anneal(start.puzzle):
        if exact_pays(start):
            prove_by_cp_sat(incumbent, start.table, start.duals, CP_SAT_SHARE * clock.left())
        _windows(start, seed)
        return
    if incumbent.limits.work is not None:
        anneal(start, seed)
        return
    long = clock.left() >= WINDOWS_FROM_SECONDS
    proof = exact_pays(start) and promising(start, FEW_CANDIDATES if long else VERY_FEW_CANDIDATES)
    if proof and long:
        prove_by_cp_sat(incumbent, start.table, start.duals, 0.4 * clock.left())
    share = 0.1 if proof and _tiny(start) else 0.45 if long else 0.6 if proof else 1.0
    start = anneal_in_focus(start, seed, share * clock.left())
    if (proof or long) and incumbent.stop() is None:
        _prove_for(start, 0.35 if long else 1.0)
        _windows(start, seed)


def _improve(start: Prepared) -> None:
    settings = start.incumbent.settings
    alone = settings.threads == 1 or not can_anneal(start.puzzle) or _tiny(start)
    if alone or settings.limits.work is not None:
        improve_alone(start, settings.seed)
        return
    with ThreadPoolExecutor(settings.threads) as pool:
        jobs = [pool.submit(_proofs_first, start, settings.seed)]
        jobs += [
            pool.submit(_annealing_first, start, settings.seed + number)
            for number in range(1, settings.threads)
        ]
        in_threads(jobs, start.incumbent)


def _improve_in_rounds(start: Prepared) -> None:
    """Improve until nothing is left to prove, each round with twice the time of the one before."""
    incumbent = start.incumbent
    seconds = FIRST_ROUND_SECONDS
    while incumbent.stop() in (None, Reason.TIME):
        incumbent.allow(seconds)
        _improve(start)
        incumbent.settings = replace(incumbent.settings, seed=incumbent.settings.seed + AGAIN)
        seconds *= 2


def _annealing_first(start: Prepared, seed: int) -> None:
    """Anneal for half the time, then solve windows."""
    left = start.incumbent.clock.left()
    anneal(start, seed, 0.5 * left if left >= WINDOWS_FROM_SECONDS else left)
    _windows(start, seed)


def _proofs_first(start: Prepared, seed: int) -> None:
    """Prove where that may pay, anneal a while, prove again with the better cost, then windows."""
    incumbent, clock = start.incumbent, start.incumbent.clock
    if not exact_pays(start):
        anneal(start, seed, clock.left())
        return
    share = 0.5 if promising(start) else 0.1
    prove_by_cp_sat(incumbent, start.table, start.duals, share * clock.left())
    if incumbent.stop() is None:
        anneal(start, seed, 0.35 * clock.left())
    _prove_for(start, 0.5)
    _windows(start, seed)


def improve_meanwhile(start: Prepared) -> Iterator[None]:
    """Improve without kernels, step by step.

    First exchanges, which gain at once, then a proof where that may pay, then exchanges again, and
    windows while these gain nothing.
    """
    incumbent, clock = start.incumbent, start.incumbent.clock
    exchanges = exchange_steps(start)
    yield from islice(exchanges, 1)
    if not (exact_pays(start) and CP_SAT.wait(clock.left())):
        yield from lp_step(start)
        yield from exchanges
        return
    if promising(start):
        prove_by_cp_sat(incumbent, start.table, start.duals, PROOF_SHARE_WITHOUT * clock.left())
        yield
    kinds = worthwhile_kinds(start.puzzle, start.table)
    windows = Windows(incumbent, kinds, random.Random(incumbent.settings.seed))
    cost = None
    for _ in exchanges:
        yield
        if cost == incumbent.cost:
            windows.improve()
            yield
        cost = incumbent.cost


def _prove_for(start: Prepared, share: float) -> None:
    """Spend a share of the time left on better bounds."""
    incumbent, clock = start.incumbent, start.incumbent.clock
    if incumbent.stop() is not None:
        return
    start = sharpen(start)
    end = (1 - share) * clock.left()
    if clock.left() > LP_FROM_SECONDS:
        prove_by_lp(start)
    if incumbent.stop() is None and exact_pays(start):
        prove_by_cp_sat(incumbent, start.table, start.duals, clock.left() - end)


def _windows(start: Prepared, seed: int) -> None:
    """Solve windows until the end; where their models are too large, anneal or exchange."""
    incumbent = start.incumbent
    if incumbent.stop() is not None:
        return
    if not exact_pays(start):
        if can_anneal(start.puzzle):
            anneal(start, seed + AGAIN, incumbent.clock.left())
        else:
            exchange_until(start)
        return
    kinds = worthwhile_kinds(start.puzzle, start.table)
    windows = Windows(incumbent, kinds, random.Random(seed))
    while incumbent.stop() is None:
        windows.improve()
