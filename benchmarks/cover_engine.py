"""The cover engine by parts: moves of the annealing a second, and the early bound."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import rookery as rk
from benchmarks.cover.boards import read, specs
from benchmarks.cover.table import Table
from benchmarks.report import Report
from rookery.cover.annealing.annealer import Annealer
from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import Duals
from rookery.cover.bounds.hurdles_kernel import hurdle_bound
from rookery.cover.bounds.program import Relaxation
from rookery.cover.greedy import Greedy
from rookery.cover.kernel_sets import COVER, HURDLES
from rookery.cover.model.candidates import candidates
from rookery.cover.model.scans import ScanBoard
from rookery.results.limits import Clock, Limits

BOARDS = Path(__file__).parent / "cover" / "boards"
MOVES = 1_000_000
LEAST_MOVES_A_SECOND = 3e6
BOUND_SECONDS, LEAST_BOUND = 0.05, 0.99
CUT_SECONDS, CUT_PRICES = 3.0, ("equal", "balanced")


def run(repeats: int, report: Report) -> None:
    """Report the figures over the boards of 25x25, and the broken pledges."""
    COVER.compile_here()
    HURDLES.compile_here()
    speed = statistics.median(_speeds(repeats))
    bounds = list(_bounds())
    table = report.table("The parts of the engine on the boards of 25x25", "value", "figure")
    table.row(speed / 1e6, "million moves of the annealing a second, median")
    after = f"after {1000 * BOUND_SECONDS:g} ms, in per cent of the linear program's"
    table.row(100 * statistics.mean(bounds), f"the bound {after}, mean")
    table.row(100 * min(bounds), f"the bound {after}, least")
    program, cuts = (100 * statistics.mean(gaps) for gaps in zip(*_gaps(), strict=True))
    where = f"in per cent below the best known cost, {' and '.join(CUT_PRICES)} prices, mean"
    table.row(program, f"the linear program, {where}")
    table.row(cuts, f"the bound after {CUT_SECONDS:g} s of cuts, {where}")
    if speed < LEAST_MOVES_A_SECOND:
        report.broken.append(
            f"cover: {speed:.3g} moves a second, at least {LEAST_MOVES_A_SECOND:g}"
        )
    if statistics.mean(bounds) < LEAST_BOUND:
        share = f"{100 * statistics.mean(bounds):.2f}"
        report.broken.append(f"cover: bound at {share} per cent of the linear program's")


def _puzzles() -> Iterator[rk.Cover]:
    for path in sorted(BOARDS.glob("n25-*.txt")):
        yield from rk.read(path, "showdown")


def _speeds(repeats: int) -> Iterator[float]:
    """Yield the moves a second of the annealing on each board, the best of a few runs."""
    for puzzle in _puzzles():
        table = candidates(puzzle)
        duals = hurdle_bound(table, min(puzzle.prices), sum(puzzle.prices))
        seconds = []
        for seed in range(max(1, repeats // 3)):
            annealer = Annealer(puzzle, table, duals, seed, MOVES)
            started = time.perf_counter()
            annealer.run(MOVES, 0.0, 1.0)
            seconds.append(time.perf_counter() - started)
        yield MOVES / min(seconds)


def _bounds() -> Iterator[float]:
    """Yield the bound after `BOUND_SECONDS`, candidates included, over the linear program's."""
    for puzzle in _puzzles():
        board, cheapest = ScanBoard(puzzle), min(puzzle.prices)
        cover = Greedy(board, np.random.default_rng(0)).covered(board.empty())
        target = float(cover.cost)
        clock = Clock(Limits(seconds=BOUND_SECONDS))
        table = candidates(puzzle)
        duals = hurdle_bound(
            table, cheapest, target, go_on=lambda clock=clock: clock.seconds_left() > 0
        )
        rows = Relaxation(table, cheapest)
        program = _proof(CutRounds(rows, target, duals), lambda: math.inf, rounds=0)
        if program is not None:
            yield duals.bound / program.bound


def _gaps() -> Iterator[tuple[float, float]]:
    """Yield the shares by which linear program and cuts are below a board's best known cost."""
    for entry in Table(specs()).entries.values():
        if entry.spec.size != 25 or entry.spec.prices not in CUT_PRICES or entry.cost is None:
            continue
        puzzle = read(entry.spec)
        table, cheapest = candidates(puzzle), min(puzzle.prices)
        start = hurdle_bound(table, cheapest, entry.cost)
        rows = Relaxation(table, cheapest)
        program = _proof(CutRounds(rows, entry.cost, start), lambda: math.inf, rounds=0)
        clock = Clock(Limits(seconds=CUT_SECONDS))
        cuts = _proof(CutRounds(rows, entry.cost, start), clock.seconds_left)
        if program is not None and cuts is not None:
            yield 1 - program.bound / entry.cost, 1 - cuts.bound / entry.cost


def _proof(
    cuts: CutRounds, seconds_left: Callable[[], float], rounds: int | None = None
) -> Duals | None:
    """Run rounds of cuts, and return the best proof."""
    for _ in cuts.go_on(seconds_left, rounds=rounds):
        pass
    return cuts.best
