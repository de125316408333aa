"""The tables of the suite `heaviest` and its pledges."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import rookery as rk
from benchmarks.heaviest.boards import FAMILIES, Weights, uniform
from benchmarks.measure import machine
from rookery.heaviest.branching import compile_kernels
from rookery.heaviest.models import Solver, Task, solve_cp_sat, solve_mip

FULL = 9
PROVED_IN = {20: 0.1, 24: 0.5, 30: 5.0, 36: 60.0}
QUICK_SIDE = 30
MOST_SECONDS = 300.0
FAMILY_SIDE, FAMILY_SECONDS = 24, 60.0
PEERS: dict[str, Solver] = {"HiGHS": solve_mip, "CP-SAT": solve_cp_sat}
FASTER = {("HiGHS", 20): 20, ("HiGHS", 30): 4, ("CP-SAT", 20): 50, ("CP-SAT", 30): 50}
PEER_SEEDS = 3
MARGIN = 1.2


def run_suite(repeats: int) -> list[str]:
    """Print every table; return the broken pledges."""
    print(f"{machine()} | compiled in {compile_kernels():.1f} s, apart from what follows")
    quick = repeats < FULL
    sides = [n for n in PROVED_IN if not quick or n <= QUICK_SIDE]
    broken = [fault for n in sides for fault in proofs(n, range(repeats))]
    peers = [(name, n) for name, n in FASTER if not quick or n < QUICK_SIDE]
    for name, n in peers:
        broken += beside(name, n, range(1 if quick else PEER_SEEDS))
    for family in FAMILIES:
        broken += family_row(family, range(repeats))
    return broken


def proofs(n: int, seeds: Sequence[int]) -> list[str]:
    """Print the seconds to a proof on uniform boards."""
    results = [_solved(uniform(n, seed), MOST_SECONDS) for seed in seeds]
    seconds = [result.seconds for result in results]
    median = statistics.median(seconds)
    print(
        f"n = {n:2d}  1..99  {_proved(results)}  median {median:7.3f} s, "
        f"from {min(seconds):.3f} to {max(seconds):.3f} s",
        flush=True,
    )
    faults = [
        f"heaviest: seed {seed} of n = {n} is not proved"
        for seed, result in zip(seeds, results, strict=True)
        if result.status is not rk.Status.OPTIMAL
    ]
    if median > PROVED_IN[n]:
        faults.append(f"heaviest: n = {n} in {median:.3f} s, at most {PROVED_IN[n]:g} s")
    return faults


def beside(name: str, n: int, seeds: Sequence[int]) -> list[str]:
    """Print how much faster we are than another solver, each board by both in turn.

    The other is stopped a little after the time at which the pledge is kept.
    """
    wanted = FASTER[name, n]
    ratios, faults, stopped = [], [], 0
    for seed in seeds:
        board = uniform(n, seed)
        ours = _solved(board, MOST_SECONDS)
        began = time.perf_counter()
        outcome = PEERS[name](_task(board, MARGIN * wanted * ours.seconds + 1.0))
        ratios.append((time.perf_counter() - began) / ours.seconds)
        stopped += not outcome.ended
        if outcome.ended and outcome.bound != ours.value:
            faults.append(f"heaviest: {name} says {outcome.bound} of seed {seed}, n = {n}")
    ratio = statistics.median(ratios)
    at_least = " at least" if stopped else ""
    print(
        f"n = {n:2d}  {name}: we are{at_least} {ratio:.0f} times as fast; "
        f"it was stopped on {stopped} of {len(seeds)} boards",
        flush=True,
    )
    if ratio < wanted:
        faults.append(f"heaviest: {ratio:.1f} times as fast as {name} at n = {n}, not {wanted}")
    return faults


def family_row(family: str, seeds: Sequence[int]) -> list[str]:
    """Print how a family of weights fares."""
    make = FAMILIES[family]
    results = [_solved(make(FAMILY_SIDE, seed), FAMILY_SECONDS) for seed in seeds]
    seconds = [result.seconds for result in results]
    gaps = [100 * (result.gap or 0.0) for result in results]
    print(
        f"n = {FAMILY_SIDE}  {family:14}  {_proved(results)}  "
        f"median {statistics.median(seconds):7.3f} s, longest {max(seconds):.3f} s, "
        f"largest gap {max(gaps):.2f} %",
        flush=True,
    )
    return [f"heaviest: no placement for {family}" for result in results if result.value is None]


def _solved(board: Weights, seconds: float) -> rk.Result:
    return rk.solve(rk.Heaviest(board), limits=rk.Limits(seconds=seconds), threads=1)


def _task(board: Weights, seconds: float) -> Task:
    columns, _ = rk.Heaviest(board).scaled()
    return Task(columns, [(1 << len(board)) - 1] * len(board), None, seconds)


def _proved(results: Sequence[rk.Result]) -> str:
    proved = sum(result.status is rk.Status.OPTIMAL for result in results)
    return f"{proved} of {len(results)} proved"
