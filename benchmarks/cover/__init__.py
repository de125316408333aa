"""The cheapest cover: costs against the best known of a fixed set of showdown boards."""

from __future__ import annotations

REPEATS_A_SEED = 3


def run(repeats: int) -> list[str]:
    """Print the table and return the broken pledges, in words; a seed for every 3 repeats."""
    from benchmarks.cover.suite import Plan, run_plan

    return run_plan(Plan(seeds=range(max(1, repeats // REPEATS_A_SEED))))
