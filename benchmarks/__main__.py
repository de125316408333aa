"""Run benchmark suites: ``python -m benchmarks [SUITE ...] [--quick]``."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from benchmarks.measure import exit_status

# Each suite is the module of its name, with `run(repeats)`, which prints its table and returns
# the pledges it found broken. It is imported when it runs: the peak memory of a measured process
# is never below the measuring one's.
SUITES = {
    "statements": "the three 8x8 statements against plain C++ programs",
    "queens": "counting n queens, against depth-first search in C++",
    "cold_start": "fifteen showdown boards where no kernel was ever compiled",
    "placements": "all placements against C++ and CP-SAT, one of a million queens",
    "heaviest": "the heaviest placement, proved, beside HiGHS and CP-SAT",
    "cover_engine": "its annealing speed and its early bound",
    "tour": "tours: in this process against plain C++, exact sizes, searches",
    "cover": "showdown boards: costs against the best known, proven bounds",
}
REPEATS = 9
QUICK_REPEATS = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suites named, or all; 1 when a pledge is broken, 2 when a suite cannot run."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["cover"]:
        from benchmarks.cover.__main__ import main as cover_main  # it has options of its own

        return cover_main(given[1:])
    summaries = "; ".join(f"{name}: {summary}" for name, summary in SUITES.items())
    parser = argparse.ArgumentParser(prog="python -m benchmarks", epilog=f"Suites: {summaries}.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="the suites to run (all)")
    parser.add_argument("--quick", action="store_true", help="fewer repeats, under a minute")
    options = parser.parse_args(arguments)
    for name in options.suites:
        if name not in SUITES:
            parser.error(f"expected a suite of {', '.join(SUITES)}, got {name!r}")
    repeats = QUICK_REPEATS if options.quick else REPEATS

    def run_all() -> list[str]:
        modules = (f"benchmarks.{name}" for name in options.suites or SUITES)
        return [fault for name in modules for fault in importlib.import_module(name).run(repeats)]

    return exit_status(run_all)


if __name__ == "__main__":
    sys.exit(main())
