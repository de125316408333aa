"""Annealing again from a known cover: coolings from less hot a start, each from the best so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import PlacedPiece

if TYPE_CHECKING:
    from rookery.cover.annealing.annealer import Annealer
    from rookery.cover.incumbent import CoverIncumbent

# docs/methods/cover.md, "Cooling again": how many, and how far each begins on its way to 1
COOLINGS, FIRST_FRACTION = 5, 0.8
WINDOW_SHARE = 0.06  # of the seconds of a cooling, for windows at its end
WINDOWS = 50  # a slice, about a millisecond
SLICE_MOVES = 20_000
MOVES_A_SECOND = 3_000_000


def anneal_again(start: Prepared, seed: int, seconds: float) -> tuple[PlacedPiece, ...]:
    """Cool several times from the incumbent's cover; offer every cheaper one on the way.

    Parameters
    ----------
    start
        The puzzle, and an incumbent that has a cover.
    seed
        Of the random moves.
    seconds
        How long it takes.

    Returns
    -------
    tuple
        The cheapest cover, that of the incumbent if there is none cheaper.
    """
    from rookery.cover.annealing.annealer import Annealer

    incumbent, clock = start.incumbent, start.incumbent.clock
    began = clock.seconds()
    moves = max(1, int(MOVES_A_SECOND * seconds))
    annealer = Annealer(start.puzzle, start.table, start.duals, seed, moves)
    _put(annealer, incumbent.placed_pieces)
    for number in range(1, COOLINGS + 1):
        end = began + number / COOLINGS * seconds
        annealer.begin_windows()
        _cool(annealer, incumbent, end - WINDOW_SHARE / COOLINGS * seconds)
        annealer.begin_windows()
        while clock.seconds() < end and incumbent.stop() is None:
            cost = annealer.cost
            annealer.solve_windows(WINDOWS)
            _offer(annealer, incumbent, cost)
    return annealer.placed_pieces()


def _put(annealer: Annealer, placed_pieces: tuple[PlacedPiece, ...]) -> None:
    """Let a cover be the best that is known."""
    from rookery.cover.annealing.anneal_state import BEST

    state, columns = annealer.state, annealer.puzzle.board.columns
    for kind, row, column in placed_pieces:
        state.best[row * columns + column] = kind
    state.energy[BEST] = float(annealer.puzzle.value(placed_pieces))


def _cool(annealer: Annealer, incumbent: CoverIncumbent, end: float) -> None:
    """Cool to the end by the clock, in slices as long as the one before took."""
    clock = incumbent.clock
    fraction, began = FIRST_FRACTION, clock.seconds()
    before, pace = began, (1 - FIRST_FRACTION) / max(end - began, 1e-6)
    while fraction < 1 and incumbent.stop() is None:
        now, cost = clock.seconds(), annealer.cost
        later = min(1.0, FIRST_FRACTION + (2 * now - before - began) * pace)
        annealer.run(SLICE_MOVES, fraction, later)
        fraction, before = later, now
        _offer(annealer, incumbent, cost)


def _offer(annealer: Annealer, incumbent: CoverIncumbent, cost: float) -> None:
    if annealer.cost < cost:
        incumbent.offer(annealer.placed_pieces(), "anneal")
