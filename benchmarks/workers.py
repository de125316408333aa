"""One worker and two: counts of n queens side by side, and the overhead of handing out units.

The workers are processes of `concurrent.futures` or of a local Dask cluster, of one thread each.
The client, and with Dask its scheduler, share the cores with them.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager

import rookery as rk
from benchmarks.report import Report
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.counting.halves import plan_for, units
from rookery.running.units import run as run_units

SIDE, KNOWN = 17, 95_815_104
UNITS_SIDE, UNITS_EACH = 21, 60  # units of some 50 ms
LEAST_RATIO, MOST_OVERHEAD = 1.8, 3.0


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Yield an executor of worker processes of the standard library."""
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """Yield the executor of a Dask cluster on this machine."""
    from distributed import Client, LocalCluster

    warnings.simplefilter("ignore")  # of a port that is taken
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


KINDS: dict[str, Callable[[int], AbstractContextManager[Executor]]] = {
    "processes": processes,
    "Dask": dask,
}


def run(repeats: int, report: Report) -> None:
    """Measure both kinds of workers, and report the broken pledges."""
    table = report.table(
        "Two workers compared with one", "ratio", "pledged", "one, s", "two, s", f"n = {SIDE} by"
    )
    for name, kind in KINDS.items():
        with kind(1) as one, kind(2) as two:
            seconds = in_turn([one, two], repeats)
        alone, together = map(statistics.median, seconds)
        ratio = statistics.median(a / b for a, b in zip(*seconds, strict=True))
        table.row(ratio, LEAST_RATIO, alone, together, name)
        if ratio < LEAST_RATIO:
            report.broken.append(f"{name}: two workers {ratio:.3g} times one, not {LEAST_RATIO:g}")
    table = report.table("Overhead", "per cent", "pledged", "mean unit, ms", "workers")
    for name, kind in KINDS.items():
        for workers in (1, 2):
            with kind(workers) as executor:
                share, unit = overhead(executor, workers, repeats)
            table.row(share, MOST_OVERHEAD, 1000 * unit, f"{workers} of {name}")
            if share > MOST_OVERHEAD:
                report.broken.append(f"{name}, {workers}: overhead {share:.3g} %")


def in_turn(executors: list[Executor], repeats: int) -> list[list[float]]:
    """Return the seconds of every count by each executor, with compiled kernels."""
    seconds: list[list[float]] = [[] for _ in executors]
    for number in range(repeats + 1):
        for executor, times in zip(executors, seconds, strict=True):
            began = time.perf_counter()
            counted = rk.count(rk.Queens(SIDE), executor=executor).value
            taken = time.perf_counter() - began
            assert counted == KNOWN
            times += [taken] if number else []
    return seconds


def overhead(executor: Executor, workers: int, repeats: int) -> tuple[float, float]:
    """Return the workers' time beyond the units', in per cent of it, and the mean unit's seconds.

    The first is the median of the repeats.
    """
    plan = plan_for(rk.Queens(UNITS_SIDE))
    work = units(plan)[: workers * UNITS_EACH]
    shares = []
    for number in range(repeats + 1):
        began = time.perf_counter()
        done = list(run_units(HalvesUnitCounter(plan), work, executor=executor))
        taken = time.perf_counter() - began
        busy = sum(one.seconds for one in done)
        shares += [100 * (taken * workers / busy - 1)] if number else []
    return statistics.median(shares), busy / len(done)
