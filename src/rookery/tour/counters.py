"""The table of the methods that count tours."""

from __future__ import annotations

from rookery.engine.drive import counted_by
from rookery.results.methods import Method
from rookery.tour.counting import count
from rookery.tour.hamiltonian.counting import sweep, walk

COUNTERS: tuple[Method, ...] = (
    Method(
        "sweep",
        counted_by(sweep),
        "the count of tours of a whole board",
        fits=lambda tour: tour.is_whole and tour.turn is None,
    ),
    Method(
        "layers",
        counted_by(count),
        "the count of shortest tours",
        fits=lambda tour: not tour.once,
    ),
    Method(
        "walks",
        counted_by(walk),
        "the count of tours of a whole board, one by one; if stopped, the number found so far",
        fits=lambda tour: tour.is_whole,
    ),
)
