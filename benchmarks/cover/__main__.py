"""The suite `cover` with its own options: ``python -m benchmarks.cover [--seconds S] ...``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.cover.suite import SECONDS, Plan, run_plan
from benchmarks.measure import exit_status, machine
from benchmarks.report import Report

PEER_SECONDS = 60.0


def plan(arguments: Sequence[str] | None = None) -> Plan:
    """Parse the options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cover")
    add = parser.add_argument
    add("--quick", action="store_true", help="one seed; without it three")
    add("--seconds", type=float, default=SECONDS, metavar="S", help="a board (%(default)s)")
    add("--threads", type=int, default=1, metavar="T", help="a board (%(default)s)")
    add("--method", default="auto", metavar="NAME", help="of rookery (%(default)s)")
    add("--seed", type=int, default=0, metavar="N", help="the first seed (%(default)s)")
    add("--only", default="*", metavar="PATTERN", help="boards whose names match, such as 'n25-*'")
    add("--improve", action="store_true", help="keep better costs and bounds in the table")
    add(
        "--peers",
        type=float,
        nargs="?",
        const=PEER_SECONDS,
        metavar="S",
        help="run greedy, HiGHS and CP-SAT too, those with S seconds a board (%(const)g)",
    )
    given = parser.parse_args(arguments)
    return Plan(
        seconds=given.seconds,
        threads=given.threads,
        method=given.method,
        seeds=range(given.seed, given.seed + (1 if given.quick else 3)),
        peer_seconds=given.peers,
        improve=given.improve,
        only=given.only,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; return 1 if a pledge is broken, 2 if the suite cannot run."""
    report = Report()

    def run() -> list[str]:
        run_plan(plan(arguments), report)
        return report.broken

    print(machine())
    return exit_status(run)


if __name__ == "__main__":
    sys.exit(main())
