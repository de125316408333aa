"""Run benchmark suites: ``python -m benchmarks [SUITE ...] [--quick]``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module

from benchmarks.measure import exit_status, machine
from benchmarks.report import Report, write_section

# What each suite measures, in the order of the page.
SUITES = {
    "statements": "the three 8x8 contest problems, compared with plain C++ programs",
    "queens": "counts of n queens, compared with C++, CP-SAT, exact-cover, python-constraint2 "
    "and plain Python",
    "estimates": "estimates of counts, compared with other ways of sampling",
    "workers": "two worker processes compared with one, and the overhead of handing out units",
    "placements": "all placements, compared with C++ and CP-SAT; one placement of a million queens",
    "heaviest": "the heaviest placement, proved, compared with HiGHS and CP-SAT",
    "nonattacking": "non-attacking pieces, compared with C++, plain Python and CP-SAT",
    "peers": "classical counts, compared with plain C++ and Graphillion; none may be slower",
    "regions": "region puzzles, compared with multi-puzzle-solver and queens-generator",
    "tour": "tours, compared with plain C++ and networkx; exact tours by size; searches",
    "targets": "tours of many targets, compared with OR-tools' routing and CP-SAT in the same time",
    "cover": "showdown boards, compared with the best known costs, greedy, CP-SAT and HiGHS",
    "cover_parts": "the default method for covers, compared with its single methods",
    "cover_engine": "the speed of the cover engine's annealing, and its early bound",
    "cold_start": "fifteen showdown boards without compiled kernels",
    "limits": "whether limits of seconds are kept, with and without compiled kernels",
    "scale": "cost against size, and its growth",
}
QUICK = "quick"  # the suite that `--quick` alone stands for; it is in no page
REPEATS = 5
QUICK_REPEATS = 3


def load(suite: str) -> Callable[[int, Report], None]:
    """Import a suite, and return its function of a number of repeats and a report to fill.

    A suite is imported when it runs: the peak memory measured for a C++ program is never below
    that of the measuring process.
    """
    run: Callable[[int, Report], None] = import_module(f"benchmarks.{suite}").run
    return run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the named suites, or all; return 1 if a pledge is broken, 2 if a suite cannot run."""
    summaries = "; ".join(f"{name}: {summary}" for name, summary in SUITES.items())
    parser = argparse.ArgumentParser(prog="python -m benchmarks", epilog=f"Suites: {summaries}.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="the suites to run (all)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="check all in a minute, against recorded ratios; with suites, fewer repeats",
    )
    options = parser.parse_args(arguments)
    for name in options.suites:
        if name not in SUITES:
            parser.error(f"expected a suite of {', '.join(SUITES)}, got {name!r}")
    if options.quick:
        return exit_status(lambda: run_suites(options.suites or [QUICK], QUICK_REPEATS))
    return exit_status(lambda: run_suites(options.suites or SUITES, REPEATS, writes=True))


def run_suites(names: Iterable[str], repeats: int, writes: bool = False) -> list[str]:
    """Run suites, and return the broken pledges; with `writes`, write each suite's section."""
    broken = []
    for name in names:
        setting = machine()
        print(f"\n== {name}: {setting}")
        report = Report()
        started = time.perf_counter()
        load(name)(repeats, report)
        if writes:
            seconds = time.perf_counter() - started
            text = f"{setting}. Took {seconds:.0f} s.\n\n{report.markdown()}"
            write_section(name, text, SUITES)
        broken += report.broken
    return broken


if __name__ == "__main__":
    sys.exit(main())
