"""All placements in lexicographic order, and one on a large board.

The lists are made in this process, into arrays, kernels compiled before; the C++ recursion
writes the same bytes into memory and times itself, so that neither start-up nor output counts.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import rookery as rk
from benchmarks.measure import BenchmarkError, build, machine

YARDSTICK = Path(__file__).parent / "yardsticks" / "placements.cpp"
SIDES = (12, 13, 14, 15)
RUNS_A_REPEAT = 5
PLEDGED_SIDE, PLEDGED_RATIO, PLEDGED_PEER_RATIO = 12, 3.0, 1000.0
LARGE = 1_000_000
PLEDGED_SECONDS = 10.0


def run(repeats: int) -> list[str]:
    """Print the tables and return the broken pledges, in words."""
    print(machine())
    broken = [*_listing(repeats), *_single(repeats)]
    return broken


def _listing(repeats: int) -> Iterator[str]:
    print("times faster than C++   min-max   rookery s     C++ s   million/s   placements of n")
    for n in SIDES:
        pairs = [(_listed(n), _recursion(n)) for _ in range(repeats)]
        ratios = [theirs / ours for ours, theirs in pairs]
        ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
        count = sum(map(len, rk.placement_chunks(rk.Queens(n))))
        ratio = statistics.median(ratios)
        print(
            f"{ratio:21.2f} {min(ratios):4.1f}-{max(ratios):4.1f} {ours:11.5f} {theirs:9.5f} "
            f"{count / ours / 1e6:11.2f}   n = {n}: {count:,}",
            flush=True,
        )
        if n == PLEDGED_SIDE and ratio < PLEDGED_RATIO:
            yield f"placements: {ratio:.2f} times as fast as C++, at least {PLEDGED_RATIO:g}"
        if n == PLEDGED_SIDE:
            yield from _against_peer(n, ours, count)


def _listed(n: int) -> float:
    """Return the median time of listing all placements as arrays."""
    return _median(lambda: sum(map(len, rk.placement_chunks(rk.Queens(n)))))


def _recursion(n: int) -> float:
    """Return the median time of the C++ program, which must find as many."""
    arguments = [str(build(YARDSTICK)), str(n), str(RUNS_A_REPEAT)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    found, seconds = done.stdout.split()
    expected = sum(map(len, rk.placement_chunks(rk.Queens(n))))
    if int(found) != expected:
        raise BenchmarkError(f"expected {expected} placements from C++, got {found}")
    return float(seconds)


def _against_peer(n: int, ours: float, count: int) -> Iterator[str]:
    """Compare with one run of CP-SAT's own enumeration of all solutions."""
    seconds, found = _enumerated(n)
    print(f"{seconds / ours:21.0f} times faster than CP-SAT, which took {seconds:.1f} s")
    if found != count:
        yield f"placements: CP-SAT found {found} placements, {count} are listed"
    if seconds / ours < PLEDGED_PEER_RATIO:
        yield f"placements: {seconds / ours:.0f} times as fast as CP-SAT, at least 1,000"


def _enumerated(n: int) -> tuple[float, int]:
    from ortools.sat.python import cp_model

    class Rows(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[list[int]] = []

        def on_solution_callback(self) -> None:
            self.found.append([self.value(row) for row in rows])

    model = cp_model.CpModel()
    rows = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    model.add_all_different(rows)
    model.add_all_different([row + column for column, row in enumerate(rows)])
    model.add_all_different([row - column for column, row in enumerate(rows)])
    solver, callback = cp_model.CpSolver(), Rows()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    began = time.perf_counter()
    solver.solve(model, callback)
    return time.perf_counter() - began, len({tuple(found) for found in callback.found})


def _single(repeats: int) -> Iterator[str]:
    """Time one placement of a large board, and with queens given from a random placement."""
    rk.placement(rk.Queens(100, given=["a1"]), "swaps")  # compiles
    print("seconds for one placement, checked by the rules")
    for share in (0.0, 0.1, 0.3):
        puzzle = _completion(LARGE, share)
        seconds = []
        for seed in range(max(1, repeats // 3)):
            result = rk.placement(puzzle, seed=seed, limits=rk.Limits(seconds=60))
            seconds.append(result.seconds if result.answer else float("inf"))
        median = statistics.median(seconds)
        print(f"{median:8.2f}   n = {LARGE:,}, {100 * share:g} per cent given", flush=True)
        if median > PLEDGED_SECONDS:
            yield f"placements: {median:.1f} s for n = {LARGE:,}, at most {PLEDGED_SECONDS:g}"


def _completion(n: int, share: float) -> rk.Queens:
    """Return a board with a share of the queens of a random placement given."""
    if not share:
        return rk.Queens(n)
    rows = rk.placement(rk.Queens(n, blocked=["a1"]), "swaps", seed=1).answer
    columns = random.Random(2).sample(range(n), int(share * n))
    return rk.Queens(n, given=[(rows[column], column) for column in columns])


def _median(work: Callable[[], object]) -> float:
    work()
    seconds = []
    for _ in range(RUNS_A_REPEAT):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)
