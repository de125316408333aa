"""The cheapest cover: costs of showdown boards, compared with the best known costs."""

from __future__ import annotations

from benchmarks.report import Report

REPEATS_A_SEED = 3
BESIDE = "n??-d35-*"
BESIDE_SECONDS = 5.0
LARGE = "n25-d35-uniform-uneven"
COMPILED = ("rookery", "greedy")


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges; a seed for every 3 repeats.

    With 3 repeats or more, also compare with CP-SAT and HiGHS in the same time, and with greedy.
    """
    from benchmarks.cover.suite import Plan, run_plan

    run_plan(Plan(seeds=range(max(1, repeats // REPEATS_A_SEED))), report)
    if repeats >= REPEATS_A_SEED:
        run_plan(Plan(seconds=BESIDE_SECONDS, peer_seconds=BESIDE_SECONDS, only=BESIDE), report)
        _memory(report)


def _memory(report: Report) -> None:
    """Report the peak memory of each solver on a large board, in its own process."""
    from benchmarks.measure import child
    from benchmarks.peers.cover import SOLVERS

    title = f"{LARGE}: one process each, {BESIDE_SECONDS:g} s, with compiled kernels"
    table = report.table(title, "cost ratio", "peak MiB", "program")
    runs = {
        name: child("cover:searched", name, LARGE, str(BESIDE_SECONDS), warm=name in COMPILED)
        for name in SOLVERS
    }
    ours = runs["rookery"].value
    for name, run in runs.items():
        table.row(None if run.value is None else run.value / ours, round(run.peak_mib), name)
