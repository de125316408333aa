"""Counting n queens on one core, against the usual depth-first search on bit masks in C++.

Ours is timed inside this process, its kernels compiled; the yardstick as a whole process, whose
start takes a thousandth of a second. The larger boards are counted in part: units are drawn at
random, and what all would take is estimated from them.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Sequence

from benchmarks.measure import build, machine
from benchmarks.statements import YARDSTICKS
from rookery.queens.counting import UnitCounter, compile_kernels
from rookery.queens.halves import plan_for, units
from rookery.queens.lanes import widest
from rookery.queens.puzzle import Queens
from rookery.work import run as run_units

FLAGS = ("-std=c++17", "-O3", "-march=native")
LANES = ("avx512", "avx2", "portable")
# OEIS A000170
KNOWN = {14: 365596, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624, 19: 4968057848}
LEAST_RATIO = {("avx512", 16): 22.0, ("avx2", 16): 19.0}
LARGEST_REPEATED = 17  # from here on C++ takes half a minute and more
MOST_SECONDS = {18: 6.0, 19: 45.0, 20: 360.0}
SAMPLED = {20: 60, 21: 40, 22: 40}
SAMPLE_SECONDS = 20.0
SEED = 750


def run(repeats: int) -> list[str]:
    """Print the tables and return the broken pledges, in words."""
    print(machine())
    is_quick = repeats < 5
    broken = [
        *_against_cpp((14, 15, 16) if is_quick else (16, 17, 18), repeats),
        *_alone((17,) if is_quick else (18, 19)),
    ]
    if not is_quick:
        broken += _sampled()
        _on_two_threads()
    return broken


def _against_cpp(sizes: Sequence[int], repeats: int) -> list[str]:
    """Count with every kind of lanes this machine has, in turn with the C++ program."""
    yardstick = build(YARDSTICKS / "queens.cpp", FLAGS)
    broken = []
    print(f"{'ratio':>8} {'C++ s':>9} {'ours s':>9}  n, lanes (medians)")
    for n in sizes:
        counters = {lanes: _warm(n, lanes) for lanes in LANES[LANES.index(widest()) :]}
        turns = [
            (_cpp_seconds(yardstick, n), [_seconds(counter, n) for counter in counters.values()])
            for _ in range(repeats if n < LARGEST_REPEATED else 1)
        ]
        theirs = statistics.median(cpp for cpp, _ in turns)
        for number, lanes in enumerate(counters):
            ours = statistics.median(seconds[number] for _, seconds in turns)
            ratio = statistics.median(cpp / seconds[number] for cpp, seconds in turns)
            print(f"{ratio:8.1f} {theirs:9.3f} {ours:9.4f}  {n}, {lanes}")
            least = LEAST_RATIO.get((lanes, n), 0.0)
            if ratio < least:
                broken.append(f"queens {n}, {lanes}: ratio {ratio:.3g}, at least {least:g} pledged")
    return broken


def _alone(sizes: Sequence[int]) -> list[str]:
    """Count boards too large for the yardstick."""
    broken = []
    for n in sizes:
        seconds = _seconds(_warm(n, widest()), n)
        print(f"{'':8} {'':9} {seconds:9.2f}  {n}, {widest()}")
        if seconds > MOST_SECONDS.get(n, seconds):
            broken.append(f"queens {n}: {seconds:.3g} s, at most {MOST_SECONDS[n]:g} pledged")
    return broken


def _sampled() -> list[str]:
    """Estimate what counting takes from units drawn at random; print the share and the spread."""
    broken = []
    for n, most in SAMPLED.items():
        plan = plan_for(Queens(n))
        work = units(plan)
        counter = UnitCounter(plan, widest())
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
        estimate = mean * len(work)
        print(
            f"{'':8} {'':9} {estimate:9.0f}  {n}, {widest()}: estimated from {len(seconds)} of "
            f"{len(work)} units ({100 * len(seconds) / len(work):.2g} %), "
            f"standard error {100 * error:.1f} %, longest unit {1000 * max(seconds):.0f} ms"
        )
        if estimate > MOST_SECONDS.get(n, estimate):
            broken.append(f"queens {n}: {estimate:.3g} s, at most {MOST_SECONDS[n]:g} pledged")
    return broken


def _on_two_threads() -> None:
    """Print how much faster two threads are than one."""
    n = 18
    plan = plan_for(Queens(n))
    counter = UnitCounter(plan, widest())
    for threads in (1, 2):  # the lists grow to their size
        _total(counter, n, threads)
    one, two = (_timed(counter, n, threads) for threads in (1, 2))
    print(f"{one / two:8.2f} {'':9} {two:9.2f}  {n}, {widest()}: two threads, ratio to one")


def _warm(n: int, lanes: str) -> UnitCounter:
    """Return a counter whose kernels are compiled and whose lists have grown to their size."""
    compile_kernels(lanes)
    counter = UnitCounter(plan_for(Queens(n)), lanes)
    counter(units(counter.plan)[0])
    return counter


def _total(counter: UnitCounter, n: int, threads: int = 1) -> int:
    total = sum(done.value for done in run_units(counter, units(counter.plan), threads))
    if total != KNOWN.get(n, total):
        raise ValueError(f"expected {KNOWN[n]} placements of {n} queens, got {total}")
    return total


def _timed(counter: UnitCounter, n: int, threads: int) -> float:
    started = time.perf_counter()
    _total(counter, n, threads)
    return time.perf_counter() - started


def _seconds(counter: UnitCounter, n: int) -> float:
    return _timed(counter, n, threads=1)


def _cpp_seconds(program: object, n: int) -> float:
    started = time.perf_counter()
    done = subprocess.run(
        [str(program)], input=f"{n}\n", capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - started
    if int(done.stdout) != KNOWN[n]:
        raise ValueError(f"expected {KNOWN[n]} placements of {n} queens, got {done.stdout}")
    return seconds
