"""Run benchmark suites: ``python -m benchmarks [SUITE ...] [--quick]``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence

from benchmarks.measure import exit_status, machine
from benchmarks.report import Report, write_section
from benchmarks.suites import QUICK, SUITES

QUICK_NAME = "quick"  # the suite that `--quick` alone stands for; it is in no page
REPEATS = 5
QUICK_REPEATS = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suites named, or all; 1 when a pledge is broken, 2 when a suite cannot run."""
    summaries = "; ".join(f"{name}: {suite.summary}" for name, suite in SUITES.items())
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
        return exit_status(lambda: run_suites(options.suites or [QUICK_NAME], QUICK_REPEATS))
    return exit_status(lambda: run_suites(options.suites or SUITES, REPEATS, writes=True))


def run_suites(names: Iterable[str], repeats: int, writes: bool = False) -> list[str]:
    """Run suites, write the section of each when it ends, if asked to; return what is broken."""
    broken = []
    for name in names:
        told = machine()
        print(f"\n== {name}: {told}")
        report = Report()
        began = time.perf_counter()
        suite = QUICK if name == QUICK_NAME else SUITES[name]
        suite.load()(repeats, report)
        took = f"{told}. Took {time.perf_counter() - began:.0f} s."
        if writes:
            summaries = {known: one.summary for known, one in SUITES.items()}
            write_section(name, f"{took}\n\n{report.markdown()}", summaries)
        broken += report.broken
    return broken


if __name__ == "__main__":
    sys.exit(main())
