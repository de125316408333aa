"""The table of the methods that count tours."""

from __future__ import annotations

from rookery.results.methods import Method, within_limits
from rookery.tour.counting import run_count, run_swept
from rookery.tour.hamiltonian.counting import run_walks
from rookery.tour.puzzle import Tour


def _swept(tour: Tour) -> bool:
    """Return whether a sweep over the board counts the tours, if every move can be taken back."""
    return tour.is_whole and tour.turn is None


COUNTERS: tuple[Method, ...] = (
    Method(
        "sweep",
        run_swept,
        "that this is the count of tours of a whole board",
        fits=_swept,
    ),
    Method(
        "layers",
        within_limits(run_count),
        "that this is the count",
        fits=lambda tour: not tour.once,
    ),
    Method(
        "walks",
        run_walks,
        "the count of tours of a whole board, one by one, or as many as were found",
        fits=lambda tour: tour.is_whole,
    ),
)
