"""All placements in lexicographic order, and one on a large board.

Rookery lists into arrays in this process, with compiled kernels. The C++ recursion writes the same
bytes into memory and times itself. So neither start-up nor output counts.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator

import rookery as rk
from benchmarks.beside import Program, Task, side_by_side
from benchmarks.measure import YARDSTICKS, BenchmarkError, build, named
from benchmarks.report import Report

YARDSTICK = YARDSTICKS / "placements.cpp"
SIDES = (12, 13, 14, 15)
SLOW_SIDE = 15
RUNS_A_REPEAT = 5
PLEDGED_SIDE, PLEDGED_RATIO, PLEDGED_PEER_RATIO = 12, 3.0, 1000.0
LARGE = 1_000_000
PLEDGED_SECONDS = 10.0


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    report.broken += _listing(repeats, report)
    report.broken += _beside_peer(report)
    report.broken += _single(repeats, report)


def _listing(repeats: int, report: Report) -> Iterator[str]:
    columns = ("ratio", "from-to", "seconds", "C++ s", "million a second", "placements")
    table = report.table("All placements as arrays, compared with plain recursion in C++", *columns)
    for n in SIDES:
        pairs = [
            (_median(lambda n=n: _count_listed(n)), _recursion(n))
            for _ in range(repeats if n < SLOW_SIDE else 1)
        ]
        ratios = [theirs / ours for ours, theirs in pairs]
        ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
        count = _count_listed(n)
        ratio = statistics.median(ratios)
        spread = f"{min(ratios):.1f}-{max(ratios):.1f}"
        table.row(ratio, spread, ours, theirs, count / ours / 1e6, f"{count:,} of n = {n}")
        if n == PLEDGED_SIDE and ratio < PLEDGED_RATIO:
            yield f"placements: {ratio:.2f} times as fast as C++, at least {PLEDGED_RATIO:g}"


def _count_listed(n: int) -> int:
    """List all placements as arrays; return their number."""
    return sum(map(len, rk.placement_chunks(rk.Queens(n))))


def _recursion(n: int) -> float:
    """Return the median time of the C++ program, which must find the same number."""
    arguments = [str(build(YARDSTICK)), str(n), str(RUNS_A_REPEAT)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    found, seconds = done.stdout.split()
    expected = _count_listed(n)
    if int(found) != expected:
        raise BenchmarkError(f"expected {expected} placements from C++, got {found}")
    return float(seconds)


def _beside_peer(report: Report) -> Iterator[str]:
    """Compare with one run of CP-SAT that enumerates all solutions."""
    peer = Program(f"CP-SAT, {named('ortools')}", "queens:cp_sat")
    ours = Program("Rookery", "queens:rookery_all", compiles=True)
    with side_by_side(
        report, "All placements as arrays, compared with CP-SAT's enumeration"
    ) as side:
        ratios = side.compare(Task(f"n = {PLEDGED_SIDE}", [(str(PLEDGED_SIDE),)]), ours, [peer])
    if ratios[peer.label] < PLEDGED_PEER_RATIO:
        yield f"placements: {ratios[peer.label]:.0f} times as fast as CP-SAT, at least 1,000"


def _single(repeats: int, report: Report) -> Iterator[str]:
    """Time one placement on a large board, open and with queens of a random placement given."""
    rk.placement(rk.Queens(100, given=["a1"]), method="swaps")  # compiles
    columns = ("seconds", "longest", "per cent given")
    table = report.table(f"One placement of n = {LARGE:,}, checked by the rules", *columns)
    for share in (0.0, 0.1, 0.3):
        puzzle = _completion(LARGE, share)
        seconds = []
        for seed in range(max(1, repeats // 3)):
            result = rk.placement(puzzle, seed=seed, limits=rk.Limits(seconds=60))
            seconds.append(result.seconds if result.answer else float("inf"))
        median = statistics.median(seconds)
        table.row(median, max(seconds), f"{100 * share:g}")
        if median > PLEDGED_SECONDS:
            yield f"placements: {median:.1f} s for n = {LARGE:,}, at most {PLEDGED_SECONDS:g}"


def _completion(n: int, share: float) -> rk.Queens:
    """Return a board with a share of the queens of a random placement given."""
    if not share:
        return rk.Queens(n)
    rows = rk.placement(rk.Queens(n, blocked=["a1"]), method="swaps", seed=1).answer
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
