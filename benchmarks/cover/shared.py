"""One board by many workers: ``python -m benchmarks.cover.shared [--workers K] [--seconds S] ...``.

K workers, processes of one thread each, are compared with one worker, one thread and K threads, all
with the same wall time. K cores should be free.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack

import rookery as rk
from benchmarks.cover import boards, solvers
from benchmarks.cover.solvers import WARM_BOARD, Solver
from benchmarks.cover.suite import Plan, Runs, fill_tables
from benchmarks.cover.table import Found, Table
from benchmarks.measure import machine
from benchmarks.report import Report
from rookery.cover.puzzle import Cover

WARM_SECONDS = 20.0  # to load kernels and OR-tools in every worker


def warm_workers(workers: int) -> Executor:
    """Return worker processes that have loaded kernels and OR-tools."""
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, mp_context=context)
    rk.solve(WARM_BOARD.puzzle(), limits=rk.Limits(seconds=WARM_SECONDS), executor=executor)
    return executor


def shared(seconds: float, workers: int, executor: Executor) -> Solver:
    """Return Rookery on the workers of an executor."""
    label = f"rookery, {seconds:g} s, {workers} worker{'s' * (workers > 1)}"

    def run(puzzle: Cover, seed: int) -> Found:
        limits = rk.Limits(seconds=seconds)
        result = rk.solve(puzzle, limits=limits, seed=seed, executor=executor)
        return Found(result.answer, int(result.bound or 0), f"{label}, seed {seed}")

    return Solver(label, run)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cover.shared")
    add = parser.add_argument
    add("--workers", type=int, default=2, metavar="K", help="processes (%(default)s)")
    add("--seconds", type=float, default=10.0, metavar="S", help="a board (%(default)s)")
    add("--seed", type=int, default=0, metavar="N")
    add("--only", default="n25-*", metavar="PATTERN", help="boards whose names match (%(default)s)")
    add("--improve", action="store_true", help="keep better costs and bounds in the table")
    given = parser.parse_args(arguments)
    plan = Plan(seconds=given.seconds, improve=given.improve, only=given.only)
    print(machine())
    solvers.warm()
    with ExitStack() as stack:
        many, one = (stack.enter_context(warm_workers(count)) for count in (given.workers, 1))
        ours = shared(plan.seconds, given.workers, many)
        peers = [
            shared(plan.seconds, 1, one),
            solvers.rookery(plan.seconds, 1),
            solvers.rookery(plan.seconds, given.workers),
        ]
        runs = Runs(Table(boards.specs()), plan.improve)
        for spec in plan.specs():
            puzzle = boards.read(spec)
            for solver in (ours, *peers):
                runs.add(solver, spec, puzzle, given.seed)
    fill_tables(Report(), runs, ours, peers)


if __name__ == "__main__":
    main()
