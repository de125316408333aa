"""The heaviest placement: seconds to a proof, compared with HiGHS and CP-SAT."""

from __future__ import annotations

from benchmarks.report import Report


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges; a seed for every repeat."""
    from benchmarks.heaviest.suite import run_suite

    run_suite(repeats, report)
