"""The table of the methods that count tours."""

from __future__ import annotations

from rookery.engine.run import counted_by
from rookery.results.methods import Method
from rookery.tour.counting import count
from rookery.tour.hamiltonian.counting import sweep, walk
from rookery.tour.puzzle import Tour


def _swept(tour: Tour) -> bool:
    """Return whether a sweep over the board counts the tours, if every move can be taken back."""
    return tour.is_whole and tour.turn is None


COUNTERS: tuple[Method, ...] = (
    Method(
        "sweep",
        counted_by(sweep),
        "that this is the count of tours of a whole board",
        fits=_swept,
    ),
    Method(
        "layers",
        counted_by(count),
        "that this is the count",
        fits=lambda tour: not tour.once,
    ),
    Method(
        "walks",
        counted_by(walk),
        "the count of tours of a whole board, one by one, or as many as were found",
        fits=lambda tour: tour.is_whole,
    ),
)
