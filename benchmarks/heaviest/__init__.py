"""The heaviest placement: seconds to a proof, beside HiGHS and CP-SAT on the plain model."""

from __future__ import annotations


def run(repeats: int) -> list[str]:
    """Print the tables and return the broken pledges, in words; a seed for every repeat."""
    from benchmarks.heaviest.suite import run_suite

    return run_suite(repeats)
