"""Counting n queens on one core, compared with depth-first search in C++ and Python packages.

The C++ program, on bit masks, is timed as a whole process, whose start takes a thousandth of a
second. Counting with every kind of vector lanes is timed in this process. The larger boards are
counted in part: the time of the whole is estimated from units drawn at random.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence

from benchmarks.beside import Program, Task, side_by_side
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, child, named
from benchmarks.report import Report, Table
from rookery.compiled.lanes import widest
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.counting.halves import plan_for, units
from rookery.queens.puzzle import Queens
from rookery.running.units import run as run_units

LANES = ("avx512", "avx2", "portable")
# OEIS A000170
KNOWN = {14: 365596, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624, 19: 4968057848}
LEAST_RATIO = {("avx512", 16): 22.0, ("avx2", 16): 19.0}
COLUMNS = ("ratio", "seconds", "C++ s", "board")
QUICK = 5
SLOW_SIDE = 12  # from here on peers take half a minute
LARGEST_REPEATED = 17  # from here on C++ takes half a minute or more
MOST_SECONDS = {18: 6.0, 19: 45.0, 20: 360.0}
SAMPLED = {20: 60, 21: 40, 22: 40}  # units at most, by n
SAMPLE_SECONDS = 20.0
SEED = 750


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    is_quick = repeats < QUICK
    _beside_peers(report, (8, 10) if is_quick else (8, 10, 12))
    table = report.table("Counting with each kind of vector lanes of this machine", *COLUMNS)
    _against_cpp((14, 15) if is_quick else (16, 17), repeats, table, report)
    for n in (17,) if is_quick else (18, 19):  # too large for the C++ program
        seconds = _seconds(_warm(n, widest()), n)
        table.row(None, seconds, None, f"n = {n}, {widest()}")
        _hold(n, seconds, report)
    if not is_quick:
        _sampled(table, report)
        _on_two_threads(table)


def _beside_peers(report: Report, sizes: Sequence[int]) -> None:
    """Compare with programs that list all placements or search depth first."""
    program = str(build(YARDSTICKS / "queens.cpp", NATIVE_FLAGS))
    ours = Program("Rookery", "queens:rookery", compiles=True)
    peers = (
        Program("bit masks, C++", "cpp:counted", (program,)),
        Program("backtracking, plain Python", "queens:backtracking"),
        Program(named("exact-cover"), "queens:exact_cover"),
        Program(named("python-constraint2"), "queens:constraint2"),
        Program(f"CP-SAT, {named('ortools')}", "queens:cp_sat"),
    )
    with side_by_side(report, "Counting") as side:
        for n in sizes:
            side.compare(Task(f"n = {n}", [(str(n),)] * (3 if n < SLOW_SIDE else 1)), ours, peers)


def _against_cpp(sizes: Sequence[int], repeats: int, table: Table, report: Report) -> None:
    """Count with every kind of lanes, in turn with the C++ program."""
    yardstick = str(build(YARDSTICKS / "queens.cpp", NATIVE_FLAGS))
    for n in sizes:
        counters = {lanes: _warm(n, lanes) for lanes in LANES[LANES.index(widest()) :]}
        turns = [
            (
                child("cpp:counted", yardstick, str(n)),
                [_seconds(counter, n) for counter in counters.values()],
            )
            for _ in range(repeats if n < LARGEST_REPEATED else 1)
        ]
        if any(cpp.value != KNOWN[n] for cpp, _ in turns):
            report.broken.append(f"queens {n}: expected {KNOWN[n]} placements from C++")
        theirs = statistics.median(cpp.seconds for cpp, _ in turns)
        for number, lanes in enumerate(counters):
            ours = statistics.median(seconds[number] for _, seconds in turns)
            ratio = statistics.median(cpp.seconds / seconds[number] for cpp, seconds in turns)
            table.row(ratio, ours, theirs, f"n = {n}, {lanes}")
            least = LEAST_RATIO.get((lanes, n), 0.0)
            if ratio < least:
                fault = f"queens {n}, {lanes}: ratio {ratio:.3g}, at least {least:g} pledged"
                report.broken.append(fault)


def _sampled(table: Table, report: Report) -> None:
    """Estimate the time of a count from units drawn at random; report the share and spread."""
    for n, most in SAMPLED.items():
        plan = plan_for(Queens(n))
        work = units(plan)
        counter = HalvesUnitCounter(plan, widest())
        counter(work[0])
        began = time.perf_counter()
        seconds: list[float] = []
        for unit in random.Random(SEED).sample(work, most):
            started = time.perf_counter()
            counter(unit)
            seconds.append(time.perf_counter() - started)
            if time.perf_counter() - began > SAMPLE_SECONDS:
                break
        mean = statistics.mean(seconds)
        error = statistics.stdev(seconds) / len(seconds) ** 0.5 / mean
        table.row(
            None,
            mean * len(work),
            None,
            f"n = {n}, {widest()}: estimated from {len(seconds)} of {len(work):,} units, "
            f"standard error {100 * error:.1f} %, longest unit {1000 * max(seconds):.0f} ms",
        )
        _hold(n, mean * len(work), report)


def _hold(n: int, seconds: float, report: Report) -> None:
    if seconds > MOST_SECONDS.get(n, seconds):
        fault = f"queens {n}: {seconds:.3g} s, at most {MOST_SECONDS[n]:g} pledged"
        report.broken.append(fault)


def _on_two_threads(table: Table) -> None:
    """Report how much faster two threads are than one."""
    n = 18
    plan = plan_for(Queens(n))
    counter = HalvesUnitCounter(plan, widest())
    for threads in (1, 2):  # allocates the lists
        _total(counter, n, threads)
    one, two = (_timed(counter, n, threads) for threads in (1, 2))
    table.row(one / two, two, None, f"n = {n}, {widest()}: two threads, ratio to one")


def _warm(n: int, lanes: str) -> HalvesUnitCounter:
    """Return a counter with compiled kernels and allocated lists."""
    counter = HalvesUnitCounter(plan_for(Queens(n)), lanes)
    counter(units(counter.plan)[0])
    return counter


def _total(counter: HalvesUnitCounter, n: int, threads: int = 1) -> int:
    total = sum(done.value for done in run_units(counter, units(counter.plan), threads))
    if total != KNOWN.get(n, total):
        raise ValueError(f"expected {KNOWN[n]} placements of {n} queens, got {total}")
    return total


def _timed(counter: HalvesUnitCounter, n: int, threads: int) -> float:
    started = time.perf_counter()
    _total(counter, n, threads)
    return time.perf_counter() - started


def _seconds(counter: HalvesUnitCounter, n: int) -> float:
    return _timed(counter, n, threads=1)
