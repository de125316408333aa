"""Estimates of counts: ten seconds each, the coverage of intervals, and other ways of sampling.

Ways are compared by the seconds that each needs on one core for a standard error of one per cent:
the relative variance of a sample, times the seconds it takes, over a ten-thousandth. This does not
depend on the number of samples, so a few seconds of each are enough.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable

import rookery as rk
from benchmarks.peers.paths import PathSampler
from benchmarks.report import Report
from rookery.compiled.lanes import widest
from rookery.queens.counting.counter import HalvesUnitCounter
from rookery.queens.counting.estimate import Sampler
from rookery.queens.counting.halves import plan_for, units
from rookery.queens.puzzle import Queens
from rookery.results.estimate import of_samples

# OEIS A000170
KNOWN = {
    14: 365_596,
    16: 14_772_512,
    18: 666_090_624,
    20: 39_029_188_884,
    22: 2_691_008_701_644,
    24: 227_514_171_973_736,
    27: 234_907_967_154_122_528,
}
SIDES = (16, 20, 24, 27, 30, 40, 100)
SECONDS = 10.0
PLEDGED = {24: 0.01, 30: 0.01, 40: 0.01}  # relative errors
WAYS_SIDES = (16, 18, 20, 22, 24)
WAY_SECONDS = 2.0
QUICK = 5
SEED = 750
TARGET = 0.01  # standard error
LEVELS = (0.5, 0.8, 0.95, 0.99)
INTERVALS, SAMPLES = 100, 10  # for each n, and for each interval


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    is_quick = repeats < QUICK
    _estimates(report, SECONDS / 10 if is_quick else SECONDS, is_quick)
    _intervals(report, list(KNOWN)[:1] if is_quick else list(KNOWN))
    _ways(report, WAYS_SIDES[:2] if is_quick else WAYS_SIDES)


def _estimates(report: Report, seconds: float, is_quick: bool) -> None:
    """Report estimates after some seconds on all cores, beside known counts."""
    columns = ("error %", "off by errors", "samples", "seconds", "Q^(1/n)/n", "estimate")
    table = report.table("Estimates of open boards, all cores", *columns)
    rk.estimate(Queens(12), limits=rk.Limits(work=1))
    for n in SIDES:
        found = rk.estimate(Queens(n), limits=seconds, seed=SEED)
        value, error = found.value, found.error
        if not value or not error:
            raise ValueError(f"expected an estimate of {n} queens, got {found}")
        off = (value - KNOWN[n]) / error if n in KNOWN else None
        growth = math.exp(math.log(value) / n) / n
        label = f"n = {n}: {value:.5g}" + (f", known {KNOWN[n]:.5g}" if n in KNOWN else "")
        table.row(100 * error / value, off, found.samples, found.seconds, growth, label)
        if not is_quick and error / value > PLEDGED.get(n, math.inf):
            report.broken.append(f"estimates {n}: error {error / value:.2%}, at most 1 % pledged")
        if off is not None and abs(off) > 4:
            report.broken.append(f"estimates {n}: {off:.1f} standard errors off the known count")


def _intervals(report: Report, sides: list[int]) -> None:
    """Report how often intervals of some levels cover the known counts."""
    levels = [f"{level:.0%}" for level in LEVELS]
    table = report.table("Intervals that cover the known count, in per cent", *levels, "side")
    covered = dict.fromkeys(LEVELS, 0)
    for n in sides:
        sampler = Sampler(Queens(n), SEED)
        samples = [sampler(number)[0] for number in range(INTERVALS * SAMPLES)]
        here = {level: _covering(samples, KNOWN[n], level) for level in LEVELS}
        table.row(*(100 * covering / INTERVALS for covering in here.values()), f"n = {n}")
        covered = {level: covered[level] + here[level] for level in LEVELS}
    number = len(sides) * INTERVALS
    table.row(*(100 * covering / number for covering in covered.values()), "all")
    for level, covering in covered.items():
        if abs(covering - level * number) > 4 * math.sqrt(level * (1 - level) * number):
            report.broken.append(
                f"estimates: {covering} of {number} intervals of {level:.0%} cover"
            )


def _covering(samples: list[float], known: int, level: float) -> int:
    """Return the number of intervals, of `SAMPLES` samples each, that cover a known count."""
    covering = 0
    for at in range(0, len(samples), SAMPLES):
        found = of_samples(None, samples[at : at + SAMPLES], rk.Reason.WORK)
        low, high = found.interval(level) or (0.0, 0.0)
        covering += low <= known <= high
    return covering


def _ways(report: Report, sides: tuple[int, ...]) -> None:
    """Compare populations with single paths, and with units of the count drawn at random."""
    columns = ("ratio", "s for 1 %", "ms a sample", "deviation %", "way")
    table = report.table("Seconds for a standard error of 1 %, one core", *columns)
    for n in sides:
        populations, paths, counter = Sampler(Queens(n), SEED), PathSampler(n), _units_of(n)
        ways: tuple[tuple[str, Callable[[int], float]], ...] = (
            ("populations", lambda number, draw=populations: draw(number)[0]),
            ("single paths (Knuth)", paths),
            ("units of the halves", counter),
        )
        first = None
        for name, draw in ways:
            seconds, deviation = _measured(draw)
            needed = seconds * (deviation / TARGET) ** 2
            first = first or needed
            table.row(needed / first, needed, 1000 * seconds, 100 * deviation, f"n = {n}, {name}")


def _measured(draw: Callable[[int], float]) -> tuple[float, float]:
    """Return the seconds a sample takes, and the relative standard deviation of samples."""
    draw(0)
    began = time.perf_counter()
    samples: list[float] = []
    while time.perf_counter() - began < WAY_SECONDS or len(samples) < 3:
        samples.append(draw(len(samples) + 1))
    seconds = (time.perf_counter() - began) / len(samples)
    return seconds, statistics.stdev(samples) / statistics.mean(samples)


def _units_of(n: int) -> Callable[[int], float]:
    """Return a function that counts a random unit exactly, and multiplies by their number."""
    plan = plan_for(Queens(n))
    prefixes = [(prefix,) for unit in units(plan) for prefix in unit]
    counter = HalvesUnitCounter(plan, widest())
    source = random.Random(SEED)
    return lambda _: float(counter(source.choice(prefixes)) * len(prefixes))
