"""The anytime engine: an answer at once, a better one the longer it runs, and a bound.

First a greedy cover and the Lagrangian bound; then annealing guided by the bound's duals,
in all threads with different seeds, while the LP improves the bound.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from rookery.cover.attacks import Candidates, candidates
from rookery.cover.bound import Duals, lagrangian, linear_program, uncheckable
from rookery.cover.greedy import filled, greedy, without_redundant
from rookery.cover.incumbent import Incumbent
from rookery.cover.puzzle import Cover
from rookery.errors import PuzzleError
from rookery.result import Reason, Result, Settings

DEFAULT_WORK = 20_000_000
SLICE_SECONDS = 0.05
SLICE_MOVES = 50_000
LP_FROM_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Start:
    """A puzzle with its candidates and duals; the incumbent holds a first cover."""

    puzzle: Cover
    table: Candidates
    duals: Duals
    incumbent: Incumbent


def run_greedy(puzzle: Cover, settings: Settings) -> Result:
    """Return the greedy cover without redundant pieces, and the Lagrangian bound."""
    with interruptible(Incumbent(puzzle, settings)) as incumbent:
        prepare(incumbent)
    return incumbent.result(incumbent.stop() or Reason.DONE)


def run_anneal(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover that annealing finds within the limits, and the best bound."""
    with interruptible(Incumbent(puzzle, settings)) as incumbent:
        start = prepare(incumbent)
        if incumbent.stop() is None:
            search(start)
    return incumbent.result(incumbent.stop() or Reason.WORK)


@contextmanager
def interruptible(incumbent: Incumbent) -> Iterator[Incumbent]:
    """Let Ctrl-C end the work once there is an answer."""
    try:
        yield incumbent
    except KeyboardInterrupt:
        if incumbent.cost is None:
            raise
        incumbent.interrupted = True


def prepare(incumbent: Incumbent) -> Start:
    """Give the incumbent a greedy cover and the Lagrangian bound.

    Raises
    ------
    PuzzleError
        When no piece can attack some king from anywhere.
    """
    puzzle, clock = incumbent.puzzle, incumbent.settings.clock
    table = candidates(puzzle)
    _all_checkable(puzzle, table)
    position = greedy(puzzle, table) or filled(puzzle)
    if position is not None:
        without_redundant(position)
        incumbent.offer(position.men(), "greedy")
    target = float(sum(puzzle.prices) if incumbent.cost is None else incumbent.cost)
    duals = lagrangian(table, len(puzzle.kings), target, go_on=lambda: clock.left() > 0)
    incumbent.prove(duals.bound, "lagrangian")
    return Start(puzzle, table, duals, incumbent)


def search(start: Start) -> None:
    """Anneal in all threads, and solve the LP beside them when there is time for it."""
    incumbent = start.incumbent
    settings = incumbent.settings
    incumbent.compile_seconds = ready()
    if settings.threads == 1:
        if settings.clock.left() > LP_FROM_SECONDS:
            _prove_by_lp(start)
        anneal(start, settings.seed)
        return
    with ThreadPoolExecutor(settings.threads) as pool:
        runs: list[Future[None]] = [
            pool.submit(anneal, start, settings.seed + number) for number in range(settings.threads)
        ]
        try:
            if settings.clock.left() > LP_FROM_SECONDS:
                _prove_by_lp(start)
            for run in runs:
                run.result()
        except KeyboardInterrupt:
            incumbent.interrupted = True


def anneal(start: Start, seed: int) -> None:
    """Run one annealing through its cooling; offer every better cover on the way."""
    from rookery.cover.anneal import Annealer

    incumbent = start.incumbent
    limits, clock = incumbent.settings.limits, incumbent.settings.clock
    annealer = Annealer(start.puzzle, start.table, start.duals, seed)
    began, available = clock.seconds(), clock.left()
    work = limits.work if limits.work is not None else DEFAULT_WORK
    timed = limits.seconds is not None and limits.work is None
    fraction, moves, cost = 0.0, SLICE_MOVES, annealer.cost
    while fraction < 1.0 and incumbent.stop() is None:
        before = time.perf_counter()
        if timed:
            end = min(1.0, (clock.seconds() + SLICE_SECONDS - began) / available)
        else:
            moves = min(SLICE_MOVES, work - annealer.moves)
            end = (annealer.moves + moves) / work
        annealer.run(moves, fraction, end)
        fraction = end
        if timed:
            speed = moves / max(1e-6, time.perf_counter() - before)
            moves = max(1000, int(speed * SLICE_SECONDS))
        if annealer.cost < cost:
            cost = annealer.cost
            incumbent.offer(annealer.men(), "anneal")


def _prove_by_lp(start: Start) -> None:
    left = start.incumbent.settings.clock.left()
    bound = linear_program(start.table, len(start.puzzle.kings), left)
    if bound is not None:
        start.incumbent.prove(bound, "lp")


def ready() -> float:
    """Compile the kernels, or load them; return the seconds it took, 0 when they were ready."""
    from rookery.cover.anneal import compile_kernel

    return compile_kernel()


def _all_checkable(puzzle: Cover, table: Candidates) -> None:
    missing = uncheckable(table, len(puzzle.kings))
    if missing:
        row, column = puzzle.kings[missing[0]]
        raise PuzzleError(
            f"no piece can check the king at row {row + 1}, column {column + 1} "
            "from any empty square"
        )
