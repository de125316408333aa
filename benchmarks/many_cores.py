"""The cost of counting n queens on many cores: a simulated schedule of measured units.

    python -m benchmarks.many_cores measure 20 --samples 200  writes unit_times/n20.json
    python -m benchmarks.many_cores simulate                  prints a table of all files there

The sampled units are spread evenly over the list. Up to n = 24 they are counted whole. From n = 25
on a unit's prefix leaves rows open, and its time is estimated as Knuth estimates the size of a
search tree (Mathematics of Computation 29, 1975): the open rows get random queens, the remaining
count is timed, and multiplied by the number of squares open to each of those queens. The figures
are processor time, which other programs on the machine affect less than wall time.

In the simulation a unit takes the time of one of the `NEAR` samples next to it in the list, drawn
at random. A free worker takes the next unit of the list, and the client hands out units one at a
time, `--client` seconds each, or `--batch` units together.
"""

from __future__ import annotations

import argparse
import heapq
import json
import platform
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.queens.counting.counter import HalvesUnitCounter
    from rookery.queens.counting.halves import Plan, Prefix, PrefixUnit

FOLDER = Path(__file__).with_name("unit_times")
CORES = (1, 8, 100, 1000, 10000)
NEAR = 8
CLIENT_SECONDS = 0.003
DESCENTS = 4


def measure(n: int, samples: int) -> dict[str, object]:
    """Return the seconds of sampled units of a count, by their place in the list."""
    from rookery.compiled.lanes import widest
    from rookery.queens.counting.counter import HalvesUnitCounter
    from rookery.queens.counting.halves import plan_for, prefixes, units
    from rookery.queens.puzzle import Queens

    lanes = widest()
    plan = plan_for(Queens(n))
    work = units(plan)
    counter = HalvesUnitCounter(plan, lanes)
    counter((next(prefixes(plan)),))  # allocates the lists, which later units reuse
    count = min(samples, len(work))
    chance = random.Random(n)
    seconds = {}
    for number in range(count):
        place = number * (len(work) - 1) // max(1, count - 1)
        seconds[place] = seconds_of(counter, work[place], chance)
    return {
        "n": n,
        "units": len(work),
        "lanes": lanes,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "seconds": {str(place): round(taken, 5) for place, taken in seconds.items()},
    }


def seconds_of(counter: HalvesUnitCounter, unit: PrefixUnit, chance: random.Random) -> float:
    """Return the time of a unit: measured, or estimated if its prefix leaves rows open."""
    plan = counter.plan
    if len(unit[0]) == plan.middle - 1:
        return processor_seconds(counter, unit)
    seconds = 0.0
    for _ in range(DESCENTS):
        prefix, ways = descent(plan, chance.choice(unit), chance)
        if ways:
            seconds += ways * processor_seconds(counter, (prefix,))
    return len(unit) * seconds / DESCENTS


def processor_seconds(counter: HalvesUnitCounter, unit: PrefixUnit) -> float:
    """Return the processor time of counting a unit."""
    began = time.process_time()
    counter(unit)
    return time.process_time() - began


def descent(plan: Plan, prefix: Prefix, chance: random.Random) -> tuple[Prefix, int]:
    """Put random queens into the open middle rows but the last; return them and their choices.

    >>> from rookery.queens.counting.halves import plan_for
    >>> from rookery.queens.puzzle import Queens
    >>> prefix, ways = descent(plan_for(Queens(19)), (3,), random.Random(1))
    >>> prefix[0], ways
    (3, 16)
    """
    from rookery.queens.counting.halves import free_squares

    ways = 1
    while len(prefix) < plan.middle - 1:
        free = free_squares(plan, prefix)
        columns = [column for column in range(plan.n) if free >> column & 1]
        ways *= len(columns)
        if not ways:
            break
        prefix = (*prefix, chance.choice(columns))
    return prefix, ways


def drawn(measured: dict[str, object], seed: int = 0) -> list[float]:
    """Return seconds for every unit of the list, drawn from the samples near it."""
    samples = sorted((int(place), taken) for place, taken in measured["seconds"].items())
    chance = random.Random(seed)
    times = []
    at = 0
    for unit in range(measured["units"]):
        while at + 1 < len(samples) and samples[at + 1][0] <= unit:
            at += 1
        first = max(0, min(at - NEAR // 2, len(samples) - NEAR))
        times.append(chance.choice(samples[first : first + NEAR])[1])
    return times


def makespan(times: list[float], workers: int, client: float) -> float:
    """Return the end of the last unit, if each goes to the first free worker.

    >>> makespan([3.0, 2.0, 2.0], 2, 0.0), makespan([1.0] * 100, 100, 0.5)
    (4.0, 51.0)
    """
    free = [0.0] * min(workers, len(times))
    handed = 0.0
    end = 0.0
    for taken in times:
        handed = max(handed + client, free[0])
        end = max(end, handed + taken)
        heapq.heapreplace(free, handed + taken)
    return end


def table(client: float, batch: int = 1) -> list[str]:
    """Return a table in Markdown: the time for every measured n by the number of cores."""
    head = ["n", "units", "mean unit", *(f"{cores:,} core{'s' * (cores > 1)}" for cores in CORES)]
    lines = [head, ["---:"] * len(head)]
    for path in sorted(FOLDER.glob("n*.json")):
        measured = json.loads(path.read_text())
        units = drawn(measured)
        times = [sum(units[at : at + batch]) for at in range(0, len(units), batch)]
        spans = [makespan(times, cores, client if cores > 1 else 0.0) for cores in CORES]
        known = [str(measured["n"]), f"{len(units):,}", lasting(sum(units) / len(units))]
        lines.append(
            known + [words(span, spans[0], cores) for span, cores in zip(spans, CORES, strict=True)]
        )
    return ["| " + " | ".join(line) + " |" for line in lines]


def words(span: float, alone: float, cores: int) -> str:
    """Return a time, and the share of work in the cores' time."""
    work = "" if cores == 1 else f" ({100 * alone / cores / span:.0f} %)"
    return lasting(span) + work


def lasting(seconds: float) -> str:
    """Return a time in a readable unit.

    >>> lasting(0.0571), lasting(90), lasting(5_000), lasting(10**9)
    ('57 ms', '90.0 s', '83.3 min', '31.7 years')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    for size, name in ((31_557_600, "years"), (86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.1f} s"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many_cores")
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("n", type=int)
    measuring.add_argument("--samples", type=int, default=200)
    simulating = commands.add_parser("simulate")
    simulating.add_argument("--client", type=float, default=CLIENT_SECONDS, metavar="S")
    simulating.add_argument("--batch", type=int, default=1, metavar="K")
    chosen = parser.parse_args()
    if chosen.command == "measure":
        FOLDER.mkdir(exist_ok=True)
        measured = measure(chosen.n, chosen.samples)
        (FOLDER / f"n{chosen.n}.json").write_text(json.dumps(measured, indent=1) + "\n")
    else:
        print("\n".join(table(chosen.client, chosen.batch)))


if __name__ == "__main__":
    main()
