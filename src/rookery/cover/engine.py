"""The steps of the anytime engine: a first cover and bound, annealing, and the LP.

`auto` strings them together; here each works on one incumbent until its limits say stop.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from rookery.cover.attacks import Candidates, candidates
from rookery.cover.bound import ROUNDS, Duals, lagrangian, linear_program, uncheckable
from rookery.cover.greedy import filled, greedy, without_redundant
from rookery.cover.incumbent import Incumbent
from rookery.cover.puzzle import Cover, Man
from rookery.errors import PuzzleError
from rookery.pieces import Piece
from rookery.result import Reason, Result, Settings

LONGEST_SIDE = 62
DEFAULT_WORK = 20_000_000
MOVES_A_SECOND = 3_000_000
SLICE_SECONDS = 0.05
SLICE_MOVES = 50_000
FEWEST_SLICES = 4
FIRST_MOVES, FEWEST_MOVES = 2_000, 100
LP_FROM_SECONDS = 2.0
LP_SHARE = 0.3
LP_ENTRY_SECONDS = 2e-5  # to build the model
SHARPER_ROUNDS = 150
GREEDY_SHARE = 0.2
NEAR_THE_BOUND, FEW_NEAR_SHARE = 0.04, 0.35
FIRST_SHARE = 0.3  # of the time of two annealings
SPARE_FACTOR = 1.2
PATIENCE = 5.0  # times the seconds of an annealing that finds no cover
AGAIN = 1_000_003  # added to the seed of a second annealing
SHORT_SHARE = 0.03
SHORT_ROUNDS = 100
PIECES_A_TARGET = 0.1
LEAST_SHORT_SECONDS, MOST_SHORT_SECONDS = 0.002, 0.1


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
        prepare(incumbent, greedily=True)
    return incumbent.result(incumbent.stop() or Reason.DONE)


def run_anneal(puzzle: Cover, settings: Settings) -> Result:
    """Return the best cover that annealing finds within the limits, and the best bound."""
    with interruptible(Incumbent(puzzle, settings)) as incumbent:
        start = prepare(incumbent)
        if incumbent.stop() is None:
            _anneal_in_threads(start)
    return incumbent.result(incumbent.stop() or Reason.WORK)


def can_anneal(puzzle: Cover) -> bool:
    """Return whether the kernel knows the puzzle: no lame leapers, one way a direction.

    A piece that rides one direction in two ways, or hops it in two ways, is none it knows.
    """
    if max(puzzle.board.rows, puzzle.board.columns) > LONGEST_SIDE:
        return False
    pieces = (*puzzle.pieces, *(piece for piece, _ in puzzle.standing))
    return all(map(_known, pieces))


def _known(piece: Piece) -> bool:
    captures = [motion for motion in piece.motions if motion.captures]
    lines = Counter((m.step, bool(m.hop)) for m in captures if m.hop or m.reach != 1)
    return not any(m.path for m in captures) and max(lines.values(), default=1) == 1


@contextmanager
def interruptible(incumbent: Incumbent) -> Iterator[Incumbent]:
    """Let Ctrl-C end the work once there is an answer."""
    try:
        yield incumbent
    except KeyboardInterrupt:
        if incumbent.cost is None:
            raise
        incumbent.interrupted = True


def prepare(incumbent: Incumbent, greedily: bool = False) -> Start:
    """Give the incumbent a first cover, or the given start, and the Lagrangian bound.

    The first cover is a greedy one, always if `greedily`, else where no kernel is ready.

    Raises
    ------
    PuzzleError
        When no piece can cover some target from anywhere.
    """
    puzzle = incumbent.puzzle
    table = candidates(puzzle)
    _all_checkable(puzzle, table)
    if greedily or not _anneal_shortly(incumbent, table):
        _choose_greedily(incumbent, table)
    if incumbent.settings.start is not None:
        incumbent.offer(incumbent.settings.start, "start")
    target = float(sum(puzzle.prices) if incumbent.cost is None else incumbent.cost)
    duals = _bound(incumbent, table.for_bounds(), target)
    return Start(puzzle, table, duals, incumbent)


def _anneal_shortly(incumbent: Incumbent, table: Candidates) -> bool:
    """Anneal for a moment, where kernels are ready; return whether there is a cover now.

    It takes less time than greedy choice, and its covers are better. With a limit of work it
    is left out: results must not depend on what is compiled.
    """
    settings, puzzle = incumbent.settings, incumbent.puzzle
    seconds = min(MOST_SHORT_SECONDS, SHORT_SHARE * settings.clock.left())
    timed = settings.limits.work is None and seconds >= LEAST_SHORT_SECONDS
    if not (timed and is_ready() and can_anneal(puzzle) and table.needed.any()):
        return False
    from rookery.cover.hurdle_bound import hurdle_bound

    dear = PIECES_A_TARGET * max(puzzle.prices) * len(table.needed)
    guess = hurdle_bound(table.for_bounds(), min(puzzle.prices), dear, SHORT_ROUNDS)
    anneal(Start(puzzle, table, guess, incumbent), settings.seed, seconds)
    return incumbent.cost is not None


def _choose_greedily(incumbent: Incumbent, table: Candidates) -> None:
    """Offer the greedy cover, or when there is no time for it, the board filled with one kind."""
    clock = incumbent.settings.clock
    enough = clock.seconds() + GREEDY_SHARE * clock.left()

    def in_time() -> bool:
        return clock.seconds() < enough

    position = greedy(incumbent.puzzle, table, in_time) or filled(incumbent.puzzle)
    if position is not None:
        without_redundant(position, in_time)
        incumbent.offer(position.men(), "greedy")


def _bound(
    incumbent: Incumbent, table: Candidates, target: float, known: Duals | None = None
) -> Duals:
    """Prove a bound, hurdles included once the kernels are compiled; return its duals.

    With a limit of work hurdles are left out: results must not depend on what is compiled.
    """
    clock, limits = incumbent.settings.clock, incumbent.settings.limits

    def in_time() -> bool:
        return clock.left() > 0

    if limits.work is None and len(table.needed) and is_ready():
        from rookery.cover.hurdle_bound import hurdle_bound

        cheapest = min(incumbent.puzzle.prices)
        duals = hurdle_bound(table, cheapest, target, go_on=in_time, start=known)
    else:
        rounds = ROUNDS if known is None else SHARPER_ROUNDS
        worth = None if known is None else known.king
        duals = lagrangian(table, len(table.needed), target, rounds, in_time, worth)
    incumbent.prove(duals.bound, "lagrangian")
    return duals


def sharpen(start: Start) -> Start:
    """Return the start with better duals, led by the cost that is known by now."""
    incumbent, duals = start.incumbent, start.duals
    if incumbent.cost is None or not len(start.duals.king):
        return start
    again = _bound(incumbent, start.table.for_bounds(), float(incumbent.cost), duals)
    return replace(start, duals=again) if again.bound > duals.bound else start


def anneal(start: Start, seed: int, seconds: float | None = None) -> None:
    """Run one annealing through its cooling; offer every better cover on the way.

    Parameters
    ----------
    start
        The puzzle, and where covers go.
    seed
        Of the random moves.
    seconds
        How long the cooling takes; None for the limit's work, or `DEFAULT_WORK` moves. While
        there is no cover it goes on, up to `PATIENCE` times as long.
    """
    from rookery.cover.anneal import Annealer

    incumbent = start.incumbent
    limits, clock = incumbent.settings.limits, incumbent.settings.clock
    work = limits.work if limits.work is not None else DEFAULT_WORK
    expected = work if seconds is None else int(seconds * MOVES_A_SECOND)
    annealer = Annealer(start.puzzle, start.table, start.duals, seed, max(1, expected))
    moves = SLICE_MOVES if seconds is None else FIRST_MOVES
    began, fraction, cost = clock.seconds(), 0.0, annealer.cost
    slice_seconds, last = SLICE_SECONDS, 1.0
    if seconds is not None:
        slice_seconds, last = min(SLICE_SECONDS, seconds / FEWEST_SLICES), PATIENCE
    while fraction < (last if math.isinf(cost) else 1.0) and incumbent.stop() is None:
        before = time.perf_counter()
        if seconds is None:
            moves = min(SLICE_MOVES, work - annealer.moves)
            end = (annealer.moves + moves) / work
        else:
            end = (clock.seconds() + slice_seconds - began) / max(seconds, 1e-9)
        annealer.run(moves, fraction, end)
        fraction = end
        if seconds is not None:
            speed = moves / max(1e-6, time.perf_counter() - before)
            moves = max(FEWEST_MOVES, int(speed * slice_seconds))
        if annealer.cost < cost:
            cost = annealer.cost
            incumbent.offer(annealer.men(), "anneal")
    if math.isinf(annealer.cost) and (incumbent.cost is None or incumbent.stop() is None):
        _complete(start, annealer.standing())


def anneal_in_focus(start: Start, seed: int, seconds: float) -> Start:
    """Anneal for so long, where it pays twice; return the start with the best duals.

    Where few candidates lie near the bound, the first annealing takes a part of the time. The
    second tries only candidates that a cheaper cover can have: those whose reduced price is
    not above the distance of cost and bound, with some to spare.
    """
    incumbent = start.incumbent
    near = np.count_nonzero(start.duals.reduced <= NEAR_THE_BOUND * start.duals.bound)
    if near > FEW_NEAR_SHARE * len(start.table):
        anneal(start, seed, seconds)
        return start
    began = incumbent.settings.clock.seconds()
    anneal(start, seed, FIRST_SHARE * seconds)
    if incumbent.stop() is not None or incumbent.cost is None:
        return start
    start = sharpen(start)
    spare = incumbent.cost - start.duals.bound
    kept = start.duals.reduced <= max(SPARE_FACTOR * spare, 0.0)
    focused = replace(
        start,
        table=start.table.only(kept),
        duals=replace(start.duals, reduced=start.duals.reduced[kept]),
    )
    anneal(focused, seed + AGAIN, seconds - (incumbent.settings.clock.seconds() - began))
    return start


def _complete(start: Start, men: tuple[Man, ...]) -> None:
    """Offer the cover that greedy choice makes of pieces that are none yet."""
    position = greedy(start.puzzle, start.table, men=men)
    if position is not None:
        start.incumbent.offer(without_redundant(position).men(), "anneal")


def prove_by_lp(start: Start) -> None:
    """Raise the bound to the value of the LP, when it can be built and is solved in time."""
    left = start.incumbent.settings.clock.left()
    left = min(left, LP_SHARE * left + LP_FROM_SECONDS) - LP_ENTRY_SECONDS * len(start.table.owner)
    if left <= 0:
        return
    cheapest = min(start.puzzle.prices)
    bound = linear_program(start.table.for_bounds(), len(start.duals.king), cheapest, left)
    if bound is not None:
        start.incumbent.prove(bound, "lp")


_ready = threading.Event()


def ready() -> float:
    """Compile the kernels, or load them; return the seconds it took, 0 when they were ready."""
    from rookery.cover.anneal import compile_kernel

    seconds = compile_kernel()
    _ready.set()
    return seconds


def is_ready() -> bool:
    """Return whether the kernels are compiled or loaded, without doing so.

    A thread may be importing and compiling them meanwhile.
    """
    return _ready.is_set()


def in_threads(jobs: list[Future[None]], incumbent: Incumbent) -> None:
    """Wait for jobs that work on an incumbent; Ctrl-C stops them."""
    try:
        for job in jobs:
            job.result()
    except KeyboardInterrupt:
        incumbent.interrupted = True


def _anneal_in_threads(start: Start) -> None:
    """Anneal in all threads, and solve the LP beside them when there is time for it."""
    incumbent = start.incumbent
    settings = incumbent.settings
    incumbent.compile_seconds = ready()
    lp = settings.clock.left() > LP_FROM_SECONDS
    if settings.threads == 1:
        if lp:
            prove_by_lp(start)
        anneal(start, settings.seed, annealing_seconds(incumbent))
        return
    with ThreadPoolExecutor(settings.threads) as pool:
        seconds = annealing_seconds(incumbent)
        jobs = [
            pool.submit(anneal, start, settings.seed + number, seconds)
            for number in range(settings.threads)
        ]
        if lp:
            prove_by_lp(start)
        in_threads(jobs, incumbent)


def annealing_seconds(incumbent: Incumbent) -> float | None:
    """Return the seconds left for one annealing; None when work, not time, is limited."""
    limits = incumbent.settings.limits
    timed = limits.seconds is not None and limits.work is None
    return incumbent.settings.clock.left() if timed else None


def _all_checkable(puzzle: Cover, table: Candidates) -> None:
    missing = [t for t in uncheckable(table, len(puzzle.targets)) if table.needed[t]]
    if missing:
        row, column = puzzle.targets[missing[0]]
        king = missing[0] < len(puzzle.kings)
        what = "check the king" if king else "attack or occupy the guarded square"
        raise PuzzleError(f"no piece can {what} at row {row + 1}, column {column + 1}")
