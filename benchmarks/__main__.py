"""Run benchmark suites: ``python -m benchmarks [SUITE ...] [--quick]``."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Iterable, Sequence

from benchmarks.measure import exit_status, machine
from benchmarks.report import Report, write_section

# Each suite is the module of its name, with `run(repeats, report)`, which fills its tables and
# reports the pledges it found broken. It is imported when it runs: the peak memory of a measured
# C++ program is never below the measuring one's.
SUITES = {
    "statements": "the three 8x8 statements beside plain C++ programs",
    "queens": "counting n queens beside C++, CP-SAT, exact-cover, python-constraint2, plain Python",
    "workers": "one worker process beside two, and what handing units out costs",
    "placements": "all placements beside C++ and CP-SAT, one of a million queens",
    "heaviest": "the heaviest placement, proved, beside HiGHS and CP-SAT",
    "tour": "tours beside plain C++ and networkx, exact sizes, searches",
    "cover": "showdown boards: costs beside the best known, greedy, CP-SAT and HiGHS",
    "cover_parts": "the default method for covers beside its single methods, in the same time",
    "cover_engine": "the cover engine's annealing speed and its early bound",
    "cold_start": "fifteen showdown boards where no kernel was ever compiled",
    "limits": "whether limits of seconds are kept, kernels compiled and not",
    "scale": "cost against size, and how it grows",
}
QUICK = "quick"  # the suite that `--quick` alone stands for; it is in no page
REPEATS = 5
QUICK_REPEATS = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suites named, or all; 1 when a pledge is broken, 2 when a suite cannot run."""
    summaries = "; ".join(f"{name}: {summary}" for name, summary in SUITES.items())
    parser = argparse.ArgumentParser(prog="python -m benchmarks", epilog=f"Suites: {summaries}.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="the suites to run (all)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a check of all in a minute, against recorded ratios; of suites named, fewer repeats",
    )
    options = parser.parse_args(arguments)
    for name in options.suites:
        if name not in SUITES:
            parser.error(f"expected a suite of {', '.join(SUITES)}, got {name!r}")
    if options.quick:
        return exit_status(lambda: run_suites(options.suites or [QUICK], QUICK_REPEATS))
    return exit_status(lambda: run_suites(options.suites or SUITES, REPEATS, writes=True))


def run_suites(names: Iterable[str], repeats: int, writes: bool = False) -> list[str]:
    """Run suites, write the section of each when it ends, if asked to; return what is broken."""
    broken = []
    for name in names:
        told = machine()
        print(f"\n== {name}: {told}")
        report = Report()
        began = time.perf_counter()
        importlib.import_module(f"benchmarks.{name}").run(repeats, report)
        took = f"{told}. Took {time.perf_counter() - began:.0f} s."
        if writes:
            write_section(name, f"{took}\n\n{report.markdown()}", SUITES)
        broken += report.broken
    return broken


if __name__ == "__main__":
    sys.exit(main())
