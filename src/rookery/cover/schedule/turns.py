"""Turns: what one worker of many does with a board before it tells what it found.

Each turn has a role, so that not all workers do the same, and begins with the best that is
known. It needs nothing from the turns before it: a worker that dies costs its turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from rookery.cover.annealing.cooling import anneal_in_focus
from rookery.cover.exact.merge import merge
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.exact.windows import FEWEST_PIECES, Windows, worthwhile_kinds
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.kernel_sets import COVER, HURDLES
from rookery.cover.prepared import Prepared, prove_by_lp, sharpen
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.schedule.engine import can_anneal, prepare
from rookery.results.limits import Clock, Limits
from rookery.results.settings import Settings

SIZES, SIZE_STEP = 3, 8  # of windows


@dataclass(frozen=True)
class Turn:
    """What a worker is asked to do.

    Attributes
    ----------
    role
        A name of `ROLES`.
    seed
        Of its random choices.
    seconds
        How long it may take.
    gap
        It ends once this is reached; None for no such limit.
    covers
        The best cover known, and with ``merge`` those to be merged; none with ``anneal``, whose
        covers shall differ.
    bound
        The best bound known.
    """

    role: str
    seed: int
    seconds: float
    gap: float | None
    covers: tuple[tuple[PlacedPiece, ...], ...]
    bound: int


@dataclass(frozen=True)
class Found:
    """What a worker has to tell.

    Attributes
    ----------
    placed_pieces
        Its best cover; empty when it has none.
    bound
        What it knows to be proved.
    impossible
        Whether it proved that there is no cover.
    """

    placed_pieces: tuple[PlacedPiece, ...]
    bound: int
    impossible: bool


def take(puzzle: Cover, turn: Turn) -> Found:
    """Take a turn; kernels are waited for, and without them annealing is left out."""
    limits = Limits(seconds=turn.seconds, gap=turn.gap)
    incumbent = CoverIncumbent(puzzle, Settings(limits, turn.seed, clock=Clock(limits)))
    if turn.covers:
        incumbent.offer(turn.covers[0], "start")
    incumbent.prove(turn.bound, "start")
    if can_anneal(puzzle):
        HURDLES.begin()
        COVER.wait(turn.seconds)
    start = prepare(incumbent)
    anneals = turn.role == "anneal" and not COVER.is_ready
    if incumbent.stop() is None and not anneals:
        ROLES[turn.role](start, turn)
    return Found(incumbent.placed_pieces, incumbent.bound, incumbent.impossible)


def _anneal(start: Prepared, turn: Turn) -> None:
    anneal_in_focus(start, turn.seed, start.incumbent.clock.left())


def _solve_windows(start: Prepared, turn: Turn) -> None:
    """Solve windows, in some turns larger ones than in others."""
    incumbent = start.incumbent
    kinds = worthwhile_kinds(start.puzzle, start.table)
    pieces = FEWEST_PIECES + SIZE_STEP * (turn.seed % SIZES)
    windows = Windows(incumbent, kinds, random.Random(turn.seed), pieces)
    while incumbent.stop() is None and incumbent.cost is not None:
        windows.improve()


def _merge(start: Prepared, turn: Turn) -> None:
    merge(start.incumbent, turn.covers, start.incumbent.clock.left())


def _prove_exactly(start: Prepared, turn: Turn) -> None:
    start = sharpen(start)
    prove_by_cp_sat(start.incumbent, start.table, start.duals, start.incumbent.clock.left())


def _solve_lp(start: Prepared, turn: Turn) -> None:
    prove_by_lp(sharpen(start))


ROLES: dict[str, Callable[[Prepared, Turn], None]] = {
    "anneal": _anneal,
    "window": _solve_windows,
    "merge": _merge,
    "exact": _prove_exactly,
    "lp": _solve_lp,
}
