"""The tables of the suite `heaviest` and its pledges."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

import rookery as rk
from benchmarks.beside import Program, Side, Task, side_by_side
from benchmarks.heaviest.boards import FAMILIES, Weights, hill, product, small, uniform
from benchmarks.measure import named
from benchmarks.report import Report, Table
from rookery.heaviest.bounded import HEAVIEST

FULL = 5
PROVED_IN = {20: 0.1, 24: 0.5, 30: 5.0, 36: 60.0}
QUICK_SIDE = 30
MOST_SECONDS = 300.0
FAMILY_SIDE, FAMILY_SECONDS = 24, 60.0
SEVERAL = ((uniform, 12, 5_000), (uniform, 14, 1_000), (small, 12, 10_000), (small, 16, 10_000))
FASTER = {("HiGHS", 20): 20, ("HiGHS", 30): 4, ("CP-SAT", 20): 50, ("CP-SAT", 30): 50}
SEEDS_BESIDE = {20: 3, 30: 1}
STOPPED_AFTER = {20: 30.0, 30: 100.0}


def run_suite(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    quick = repeats < FULL
    sizes = {n: seeds for n, seeds in SEEDS_BESIDE.items() if not quick or n < QUICK_SIDE}
    with side_by_side(report, "Proving the heaviest placement, weights from 1 to 99") as side:
        for n, seeds in sizes.items():
            beside(side, n, 1 if quick else seeds)
    columns = ("seconds", "longest", "pledged", "proved", "largest gap, per cent", "board")
    HEAVIEST.wait(math.inf)
    table = report.table(f"Seconds to a proof, {repeats} boards each", *columns)
    for n in PROVED_IN:
        if not quick or n <= QUICK_SIDE:
            proofs(table, report, n, range(repeats if n <= QUICK_SIDE else 1))
    for family in FAMILIES:
        family_row(table, report, family, range(repeats))
    for make in (product, hill):
        result = _solved(make(FAMILY_SIDE, 0), FAMILY_SECONDS)
        _row(table, f"n = {FAMILY_SIDE}, {make.__name__}", [result], None)
    for make, n, best in SEVERAL:
        several(table, report, make, n, best)


def beside(side: Side, n: int, seeds: int) -> None:
    """Compare with HiGHS and CP-SAT on the plain model, under a limit of seconds."""
    ours = Program("Rookery", "heaviest:rookery", compiles=True)
    peers = {
        "HiGHS": Program(f"HiGHS, {named('ortools')}", "heaviest:highs"),
        "CP-SAT": Program(f"CP-SAT, {named('ortools')}", "heaviest:cp_sat"),
    }
    runs = [(str(n), str(seed), str(STOPPED_AFTER[n])) for seed in range(seeds)]
    ratios = side.compare(Task(f"n = {n}, {seeds} boards", runs), ours, list(peers.values()))
    for name, program in peers.items():
        if ratios[program.label] < FASTER[name, n]:
            side.report.broken.append(
                f"heaviest: {ratios[program.label]:.1f} times as fast as {name} at n = {n}, "
                f"not {FASTER[name, n]}"
            )


def proofs(table: Table, report: Report, n: int, seeds: Sequence[int]) -> None:
    """Report the seconds to a proof on uniform boards."""
    results = [_solved(uniform(n, seed), MOST_SECONDS) for seed in seeds]
    median = _row(table, f"n = {n}, 1..99", results, PROVED_IN[n])
    report.broken += [
        f"heaviest: seed {seed} of n = {n} is not proved"
        for seed, result in zip(seeds, results, strict=True)
        if result.status is not rk.Status.OPTIMAL
    ]
    if median > PROVED_IN[n]:
        report.broken.append(f"heaviest: n = {n} in {median:.3f} s, at most {PROVED_IN[n]:g} s")


def family_row(table: Table, report: Report, family: str, seeds: Sequence[int]) -> None:
    """Report the seconds to a proof on a family of weights."""
    make = FAMILIES[family]
    results = [_solved(make(FAMILY_SIDE, seed), FAMILY_SECONDS) for seed in seeds]
    _row(table, f"n = {FAMILY_SIDE}, {family}", results, None)
    if any(result.value is None for result in results):
        report.broken.append(f"heaviest: no placement for {family}")


def several(
    table: Table, report: Report, make: Callable[[int, int], Weights], n: int, best: int
) -> None:
    """Report the seconds to the `best` heaviest placements in order."""
    puzzle = rk.Heaviest(make(n, 0), best=best)
    result = rk.solve(puzzle, limits=FAMILY_SECONDS, threads=1)
    _row(table, f"n = {n}, {make.__name__}, best {best:,}", [result], None)
    if result.reason is not rk.Reason.PROVED:
        report.broken.append(f"heaviest: {result.note} at n = {n}")


def _row(table: Table, label: str, results: Sequence[rk.Result], pledged: float | None) -> float:
    """Add a row, and return the median of the seconds."""
    seconds = [result.seconds for result in results]
    median = statistics.median(seconds)
    proved = sum(result.status is rk.Status.OPTIMAL for result in results)
    gap = 100 * max(result.gap or 0.0 for result in results)
    table.row(median, max(seconds), pledged, f"{proved} of {len(results)}", gap, label)
    return median


def _solved(board: Weights, seconds: float) -> rk.Result:
    return rk.solve(rk.Heaviest(board), limits=rk.Limits(seconds=seconds), threads=1)
